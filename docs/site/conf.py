"""The configuration of Sphinx. `docs.site.building` passes the folder of the staged sources."""

import re
from importlib import import_module
from typing import Any

from pydantic import BaseModel
from sphinx.addnodes import desc_annotation, desc_signature

from dixie_env.version import __version__
from docs.site.rule_numbers import anchor

# Imported here, before Sphinx does: it would read the type stubs of compiled modules, without docstrings.
# And fastapi can't build its models while Sphinx imports it.
for name in ("dixie_env", "dixie_agents", "dixie_arena", "dixie_training", "dixie_web.server"):
    import_module(name)

project = "Dixie"
author = "The Dixie authors"
copyright = "The Dixie authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"
highlight_language = "text"
exclude_patterns = ["files/**"]

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4
myst_links_external_new_tab = False

default_role = "literal"
"""Docstrings write `name` for code."""
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True}
autodoc_class_signature = "mixed"
python_maximum_signature_line_length = 88
napoleon_numpy_docstring = False
napoleon_use_rtype = False
napoleon_custom_sections = [("Attributes", "params_style")]
napoleon_attr_annotations = False
add_module_names = False
toc_object_entries = False

copybutton_prompt_text = "$ "
copybutton_exclude = ".linenos, .gp, .go"

html_theme = "furo"
html_title = f"Dixie {__version__}"
html_static_path = ["theme"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a2e8c", "color-brand-content": "#7a2e8c"},
    "dark_css_variables": {"color-brand-primary": "#d9a6e6", "color-brand-content": "#d9a6e6"},
    "footer_icons": [],
}
pygments_style = "friendly"
pygments_dark_style = "monokai"


COLON = "\N{MODIFIER LETTER COLON}"
"""Stands for a colon while napoleon reads: it takes what stands before one as the type of an attribute."""

RULE = re.compile(r"`+[^`]*`+|(?<![\w.])(R\d+\.\d+)(?![\w]|\.\d)")
"""A rule number, or code, where numbers stay as they are."""


def tidy_signature(
    app: Any, what: str, name: str, obj: Any, options: Any, signature: str, result: str
) -> tuple[str, str] | None:
    """Shorten what Sphinx could not: defaults that a dataclass makes, and with them the names of types."""
    if isinstance(obj, type) and issubclass(obj, BaseModel):
        return "", ""  # made from all fields, with their validators
    if not signature:
        return None
    return re.sub(r"~[\w.]+\.(?=\w)", "", signature).replace("<factory>", "..."), result


def hide_colons(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Prepare a docstring for napoleon, and separate code from letters that follow (`` `GameEvent`s ``)."""
    lines[:] = [re.sub(r"(?<!`)(`[^`]+`)(?!`)(?=(\w?))", _separated, line) for line in lines]
    if what in ("attribute", "property", "data"):
        lines[:] = [line.replace(": ", f"{COLON} ") for line in lines]


def show_colons(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Undo `hide_colons`, and make rule numbers links."""
    lines[:] = [RULE.sub(_linked, line.replace(f"{COLON} ", ": ")) for line in lines]


def skip_settings(app: Any, what: str, name: str, obj: Any, skip: bool, options: Any) -> bool | None:
    """Leave out what pydantic adds to its models."""
    return True if name.startswith("model_") else None


def hide_validators(app: Any, domain: str, objtype: str, content: Any) -> None:
    """Leave out the type of an attribute if it is mostly about how pydantic checks it."""
    for signature in content.parent.findall(desc_signature):
        for annotation in list(signature.findall(desc_annotation)):
            if "Annotated[" in annotation.astext() or "Validator(" in annotation.astext():
                annotation.parent.remove(annotation)


def _linked(found: re.Match[str]) -> str:
    return f":ref:`{found[1]} <{anchor(found[1])}>`" if found[1] else found[0]


def _separated(found: re.Match[str]) -> str:
    return f"{found[1]}\\ " if found[2] else found[1]


def setup(app: Any) -> None:
    """Register what changes pages. Napoleon has the priority 500."""
    app.connect("autodoc-process-signature", tidy_signature)
    app.connect("autodoc-process-docstring", hide_colons, priority=400)
    app.connect("autodoc-process-docstring", show_colons, priority=600)
    app.connect("autodoc-skip-member", skip_settings)
    app.connect("object-description-transform", hide_validators)
