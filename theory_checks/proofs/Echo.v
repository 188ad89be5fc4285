(* An agent that tells every user the bit of the one before, by randomised response; the policy that it releases is the bit of the
   last one, in the same way. *)
From Coq Require Import Reals Lra Lia Bool List.
From TheoryChecks Require Import Sums Agents.
Open Scope R_scope.

Definition keep (epsilon : R) : R := exp epsilon / (1 + exp epsilon).
Definition flip (epsilon : R) : R := 1 / (1 + exp epsilon).
Definition bit (b : bool) : nat := if b then 1%nat else 0%nat.

Definition echo (epsilon : R) (j : nat) (U : nat -> bool) (o : outputs) (x : nat) : R :=
  match j with
  | O => if Nat.eqb x 0 then 1 else 0
  | S before => if Nat.eqb x (bit (U before)) then keep epsilon else if Nat.ltb x 2 then flip epsilon else 0
  end.

Section Echo.
Variable epsilon : R.
Hypothesis level : 0 <= epsilon.

Lemma flip_pos : 0 < flip epsilon.
Proof. pose proof (exp_pos epsilon); apply Rdiv_lt_0_compat; lra. Qed.

Lemma keep_flip : keep epsilon = exp epsilon * flip epsilon.
Proof. pose proof (exp_pos epsilon); unfold keep, flip; field; lra. Qed.

Lemma keep_and_flip : keep epsilon + flip epsilon = 1.
Proof. pose proof (exp_pos epsilon); unfold keep, flip; field; lra. Qed.

Lemma grows : 1 <= exp epsilon.
Proof. rewrite <- exp_0; destruct level as [more | <-]; [left; apply exp_increasing, more|apply Rle_refl]. Qed.

Lemma echo_nonneg j U o x : 0 <= echo epsilon j U o x.
Proof.
  pose proof flip_pos; pose proof grows; assert (0 <= keep epsilon) by (rewrite keep_flip; nra).
  destruct j; simpl; [destruct (Nat.eqb x 0)|destruct (Nat.eqb x _); [|destruct (Nat.ltb x 2)]]; lra.
Qed.

Theorem echo_agent T : agent 2 T (echo epsilon).
Proof.
  repeat split.
  - apply echo_nonneg.
  - intros j U o; pose proof keep_and_flip; destruct j as [|i]; simpl; [|destruct (U i); simpl]; lra.
  - intros [|i] U U' o o' x inside_ same _; [reflexivity|]; simpl; rewrite same by lia; reflexivity.
Qed.

(* If factors are equal but one, which is at most c times as large *)
Lemma product_one n s c f g : 1 <= c -> (forall j, 0 <= g j) -> (forall j, j <> s -> f j = g j) -> f s <= c * g s -> (forall j, 0 <= f j) ->
  product n f <= c * product n g.
Proof.
  intros large some same more also; induction n as [|n IH]; simpl; [lra|].
  pose proof (product_nonneg n g some) as rest; destruct (Nat.eq_dec n s) as [-> | other].
  - rewrite (product_ext s f g) by (intros; apply same; lia).
    replace (c * (product s g * g s)) with (product s g * (c * g s)) by ring; apply Rmult_le_compat_l; assumption.
  - rewrite (same n other), <- Rmult_assoc; apply Rmult_le_compat_r; [apply some|exact IH].
Qed.

Theorem echo_private T : jointly_private 2 T (echo epsilon) epsilon.
Proof.
  intros t U U' E early same _; unfold chance; rewrite <- total_scale; apply total_le; intros o _.
  destruct (E o); [|lra]; unfold run, fixed.
  apply (product_one (S T) (S t) (exp epsilon)); try (intros; apply echo_nonneg); [apply grows| |].
  - intros [|j] other; [reflexivity|]; simpl; rewrite same by lia; reflexivity.
  - simpl; pose proof flip_pos; pose proof grows; rewrite keep_flip.
    assert (flip epsilon <= exp epsilon * flip epsilon) by nra.
    assert (exp epsilon * flip epsilon <= exp epsilon * (exp epsilon * flip epsilon)) by (apply Rmult_le_compat_l; lra).
    destruct (U t), (U' t), (o (S t)) as [|[|x]]; simpl; lra.
Qed.

(* The event that the users of odd episodes 1, 3, ..., 2 k - 1 are told 1 *)
Definition ones (k : nat) (o : outputs) : bool := forallb (fun i => Nat.eqb (o (2 * i + 1)%nat) 1) (seq 0 k).

Lemma product_zero n f s : (s < n)%nat -> f s = 0 -> product n f = 0.
Proof.
  intros small zero; induction n as [|n IH]; [lia|]; simpl; destruct (Nat.eq_dec n s) as [-> | other]; [rewrite zero; ring|].
  rewrite IH by lia; ring.
Qed.

Lemma odd_powers p k : product (S (2 * k)) (fun j => if Nat.odd j then p else 1) = p ^ k.
Proof.
  induction k as [|k IH]; [simpl; ring|]; replace (S (2 * S k)) with (S (S (S (2 * k)))) by lia.
  change (product (S (S (S (2 * k)))) (fun j => if Nat.odd j then p else 1)) with
    (product (S (2 * k)) (fun j => if Nat.odd j then p else 1) * (if Nat.odd (S (2 * k)) then p else 1) * (if Nat.odd (S (S (2 * k))) then p else 1)).
  rewrite IH; replace (Nat.odd (S (2 * k))) with true; [replace (Nat.odd (S (S (2 * k)))) with false; [simpl; ring|]|].
  - symmetry; replace (S (S (2 * k))) with (2 * S k)%nat by lia; unfold Nat.odd; rewrite Nat.even_mul; reflexivity.
  - symmetry; apply Nat.odd_spec; exists k; lia.
Qed.

(* What it tells of the users of even episodes: each bit 1 with probability keep or flip. *)
Theorem chance_of_ones k (b : bool) : let U := fun i => andb b (andb (Nat.even i) (Nat.ltb i (2 * k))) in
  chance 2 (2 * k) (echo epsilon) (fixed U) (ones k) = (if b then keep epsilon else flip epsilon) ^ k.
Proof.
  intros U; rewrite <- odd_powers; unfold chance.
  set (g := fun j x => (if Nat.odd j then if Nat.eqb x 1 then 1 else 0 else 1) * echo epsilon j U (fun _ => O) x).
  rewrite (total_ext _ _ _ (fun o => product (S (2 * k)) (fun j => g j (o j)))).
  - rewrite total_product; apply product_ext; intros j small; pose proof keep_and_flip; unfold g.
    destruct j as [|i]; [simpl; lra|]; cbn [sum echo]; destruct (Nat.odd (S i)) eqn:odd.
    + replace (U i) with b; [destruct b; simpl; lra|]; unfold U.
      assert (Nat.even i = true) as -> by (rewrite Nat.odd_succ in odd; exact odd).
      replace (Nat.ltb i (2 * k)) with true by (symmetry; apply Nat.ltb_lt; lia); rewrite !andb_true_r; reflexivity.
    + destruct (U i); simpl; lra.
  - intros o _; destruct (ones k o) eqn:told.
    + unfold run; apply product_ext; intros j small; unfold g, fixed.
      assert (same : echo epsilon j (fun i => U i) o (o j) = echo epsilon j U (fun _ => O) (o j)) by (destruct j; reflexivity).
      rewrite same; destruct (Nat.odd j) eqn:odd; [|ring]; apply Nat.odd_spec in odd; destruct odd as [i ->].
      unfold ones in told; rewrite forallb_forall in told; rewrite (told i ltac:(apply in_seq; lia)); ring.
    + symmetry; assert (exists i, (i < k)%nat /\ o (2 * i + 1)%nat <> 1%nat) as (i & small & other).
      { unfold ones in told; clear U g; induction k as [|m IH]; [discriminate|]; rewrite seq_S, forallb_app in told.
        apply andb_false_iff in told; destruct told as [before | last].
        - destruct (IH before) as (i & small & other); exists i; split; [lia|exact other].
        - exists m; split; [lia|]; simpl in last; rewrite andb_true_r in last; apply Nat.eqb_neq in last; exact last. }
      apply (product_zero _ _ (2 * i + 1)); [lia|]; unfold g.
      assert (Nat.odd (2 * i + 1) = true) as -> by (apply Nat.odd_spec; exists i; lia).
      apply Nat.eqb_neq in other; rewrite other; ring.
Qed.
End Echo.
