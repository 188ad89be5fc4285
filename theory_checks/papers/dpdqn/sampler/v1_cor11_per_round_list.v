(* The last of ascending states is compared with all others. *)
From Coq Require Import Reals ZArith List Lra Lia.
From TheoryChecks Require Import LinkedList.
From dpdqn Require Import v1_cor11_per_round_list_formula v1_cor11_per_round_list_statement.
Open Scope R_scope.

Theorem v1_cor11_per_round_list_refuted : ~ v1_cor11_per_round_list_statement.
Proof.
  intros (C & positive & all); destruct (outgrown C positive) as (k & some & far); set (N := (k * k)%nat) in *.
  assert (large : (2 <= N)%nat) by (unfold N; nia); pose proof (spread_ascending N ltac:(lia)) as up.
  assert (bound := le_INR 2 N large); simpl INR in bound.
  specialize (all (states (spread N) 0 (N - 1)) (spread N (N - 1))); cbv zeta in all.
  pose proof (all_stored (spread N) up (N - 1) 0) as stored; change (states (spread N) 0 0) with (@nil R) in stored.
  unfold stored_after in all; rewrite stored, Nat.add_0_l, compared_with_all in all by (intros y; apply (before (spread N) up)).
  rewrite !states_length in all; replace (S (N - 1)) with N in all by lia.
  unfold v1_cor11_per_round_list_domain, v1_cor11_per_round_list_defined, v1_cor11_per_round_list_claim in all; rewrite <- !INR_IZR_INZ in all.
  assert (claim : INR (N - 1) <= C * ln (INR N)).
  { apply all; try (split; lra); try lra.
    - constructor.
      + intros inside; apply (before (spread N) up) in inside; lra.
      + apply (states_distinct (spread N) up).
    - intros s [<-|inside]; [apply spread_inside; lia|].
      apply in_map_iff in inside; destruct inside as (i & <- & small); apply in_seq in small; apply spread_inside; lia. }
  rewrite minus_INR in claim by lia; simpl (INR 1) in claim; lra.
Qed.
