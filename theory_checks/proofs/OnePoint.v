(* What a function is at one number is nothing to its mean. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Normal NormalMean.
Open Scope R_scope.

Lemma integral_without_point (f g : R -> R) a b c y : a < c < b -> (forall x, x <> c -> f x = g x) -> is_RInt f a b y -> is_RInt g a b y.
Proof.
  intros [low high] same whole_integral.
  assert (left : ex_RInt f a c) by (apply (ex_RInt_Chasles_1 (V := R_CompleteNormedModule) f a c b); [lra|exists y; exact whole_integral]).
  assert (right : ex_RInt f c b) by (apply (ex_RInt_Chasles_2 (V := R_CompleteNormedModule) f a c b); [lra|exists y; exact whole_integral]).
  destruct left as [u one]; destruct right as [v two].
  replace y with (plus u v).
  - apply (is_RInt_Chasles (V := R_NormedModule) g a c b);
      [apply (is_RInt_ext f); [|exact one]|apply (is_RInt_ext f); [|exact two]];
      intros x; rewrite Rmin_left, Rmax_right by lra; intros inside; apply same; lra.
  - pose proof (is_RInt_Chasles (V := R_NormedModule) f a c b u v one two) as both.
    transitivity (RInt f a b); [symmetry|]; apply (is_RInt_unique (V := R_CompleteNormedModule)); assumption.
Qed.

Theorem mean_without_point c f g l : (forall x, x <> c -> f x = g x) -> mean_of_one f l -> mean_of_one g l.
Proof.
  unfold mean_of_one; intros same known P near; specialize (known P near).
  assert (wide : filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty) (fun ends => fst ends < c < snd ends)).
  { exists (fun a => a < c) (fun b => c < b); [exists c; trivial|exists c; trivial|simpl; intros; split; assumption]. }
  unfold filtermapi in *; generalize (filter_and _ _ known wide); apply filter_imp.
  intros [a b] [[y [integral inside]] between]; exists y; split; [|exact inside].
  apply (integral_without_point (fun x => f x * density x) _ a b c); [exact between| |exact integral].
  intros x other; rewrite same by exact other; reflexivity.
Qed.
