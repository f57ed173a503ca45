"""The configuration of Sphinx. `docs.site.building` passes the folder of the staged sources."""

from importlib import import_module

from dixie_env.version import __version__

# Imported here, before Sphinx does: it would read the type stubs of compiled modules, which have no docstrings, and
# fastapi can't build its models while Sphinx imports it.
for name in ("dixie_env", "dixie_agents", "dixie_arena", "dixie_training", "dixie_web.server"):
    import_module(name)

project = "Dixie"
author = "The Dixie authors"
copyright = "The Dixie authors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
root_doc = "index"
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
napoleon_use_ivar = True
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
