(* C = Phi' D Phi for k features phi i s of n states that are visited with the weights D s. A square matrix has an inverse if it takes
   nothing but 0 to 0, and matrices with k columns that take the same vectors to 0 have one rank. *)
From Coq Require Import Reals.
From TheoryChecks Require Import Sums Vectors Features.
Open Scope R_scope.

Definition c_invertible_repaired_statement : Prop :=
  (forall (n k : nat) (D : vector) (phi : nat -> nat -> R), (forall s, (s < n)%nat -> 0 <= D s) ->
    (* The rank of C is that of the features of visited states. *)
    (forall x, vanishes k (image k (C n D phi) x) <-> seen n k D phi x) /\
    (* If C has an inverse K, then A' K A has the rank of A, for every A. *)
    (forall K M, inverse k (C n D phi) K ->
      forall x, vanishes k (image k (transposed M) (image k K (image k M x))) <-> vanishes k (image k M x))) /\
  (* One feature for each of the k visited states, the first ones, is enough for both. *)
  (forall (n k : nat) (D : vector) (P : nat -> nat -> R) (gamma : R), (k <= n)%nat -> 0 <= gamma < 1 ->
    (forall s, (s < k)%nat -> 0 < D s) -> (forall s, (s < n)%nat -> 0 <= D s) ->
    (forall s, (s < n)%nat -> (forall t, (t < n)%nat -> 0 <= P s t) /\ sum n (P s) = 1) ->
    one_to_one k (C n D (table k)) /\ one_to_one k (A n D (table k) gamma P)) /\
  (* Other features are not enough for the second. *)
  (exists (n k : nat) (D : vector) (P : nat -> nat -> R) (gamma : R) (phi : nat -> nat -> R), 0 <= gamma < 1 /\
    (forall s, (s < n)%nat -> 0 <= D s) /\ (forall s, (s < n)%nat -> (forall t, (t < n)%nat -> 0 <= P s t) /\ sum n (P s) = 1) /\
    one_to_one k (C n D phi) /\ ~ one_to_one k (A n D phi gamma P)).
