"""The documentation site: `sphinx-build docs FOLDER`.

The pages are plain Markdown that GitHub shows too. This file adds what only a site can do: the
navigation, and the page for playing itself, in a frame.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer

import tablebase
from tablebase.engine.rooms import installed
from tablebase.web.publishing import publish
from tablebase.web.site import site

project = "tablebase"
version = release = tablebase.__version__
project_copyright = "the authors of tablebase"

navigation = {
    "Tutorial": [
        "first-hour", "notebooks/first-steps", "notebooks/who-wins-and-why",
        "notebooks/your-own-rules",
    ],
    "How to": [
        "explorer", "publishing", "strategy", "puzzles", "players", "nim", "pairs",
        "thegame", "solo", "first-version", "lab", "match", "atlas", "variations", "large", "learn",
        "learning-machines", "cli", "completion", "library", "embedding", "cluster",
        "adding-a-game", "first-kernel", "adding-a-variant",
    ],
    "Reference": [
        "rules", "results", "sources", "leaderboard", "reproduce", "commands", "api",
        "api-http", "format",
    ],
    "Explanation": ["method", "map", "certificate", "performance", "reliability", "peers", "tried"],
}  # fmt: skip
"""Part of the site -> its pages, in order."""

SHARED_NAMES = ("Board", "Game", "Position", "Rules")
"""Names of classes that the engine and games share, so that the name alone is ambiguous."""

PLAY = "page"
"""The folder of the site with the page for playing."""

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
]
exclude_patterns = ["api", "certificate"]
smartquotes = False  # they would turn --all into a dash
default_role = "code"  # help texts and docstrings write `code` with one backtick

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
nb_execution_mode = "off"

nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!tablebase\b).*"),  # other libraries' names, and words for types
    ("py:.*", r"tablebase\..*\.[A-Z]"),  # type variables
]
autodoc_mock_imports = ["gymnasium", "pettingzoo", "pyspiel", "open_spiel"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88
napoleon_google_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False

html_theme = "furo"
html_title = "tablebase"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_favicon = "../tablebase/games/collapsi/page/icons/192.png"


def setup(app: Sphinx) -> None:
    """Add to the pages what only a site can show."""
    app.add_config_value("navigation", {}, "env")
    app.connect("source-read", add_navigation)
    app.connect("source-read", add_games)
    app.connect("source-read", add_play)
    app.connect("sphinx-click-process-epilog", show_examples)
    app.connect("autodoc-process-docstring", describe_constant, priority=300)
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # before napoleon's
    app.connect("doctree-read", unlink_shared_names)
    app.connect("missing-reference", link_public_name)
    app.connect("build-finished", write_play)


def add_navigation(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the navigation into the first page."""
    if page == "index":
        for title, pages in app.config.navigation.items():
            names = "\n".join(pages)
            source[0] += f"\n\n```{{toctree}}\n:hidden:\n:caption: {title}\n\n{names}\n```\n"


def add_games(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the sections of the installed games, ``api/NAME.md``, into the library reference."""
    if page == "api":
        files = (Path(__file__).parent / "api" / f"{name}.md" for name in installed())
        sections = "\n".join(file.read_text("utf-8") for file in files if file.exists())
        source[0] = source[0].replace("<!-- games -->\n", sections)


def add_play(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the page for playing in place of its comment."""
    source[0] = source[0].replace(
        "<!-- the page -->",
        f'<iframe class="page" src="{PLAY}/index.html" title="The page" loading="lazy"></iframe>\n'
        f'<p><a href="{PLAY}/index.html">Open it in the whole window</a></p>',
    )


def show_examples(app: Sphinx, context: click.Context, lines: list[str]) -> None:
    """Show a command's examples as they are typed."""
    if context.command.epilog:
        _, title, *examples = context.command.epilog.splitlines()
        lines[:] = [title, "", ".. code-block:: sh", "", *(f" {line}" for line in examples), ""]


def unlink_shared_names(app: Sphinx, doctree: nodes.document) -> None:
    """Show a type as plain text if the name alone does not say which one it is, or is a word."""
    for reference in list(doctree.findall(addnodes.pending_xref)):
        name = reference["reftarget"]
        if name in SHARED_NAMES or (name.islower() and "." not in name):
            reference.replace_self(reference.children)


def describe_constant(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """Say of an imported constant what its module says, and not what its class says."""
    package, _, own = name.rpartition(".")
    if what == "data":
        for module in [module for module in sys.modules if module.startswith(package + ".")]:
            said = ModuleAnalyzer.for_module(module).find_attr_docs().get(("", own))
            if said and vars(sys.modules[module])[own] is found:
                lines[:] = said


def keep_colons(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """Keep napoleon from reading a property's "Whether the game is over: ..." as its type."""
    if what in ("attribute", "data", "property") and lines and ": " in lines[0]:
        lines[:1] = lines[0].split(" ", 1)


def link_public_name(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, text: nodes.Element
) -> nodes.Element | None:
    """Lead a reference to where something is defined to where the public imports it from."""
    domain = env.domains.python_domain
    for name in public_names(node["reftarget"]):
        if name in domain.objects:
            return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", name, node, text)
    return None


def public_names(target: str) -> Iterator[str]:
    """The paths of something in the packages around its module."""
    module, _, name = target.rpartition(".")
    if module.rpartition(".")[2][:1].isupper():  # a member of a class
        module, _, owner = module.rpartition(".")
        name = f"{owner}.{name}"
    while module := module.rpartition(".")[0]:
        yield f"{module}.{name}"


def write_play(app: Sphinx, error: Exception | None) -> None:
    """Write the page for playing into the site."""
    if error is None:
        publish(site(), Path(app.outdir) / PLAY)
