(* Networks with one unit for each layer, psi(w x + b), and the activation function psi after the last one too. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Networks.
Import ListNotations.
Open Scope R_scope.

Fixpoint chain (psi : R -> R) (units : list (R * R)) (x : R) : R :=
  match units with [] => x | (w, b) :: rest => chain psi rest (psi (w * x + b)) end.

Fixpoint weights (units : list (R * R)) : R := match units with [] => 1 | (w, _) :: rest => Rabs w * weights rest end.

Lemma weights_nonneg units : 0 <= weights units.
Proof. induction units as [|[w b] rest IH]; simpl; [lra|apply Rmult_le_pos; [apply Rabs_pos|exact IH]]. Qed.

Theorem chain_close psi c units : 0 <= c -> lipschitz c psi ->
  forall x y, Rabs (chain psi units x - chain psi units y) <= c ^ length units * weights units * Rabs (x - y).
Proof.
  intros positive flat; induction units as [|[w b] rest IH]; intros x y; [simpl; lra|]; cbn [chain length].
  apply Rle_trans with (1 := IH _ _).
  replace (c ^ S (length rest) * weights ((w, b) :: rest) * Rabs (x - y))
    with (c ^ length rest * weights rest * (c * (Rabs w * Rabs (x - y)))) by (simpl; ring).
  apply Rmult_le_compat_l; [apply Rmult_le_pos; [apply pow_le, positive|apply weights_nonneg]|].
  apply Rle_trans with (1 := flat _ _); apply Rmult_le_compat_l; [exact positive|].
  rewrite <- Rabs_mult; right; f_equal; ring.
Qed.

(* psi(u) = c u, one weight w and others 1: a line *)
Definition line_units (w : R) (more : nat) : list (R * R) := (w, 0) :: repeat (1, 0) more.

Lemma line_units_length w more : length (line_units w more) = S more.
Proof. simpl; rewrite repeat_length; reflexivity. Qed.

Lemma line_units_weights w more : 0 <= w -> weights (line_units w more) = w.
Proof.
  intros positive; simpl; rewrite Rabs_pos_eq by exact positive.
  assert (weights (repeat (1, 0) more) = 1) as -> by (induction more as [|more IH]; simpl; [|rewrite IH, Rabs_R1]; ring); ring.
Qed.

Lemma line_units_chain c w more x : chain (fun u => c * u) (line_units w more) x = c ^ S more * w * x + 0.
Proof.
  unfold line_units; cbn [chain].
  assert (others : forall y, chain (fun u => c * u) (repeat (1, 0) more) y = c ^ more * y).
  { induction more as [|more IH]; intros y; simpl; [ring|rewrite IH; ring]. }
  rewrite others; simpl; ring.
Qed.

Lemma times_lipschitz c : 0 <= c -> lipschitz c (fun u => c * u).
Proof. intros positive u v; rewrite <- (Rabs_pos_eq c positive) at 3; rewrite <- Rabs_mult; right; f_equal; ring. Qed.
