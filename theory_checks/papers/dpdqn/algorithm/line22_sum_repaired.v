(* The batches are the B numbers from j B on. *)
From Coq Require Import Arith List Lia.
From dpdqn Require Import line22_sum_repaired_statement.

Theorem line22_sum_repaired : line22_sum_repaired_statement.
Proof.
  intros T B some [q ->]; rewrite Nat.div_mul by lia; unfold is_term; split; [|split].
  - intros j; exists (seq (j * B) B); split; [apply seq_NoDup|]; split; [apply seq_length|]; intros t; rewrite in_seq; lia.
  - intros j t small inside; nia.
  - intros t small; exists (t / B); pose proof (Nat.div_mod t B ltac:(lia)); pose proof (Nat.mod_upper_bound t B ltac:(lia)).
    split; [apply Nat.div_lt_upper_bound; lia|]; split; [lia|]; intros i inside.
    apply (Nat.div_unique t B i (t - B * i)); lia.
Qed.
