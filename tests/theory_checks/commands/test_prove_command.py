"""`theory-checks prove` without Coq: what it prints, and how it refuses."""

from click.testing import CliRunner

from theory_checks.commands.group import cli


def prove(*args, **env):
    return CliRunner().invoke(cli, ["prove", *args], env=env)


def test_what_is_proved_is_printed_as_coq_reads_it():
    printed = prove("dpdqn/reset-frequency", "--print")

    assert printed.exit_code == 0
    assert "Definition reset_frequency_claim (B : Z) (J : Z) (T : Z) : Prop" in printed.output
    assert "(IZR T) / ((IZR J) * (IZR B)) = IZR J." in printed.output
    assert "(IZR J) * (IZR B) <> 0" in printed.output


def test_a_machine_without_coq_is_told_what_to_install():
    refused = prove("dpdqn/reset-frequency", PATH="/nowhere")

    assert refused.exit_code == 2
    assert "prove must find Coq (coqc), got none: install Debian's coq" in refused.output
