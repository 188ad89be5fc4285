(* One state with the feature 1, two actions, two times, gamma = 0, no rewards: the behaviour is uniform and the first action is evaluated,
   so that ratios are 2 or 0. The only trajectory of the data set is drawn again, and the second error has the mean 2. *)
From Coq Require Import Reals Lra Lia.
From TheoryChecks Require Import Sums Vectors NormalMean Renyi Trajectories Draws.
From gpope Require Import delta_mean_zero_population_formula delta_mean_zero_population_statement.
Open Scope R_scope.

Definition H (k : nat) : trajectory := {| tau := 1; phi := fun _ _ => 1; reward := fun _ => 0;
  rho := fun t => match k, t with 0%nat, _ | 1%nat, 0%nat | 2%nat, 1%nat => 2 | _, _ => 0 end |}.
Definition a (k : nat) : R := match k with 0%nat => 4 | 1%nat | 2%nat => 2 | _ => 0 end.
Definition quarter (_ : nat) : R := / 4.
Definition start (i : nat) : R := match i with 0%nat => 1 | _ => 0 end.

Lemma first k x : B_i 1 0 H k x 0%nat = - (a k * x 1%nat).
Proof. unfold B_i, gradient, A_hat; destruct k as [|[|[|k]]]; simpl; field. Qed.

Lemma second k x : B_i 1 0 H k x 1%nat = a k * x 0%nat + 2 * x 1%nat.
Proof. unfold B_i, gradient, A_hat, C_hat, b_hat; destruct k as [|[|[|k]]]; simpl; field. Qed.

Lemma truth x : B 1 4 0 quarter H x 0%nat = - (2 * x 1%nat).
Proof. unfold B; cbn [sum]; rewrite !first; unfold a, quarter; field. Qed.

Theorem delta_mean_zero_population_refuted : ~ delta_mean_zero_population_statement.
Proof.
  intros all; specialize (all 1%nat 4%nat 1%nat 1%nat 0%nat 0 1 (fun _ => 1) quarter H start
    (fun data => a (data 0%nat) * a (data 0%nat) - 2 * a (data 0%nat))).
  specialize (all ltac:(lia) ltac:(lia) ltac:(lra) ltac:(intros; lra) ltac:(intros; unfold quarter; simpl; split; [lra|lia])
    ltac:(unfold quarter; simpl; field)).
  cbv beta zeta in all; enough (8 / 4 = 0) by lra.
  assert (value : over_data 4 quarter 1 (fun _ => 0%nat) (fun data => a (data 0%nat) * a (data 0%nat) - 2 * a (data 0%nat)) = 8 / 4).
  { unfold over_data, a, quarter; simpl; field. }
  rewrite <- value; apply all; [|exact I]; clear all value.
  intros data _; set (k := data 0%nat); exists (fun x => (2 - a k) * x 1%nat); split.
  - intros x; exists (fun _ => (2 - a k) * x 1%nat); split; [|unfold uniform; simpl; field].
    intros j small; replace j with 0%nat by lia; fold k.
    apply (mean_ext 2 (fun z => (2 - a k) * x 1%nat + 1 * z 0%nat)); [|apply mean_of_one_entry; lia].
    intros z; rewrite first, truth; ring.
  - exists (fun y => (2 - a k) * y 1%nat); split; [reflexivity|].
    exists (fun _ => a k * a k - 2 * a k); split; [|unfold uniform; simpl; field].
    intros j small; replace j with 0%nat by lia.
    apply (mean_ext 2 (fun z => a k * a k - 2 * a k + (a k - 2) * z 1%nat)); [|apply mean_of_one_entry; lia].
    intros z; unfold update; fold k; rewrite second; unfold start; ring.
Qed.
