(* Ascending states: half of a square of comparisons. *)
From Coq Require Import Reals ZArith List Lra Lia.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import prop9_linked_list_formula prop9_linked_list_statement.
Open Scope R_scope.

Theorem prop9_linked_list_refuted : ~ prop9_linked_list_statement.
Proof.
  intros (C & positive & all); destruct (outgrown C positive) as (k & some & far); set (N := (k * k)%nat) in *.
  assert (large : (2 <= N)%nat) by (unfold N; nia); pose proof (spread_ascending N ltac:(lia)) as up.
  specialize (all (states (spread N) 0 N)); cbv zeta in all; rewrite states_length in all.
  assert (bound := le_INR 2 N large); simpl INR in bound.
  unfold prop9_linked_list_domain, prop9_linked_list_defined, prop9_linked_list_claim in all; rewrite <- !INR_IZR_INZ in all.
  assert (claim : INR (all_steps (states (spread N) 0 N) nil) <= C * INR N * ln (INR N)).
  { apply all; try (split; lra); try lra.
    - apply (states_distinct (spread N) up).
    - intros s inside; apply in_map_iff in inside; destruct inside as (i & <- & small); apply in_seq in small; apply spread_inside; lia. }
  pose proof (steps_when_ascending (spread N) up N 0) as count; change (states (spread N) 0 0) with (@nil R) in count.
  apply (f_equal INR) in count; rewrite minus_INR in count by nia; rewrite !mult_INR, Nat.mul_0_r, Nat.add_0_l in count; simpl (INR 2) in count.
  nra.
Qed.
