(* Gradients 1 and - 1: the variance is sigma^2 + 1. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors NormalMean NormalSquare Laws Renyi Draws.
From gpope Require Import lemma1_wlog_laws_formula lemma1_wlog_laws_statement.
Open Scope R_scope.

Definition g (j : nat) : vector := fun _ => match j with O => 1 | _ => -1 end.

Theorem lemma1_wlog_laws_refuted : ~ lemma1_wlog_laws_statement.
Proof.
  intros all; enough (2 = 1 ^ 2) by lra; apply (all 1%nat 2%nat 0%nat g 1 2); try lia.
  - intros j _; unfold length, dot; simpl; destruct j; simpl.
    + replace (0 + 1 * 1) with 1 by ring; rewrite sqrt_1; lra.
    + replace (0 + -1 * -1) with 1 by ring; rewrite sqrt_1; lra.
  - intros k _; simpl; ring.
  - exists (fun _ => 2); split; [|simpl; field]; intros j _; pose proof (normal_vector_law 1) as lawful.
    set (c := match j with O => 1 | _ => -1 end).
    assert (square : mean 1 (fun z => z 0%nat * z 0%nat) 1) by exact (mean_of_product 1 0 0 ltac:(lia) ltac:(lia)).
    pose proof (mean_of_one_entry 1 0 1 (2 * c) ltac:(lia)) as line.
    pose proof (law_added (mean 1) lawful _ _ _ _ line square) as both; replace (1 + 1) with 2 in both by ring.
    refine (mean_ext 1 _ _ _ _ both); intros z; unfold g; fold c; assert (c ^ 2 = 1) by (unfold c; destruct j; ring).
    replace ((c + 1 * z 0%nat) ^ 2) with (c ^ 2 + 2 * c * z 0%nat + z 0%nat * z 0%nat) by ring; rewrite H; ring.
  - unfold lemma1_wlog_laws_domain; lra.
Qed.
