"""`completion`: a script that makes a shell complete commands, paths, states and events.

Owns: nothing but the printing of click's own script. Never: edits anybody's start-up files.
"""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands.

    \b
    Examples:
      eval "$(decidable completion bash)"                                    in ~/.bashrc
      eval "$(decidable completion zsh)"                                     in ~/.zshrc
      decidable completion fish > ~/.config/fish/completions/decidable.fish
    """
    made = get_completion_class(shell)
    if made is None:  # a shell that click no longer knows
        raise click.UsageError(f"no completion for {shell}")
    click.echo(made(ctx.find_root().command, {}, "decidable", "_DECIDABLE_COMPLETE").source())
