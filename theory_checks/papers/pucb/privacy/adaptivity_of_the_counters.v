(* At equal releases the others put the same in. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Laplace Budget BinaryCounter.
From pucb Require Import adaptivity_of_the_counters_statement.
Open Scope R_scope.

Section Runs.
Variables (C T t : nat) (scale : R) (x x' : nat -> R).
Hypotheses (positive : 0 < scale) (first : (1 <= t)%nat).

Lemma apart f z c i : i <> t -> items f t x z c i = items f t x' z c i.
Proof. intros other; unfold items; destruct (Nat.eqb_spec i t); [contradiction|reflexivity]. Qed.

Lemma of_t f y z c : items f t y z c t = y c.
Proof. unfold items; rewrite Nat.eqb_refl; reflexivity. Qed.

Lemma summed : held T t * sum C (fun c => Rabs (x c - x' c)) / scale = sum C (fun c => held T t * Rabs (x c - x' c) / scale).
Proof.
  transitivity (sum C (fun c => held T t / scale * Rabs (x c - x' c))); [rewrite sum_scale|apply sum_ext; intros]; unfold Rdiv; ring.
Qed.
End Runs.

Theorem adaptivity_of_the_counters_verified : adaptivity_of_the_counters_statement.
Proof.
  intros C T t scale x x' positive first fixed; unfold fixed; rewrite summed; split.
  - intros f z _; apply sum_le; intros c _.
    pose proof (tells_most T scale t _ _ (z c) positive first (apart t x x' f z c)) as most; rewrite !of_t in most; exact most.
  - intros data; split; [intros z z' c i _; reflexivity|].
    exists (fun c => node (items (fun _ => data) t x (fun _ _ => 0) c)); apply sum_ext; intros c _.
    pose proof (tells_attained T scale t _ _ positive first (apart t x x' (fun _ => data) (fun _ _ => 0) c)) as equal.
    rewrite !of_t in equal; exact equal.
Qed.
