(* All counters change by at most 6 H, in at most K partial sums, and the scale is 6 H K/epsilon. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Budget BinaryCounter.
From pucb Require Import budget_split_repaired_formula budget_split_repaired_statement.
Open Scope R_scope.

Definition nothing : numbers := {| visits := fun _ _ _ _ => 0; rewards := fun _ _ _ _ => 0; moves := fun _ _ _ _ _ => 0 |}.

Example met : valid 2 1 1 (stays 1) /\ chosen_after (fun _ => nothing) /\
  budget_split_repaired_domain 1 1 2 1 1 (1 / 6) 1 0 6.
Proof.
  split; [apply stays_valid; lia|split; [|unfold budget_split_repaired_domain; simpl; lra]].
  intros i y z same h s a; simpl; auto.
Qed.

Lemma tells_own T t scale x y others z : 0 < scale -> (1 <= t)%nat ->
  tells T scale (fed_with t x others) (fed_with t y others) z <= held T t / scale * Rabs (x - y).
Proof.
  intros positive first; assert (here : forall w, fed_with t w others t = w) by (intros w; unfold fed_with; rewrite Nat.eqb_refl; reflexivity).
  pose proof (tells_most T scale t (fed_with t x others) (fed_with t y others) z positive first) as most; rewrite !here in most.
  replace (held T t / scale * Rabs (x - y)) with (held T t * Rabs (x - y) / scale) by (unfold Rdiv; ring).
  apply most; intros i other; unfold fed_with; destruct (Nat.eqb_spec i t); [contradiction|reflexivity].
Qed.

Theorem budget_split_repaired : budget_split_repaired_statement.
Proof.
  unfold budget_split_repaired_statement, budget_split_repaired_domain, budget_split_repaired_claim.
  intros S A H fed K T t epsilon epsilon_prime scale u v others z [first _] one two _.
  intros (level & _ & _ & _ & -> & states & steps & _ & part & _ & sums & above & below).
  destruct (bits K T sums above below) as [_ few]; rewrite <- !INR_IZR_INZ in *.
  assert (fed_part : (fed <= H)%nat) by (apply INR_le; lra).
  assert (positive : 0 < 6 * INR H / epsilon * INR K) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; lra).
  set (scale := 6 * INR H / epsilon * INR K) in *.
  apply Rle_trans with (held T t / scale * change S A H fed u v).
  - unfold told, change; rewrite <- all_counters_scale; apply all_counters_le; intros; apply tells_own; assumption.
  - pose proof (change_most S A H fed u v fed_part one two) as most; pose proof (held_most K T t few first) as many.
    assert (0 <= held T t) by (apply sum_nonneg; intros; destruct (holds _ _); lra).
    replace epsilon with (INR K / scale * (6 * INR H)) at 1 by (unfold scale; field; lra).
    assert (0 < / scale) by apply Rinv_0_lt_compat, positive.
    apply Rle_trans with (held T t / scale * (6 * INR H)).
    + apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|lra].
    + apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat_r; lra.
Qed.
