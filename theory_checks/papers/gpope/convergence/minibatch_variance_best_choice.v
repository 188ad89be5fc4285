(* States that follow each other: two transitions have no error together, three have one. *)
From Coq Require Import Reals ZArith Lra Lia.
From TheoryChecks Require Import Sums Mdp Transitions.
From gpope Require Import minibatch_variance_best_choice_formula minibatch_variance_best_choice_statement.
Open Scope R_scope.

Definition turns (s t : nat) : R := match s, t with 0%nat, 1%nat | 1%nat, 0%nat => 1 | _, _ => 0 end.
Definition r (s : nat) : R := match s with O => 1 | _ => -1 end.

Theorem minibatch_variance_best_choice_refuted : ~ minibatch_variance_best_choice_statement.
Proof.
  intros all; specialize (all 2%nat 2%nat 3%nat turns (fun _ => / 2) r).
  assert (fixed : stationary 2 turns (fun _ => / 2)).
  { repeat split; try (intros; simpl; lra).
    - intros t _; unfold turns; destruct s as [|[|s]]; destruct t as [|[|t]]; lra.
    - destruct s as [|[|s]]; [| |lia]; simpl; ring.
    - intros t small; destruct t as [|[|t]]; [| |lia]; simpl; field. }
  specialize (all fixed); unfold minibatch_variance_best_choice_domain, minibatch_variance_best_choice_claim, mean_square,
    square_along, error, turns, r in all; simpl in all; lra.
Qed.
