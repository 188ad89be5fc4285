(* The terms in the noise alone cancel. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Quadratic.
From dpdqn Require Import claim13_log_ratio_inputs_exchanged_formula claim13_log_ratio_inputs_exchanged_statement.
Open Scope R_scope.

Theorem claim13_log_ratio_inputs_exchanged_verified : claim13_log_ratio_inputs_exchanged_statement.
Proof.
  intros d M N S U f f' y sigma height known some positive z gap form other cross loss.
  assert (tied : form = other - 2 * cross + square d N gap).
  { pose proof (form_moved d M N S U known (-1) gap y) as moved.
    assert (flip : forall x x', same d x (fun i => - x' i) -> square d N x = square d N x').
    { intros x x' minus; unfold square; rewrite (dot_ext d _ _ _ (fun i => (fun _ => 0) i + -1 * image d N x' i) minus).
      - rewrite dot_line, (dot_comm d _ (fun _ => 0)), dot_zero; unfold dot; rewrite <- sum_scale, Rplus_0_l; apply sum_ext; intros; ring.
      - intros i _; unfold image; rewrite <- sum_scale, Rplus_0_l; apply sum_ext; intros j below; rewrite minus by exact below; ring. }
    unfold form, other; rewrite (flip _ (fun i => gap i + -1 * image d S y i)), (flip (fun i => z i - f' i) (fun i => -1 * image d S y i)), moved.
    - unfold cross; ring.
    - intros i _; unfold z; ring.
    - intros i _; unfold z, gap; ring. }
  unfold claim13_log_ratio_inputs_exchanged_defined, claim13_log_ratio_inputs_exchanged_claim; split; [exact tied|].
  assert (0 < sigma ^ 2) by (apply pow_lt, positive); split; [lra|]; unfold loss; rewrite log_ratio_of_densities by assumption.
  split; [reflexivity|]; rewrite tied; f_equal; ring.
Qed.
