(* The second row holds by construction, the first by the formula for theta. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import optimum_w_repaired_statement.
Open Scope R_scope.

Theorem optimum_w_repaired : optimum_w_repaired_statement.
Proof.
  intros n A C D G b _ _ undo invert theta w; set (aim := image n (transposed A) (image n D b)).
  assert (upper : same n (image n (transposed A) w) (fun _ => 0)).
  { intros i small; unfold w.
    rewrite (image_ext n _ _ (fun j => image n D b j - image n D (image n A theta) j)), image_minus.
    - rewrite <- (curvature_image n A D theta); destruct (invert aim) as [back _]; unfold theta; fold aim.
      rewrite (back i small); unfold aim; ring.
    - intros j _; apply image_minus. }
  split; [exact upper|split].
  - intros i small; destruct (undo (fun j => b j - image n A theta j)) as [back _].
    unfold w; rewrite (back i small); ring.
  - intros B other; apply dot_zero_same; destruct (other w) as [back _].
    rewrite <- (dot_ext n w w _ _ (fun i _ => eq_refl) back), dot_image.
    rewrite (dot_ext n _ _ _ _ upper (fun i _ => eq_refl)); apply dot_zero.
Qed.
