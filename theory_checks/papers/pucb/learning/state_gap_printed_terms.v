(* S^2 exceeds every multiple of S. *)
From Coq Require Import Reals Lra Lia Psatz.
From pucb Require Import state_gap_printed_terms_statement.
Open Scope R_scope.

Lemma squares_grow k f : 0 < k -> (forall S, k * INR S ^ 2 <= f S) -> more_than_linear f.
Proof.
  intros positive above c; destruct (archimed (Rmax (c / k) 1)) as [large _]; pose proof (Rmax_l (c / k) 1); pose proof (Rmax_r (c / k) 1).
  set (z := up (Rmax (c / k) 1)) in *; assert (some : (1 <= z)%Z) by (apply le_IZR; lra).
  exists (Z.to_nat z); split; [lia|]; apply Rlt_le_trans with (2 := above _); rewrite INR_IZR_INZ, Z2Nat.id by lia.
  assert (c < k * IZR z) by (apply Rle_lt_trans with (k * (c / k)); [right; field; lra|apply Rmult_lt_compat_l; lra]).
  replace (k * IZR z ^ 2) with (k * IZR z * IZR z) by ring; apply Rmult_lt_compat_r; lra.
Qed.

Theorem state_gap_printed_terms_verified : state_gap_printed_terms_statement.
Proof.
  intros A H epsilon alpha actions horizon level accuracy.
  assert (both : 0 < epsilon * alpha) by (apply Rmult_lt_0_compat; assumption); assert (AH : 0 < A * H) by nra.
  assert (powers : forall k, 0 < A * H ^ k) by (intros k; apply Rmult_lt_0_compat; [lra|apply pow_lt; lra]).
  repeat split.
  - exists (A * H / (epsilon * alpha)); split; [apply Rdiv_lt_0_compat; assumption|intros S; field; lra].
  - exists (A * H / epsilon); split; [apply Rdiv_lt_0_compat; assumption|intros S; field; lra].
  - apply (squares_grow (A * H ^ 4 / (epsilon * alpha))); [apply Rdiv_lt_0_compat; auto|intros S; right; field; lra].
  - apply (squares_grow (A * H ^ 3 / epsilon)); [apply Rdiv_lt_0_compat; auto|]; intros S; pose proof (pos_INR S).
    replace ((INR S * A * H ^ 3 + INR S ^ 2 * A * H ^ 3) / epsilon) with (A * H ^ 3 / epsilon * INR S + A * H ^ 3 / epsilon * INR S ^ 2) by (field; lra).
    assert (0 < A * H ^ 3 / epsilon) by (apply Rdiv_lt_0_compat; auto); assert (0 <= A * H ^ 3 / epsilon * INR S) by (apply Rmult_le_pos; lra); lra.
Qed.
