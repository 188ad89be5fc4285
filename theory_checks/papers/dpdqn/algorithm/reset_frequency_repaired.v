(* The number of paths after batch j is one more than the quotient of j by the period. *)
From Coq Require Import Arith Lia.
From dpdqn Require Import reset_frequency_repaired_statement.

Lemma path_of p j : 0 < p -> paths p (S j) = S (j / p).
Proof.
  intros some; induction j as [|j IH].
  - unfold paths, empties; rewrite Nat.mod_0_l, Nat.div_0_l by lia; reflexivity.
  - change (paths p (S (S j))) with (paths p (S j) + (if empties p (S j) then 1 else 0)); rewrite IH; unfold empties.
    pose proof (Nat.div_mod j p ltac:(lia)) as before; pose proof (Nat.mod_upper_bound j p ltac:(lia)).
    destruct (Nat.eq_dec (S (j mod p)) p) as [last|inner].
    + assert (next : S j = p * S (j / p) + 0) by lia.
      rewrite <- (Nat.mod_unique (S j) p (S (j / p)) 0 ltac:(lia) next), <- (Nat.div_unique (S j) p (S (j / p)) 0 ltac:(lia) next).
      simpl; lia.
    + assert (next : S j = p * (j / p) + S (j mod p)) by lia.
      rewrite <- (Nat.mod_unique (S j) p (j / p) (S (j mod p)) ltac:(lia) next), <- (Nat.div_unique (S j) p (j / p) (S (j mod p)) ltac:(lia) next).
      simpl; lia.
Qed.

Theorem reset_frequency_repaired : reset_frequency_repaired_statement.
Proof.
  intros T B J some [q equal] p.
  assert (J <> 0 /\ B <> 0 /\ q <> 0) as (paths_some & batch & period) by (repeat split; intros ->; lia).
  assert (same : p = q) by (unfold p; rewrite equal; apply Nat.div_mul; lia); rewrite same; clearbody p; subst p.
  assert (batches : T / B = J * q) by (rewrite equal; replace (q * (J * B)) with (J * q * B) by lia; apply Nat.div_mul; lia).
  rewrite batches; split; [reflexivity|]; split; [lia|]; split; [|split].
  - intros j small; unfold empties; rewrite Nat.eqb_eq; split.
    + intros none; pose proof (Nat.div_mod j q ltac:(lia)); exists (j / q); split; [apply Nat.div_lt_upper_bound; lia|lia].
    + intros [i [_ ->]]; apply Nat.mod_mul; lia.
  - destruct (J * q) as [|j] eqn:total; [lia|]; rewrite path_of by lia.
    assert (j = q * (J - 1) + (q - 1)) by nia.
    rewrite <- (Nat.div_unique j q (J - 1) (q - 1)) by lia; lia.
  - intros i j _; rewrite path_of by lia; pose proof (Nat.div_mod j q ltac:(lia)); pose proof (Nat.mod_upper_bound j q ltac:(lia)).
    split; [intros; assert (j / q = i) by lia; subst i; nia|]; intros inside.
    f_equal; symmetry; apply (Nat.div_unique j q i (j - i * q)); lia.
Qed.
