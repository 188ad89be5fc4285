"""`theory-checks dqn` called as people call it, and the small training that its tests are about."""

from click.testing import CliRunner

from tabular.dpdqn.options import BRACKETED
from theory_checks.commands.group import cli

SMALL = ("--runs", 3, "--set", "horizon=200", "--set", "batch_size=20", "--set", "noise_level=0.3")
OPTIONS = BRACKETED.but(horizon=200, batch_size=20, noise_level=0.3)


def call(*arguments):
    return CliRunner().invoke(cli, ["dqn", *map(str, arguments)])


def refused(message, *arguments):
    answer = call(*arguments)
    assert answer.exit_code == 2, answer.output
    assert message in " ".join(answer.output.split())
    assert "Traceback" not in answer.output
