(* Ratios turn means under the behaviour into means under the evaluated policy; the value then solves the equations of the estimates. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors Mdp Optimal.
From gpope Require Import saddle_fixed_point_fixed_length_statement.
Open Scope R_scope.

(* The hypotheses on the policies are met by a behaviour that is the evaluated policy. *)
Example met : chooses 1 1 (fun _ _ => 1) /\ stochastic 1 1 (fun _ _ _ => 1).
Proof. split; [intros s _|intros a s _ _]; (split; [intros; lra|simpl; ring]). Qed.

Section Data.
Variables (n k f tau : nat) (gamma divisor : R) (P : nat -> nat -> nat -> R) (r policy behaviour phi : nat -> nat -> R) (start : nat -> R).
Hypotheses (rows : stochastic n k P) (evaluated : chooses n k policy) (behaves : chooses n k behaviour)
  (covered : forall t s a, (t <= tau)%nat -> (s < n)%nat -> (a < k)%nat ->
    at_time n k P behaviour start t s <> 0 -> 0 < policy a s -> 0 < behaviour a s).

Lemma corrected t s a : (t <= tau)%nat -> (s < n)%nat -> (a < k)%nat ->
  at_time n k P behaviour start t s * (behaviour a s * ratio policy behaviour a s) = at_time n k P behaviour start t s * policy a s.
Proof.
  intros early state action; destruct (Req_dec (at_time n k P behaviour start t s) 0) as [->|visited]; [ring|]; f_equal; unfold ratio.
  destruct (Req_dec (behaviour a s) 0) as [none|some]; [|field; exact some].
  destruct (proj1 (evaluated s state) a action) as [wanted|never]; [specialize (covered t s a early state action visited wanted); lra|].
  rewrite none, <- never; unfold Rdiv; ring.
Qed.

Lemma reweighted g : mean n k tau divisor P behaviour start (fun s a u => ratio policy behaviour a s * g s a u)
  = sum n (fun s => share n k tau divisor P behaviour start s * expected n k P policy s (g s)).
Proof.
  unfold mean, share; transitivity (/ divisor * sum n (fun s => sum (S tau) (fun t => at_time n k P behaviour start t s * expected n k P policy s (g s)))).
  - f_equal; rewrite sum_swap; apply sum_ext; intros s state; apply sum_ext; intros t early; unfold expected.
    rewrite <- !(sum_scale k); apply sum_ext; intros a action.
    rewrite (sum_ext n _ (fun u => ratio policy behaviour a s * (P a s u * g s a u))), sum_scale by (intros; ring).
    pose proof (corrected t s a ltac:(lia) state action) as equal.
    transitivity (at_time n k P behaviour start t s * (behaviour a s * ratio policy behaviour a s) * sum n (fun u => P a s u * g s a u)); [ring|].
    rewrite equal; ring.
  - rewrite <- sum_scale; apply sum_ext; intros s _.
    rewrite (sum_ext (S tau) _ (fun t => expected n k P policy s (g s) * at_time n k P behaviour start t s)), sum_scale by (intros; ring); ring.
Qed.

Lemma expected_const s c : (s < n)%nat -> expected n k P policy s (fun _ _ => c) = c.
Proof.
  intros state; unfold expected; rewrite (sum_ext k _ (fun a => c * policy a s)), sum_scale, (proj2 (evaluated s state)); [ring|].
  intros a action; rewrite (sum_ext n _ (fun u => c * P a s u)), sum_scale, (proj2 (rows a s action state)) by (intros; ring); ring.
Qed.

Lemma expected_line s g h c d : expected n k P policy s (fun a u => c * g a u + d * h a u)
  = c * expected n k P policy s g + d * expected n k P policy s h.
Proof.
  unfold expected; rewrite <- !sum_scale, <- sum_add; apply sum_ext; intros a _.
  rewrite (sum_ext n _ (fun u => c * (P a s u * g a u) + d * (P a s u * h a u))), sum_add, !sum_scale by (intros; ring); ring.
Qed.

Lemma A_is i j : A n k tau gamma divisor P policy behaviour phi start i j = A_bellman n k tau gamma divisor P policy behaviour phi start i j.
Proof.
  unfold A, A_bellman; transitivity (mean n k tau divisor P behaviour start
    (fun s a u => ratio policy behaviour a s * (phi i s * phi j s * 1 + - (gamma * phi i s) * phi j u))).
  - unfold mean; f_equal; apply sum_ext; intros t _; apply sum_ext; intros s _; f_equal; apply sum_ext; intros a _; f_equal; apply sum_ext; intros; ring.
  - rewrite (reweighted (fun s a u => phi i s * phi j s * 1 + - (gamma * phi i s) * phi j u)); apply sum_ext; intros s state.
    rewrite (expected_line s (fun _ _ => 1) (fun _ u => phi j u)), expected_const by exact state; ring.
Qed.

Lemma b_is i : b n k tau divisor P r policy behaviour phi start i = b_bellman n k tau divisor P r policy behaviour phi start i.
Proof.
  unfold b, b_bellman; transitivity (mean n k tau divisor P behaviour start
    (fun s a u => ratio policy behaviour a s * (phi i s * r a s + 0 * 0))).
  - unfold mean; f_equal; apply sum_ext; intros t _; apply sum_ext; intros s _; f_equal; apply sum_ext; intros a _; f_equal; apply sum_ext; intros; ring.
  - rewrite (reweighted (fun s a _ => phi i s * r a s + 0 * 0)); apply sum_ext; intros s _.
    rewrite (expected_line s (fun a _ => r a s) (fun _ _ => 0)); ring.
Qed.

Lemma value_solves theta v : policy_value n k gamma P r policy v -> (forall s, (s < n)%nat -> sum f (fun j => phi j s * theta j) = v s) ->
  forall i, image f (A n k tau gamma divisor P policy behaviour phi start) theta i = b n k tau divisor P r policy behaviour phi start i.
Proof.
  intros value represented i; rewrite b_is; unfold image, b_bellman.
  rewrite (sum_ext f _ (fun j => sum n (fun s => share n k tau divisor P behaviour start s * phi i s *
    (phi j s * theta j - gamma * expected n k P policy s (fun _ u => phi j u * theta j))))).
  - rewrite sum_swap; apply sum_ext; intros s state; rewrite sum_scale, sum_sub, sum_scale, (represented s state); f_equal.
    assert (next : sum f (fun j => expected n k P policy s (fun _ u => phi j u * theta j)) = expected n k P policy s (fun _ u => v u)).
    { unfold expected; rewrite sum_swap; apply sum_ext; intros a _; rewrite sum_scale; f_equal; rewrite sum_swap; apply sum_ext; intros u inside.
      rewrite sum_scale, (represented u inside); reflexivity. }
    rewrite next; rewrite (value s state) at 1; unfold expected; rewrite <- sum_scale, <- sum_sub; apply sum_ext; intros a action.
    rewrite (sum_ext n (fun u => P a s u * r a s) (fun u => r a s * P a s u)), sum_scale, (proj2 (rows a s action state)) by (intros; ring); ring.
  - intros j _; rewrite A_is; unfold A_bellman; rewrite Rmult_comm, <- sum_scale; apply sum_ext; intros s _.
    replace (expected n k P policy s (fun _ u => phi j u * theta j)) with (theta j * expected n k P policy s (fun _ u => phi j u)); [ring|].
    transitivity (expected n k P policy s (fun _ u => theta j * phi j u + 0 * 0)); [rewrite (expected_line s (fun _ u => phi j u) (fun _ _ => 0)); ring|].
    unfold expected; apply sum_ext; intros a _; f_equal; apply sum_ext; intros; ring.
Qed.
End Data.

Theorem saddle_fixed_point_fixed_length_verified : saddle_fixed_point_fixed_length_statement.
Proof.
  intros n k f tau gamma divisor P r policy behaviour phi start _ _ _ rows evaluated behaves _ covered A0 b0.
  split; [intros; apply A_is; assumption|split; [intros; apply b_is; assumption|]].
  intros theta solution v B value represented undo solved s state.
  pose proof (value_solves n k f tau gamma divisor P r policy behaviour phi start rows evaluated covered theta v value represented) as right.
  rewrite <- (represented s state); apply sum_ext; intros j small; f_equal.
  rewrite <- (proj2 (undo solution) j small), <- (proj2 (undo theta) j small); apply image_ext; intros i inside.
  rewrite (solved i inside); symmetry; apply right.
Qed.
