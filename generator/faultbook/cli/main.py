"""`faultbook`: the group of verbs. A verb's module is imported only when it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

import click

from faultbook.cli.crash import is_the_machines, report_crash

VERBS: dict[str, tuple[str, str]] = {
    # name: (module in faultbook.cli.commands, one line for `faultbook --help`)
    "build": ("build", "Build the site."),
    "check": ("check", "Check entries and say what to mend."),
    "coverage": ("coverage", "Say which lines of a folder of logs no entry knows."),
    "diagnose": ("diagnose", "Find what failed first in one or many logs."),
    "explain": ("explain", "Explain a check: what, why, how to mend."),
    "export": ("export", "Write data dumps and alert rules."),
    "init": ("init", "Begin a corpus of your own in an empty folder."),
    "list": ("list", "List all entries."),
    "new": ("new", "Draft an entry from a line of a log."),
    "preview": ("preview", "Show the pages of one entry, reloading as it is saved."),
    "search": ("search", "Find the entries for a line or some words."),
    "serve": ("serve", "Serve the site with live reload."),
    "show": ("show", "Print one entry."),
}

EXIT_OK, EXIT_FOUND, EXIT_USAGE, EXIT_BUG, EXIT_INTERRUPTED = 0, 1, 2, 3, 130


class LazyGroup(click.Group):
    """A group that knows the names of its verbs and loads each on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: D102
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: D102
        if cmd_name not in VERBS:
            return None
        if ctx.resilient_parsing:  # shell completion asks for the names only
            return click.Command(cmd_name)
        module = import_module(f"faultbook.cli.commands.{VERBS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(  # noqa: D102
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

            close = get_close_matches(args[0], VERBS, n=1)
            meant = f" Did you mean `{close[0]}`?" if close else ""
            raise click.UsageError(f"There is no command `{args[0]}`.{meant}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(  # noqa: D102
        self,
        ctx: click.Context,
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, VERBS[name][1]) for name in sorted(VERBS)])


def _version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from importlib.metadata import version  # noqa: PLC0415 - slow to import

    click.echo(f"faultbook {version('faultbook')}")
    ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version and leave.",
)
def cli() -> None:
    """Machine-learning infrastructure failures: find them in a log, look them up, publish them.

    Exit codes: 0 done; 1 done, and something was found wrong; 2 wrong use; 3 a bug of ours.
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. No exception gets past here."""
    output = sys.stdout
    try:
        given = list(args) if args is not None else None
        result = cli.main(args=given, prog_name="faultbook", standalone_mode=False)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        error.show()
        return EXIT_USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return EXIT_INTERRUPTED
    except (BrokenPipeError, SystemExit) as leave:
        # click makes a SystemExit(1) of a broken pipe, and puts a deaf stream in place of ours
        if isinstance(leave, SystemExit) and sys.stdout is output:
            raise
        # the reader of our output left (`faultbook list | head`): not an error
        sys.stderr.close()
        return EXIT_OK
    except Exception as error:
        return _failed(error, list(args) if args is not None else sys.argv[1:])
    return result if isinstance(result, int) else EXIT_OK


_HELD: list[object] = []


def leave_with(value: object) -> None:
    """Keep a value until this process leaves, so that `run` need not wait for its end."""
    _HELD[:] = [value]


def run() -> None:
    """Run one command as a program of its own, and leave.

    A large corpus is a million objects, which Python would take a second to give back one by one:
    the system does it at once.
    """
    code = main()
    with suppress(OSError, ValueError):  # the reader of our output left
        sys.stdout.flush()
        sys.stderr.flush()
    if sys.getprofile() is None and sys.gettrace() is None:
        os._exit(code)
    sys.exit(code)


def _failed(error: Exception, args: Sequence[str]) -> int:
    """Say what went wrong, and whether it is for the user to mend or for us."""
    if isinstance(error, OSError) and is_the_machines(error):
        click.echo(f"Error: {os.fsdecode(error.filename)}: {error.strerror}.", err=True)
        return EXIT_USAGE
    report_crash(error, args)
    return EXIT_BUG
