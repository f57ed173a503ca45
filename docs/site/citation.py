"""How to cite Dixie, from CITATION.cff."""

import yaml


def citation_page(text: str) -> str:
    """Return the page about citing.

    Args:
        text: The content of CITATION.cff.
    """
    data = yaml.safe_load(text)
    authors = " and ".join(_name(author) for author in data["authors"])
    year = str(data.get("date-released", ""))[:4]
    fields = {
        "title": f"{{{data['title']}}}",
        "author": f"{{{authors}}}" if len(data["authors"]) == 1 else authors,
        "version": str(data["version"]),
        **({"year": year} if year else {}),
        **({"url": data["url"]} if "url" in data else {}),
        "license": data["license"],
    }
    rows = "\n".join(f"  {key} = {{{value}}}," for key, value in fields.items())
    return f"""# Cite Dixie

{data["message"]}

```bibtex
@software{{dixie,
{rows}
}}
```

Name the version of Dixie, the edition and the board with every result. A line of `dixie benchmark` has the
version and a checksum of the rules. The repository has the same entry as `CITATION.cff`.
"""


def _name(author: dict[str, str]) -> str:
    return author.get("name") or f"{author['family-names']}, {author['given-names']}"
