(* The law of independent standard normal numbers stays the same if some of them change their signs. *)
From Coq Require Import Reals Lra Lia Arith FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import NormalSeries NormalMean.
Open Scope R_scope.

Lemma reflected_one g l : mean_of_one g l -> mean_of_one (fun x => g (- x)) l.
Proof.
  intros of Q near; destruct (of Q near) as [S T [M low] [N high] both].
  exists (fun a => T (- a)) (fun b => S (- b)); [exists (- N); intros; apply high; lra|exists (- M); intros; apply low; lra|].
  intros a b one two; destruct (both _ _ two one) as (y & integral & close); exists y; split; [|exact close]; simpl in *.
  apply is_RInt_swap, (is_RInt_comp_opp (V := R_NormedModule)), (is_RInt_opp (V := R_NormedModule)) in integral.
  rewrite opp_opp in integral; revert integral; apply is_RInt_ext; intros x _.
  change (- - (g (- x) * density (- x)) = g (- x) * density x); rewrite Ropp_involutive; f_equal.
  unfold density, bell; rewrite Rmult_opp_opp; reflexivity.
Qed.

Theorem signs_changed m : forall (e : nat -> bool) f l, mean m f l -> mean m (fun x => f (fun i => if e i then - x i else x i)) l.
Proof.
  induction m as [|m IH]; intros e f l of.
  - simpl in *; rewrite of; f_equal; apply functional_extensionality; intros i; destruct (e i); lra.
  - destruct of as (g & inner & outer); exists (fun x => g (if e m then - x else x)); split.
    + intros x; pose proof (IH e _ _ (inner (if e m then - x else x))) as known; revert known; apply mean_ext; intros z; f_equal.
      apply functional_extensionality; intros i; destruct (Nat.eqb_spec i m) as [->|]; reflexivity.
    + destruct (e m); [apply reflected_one|]; exact outer.
Qed.

Corollary reflected m f l : mean m f l -> mean m (fun x => f (fun i => - x i)) l.
Proof. exact (signs_changed m (fun _ => true) f l). Qed.
