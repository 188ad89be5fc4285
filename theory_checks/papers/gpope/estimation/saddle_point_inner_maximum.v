(* Completed to a square: L(theta, w) = g'Dg/2 - d'Cd/2 for d = w - Dg. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import saddle_point_inner_maximum_formula saddle_point_inner_maximum_statement.
Open Scope R_scope.

Theorem saddle_point_inner_maximum_verified : saddle_point_inner_maximum_statement.
Proof.
  intros n A C D b theta inner balanced definite undo L g square; set (u := image n D g).
  assert (back : same n (image n C u) g) by apply undo.
  assert (completed : forall w, L theta w = / 2 * square - / 2 * dot n (fun i => w i - 1 * u i)
    (image n C (fun i => w i - 1 * u i))).
  { intros w; rewrite square_of_step by exact balanced; unfold L, objective; fold g.
    rewrite (dot_symmetric n C u w balanced).
    rewrite (dot_ext n w w _ _ (fun i _ => eq_refl) back), (dot_ext n u u _ _ (fun i _ => eq_refl) back).
    unfold square; fold u; rewrite (dot_comm n g u); field. }
  assert (top : L theta u = square / 2).
  { unfold L, objective; fold g; rewrite (dot_ext n u u _ _ (fun i _ => eq_refl) back).
    unfold square; fold u; rewrite (dot_comm n g u); field. }
  assert (nonneg : forall w, 0 <= dot n w (image n C w)) by (intros; apply positive_nonneg, definite).
  split; [|split; [|split]].
  - intros w; rewrite top, completed; specialize (nonneg (fun i => w i - 1 * u i)); lra.
  - intros w equal; rewrite top, completed in equal.
    destruct (some_or_zero n (fun i => w i - 1 * u i)) as [some|zero]; [specialize (definite _ some); lra|].
    intros i small; specialize (zero i small); simpl in zero; lra.
  - intros ->; unfold saddle_point_inner_maximum_domain, saddle_point_inner_maximum_claim; split; [|exact top].
    specialize (nonneg u); rewrite (dot_ext n u u _ _ (fun i _ => eq_refl) back) in nonneg.
    unfold square; fold u; rewrite dot_comm; lra.
  - intros zero other w.
    assert (bottom : forall x, L x (fun _ => 0) = 0).
    { intros x; unfold L, objective; rewrite !dot_zero; ring. }
    rewrite !bottom; split; [|lra]; unfold L, objective; fold g.
    rewrite (dot_ext n w w _ _ (fun i _ => eq_refl) zero), (dot_comm n w), dot_zero.
    specialize (nonneg w); lra.
Qed.
