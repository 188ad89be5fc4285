(* A counter before and after its first item: what was never fed releases 0, and after one item a release is it and a noise. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Laplace LaplaceLaw.
Open Scope R_scope.

Definition release (fed : list R) (noise : R) : R :=
  match fed with nil => 0 | _ => fold_right Rplus 0 fed + noise end.

(* The probability that a release is 0 *)
Definition chance_of_0 (scale : R) (fed : list R) (p : R) : Prop :=
  is_RInt_gen (fun noise => (if Req_EM_T (release fed noise) 0 then 1 else 0) * density scale 0 noise)
    (Rbar_locally m_infty) (Rbar_locally p_infty) p.

Theorem unfed_is_0 scale : 0 < scale -> chance_of_0 scale nil 1.
Proof.
  intros positive; unfold chance_of_0; cbn [release]; apply (is_RInt_gen_ext (density scale 0)); [|exact (density_whole scale positive)].
  apply filter_forall; intros ends x _; destruct (Req_EM_T 0 0); [symmetry; apply Rmult_1_l|contradiction].
Qed.

(* A single number has the probability 0. *)
Theorem fed_is_not_0 scale item : chance_of_0 scale (item :: nil) 0.
Proof.
  set (f := fun noise => (if Req_EM_T (release (item :: nil) noise) 0 then 1 else 0) * density scale 0 noise).
  assert (away : forall a b, (forall x, Rmin a b < x < Rmax a b -> x <> - item) -> is_RInt f a b 0).
  { intros a b other; apply (is_RInt_ext (fun _ => 0)).
    - intros x inside; unfold f; cbn [release fold_right]; destruct (Req_EM_T (item + 0 + x) 0) as [equal|]; [exfalso; apply (other x inside); lra|symmetry; apply Rmult_0_l].
    - pose proof (is_RInt_const (V := R_NormedModule) a b 0) as none; change (is_RInt (fun _ => 0) a b ((b - a) * 0)) in none; rewrite Rmult_0_r in none; exact none. }
  assert (all : forall a b, is_RInt f a b 0).
  { intros a b; assert (half : forall c, is_RInt f c (- item) 0 /\ is_RInt f (- item) c 0).
    { intros c; split; apply away; intros x; unfold Rmin, Rmax; repeat destruct Rle_dec; lra. }
    pose proof (is_RInt_Chasles (V := R_NormedModule) f a (- item) b 0 0 (proj1 (half a)) (proj2 (half b))) as whole.
    change (is_RInt f a b (0 + 0)) in whole; rewrite Rplus_0_r in whole; exact whole. }
  intros P near; unfold filtermapi; apply filter_forall; intros [a b]; exists 0; split; [apply all|apply locally_singleton, near].
Qed.

Theorem chance_of_0_unique scale fed p q : chance_of_0 scale fed p -> chance_of_0 scale fed q -> p = q.
Proof. unfold chance_of_0; intros one other; rewrite <- (is_RInt_gen_unique _ _ one), <- (is_RInt_gen_unique _ _ other); reflexivity. Qed.
