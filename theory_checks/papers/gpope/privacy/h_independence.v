(* With clip, start and rewards c times as large, all iterates are c times as large. *)
From Coq Require Import Reals Lra Lia List FunctionalExtensionality.
From TheoryChecks Require Import Sums Vectors NormalMean Renyi Trajectories Releases Runs.
From gpope Require Import h_independence_statement.
Import ListNotations.
Open Scope R_scope.

Definition scaled (c : R) (x : vector) : vector := fun i => c * x i.
Definition paid (c : R) (H : trajectory) : trajectory :=
  {| tau := tau H; phi := phi H; rho := rho H; reward := fun t => c * reward H t |}.

Lemma scaled_back c x : c <> 0 -> scaled (/ c) (scaled c x) = x.
Proof. intros some; apply functional_extensionality; intros i; unfold scaled; field; exact some. Qed.

Lemma scaled_forth c x : c <> 0 -> scaled c (scaled (/ c) x) = x.
Proof. intros some; apply functional_extensionality; intros i; unfold scaled; field; exact some. Qed.

Lemma all_back c seen : c <> 0 -> map (scaled (/ c)) (map (scaled c) seen) = seen.
Proof. intros some; induction seen as [|x seen IH]; simpl; [reflexivity|]; rewrite IH, scaled_back by exact some; reflexivity. Qed.

Lemma paid_nobody c : paid c nobody = nobody.
Proof. unfold paid, nobody; simpl; f_equal; apply functional_extensionality; intros; ring. Qed.

Lemma current_scaled c seen : current (map (scaled c) seen) = scaled c (current seen).
Proof. destruct seen; simpl; [|reflexivity]; apply functional_extensionality; intros; unfold scaled; ring. Qed.

Section Scale.
Variables (n : nat) (gamma sigma : R) (beta : nat -> R) (c : R).
Hypothesis positive : 0 < c.

Lemma gradient_scaled H x i : gradient n gamma (paid c H) (scaled c x) i = c * gradient n gamma H x i.
Proof.
  assert (same : forall m (a b : nat -> R), (forall j, a j = c * b j) -> sum m a = c * sum m b).
  { intros m a b equal; rewrite <- sum_scale; apply sum_ext; intros; apply equal. }
  unfold gradient; change (A_hat gamma (paid c H)) with (A_hat gamma H); change (C_hat (paid c H)) with (C_hat H).
  destruct (Nat.ltb i n).
  - rewrite (same n _ (fun j => A_hat gamma H j i * x (n + j)%nat)); [ring|]; intros j; unfold scaled; ring.
  - rewrite (same n _ (fun j => A_hat gamma H (i - n)%nat j * x j)) by (intros j; unfold scaled; ring).
    rewrite (same n (fun j => C_hat H (i - n)%nat j * scaled c x (n + j)%nat) (fun j => C_hat H (i - n)%nat j * x (n + j)%nat)) by (intros j; unfold scaled; ring).
    unfold b_hat at 1; cbn [tau rho phi paid reward].
    rewrite (same (S (tau H)) (fun t => rho H t * phi H t (i - n)%nat * (c * reward H t))
      (fun t => rho H t * phi H t (i - n)%nat * reward H t)) by (intros; ring); unfold b_hat; ring.
Qed.

Lemma length_scaled m (B B' : vector) : (forall i, B' i = c * B i) -> Vectors.length m B' = c * Vectors.length m B.
Proof.
  intros equal; unfold Vectors.length; replace (dot m B' B') with (c * c * dot m B B).
  - rewrite sqrt_mult_alt by nra; rewrite sqrt_square by lra; reflexivity.
  - unfold dot; rewrite <- sum_scale; apply sum_ext; intros i _; rewrite equal; ring.
Qed.

Lemma step_scaled h size H x z : 0 < h ->
  step n gamma sigma (c * h) size (paid c H) (scaled c x) z = scaled c (step n gamma sigma h size H x z).
Proof.
  intros some; apply functional_extensionality; intros i; unfold step, scaled at 3, clipped.
  rewrite (length_scaled _ (gradient n gamma H x)) by (intros; apply gradient_scaled); rewrite gradient_scaled.
  replace (c * Vectors.length (n + n) (gradient n gamma H x) / (c * h)) with (Vectors.length (n + n) (gradient n gamma H x) / h) by (field; lra).
  unfold scaled; assert (0 < Rmax 1 (Vectors.length (n + n) (gradient n gamma H x) / h)) by (apply Rlt_le_trans with (2 := Rmax_l _ _); lra).
  field; lra.
Qed.

Lemma released_scaled h N : 0 < h -> forall d seen f p, released n gamma sigma beta N h d seen f p ->
  released n gamma sigma beta N (c * h) (map (paid c) d) (map (scaled c) seen) (fun s => f (map (scaled (/ c)) s)) p.
Proof.
  intros some; assert (c <> 0) by lra; induction N as [|N IH]; intros d seen f p; simpl.
  - intros ->; rewrite all_back by assumption; reflexivity.
  - intros (g & q & inner & outer & ->); exists (fun x => g (scaled (/ c) x)), q; rewrite map_length; split; [|split; [|reflexivity]].
    + intros x; specialize (IH d (scaled (/ c) x :: seen) f _ (inner _)); simpl in IH.
      rewrite scaled_forth in IH by assumption; exact IH.
    + intros j small; refine (mean_ext _ _ _ _ _ (outer j small)); intros z.
      rewrite map_length, current_scaled.
      replace (nth j (map (paid c) d) nobody) with (paid c (nth j d nobody)) by (rewrite <- (paid_nobody c) at 2; symmetry; apply map_nth).
      rewrite step_scaled, scaled_back by assumption; reflexivity.
Qed.

Lemma data_set_paid d : data_set d -> data_set (map (paid c) d).
Proof.
  intros [some long]; split; [destruct d; [contradiction|discriminate]|].
  intros H inside; apply in_map_iff in inside; destruct inside as (H' & <- & inside); exact (long H' inside).
Qed.

Lemma event_scaled last_alone f : event last_alone f -> event last_alone (fun s => f (map (scaled (/ c)) s)).
Proof.
  intros [values last]; split; [intros; apply values|]; intros alone seen other equal; apply last; [exact alone|].
  rewrite !current_scaled, equal; reflexivity.
Qed.

Lemma replaced_paid d d' : replaced d d' -> replaced (map (paid c) d) (map (paid c) d').
Proof. intros (l & H & H' & r & -> & ->); exists (map (paid c) l), (paid c H), (paid c H'), (map (paid c) r); rewrite !map_app; split; reflexivity. Qed.

Lemma one_more_paid d d' : one_more d d' -> one_more (map (paid c) d) (map (paid c) d').
Proof. intros (l & H & r & -> & ->); exists (map (paid c) l), (paid c H), (map (paid c) r); rewrite !map_app; split; reflexivity. Qed.
End Scale.

Lemma one_way n gamma sigma beta (adjacent : list trajectory -> list trajectory -> Prop) last_alone N epsilon delta h h' : 0 < h -> 0 < h' ->
  (forall c d d', adjacent d d' -> adjacent (map (paid c) d) (map (paid c) d')) ->
  private n gamma sigma beta adjacent last_alone N h epsilon delta -> private n gamma sigma beta adjacent last_alone N h' epsilon delta.
Proof.
  intros one two kept given start d d' f p q near first second events left right.
  set (c := h / h'); assert (positive : 0 < c) by (apply Rdiv_lt_0_compat; assumption).
  assert (equal : h = c * h') by (unfold c; field; lra).
  apply (given (scaled c start) (map (paid c) d) (map (paid c) d') (fun s => f (map (scaled (/ c)) s))).
  - apply kept, near.
  - apply data_set_paid, first.
  - apply data_set_paid, second.
  - apply event_scaled, events.
  - rewrite equal; exact (released_scaled n gamma sigma beta c positive h' N two d [start] f p left).
  - rewrite equal; exact (released_scaled n gamma sigma beta c positive h' N two d' [start] f q right).
Qed.

(* Means over a step exist: what is certain has the mean 1. *)
Example met : released 1 0 1 (fun _ => 1) 1 1 [nobody] [fun _ => 0] (fun _ => 1) 1.
Proof.
  exists (fun _ => 1), (fun _ => 1); split; [reflexivity|split; [|simpl; field]].
  intros j _; refine (mean_ext _ _ _ _ _ (mean_of_line 2 1 (fun _ => 0))); intros z; simpl; ring.
Qed.

Theorem h_independence_verified : h_independence_statement.
Proof.
  intros n gamma sigma beta last_alone N epsilon delta h h' one two.
  assert (both : forall c d d', one_more_or_less d d' -> one_more_or_less (map (paid c) d) (map (paid c) d')).
  { intros c d d' [more|less]; [left|right]; apply one_more_paid; assumption. }
  split; split; apply one_way; trivial; intros; apply replaced_paid; assumption.
Qed.
