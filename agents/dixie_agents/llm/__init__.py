"""Language models that play: ``llm:MODEL@URL`` for any server with an OpenAI-compatible chat API.

`settings` reads the name, `prompt` writes what the model is asked, `chat` talks to the server over `http`,
`answer` reads the reply, `transcript` keeps everything that was said, and `agent` puts them together. The key
of the server is only ever in an environment variable and in the header of a request; see `secret`.
"""
