(* The second row gives w = D (b - A theta), and then the first is A'DA theta = A'D b. *)
From Coq Require Import Reals Lra.
From TheoryChecks Require Import Sums Vectors Saddle.
From gpope Require Import optimum_theta_theta_statement.
Open Scope R_scope.

Theorem optimum_theta_theta_verified : optimum_theta_theta_statement.
Proof.
  intros n A C D G b theta _ _ undo invert; unfold first_order, optimum; set (aim := image n (transposed A) (image n D b)).
  split.
  - intros [w [upper lower]] i small.
    destruct (invert theta) as [_ back]; rewrite <- (back i small); apply image_ext; intros k below.
    rewrite curvature_image; unfold aim.
    assert (dual : same n w (fun j => image n D b j - image n D (image n A theta) j)).
    { intros j inside; destruct (undo w) as [_ same]; rewrite <- (same j inside), <- image_minus; apply image_ext.
      intros l under; specialize (lower l under); simpl in lower; lra. }
    specialize (upper k below); simpl in upper.
    rewrite (image_ext n (transposed A) _ _ dual), image_minus in upper; lra.
  - intros equal; exists (image n D (fun j => b j - image n A theta j)); split; intros i small.
    + rewrite (image_ext n _ _ (fun j => image n D b j - image n D (image n A theta) j)), image_minus.
      * rewrite <- (curvature_image n A D theta), (image_ext n _ _ _ equal).
        destruct (invert aim) as [back _]; rewrite (back i small); unfold aim; ring.
      * intros j _; apply image_minus.
    + destruct (undo (fun j => b j - image n A theta j)) as [back _]; rewrite (back i small); ring.
Qed.
