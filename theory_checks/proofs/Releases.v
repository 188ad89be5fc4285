(* What a step of Algorithm 1 releases of a data set: a clipped gradient with normal noise; neighbours, and log moments of order lambda. *)
From Coq Require Import Reals List.
From TheoryChecks Require Import Sums Vectors Trajectories Draws.
Import ListNotations.
Open Scope R_scope.

(* Line 5, for vectors of dim numbers *)
Definition clipped (dim : nat) (h : R) (B : vector) : vector := fun i => B i / Rmax 1 (Vectors.length dim B / h).

Definition data_set (d : list trajectory) : Prop := d <> [] /\ forall H, In H d -> (1 <= tau H)%nat.
Definition replaced (d d' : list trajectory) : Prop := exists l H H' r, d = l ++ H :: r /\ d' = l ++ H' :: r.
Definition one_more (d d' : list trajectory) : Prop := exists l H r, d = l ++ H :: r /\ d' = l ++ r.
Definition one_more_or_less (d d' : list trajectory) : Prop := one_more d d' \/ one_more d' d.

(* One of the centres is drawn, and s Z is added: the density at v, up to a factor that is the same for all centres *)
Definition nowhere : vector := fun _ => 0.
Definition hill (dim : nat) (s : R) (centre v : vector) : R := exp (- dot dim (fun i => v i - centre i) (fun i => v i - centre i) / (2 * s ^ 2)).
Definition density (dim : nat) (s : R) (centres : list vector) (v : vector) : R :=
  / INR (List.length centres) * sum (List.length centres) (fun j => hill dim s (nth j centres nowhere) v).

(* Definition 4: a is the log of the mean of exp (lambda L), at an outcome that is drawn with the first centres. *)
Definition log_moment (dim : nat) (s : R) (centres others : list vector) (lambda a : R) : Prop :=
  noisy_draw dim (List.length centres) (fun _ => / INR (List.length centres)) (fun j z =>
    let v := fun i => nth j centres nowhere i + s * z i in Rpower (density dim s centres v / density dim s others v) lambda) (exp a).

(* The same of a step of Algorithm 1 at x = (theta, w), on two data sets *)
Definition step_moment (n : nat) (gamma h sigma : R) (x : vector) (d d' : list trajectory) (lambda a : R) : Prop :=
  let sent := map (fun H => clipped (n + n) h (gradient n gamma H x)) in
  log_moment (n + n) (h * sigma) (sent d) (sent d') lambda a.
