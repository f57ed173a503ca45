"""The documentation site: `make site` builds it into ``.site/html``.

| module | what it does |
| --- | --- |
| `staging` | collects the sources of all pages in one folder, with links that fit there |
| `rule_numbers` | turns rule numbers such as R4.22 into links to the rule |
| `notebook` | a stored notebook as a page; nothing is run |
| `citation` | CITATION.cff as a page |
| `leaderboard` | the result cards in ``docs/leaderboard`` as a page |
| `training_keys` | the keys of training files as tables |
| `building` | runs Sphinx and treats each warning as an error |
| `checking` | looks for broken links, missing pictures and other hosts in the built pages |
| `conf` | the configuration of Sphinx |
"""
