"""`explain`: what a finding means, with a machine that has it and the machine mended.

Owns: how a page is printed. Never: says anything that the reference does not.
"""

from __future__ import annotations

import click

from decidable.cli.pages import row_of, rows, text_of
from decidable.cli.screen import Screen, format_option, print_json


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    return [code for code in rows() if code.startswith(incomplete)]


@click.command()
@click.argument("code", shell_complete=_complete)
@format_option()
def explain(code: str, form: str) -> None:
    """What a finding means, and how it is mended.

    \b
    Examples:
      decidable explain undecided
      decidable explain leaves-write --format json
    """
    row = row_of(code)
    if form == "json":
        print_json({**row._asdict(), "text": text_of(row) or None})
        return
    Screen().print(
        text_of(row) or f"# `{row.code}`\n\n*{row.severity.capitalize()}.* {row.meaning}\n\n{row.remedy}\n\n{row.page}"
    )
