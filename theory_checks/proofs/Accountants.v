(* The privacy loss of two laws, its moments, and mechanisms that run one after the other. *)
From Coq Require Import Reals Lra Lia List.
From TheoryChecks Require Import Laws.
Open Scope list_scope.
Open Scope R_scope.

(* ratio is the density of P with respect to Q: what P gives a mean, has it under Q with this factor. *)
Definition density_ratio {Y : Type} (P Q : law Y) (ratio : Y -> R) : Prop :=
  (forall y, 0 <= ratio y) /\ forall f l, P f l -> Q (fun y => ratio y * f y) l.

(* exp (lambda L) for the privacy loss L = ln x, lambda > 0; what has no density is never seen. *)
Definition loss_power (x lambda : R) : R := if Req_EM_T x 0 then 0 else Rpower x lambda.

(* a is the log moment of order lambda of the privacy loss, at an outcome drawn from P. *)
Definition log_moment {Y : Type} (P : law Y) (ratio : Y -> R) (lambda a : R) : Prop :=
  P (fun y => loss_power (ratio y) lambda) (exp a).

Lemma loss_power_nonneg x lambda : 0 <= loss_power x lambda.
Proof. unfold loss_power; destruct (Req_EM_T x 0); [apply Rle_refl|left; apply exp_pos]. Qed.

Lemma loss_power_product x y lambda : 0 <= x -> 0 <= y -> loss_power (x * y) lambda = loss_power x lambda * loss_power y lambda.
Proof.
  intros one two; unfold loss_power.
  destruct (Req_EM_T x 0) as [->|some]; [rewrite Rmult_0_l; destruct (Req_EM_T 0 0); [ring|lra]|].
  destruct (Req_EM_T y 0) as [->|other]; [rewrite Rmult_0_r; destruct (Req_EM_T 0 0); [ring|lra]|].
  destruct (Req_EM_T (x * y) 0) as [zero|_]; [destruct (Rmult_integral _ _ zero); lra|].
  unfold Rpower; rewrite ln_mult, Rmult_plus_distr_l by lra; apply exp_plus.
Qed.

(* Mechanisms that see what the earlier ones have released, newest first: n more steps, the next of them after `past`. *)
Fixpoint in_sequence {Y : Type} (n : nat) (step : list Y -> law Y) (past : list Y) : law (list Y) := fun f l =>
  match n with
  | O => l = f past
  | S k => exists g, (forall y, in_sequence k step (y :: past) f (g y)) /\ step past g l
  end.

(* The product of the density ratios of the newest n steps *)
Fixpoint joint_ratio {Y : Type} (n : nat) (ratio : list Y -> Y -> R) (seen : list Y) : R :=
  match n, seen with S k, cons y past => ratio past y * joint_ratio k ratio past | _, _ => 1 end.

Lemma joint_ratio_nonneg {Y : Type} (ratio : list Y -> Y -> R) : (forall past y, 0 <= ratio past y) ->
  forall n seen, 0 <= joint_ratio n ratio seen.
Proof.
  intros nonneg; induction n as [|n IH]; intros [|y past]; simpl; try lra; apply Rmult_le_pos; [apply nonneg|apply IH].
Qed.

(* One step more, at the beginning *)
Lemma joint_ratio_first {Y : Type} (ratio : list Y -> Y -> R) y past new :
  joint_ratio (S (length new)) ratio (new ++ y :: past) = joint_ratio (length new) ratio (new ++ y :: past) * ratio past y.
Proof.
  induction new as [|z new IH]; [simpl; ring|].
  change (ratio (new ++ y :: past) z * joint_ratio (S (length new)) ratio (new ++ y :: past)
    = ratio (new ++ y :: past) z * joint_ratio (length new) ratio (new ++ y :: past) * ratio past y).
  rewrite IH; ring.
Qed.

(* Only what may be seen matters. *)
Lemma in_sequence_ext {Y : Type} (step : list Y -> law Y) n : forall past f g l,
  (forall new, length new = n -> f (new ++ past) = g (new ++ past)) ->
  in_sequence n step past f l -> in_sequence n step past g l.
Proof.
  induction n as [|n IH]; intros past f g l same; simpl; [intros ->; exact (same nil eq_refl)|].
  intros (h & inner & outer); exists h; split; [|exact outer]; intros y; apply (IH _ f); [|apply inner].
  intros new size; specialize (same (new ++ y :: nil)); rewrite <- app_assoc in same; apply same.
  rewrite app_length; simpl; lia.
Qed.

Lemma in_sequence_scaled {Y : Type} (step : list Y -> law Y) (lawful : forall past, is_law (step past)) n : forall past f c l,
  in_sequence n step past f l -> in_sequence n step past (fun seen => c * f seen) (c * l).
Proof.
  induction n as [|n IH]; intros past f c l; simpl; [intros ->; reflexivity|].
  intros (g & inner & outer); exists (fun y => c * g y); split; [intros; apply IH, inner|].
  apply law_scaled; [apply lawful|exact outer].
Qed.

(* The densities of the whole are the products of those of its steps. *)
Theorem joint_density {Y : Type} (P Q : list Y -> law Y) ratio : (forall past, is_law (Q past)) ->
  (forall past, density_ratio (P past) (Q past) (ratio past)) ->
  forall n past, density_ratio (in_sequence n P past) (in_sequence n Q past) (joint_ratio n ratio).
Proof.
  intros lawful steps n past; split; [apply joint_ratio_nonneg; intros; apply steps|]; revert past.
  induction n as [|n IH]; intros past f l; simpl; [intros ->; ring|].
  intros (g & inner & outer); exists (fun y => ratio past y * g y); split; [|apply (proj2 (steps past)), outer].
  intros y; apply (in_sequence_ext Q n (y :: past) (fun seen => ratio past y * (joint_ratio n ratio seen * f seen))).
  - intros new <-; pose proof (joint_ratio_first ratio y past new) as equal; simpl in equal; rewrite equal; ring.
  - apply in_sequence_scaled; [exact lawful|apply IH, inner].
Qed.
