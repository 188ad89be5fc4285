(* Before any item a counter releases 0: n = 0 and what is divided is 0, so that every number is a quotient. *)
From Coq Require Import Reals List Lra.
From TheoryChecks Require Import Entries Feeding.
From pucb Require Import q_estimate_formula q_estimate_statement.
Open Scope R_scope.

Lemma no_moves V : forall states, products (map V states) (map (fun _ : nat => 0) states) = 0.
Proof. unfold products, entries; induction states as [|s others IH]; simpl; [reflexivity|rewrite IH; ring]. Qed.

Lemma where_counted Q V m n r : n <> 0 -> q_estimate_claim Q V m n r <-> quotient n (r + products V m) Q.
Proof.
  intros some; unfold q_estimate_claim, quotient; split.
  - intros ->; split; [field; exact some|]; intros other equal; apply (Rmult_eq_reg_l n); [rewrite equal; field; exact some|exact some].
  - intros [equal _]; rewrite <- equal; field; exact some.
Qed.

Theorem q_estimate_refuted : ~ q_estimate_statement.
Proof.
  intros [first|(Q & n & r & V & m & counted & other)]; [|apply other, where_counted, counted].
  destruct first as (S & A & H & visits & rewards & moves & noise & noise' & noises & V & s & a & h & Q & _ & _ & _ & value).
  unfold released, before in value; cbn [seq map release Nat.sub] in value; destruct value as [[_ defined]|[_ alone]]; [exact (defined eq_refl)|].
  specialize (alone (Q + 1)); rewrite no_moves, !Rmult_0_l, Rplus_0_l in alone; specialize (alone eq_refl); lra.
Qed.
