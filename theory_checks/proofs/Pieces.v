(* The kernel's norm of functions made of smooth pieces: continuous, with a derivative between finitely many knots. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From TheoryChecks Require Import Sums Sobolev.
Open Scope R_scope.

Section Pieces.
Variables (beta : R) (n : nat) (knot : nat -> R) (f df : nat -> R -> R).

(* The i-th piece runs from knot i to knot (S i), and the next one begins where it ends. *)
Definition pieces : Prop :=
  (forall i, (i < n)%nat -> knot i <= knot (S i) /\ smooth (f i) (df i)) /\
  forall i, (S i < n)%nat -> f (S i) (knot (S i)) = f i (knot (S i)).

Definition density (i : nat) (x : R) : R := df i x * df i x + beta ^ 2 * (f i x * f i x).
Definition energy (i : nat) : R := RInt (density i) (knot i) (knot (S i)).
Definition square_of_pieces : R :=
  (f 0%nat (knot 0) * f 0%nat (knot 0) + f (pred n) (knot n) * f (pred n) (knot n)) / 2 + sum n energy / (2 * beta).

Hypotheses (positive : 0 < beta) (made : pieces).

Lemma part_above sign i a b : (i < n)%nat -> sign * sign = 1 -> a <= b ->
  sign * beta * (f i b * f i b - f i a * f i a) <= RInt (density i) a b.
Proof. intros inside unit order. apply energy_above; [apply made; exact inside | exact unit | exact order]. Qed.

Lemma rise k : (k < n)%nat -> beta * (f k (knot k) * f k (knot k) - f 0%nat (knot 0) * f 0%nat (knot 0)) <= sum k energy.
Proof.
  induction k as [| k IH]; intro inside; cbn [sum]; [lra |].
  destruct made as [each joined]. rewrite (joined k) by exact inside.
  pose proof (part_above 1 k (knot k) (knot (S k)) ltac:(lia) ltac:(ring) (proj1 (each k ltac:(lia)))) as here.
  fold (energy k) in here. specialize (IH ltac:(lia)). lra.
Qed.

Lemma fall k j : (k < n)%nat -> (S k + j <= n)%nat ->
  beta * (f k (knot (S k)) * f k (knot (S k)) - f (k + j)%nat (knot (S k + j)) * f (k + j)%nat (knot (S k + j)))
    <= sum (S k + j) energy - sum (S k) energy.
Proof.
  intros inside. induction j as [| j IH]; intro short.
  - rewrite !Nat.add_0_r. lra.
  - specialize (IH ltac:(lia)). replace (S k + S j)%nat with (S (S k + j)) by lia. replace (k + S j)%nat with (S k + j)%nat by lia.
    change (sum (S (S k + j)) energy) with (sum (S k + j) energy + energy (S k + j)).
    destruct made as [each joined].
    pose proof (part_above (-1) (S k + j) (knot (S k + j)) (knot (S (S k + j))) ltac:(lia) ltac:(ring) (proj1 (each (S k + j)%nat ltac:(lia)))) as here.
    pose proof (joined (k + j)%nat ltac:(lia)) as next. change (S (k + j)) with (S k + j)%nat in next. rewrite next in here.
    fold (energy (S k + j)) in here. lra.
Qed.

(* The pointwise bound with the constant 1, as for functions with one piece. *)
Theorem value_below_pieces k x : (k < n)%nat -> knot k <= x <= knot (S k) -> f k x ^ 2 <= square_of_pieces.
Proof.
  intros inside [low high]. pose proof (rise k inside) as before.
  pose proof (fall k (n - S k) inside ltac:(lia)) as later.
  replace (S k + (n - S k))%nat with n in later by lia. replace (k + (n - S k))%nat with (pred n) in later by lia.
  pose proof (part_above 1 k (knot k) x inside ltac:(ring) low) as left.
  pose proof (part_above (-1) k x (knot (S k)) inside ltac:(ring) high) as right.
  assert (whole : RInt (density k) (knot k) x + RInt (density k) x (knot (S k)) = energy k).
  { apply (RInt_Chasles (V := R_CompleteNormedModule) (density k));
      apply (density_integrable beta (f k) (df k) (f k) (df k)); apply made; exact inside. }
  cbn [sum] in later. unfold square_of_pieces.
  apply (Rmult_le_reg_l (2 * beta)); [lra |].
  replace (2 * beta * ((f 0%nat (knot 0) * f 0%nat (knot 0) + f (pred n) (knot n) * f (pred n) (knot n)) / 2 + sum n energy / (2 * beta)))
    with (beta * (f 0%nat (knot 0) * f 0%nat (knot 0) + f (pred n) (knot n) * f (pred n) (knot n)) + sum n energy) by (field; lra).
  lra.
Qed.

Lemma energy_below M L i : (i < n)%nat -> (forall x, knot i <= x <= knot (S i) -> Rabs (f i x) <= M /\ Rabs (df i x) <= L) ->
  energy i <= (L ^ 2 + beta ^ 2 * M ^ 2) * (knot (S i) - knot i).
Proof.
  intros inside small. destruct made as [each _]. destruct (each i inside) as [order goes].
  assert (squares : forall c y, Rabs y <= c -> y * y <= c ^ 2).
  { intros c y below. rewrite <- (Rabs_pos_eq (y * y)) by apply Rle_0_sqr. rewrite Rabs_mult. pose proof (Rabs_pos y). nra. }
  replace ((L ^ 2 + beta ^ 2 * M ^ 2) * (knot (S i) - knot i)) with (RInt (fun _ => L ^ 2 + beta ^ 2 * M ^ 2) (knot i) (knot (S i)))
    by (rewrite (RInt_const (V := R_CompleteNormedModule)); unfold scal; simpl; unfold mult; simpl; ring).
  apply RInt_le; [exact order | apply (density_integrable beta (f i) (df i) (f i) (df i)); exact goes | apply ex_RInt_const |].
  intros x between. destruct (small x ltac:(lra)) as [value slope]. pose proof (squares M _ value). pose proof (squares L _ slope).
  pose proof (pow2_ge_0 beta). unfold density. nra.
Qed.

(* Term by term. *)
Theorem square_of_pieces_below M L : (0 < n)%nat ->
  (forall i x, (i < n)%nat -> knot i <= x <= knot (S i) -> Rabs (f i x) <= M /\ Rabs (df i x) <= L) ->
  square_of_pieces <= M ^ 2 + (L ^ 2 + beta ^ 2 * M ^ 2) * (knot n - knot 0) / (2 * beta).
Proof.
  intros some small. destruct made as [each _].
  assert (total : forall k, (k <= n)%nat -> sum k energy <= (L ^ 2 + beta ^ 2 * M ^ 2) * (knot k - knot 0)).
  { induction k as [| k IH]; intro short; cbn [sum]; [lra |].
    pose proof (energy_below M L k ltac:(lia) (fun x between => small k x ltac:(lia) between)). specialize (IH ltac:(lia)). lra. }
  assert (end_of : forall i x, (i < n)%nat -> knot i <= x <= knot (S i) -> f i x * f i x <= M ^ 2).
  { intros i x inside between. destruct (small i x inside between) as [value _].
    rewrite <- (Rabs_pos_eq (f i x * f i x)) by apply Rle_0_sqr. rewrite Rabs_mult. pose proof (Rabs_pos (f i x)). nra. }
  pose proof (end_of 0%nat (knot 0) some ltac:(destruct (each 0%nat some); lra)) as first.
  pose proof (end_of (pred n) (knot n) ltac:(lia)) as last. replace (S (pred n)) with n in last by lia.
  destruct (each (pred n) ltac:(lia)) as [order _]. replace (S (pred n)) with n in order by lia. specialize (last ltac:(lra)).
  unfold square_of_pieces. apply Rplus_le_compat; [lra |].
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | apply total; lia].
Qed.
End Pieces.

(* One piece from 0 to 1 has the norm of Lemma 6. *)
Lemma one_piece beta f df : square_of_pieces beta 1 INR (fun _ => f) (fun _ => df) = square beta f df.
Proof. unfold square_of_pieces, energy, density, square, inner. cbn. f_equal. f_equal. lra. Qed.

(* |x - 1/2| is made of two pieces. *)
Example tent : pieces 2 (fun i => INR i / 2) (fun i x => if Nat.eqb i 0 then 1 / 2 + -1 * x else - (1 / 2) + 1 * x)
  (fun i _ => if Nat.eqb i 0 then -1 else 1).
Proof.
  split; intros [| [| i]] inside; try lia; cbn.
  - split; [lra | apply smooth_line].
  - split; [lra | apply smooth_line].
  - lra.
Qed.
