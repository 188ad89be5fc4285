(* A column of the inverse is what a chain visits that starts in one state; an average has no larger modulus. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Mdp Optimal Existence Policies.
From dpdqn Require Import lemma14_eigenvalues_repaired_formula lemma14_eigenvalues_repaired_statement.
Open Scope R_scope.

Definition unit (k t : nat) : R := if Nat.eqb t k then 1 else 0.

Lemma unit_total n k : (k < n)%nat -> sum n (unit k) = 1.
Proof.
  intros small; rewrite (sum_ext n _ (fun a => plays (fun _ => k) a 0 * 1)) by (intros; unfold unit, plays; ring).
  exact (sum_plays n (fun _ => k) 0 (fun _ => 1) small).
Qed.

Lemma column_visited n gamma P N k : inverse n gamma P N -> (k < n)%nat -> visited n gamma P (unit k) (fun t => N t k).
Proof. intros solved small t inside; specialize (solved t k inside small); fold (unit k t) in solved; lra. Qed.

Lemma columns n gamma P : 0 <= gamma < 1 -> stochastic n 1 (fun _ => P) -> forall m,
  exists N : nat -> nat -> R, forall k, (k < m)%nat -> visited n gamma P (unit k) (fun t => N t k).
Proof.
  intros discount rows; induction m as [|m [N solved]]; [exists (fun _ _ => 0); intros; lia|].
  destruct (visited_exists n gamma P (unit m) discount rows) as [mu [found _]].
  { intros t _; unfold unit; destruct (Nat.eqb t m); lra. }
  exists (fun t k => if Nat.eqb k m then mu t else N t k); intros k small.
  destruct (Nat.eqb_spec k m) as [->|]; [exact found|apply solved; lia].
Qed.

Lemma square_of_average n p x : (forall t, (t < n)%nat -> 0 <= p t) -> sum n p = 1 ->
  sum n (fun t => p t * x t) * sum n (fun t => p t * x t) <= sum n (fun t => p t * (x t * x t)).
Proof.
  intros positive one; set (c := sum n (fun t => p t * x t)).
  assert (0 <= sum n (fun t => p t * ((x t - c) * (x t - c)))).
  { apply sum_nonneg; intros t small; apply Rmult_le_pos; [apply positive, small|apply Rle_0_sqr]. }
  rewrite (sum_ext n _ (fun t => p t * (x t * x t) + (- (2 * c)) * (p t * x t) + (c * c) * p t)) in H by (intros; ring).
  rewrite !sum_add, !sum_scale, one in H; fold c in H; lra.
Qed.

Theorem lemma14_eigenvalues_repaired : lemma14_eigenvalues_repaired_statement.
Proof.
  intros n gamma P discount rows; split.
  - destruct (columns n gamma P discount rows n) as [N solved]; exists N; intros t k state small.
    specialize (solved k small t state); simpl in solved; fold (unit k t); lra.
  - intros N solved k small; pose proof (column_visited n gamma P N k solved small) as column.
    assert (starts : forall t, (t < n)%nat -> 0 <= unit k t) by (intros t _; unfold unit; destruct (Nat.eqb t k); lra).
    split.
    + intros t inside; destruct (visited_exists n gamma P (unit k) discount rows starts) as [mu [found above]].
      rewrite (visited_unique n gamma P (unit k) discount rows _ mu column found t inside).
      apply Rle_trans with (unit k t); [apply starts, inside|apply above, inside].
    + intros a b x y [s [inside some]] real imaginary; unfold lemma14_eigenvalues_repaired_defined, lemma14_eigenvalues_repaired_claim.
      intros _; split; [lra|]; split.
      * set (size := fun t => x t * x t + y t * y t).
        destruct (largest n size ltac:(lia)) as [top [state most]].
        assert (positive : 0 < size top).
        { specialize (most s inside); unfold size in *; destruct some as [some|some];
            pose proof (Rsqr_pos_lt _ some); pose proof (Rle_0_sqr (x s)); pose proof (Rle_0_sqr (y s)); unfold Rsqr in *; lra. }
        assert (shrinks : (a * a + b * b) * size top <= gamma * gamma * size top).
        { destruct (rows 0%nat top ltac:(lia) state) as [nonneg one].
          pose proof (square_of_average n (P top) x nonneg one); pose proof (square_of_average n (P top) y nonneg one).
          assert (sum n (fun t => P top t * (x t * x t)) + sum n (fun t => P top t * (y t * y t)) <= size top).
          { rewrite <- sum_add; rewrite <- (Rmult_1_r (size top)), <- one, <- sum_scale; apply sum_le; intros t small'.
            specialize (most t small'); specialize (nonneg t small'); unfold size in *; nra. }
          replace ((a * a + b * b) * size top)
            with ((a * x top - b * y top) * (a * x top - b * y top) + (a * y top + b * x top) * (a * y top + b * x top))
            by (unfold size; ring).
          rewrite <- (real top state), <- (imaginary top state).
          pose proof (Rle_0_sqr gamma); unfold Rsqr in *; nra. }
        assert (a * a + b * b <= gamma * gamma) by (apply (Rmult_le_reg_r (size top)); lra).
        rewrite Rabs_pos_eq by apply sqrt_pos; rewrite <- (sqrt_square gamma) by lra; apply sqrt_le_1_alt; assumption.
      * rewrite (total_visited n gamma P (unit k) discount rows _ column), unit_total by exact small; reflexivity.
Qed.
