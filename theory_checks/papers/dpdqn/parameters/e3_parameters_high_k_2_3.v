(* In each of the four cases mu is above 1, and the least delta above 1/100. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Normal Gaussian TrackedReward Decide.
From dpdqn Require Import e3_parameters_high_k_2_3_formula e3_parameters_high_k_2_3_statement.
Open Scope R_scope.

Theorem e3_parameters_high_k_2_3_refuted : ~ e3_parameters_high_k_2_3_statement.
Proof.
  intros (paths & step & number & sign & all); set (beta := 64 / (4 * (3 / 10 ^ 4) * (23 / 10 + 1))).
  assert (large : 1 < released_mu step (37 / 50) beta (IZR paths) 78).
  { assert (steps : step = 3 / 10 ^ 4 \/ step = - (3 / 10 ^ 4)).
    { destruct (Rmult_integral (step - 3 / 10 ^ 4) (step + 3 / 10 ^ 4)); [|left|right]; lra. }
    unfold released_mu, beta; assert (either : paths = 0%Z \/ paths = 1%Z) by lia.
    destruct steps as [-> | ->], either as [-> | ->]; rewrite apart_value, spread_value by (simpl; lra); decided. }
  set (mu := released_mu step (37 / 50) beta (IZR paths) 78) in *.
  pose proof (all 64 78 (3 / 10 ^ 4) beta (1 / 10 ^ 4) (9 / 20) (23 / 10) _ mu (37 / 50) eq_refl (least_delta_curve (9 / 20) mu ltac:(lra))) as claim.
  unfold e3_parameters_high_k_2_3_domain, e3_parameters_high_k_2_3_claim in claim.
  assert (0 <= IZR paths <= 1) by (split; apply IZR_le; lia).
  specialize (claim ltac:(repeat split; try lra; reflexivity)).
  assert (grows : excess (9 / 20) 1 (threshold (9 / 20) 1) <= curve (9 / 20) mu).
  { apply Rle_trans with (excess (9 / 20) mu (threshold (9 / 20) 1)); [apply excess_grows; lra|apply curve_most; lra]. }
  assert (1 / 100 < excess (9 / 20) 1 (threshold (9 / 20) 1)) by (unfold excess, threshold; decided); lra.
Qed.
