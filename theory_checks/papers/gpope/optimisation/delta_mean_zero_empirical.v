(* The mean over the draws is B, and that of the noise 0. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors NormalMean Trajectories Draws.
From gpope Require Import delta_mean_zero_empirical_formula delta_mean_zero_empirical_statement.
Open Scope R_scope.

Theorem delta_mean_zero_empirical_verified : delta_mean_zero_empirical_statement.
Proof.
  intros n m c gamma s data x some inside B mean_is.
  assert (0 < INR m) by (apply lt_0_INR; lia).
  assert (zero : mean_is 0).
  { exists (fun j => gradient n gamma (data j) x c - B c); split.
    - intros j _; apply (mean_ext (n + n) (fun z => gradient n gamma (data j) x c - B c + s * z c)); [intros; ring|].
      apply mean_of_one_entry, inside.
    - rewrite sum_scale, sum_sub, sum_const; unfold B; field; lra. }
  split; [exists 0; exact zero|]; intros mean known _; exact (noisy_draw_unique _ _ _ _ _ _ known zero).
Qed.
