(* Networks of one variable: affine layers, an activation function between them; how steep they are, and how much energy their
   steps on grids have. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Sums Maximum Estimates.
Import ListNotations.
Open Scope R_scope.

Record layer := { inputs : nat; outputs : nat; weight : nat -> nat -> R; bias : nat -> R }.

Definition affine (l : layer) (u : nat -> R) (i : nat) : R := sum (inputs l) (fun j => weight l i j * u j) + bias l i.

(* The largest sum of absolute values of a row *)
Definition norm (l : layer) : R := best (outputs l) (fun i => sum (inputs l) (fun j => Rabs (weight l i j))).

Fixpoint norms (ls : list layer) : R := match ls with [] => 1 | l :: rest => norm l * norms rest end.

(* No activation function follows the last layer. *)
Fixpoint run (psi : R -> R) (ls : list layer) (u : nat -> R) : nat -> R :=
  match ls with
  | [] => u
  | [l] => affine l u
  | l :: rest => run psi rest (fun i => psi (affine l u i))
  end.

(* What a layer takes is what the one before it gives, and it gives something. *)
Fixpoint fits (taken : nat) (ls : list layer) : Prop :=
  match ls with [] => taken = 1%nat | l :: rest => inputs l = taken /\ (0 < outputs l)%nat /\ fits (outputs l) rest end.

(* From one number to one number *)
Definition network (ls : list layer) : Prop := (0 < length ls)%nat /\ fits 1 ls.
Definition value (psi : R -> R) (ls : list layer) (x : R) : R := run psi ls (fun _ => x) 0%nat.

Definition lipschitz (c : R) (psi : R -> R) : Prop := forall u v, Rabs (psi u - psi v) <= c * Rabs (u - v).

(* The least Lipschitz constant on [0, 1] *)
Definition steepest (f : R -> R) (L : R) : Prop :=
  let bound := fun L => 0 <= L /\ forall x y, 0 <= x <= 1 -> 0 <= y <= 1 -> Rabs (f x - f y) <= L * Rabs (x - y) in
  bound L /\ forall L', bound L' -> L <= L'.

(* 0 = x 0 < x 1 < ... < x n = 1 *)
Definition grid (n : nat) (x : nat -> R) : Prop := x 0%nat = 0 /\ x n = 1 /\ forall k, (k < n)%nat -> x k < x (S k).
Definition steps (f : R -> R) (n : nat) (x : nat -> R) : R := sum n (fun k => (f (x (S k)) - f (x k)) ^ 2 / (x (S k) - x k)).

(* By a theorem of Riesz, which is not proved here, f is in H^1 exactly if these sums are bounded, and their least upper bound is
   the integral of the squared weak derivative. *)
Definition energy (f : R -> R) (e : R) : Prop := is_lub (fun y => exists n x, grid n x /\ y = steps f n x) e.

Lemma norm_nonneg l : (0 < outputs l)%nat -> 0 <= norm l.
Proof.
  intros some; apply Rle_trans with (sum (inputs l) (fun j => Rabs (weight l 0 j))).
  - apply sum_nonneg; intros; apply Rabs_pos.
  - exact (best_above (outputs l) (fun i => sum (inputs l) (fun j => Rabs (weight l i j))) 0 some).
Qed.

Lemma norms_nonneg taken ls : fits taken ls -> 0 <= norms ls.
Proof.
  revert taken; induction ls as [|l rest IH]; intros taken fit; simpl; [lra|].
  destruct fit as (_ & some & fit); apply Rmult_le_pos; [apply norm_nonneg, some|exact (IH _ fit)].
Qed.

Lemma affine_close l u v D i : (i < outputs l)%nat -> 0 <= D -> (forall j, (j < inputs l)%nat -> Rabs (u j - v j) <= D) ->
  Rabs (affine l u i - affine l v i) <= norm l * D.
Proof.
  intros small positive close; unfold affine.
  replace (sum (inputs l) (fun j => weight l i j * u j) + bias l i - (sum (inputs l) (fun j => weight l i j * v j) + bias l i))
    with (sum (inputs l) (fun j => weight l i j * u j) - sum (inputs l) (fun j => weight l i j * v j)) by ring.
  rewrite <- sum_sub; apply Rle_trans with (1 := sum_abs _ _).
  apply Rle_trans with (sum (inputs l) (fun j => D * Rabs (weight l i j))).
  - assert (0 <= sum (inputs l) (fun j => D * Rabs (weight l i j) - Rabs (weight l i j * u j - weight l i j * v j)));
      [|rewrite sum_sub in *; lra].
    apply sum_nonneg; intros j below; replace (weight l i j * u j - weight l i j * v j) with (weight l i j * (u j - v j)) by ring.
    rewrite Rabs_mult; specialize (close j below); pose proof (Rabs_pos (weight l i j)).
    assert (Rabs (weight l i j) * Rabs (u j - v j) <= Rabs (weight l i j) * D) by (apply Rmult_le_compat_l; assumption); lra.
  - rewrite sum_scale, Rmult_comm; apply Rmult_le_compat_r; [exact positive|].
    exact (best_above (outputs l) (fun i => sum (inputs l) (fun j => Rabs (weight l i j))) i small).
Qed.

Lemma run_close psi c ls : 0 <= c -> lipschitz c psi -> (0 < length ls)%nat -> forall taken u v D, fits taken ls -> 0 <= D ->
  (forall j, (j < taken)%nat -> Rabs (u j - v j) <= D) ->
  Rabs (run psi ls u 0%nat - run psi ls v 0%nat) <= c ^ (length ls - 1) * norms ls * D.
Proof.
  intros positive flat; induction ls as [|l rest IH]; intros some taken u v D fit small close; [simpl in some; lia|].
  destruct fit as (same & given & fit); subst taken.
  assert (moved : forall i, (i < outputs l)%nat -> Rabs (affine l u i - affine l v i) <= norm l * D)
    by (intros; apply affine_close; assumption).
  assert (up : 0 <= norm l * D) by (apply Rmult_le_pos; [apply norm_nonneg, given|exact small]).
  destruct rest as [|next rest]; [cbn [run length norms]; simpl (1 - 1)%nat; rewrite pow_O, Rmult_1_l, Rmult_1_r; apply moved, given|].
  replace (c ^ (length (l :: next :: rest) - 1) * norms (l :: next :: rest) * D)
    with (c ^ (length (next :: rest) - 1) * norms (next :: rest) * (c * (norm l * D))).
  - apply (IH ltac:(simpl; lia) (outputs l)); [exact fit|apply Rmult_le_pos; assumption|].
    intros i below; apply Rle_trans with (1 := flat _ _); apply Rmult_le_compat_l; [exact positive|apply moved, below].
  - replace (length (l :: next :: rest) - 1)%nat with (S (length (next :: rest) - 1)) by (simpl; lia); simpl pow; simpl norms; ring.
Qed.

(* The Lipschitz constant of a network: the norms of its layers, and c between them. *)
Theorem value_close psi c ls x y : 0 <= c -> lipschitz c psi -> network ls ->
  Rabs (value psi ls x - value psi ls y) <= c ^ (length ls - 1) * norms ls * Rabs (x - y).
Proof.
  intros positive flat [some fit]; apply (run_close psi c ls positive flat some 1%nat); [exact fit|apply Rabs_pos|intros; apply Rle_refl].
Qed.

Lemma steps_most f L n x : (forall y z, 0 <= y <= 1 -> 0 <= z <= 1 -> Rabs (f y - f z) <= L * Rabs (y - z)) -> grid n x ->
  steps f n x <= L ^ 2.
Proof.
  intros flat (first & last & up).
  assert (order : forall k j, (j <= k)%nat -> (k <= n)%nat -> x j <= x k).
  { induction k as [|k IH]; intros j before inside; [replace j with 0%nat by lia; lra|].
    destruct (Nat.eq_dec j (S k)) as [-> | other]; [lra|]; specialize (up k ltac:(lia)); specialize (IH j ltac:(lia) ltac:(lia)); lra. }
  assert (between : forall k, (k <= n)%nat -> 0 <= x k <= 1).
  { intros k inside; rewrite <- first, <- last at 1; split; apply order; lia. }
  assert (part : forall m, (m <= n)%nat -> steps f m x <= L ^ 2 * (x m - x 0%nat)).
  { induction m as [|m IH]; intros inside; unfold steps in *; cbn [sum]; [right; ring|].
    specialize (IH ltac:(lia)); specialize (up m ltac:(lia)); assert (0 < x (S m) - x m) by lra; set (d := x (S m) - x m) in *.
    specialize (flat (x (S m)) (x m) (between (S m) inside) (between m ltac:(lia))); fold d in flat.
    rewrite (Rabs_pos_eq d) in flat by lra.
    assert ((f (x (S m)) - f (x m)) ^ 2 <= (L * d) ^ 2) by (rewrite <- pow2_abs; apply pow_incr; split; [apply Rabs_pos|exact flat]).
    replace (L ^ 2 * (x (S m) - x 0%nat)) with (L ^ 2 * (x m - x 0%nat) + L ^ 2 * d) by (unfold d; ring).
    apply Rplus_le_compat; [exact IH|].
    apply (Rmult_le_reg_r d); [assumption|].
    replace ((f (x (S m)) - f (x m)) ^ 2 / d * d) with ((f (x (S m)) - f (x m)) ^ 2) by (field; lra).
    replace (L ^ 2 * d * d) with ((L * d) ^ 2) by ring; assumption. }
  specialize (part n (le_n n)); rewrite first, last in part; lra.
Qed.

Theorem energy_most f L e : (forall y z, 0 <= y <= 1 -> 0 <= z <= 1 -> Rabs (f y - f z) <= L * Rabs (y - z)) -> energy f e -> e <= L ^ 2.
Proof. intros flat [_ least]; apply least; intros y (n & x & mesh & ->); apply steps_most; assumption. Qed.

(* The grid with its ends alone *)
Definition ends (k : nat) : R := match k with O => 0 | _ => 1 end.
Lemma ends_grid : grid 1 ends.
Proof. split; [reflexivity|split; [reflexivity|]]; intros k small; replace k with 0%nat by lia; simpl; lra. Qed.

(* The energy exists where there is a Lipschitz constant. *)
Theorem energy_exists f L : (forall y z, 0 <= y <= 1 -> 0 <= z <= 1 -> Rabs (f y - f z) <= L * Rabs (y - z)) -> exists e, energy f e.
Proof.
  intros flat; destruct (completeness (fun y => exists n x, grid n x /\ y = steps f n x)) as [e lub].
  - exists (L ^ 2); intros y (n & x & mesh & ->); apply steps_most; assumption.
  - exists (steps f 1 ends), 1%nat, ends; split; [apply ends_grid|reflexivity].
  - exists e; exact lub.
Qed.

(* A line of slope p has the energy p^2, and no smaller Lipschitz constant than |p|. *)
Section Line.
Variables (f : R -> R) (p q : R).
Hypothesis line : forall x, f x = p * x + q.

Lemma line_close y z : Rabs (f y - f z) <= Rabs p * Rabs (y - z).
Proof. rewrite !line, <- Rabs_mult; right; f_equal; ring. Qed.

Theorem energy_line : energy f (p ^ 2).
Proof.
  split.
  - intros y (n & x & mesh & ->); rewrite <- pow2_abs; apply steps_most; [intros; apply line_close|exact mesh].
  - intros bound above; apply above; exists 1%nat, ends; split; [apply ends_grid|].
    unfold steps, ends; simpl; rewrite !line; field.
Qed.

Theorem steepest_line : steepest f (Rabs p).
Proof.
  split; [split; [apply Rabs_pos|intros; apply line_close]|].
  intros L [_ above]; specialize (above 1 0 ltac:(lra) ltac:(lra)); rewrite !line in above.
  replace (p * 1 + q - (p * 0 + q)) with p in above by ring; rewrite Rminus_0_r, Rabs_R1 in above; lra.
Qed.
End Line.

Theorem steepest_unique f L L' : steepest f L -> steepest f L' -> L = L'.
Proof. intros [one least] [other less]; apply Rle_antisym; [apply least, other|apply less, one]. Qed.

(* Continuous on [0, 1] *)
Definition continuous_inside (f : R -> R) : Prop := forall x e, 0 <= x <= 1 -> 0 < e ->
  exists d, 0 < d /\ forall y, 0 <= y <= 1 -> Rabs (y - x) < d -> Rabs (f y - f x) < e.

Theorem lipschitz_continuous f L : 0 <= L -> (forall y z, 0 <= y <= 1 -> 0 <= z <= 1 -> Rabs (f y - f z) <= L * Rabs (y - z)) ->
  continuous_inside f.
Proof.
  intros positive flat x e inside some; exists (e / (L + 1)); split; [apply Rdiv_lt_0_compat; lra|]; intros y within_ near.
  apply Rle_lt_trans with (1 := flat y x within_ inside).
  apply (Rmult_lt_compat_l (L + 1)) in near; [|lra].
  replace ((L + 1) * (e / (L + 1))) with e in near by (field; lra); pose proof (Rabs_pos (y - x)); lra.
Qed.

(* A derivative that exists everywhere, and is at most c, makes c a Lipschitz constant. *)
Theorem derivative_lipschitz psi dpsi c : (forall u, derivable_pt_lim psi u (dpsi u)) -> (forall u, Rabs (dpsi u) <= c) -> lipschitz c psi.
Proof.
  intros derived small.
  assert (ordered : forall u v, u < v -> Rabs (psi u - psi v) <= c * Rabs (u - v)).
  { intros u v less; destruct (MVT_cor2 psi dpsi u v less) as [t [equal _]]; [intros; apply derived|].
    rewrite (Rabs_minus_sym (psi u)), equal, Rabs_mult, (Rabs_minus_sym u); apply Rmult_le_compat_r; [apply Rabs_pos|apply small]. }
  intros u v; destruct (Rtotal_order u v) as [less|[->|more]]; [apply ordered, less| |].
  - replace (psi v - psi v) with 0 by ring; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra.
  - rewrite (Rabs_minus_sym (psi u)), (Rabs_minus_sym u); apply ordered, more.
Qed.

Lemma norms_most taken ls w : fits taken ls -> (forall l, In l ls -> norm l <= w) -> norms ls <= w ^ length ls.
Proof.
  revert taken; induction ls as [|l rest IH]; intros taken fit below; simpl; [lra|]; destruct fit as (_ & some & fit).
  apply Rmult_le_compat; [apply norm_nonneg, some|apply (norms_nonneg _ _ fit)|apply below; left; reflexivity|].
  apply (IH _ fit); intros; apply below; right; assumption.
Qed.

(* Powers with whole exponents *)
Lemma layers_between c (ls : list layer) : (0 < length ls)%nat -> powerRZ c (Z.of_nat (length ls) - 1) = c ^ (length ls - 1).
Proof. intros some; rewrite pow_powerRZ, Nat2Z.inj_sub by lia; reflexivity. Qed.

(* One layer with one unit *)
Definition unit_layer (w b : R) : layer := {| inputs := 1; outputs := 1; weight := fun _ _ => w; bias := fun _ => b |}.

Lemma unit_network w b : network [unit_layer w b].
Proof. repeat split; simpl; lia. Qed.

Lemma unit_value psi w b x : value psi [unit_layer w b] x = w * x + b.
Proof. unfold value; simpl; unfold affine; simpl; ring. Qed.
