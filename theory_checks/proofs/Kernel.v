(* Whole certificates decided by computation, and the proof that what is accepted is sound. *)
From Coq Require Import Reals QArith Qreals ZArith String List Lra Lia.
From TheoryChecks Require Import Certificate Balls Evaluate.
Import ListNotations.
Open Scope R_scope.

Definition values := list (string * value).

Definition matches (vs : values) (s : scope) : Prop :=
  Forall2 (fun v t => fst v = fst t /\ fits (snd v) (snd t)) vs s.

Fixpoint lookup (name : string) (vs : values) : option value :=
  match vs with [] => None | (other, v) :: rest => if String.eqb name other then Some v else lookup name rest end.

Lemma lookup_spec name vs s v : matches vs s -> lookup name vs = Some v ->
  exists t, find name s = Some t /\ fits v t.
Proof.
  intros all; induction all as [|[n w] [m t] vs s [same fit] all IH]; [discriminate|].
  simpl in same, fit |- *; subst m; destruct (String.eqb name n); [|exact IH].
  intros result; injection result as <-; exists t; split; trivial.
Qed.

Definition of_number (v : option value) : option num := let? x := v in match x with Num n => Some n | Held _ => None end.
Definition of_table (v : option value) : option (list tree) :=
  let? x := v in match x with Num _ => None | Held items => Some items end.

Section Settings.
Variables (p : F.precision) (longest : Z).

Definition value_of (t : tree) : value := match t with Leaf q => Num (rational p longest q) | Node items => Held items end.

Lemma value_of_fits t : fits (value_of t) (held t).
Proof. destruct t as [q|items]; simpl; [apply rational_near|reflexivity]. Qed.

Definition whole (q : Z) : value := Num (Exact (inject_Z q)).

Lemma whole_fits k x : x = IZR k -> fits (whole k) (Real x).
Proof. intros ->; simpl; symmetry; apply Q2R_integer. Qed.

Definition entry (items : list tree) (k : Z) : option value :=
  if (k <? 0)%Z then None else let? t := nth_error items (Z.to_nat k) in Some (value_of t).

(* f over the terms at k integers from i on, begun with x. *)
Fixpoint gathered (f : binary) (term : Z -> option num) (k : nat) (i : Z) (x : num) : option num :=
  match k with
  | O => Some x
  | S j => let? y := term i in let? z := binary_value p longest f x y in gathered f term j (i + 1) z
  end.

Definition over_range (f : binary) (term : Z -> option num) (i j : Z) : option num :=
  match Z.to_nat (j - i + 1) with
  | O => match f with Plus => Some (Exact 0) | Times => Some (Exact 1) | _ => None end
  | S k => let? x := term i in gathered f term k (i + 1) x
  end.

Fixpoint summed (l : list Q) : Q := match l with [] => 0%Q | x :: rest => Qred (x + summed rest) end.
Fixpoint paired (l m : list Q) : Q :=
  match l, m with x :: l, y :: m => Qred (x * y + paired l m) | _, _ => 0%Q end.

Definition told (t : bool) : num := Exact (if t then 1%Q else 0%Q).

Fixpoint eval (vs : values) (e : expr) : option value :=
  match e with
  | Number q => Some (Num (rational p longest q))
  | Name name => lookup name vs
  | Item a place =>
      let? items := of_table (eval vs a) in let? n := of_number (eval vs place) in let? k := integer n in entry items k
  | Pi => Some (Num (Ball (I.pi p)))
  | Apply f a => let? x := of_number (eval vs a) in let? z := unary_value p f x in Some (Num z)
  | Combine f a b =>
      let? x := of_number (eval vs a) in let? y := of_number (eval vs b) in
      let? z := binary_value p longest f x y in Some (Num z)
  | Each f index first last body =>
      let? x := of_number (eval vs first) in let? y := of_number (eval vs last) in
      let? i := integer x in let? j := integer y in
      let? z := over_range f (fun k => of_number (eval ((index, whole k) :: vs) body)) i j in Some (Num z)
  | Length a => let? items := of_table (eval vs a) in Some (whole (Z.of_nat (length items)))
  | Total a => let? items := of_table (eval vs a) in Some (Num (rational p longest (summed (leaves (Node items)))))
  | Dot a b =>
      let? l := of_table (eval vs a) in let? m := of_table (eval vs b) in
      if Nat.eqb (length (leaves (Node l))) (length (leaves (Node m)))
      then Some (Num (rational p longest (paired (leaves (Node l)) (leaves (Node m))))) else None
  | Test r a b =>
      let? x := of_number (eval vs a) in let? y := of_number (eval vs b) in
      let? t := decide p r x y in Some (Num (told t))
  | Choose r a b yes no =>
      let? x := of_number (eval vs a) in let? y := of_number (eval vs b) in
      let? t := decide p r x y in if t then eval vs yes else eval vs no
  end.

(* The value of e is v, up to what v leaves open. *)
Definition has (s : scope) (e : expr) (v : value) : Prop :=
  forall K : thing -> Prop, (forall t, fits v t -> K t) -> says s e K.

Lemma has_number s e n (K : R -> Prop) : has s e (Num n) -> (forall x, near n x -> K x) -> says s e (number K).
Proof. intros h all; apply h; intros [x|items]; simpl; [apply all|contradiction]. Qed.

Lemma has_table s e items (K : list tree -> Prop) : has s e (Held items) -> K items -> says s e (table K).
Proof. intros h one; apply h; intros [x|other]; simpl; [contradiction|intros <-; exact one]. Qed.

Lemma of_number_some v n : of_number v = Some n -> v = Some (Num n).
Proof. destruct v as [[m|items]|]; simpl; intros result; try discriminate; injection result as <-; reflexivity. Qed.

Lemma of_table_some v items : of_table v = Some items -> v = Some (Held items).
Proof. destruct v as [[m|other]|]; simpl; intros result; try discriminate; injection result as <-; reflexivity. Qed.

Lemma entry_spec items k v x (K : thing -> Prop) : entry items k = Some v -> x = IZR k -> (forall t, fits v t -> K t) ->
  exists j t, x = INR j /\ nth_error items j = Some t /\ K (held t).
Proof.
  unfold entry; destruct (Z.ltb_spec k 0); [discriminate|]; intros result same all.
  apply bind_some in result; destruct result as [t [found result]]; injection result as <-.
  exists (Z.to_nat k), t; repeat split; [rewrite INR_IZR_INZ, Z2Nat.id by lia; exact same|exact found|].
  apply all, value_of_fits.
Qed.

Lemma summed_spec l : Q2R (summed l) = Q2R (fold_right Qplus 0%Q l).
Proof. induction l as [|x l IH]; cbn [summed fold_right]; [|rewrite Q2R_red, !Q2R_plus, IH]; reflexivity. Qed.

Lemma paired_spec l : forall m, Q2R (paired l m) = Q2R (product l m).
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn [paired product]; try reflexivity.
  rewrite Q2R_red, !Q2R_plus, IH; reflexivity.
Qed.

Lemma told_near t : near (told t) (if t then 1 else 0).
Proof. destruct t; simpl; symmetry; [apply Q2R_1|apply Q2R_0]. Qed.

Lemma gathered_sound f term (at_index : Z -> (thing -> Prop) -> Prop) (K : thing -> Prop) :
  (forall i n, term i = Some n -> forall L : R -> Prop, (forall x, near n x -> L x) -> at_index i (number L)) ->
  forall k i x n m, near n x -> gathered f term k i n = Some m -> (forall y, near m y -> K (Real y)) ->
  (fix more (k : nat) (i : Z) (x : R) : Prop :=
    match k with
    | O => K (Real x)
    | S j => at_index i (number (fun y => binary_says f x y (fun z => more j (i + 1)%Z z)))
    end) k i x.
Proof.
  intros known; induction k as [|k IH]; intros i x n m h result all; simpl in result |- *.
  - injection result as <-; apply all, h.
  - apply bind_some in result; destruct result as [a [one result]].
    apply bind_some in result; destruct result as [b [two result]].
    apply (known i a one); intros y g; apply (binary_sound p longest f n a x y b); trivial.
    intros z new; apply (IH _ _ b m); assumption.
Qed.

Ltac open_up H := repeat match type of H with bind _ _ = Some _ =>
  let found := fresh "found" in apply bind_some in H; destruct H as [? [found H]] end.

Theorem eval_sound e : forall vs s v, matches vs s -> eval vs e = Some v -> has s e v.
Proof.
  induction e; intros vs s v all result K each; cbn [eval] in result; cbn [says].
  - injection result as <-; apply each; simpl; apply rational_near.
  - destruct (lookup_spec _ _ _ _ all result) as [t [found fit]]; exists t; split; [exact found|apply each, fit].
  - open_up result; apply of_table_some in found; apply of_number_some in found0.
    apply (has_table _ _ x); [apply (IHe1 vs); assumption|].
    apply (has_number _ _ x0); [apply (IHe2 vs); assumption|]; intros y h.
    apply (entry_spec x x1 v); [exact result|apply (integer_spec x0); assumption|exact each].
  - injection result as <-; apply each; apply inside_pi.
  - open_up result; injection result as <-; apply of_number_some in found.
    apply (has_number _ _ x); [apply (IHe vs); assumption|]; intros y h.
    apply (unary_sound p f x y x0); trivial; intros z g; apply each; exact g.
  - open_up result; injection result as <-; apply of_number_some in found, found0.
    apply (has_number _ _ x); [apply (IHe1 vs); assumption|]; intros y h.
    apply (has_number _ _ x0); [apply (IHe2 vs); assumption|]; intros z g.
    apply (binary_sound p longest f x x0 y z x1); trivial; intros w k; apply each; exact k.
  - open_up result; injection result as <-; apply of_number_some in found, found0.
    apply (has_number _ _ x); [apply (IHe1 vs); assumption|]; intros y h.
    apply (has_number _ _ x0); [apply (IHe2 vs); assumption|]; intros z g.
    exists x1, x2; split; [apply (integer_spec x); assumption|]; split; [apply (integer_spec x0); assumption|].
    assert (known : forall i n, of_number (eval ((index, whole i) :: vs) e3) = Some n ->
      forall L : R -> Prop, (forall x, near n x -> L x) -> says ((index, Real (IZR i)) :: s) e3 (number L)).
    { intros i n one L every; apply of_number_some in one; apply (has_number _ _ n); [|exact every].
      apply (IHe3 ((index, whole i) :: vs)); [|exact one].
      constructor; [split; [reflexivity|apply whole_fits; reflexivity]|exact all]. }
    unfold over_range in found3; destruct (Z.to_nat (x2 - x1 + 1)) as [|k].
    + destruct f; try discriminate; injection found3 as <-;
        [exists 0|exists 1]; (split; [reflexivity|apply each; simpl; symmetry; auto using Q2R_0, Q2R_1]).
    + apply bind_some in found3; destruct found3 as [n [one rest]].
      apply (known x1 n one); intros w k1; cbv zeta.
      apply (gathered_sound f _ (fun i => says ((index, Real (IZR i)) :: s) e3) K known k (x1 + 1)%Z w n x3 k1 rest).
      intros u k2; apply each; exact k2.
  - open_up result; injection result as <-; apply of_table_some in found.
    apply (has_table _ _ x); [apply (IHe vs); assumption|]; apply each, whole_fits, INR_IZR_INZ.
  - open_up result; injection result as <-; apply of_table_some in found.
    apply (has_table _ _ x); [apply (IHe vs); assumption|]; apply each, rational_is.
    unfold total; symmetry; apply summed_spec.
  - open_up result; apply of_table_some in found, found0.
    destruct (Nat.eqb_spec (length (leaves (Node x))) (length (leaves (Node x0)))) as [same|]; [|discriminate].
    injection result as <-; apply (has_table _ _ x); [apply (IHe1 vs); assumption|].
    apply (has_table _ _ x0); [apply (IHe2 vs); assumption|]; split; [exact same|].
    apply each, rational_is; symmetry; apply paired_spec.
  - open_up result; injection result as <-; apply of_number_some in found, found0.
    apply (has_number _ _ x); [apply (IHe1 vs); assumption|]; intros y h.
    apply (has_number _ _ x0); [apply (IHe2 vs); assumption|]; intros z g.
    pose proof (decide_spec p r x x0 y z x1 h g found1) as known; pose proof (told_near x1) as fit.
    destruct x1; [left|right]; split; trivial; apply each; exact fit.
  - open_up result; apply of_number_some in found, found0.
    apply (has_number _ _ x); [apply (IHe1 vs); assumption|]; intros y h.
    apply (has_number _ _ x0); [apply (IHe2 vs); assumption|]; intros z g.
    pose proof (decide_spec p r x x0 y z x1 h g found1) as known.
    destruct x1; [left|right]; (split; [exact known|]); [apply (IHe3 vs s v)|apply (IHe4 vs s v)]; assumption.
Qed.

Fixpoint every (k : nat) (i : Z) (test : Z -> bool) : bool :=
  match k with O => true | S j => if test i then every j (i + 1)%Z test else false end.

Lemma every_spec test k : forall i j, every k i test = true -> (i <= j < i + Z.of_nat k)%Z -> test j = true.
Proof.
  induction k as [|k IH]; intros i j; [lia|]; cbn [every].
  destruct (test i) eqn:one; [|discriminate]; intros rest within; destruct (Z.eq_dec i j) as [<-|]; [exact one|apply (IH (i + 1)%Z); [exact rest|lia]].
Qed.

Fixpoint passes (vs : values) (c : condition) : bool :=
  match c with
  | Holds r a b =>
      match (let? x := of_number (eval vs a) in let? y := of_number (eval vs b) in decide p r x y) with
      | Some true => true | _ => false end
  | ForAll index first last c =>
      match (let? x := of_number (eval vs first) in let? y := of_number (eval vs last) in
             let? i := integer x in let? j := integer y in Some (i, j)) with
      | Some (i, j) => every (Z.to_nat (j - i + 1)) i (fun k => passes ((index, whole k) :: vs) c)
      | None => false
      end
  end.

Lemma passes_sound c : forall vs s, matches vs s -> passes vs c = true -> true_of s c.
Proof.
  induction c as [r a b|index first last c IH]; intros vs s all; cbn [passes true_of].
  - destruct (bind _ _) as [[]|] eqn:result; try discriminate; intros _.
    open_up result; apply of_number_some in found, found0.
    apply (has_number _ _ x); [apply (eval_sound _ vs); assumption|]; intros y h.
    apply (has_number _ _ x0); [apply (eval_sound _ vs); assumption|]; intros z g.
    exact (decide_spec p r x x0 y z true h g result).
  - destruct (bind _ _) as [[i j]|] eqn:result; [|discriminate]; intros each.
    open_up result; apply of_number_some in found, found0; injection result as -> ->.
    apply (has_number _ _ x); [apply (eval_sound _ vs); assumption|]; intros y h.
    apply (has_number _ _ x0); [apply (eval_sound _ vs); assumption|]; intros z g.
    exists i, j; split; [apply (integer_spec x); assumption|]; split; [apply (integer_spec x0); assumption|].
    intros k within; apply (IH ((index, whole k) :: vs)).
    + constructor; [split; [reflexivity|apply whole_fits; reflexivity]|exact all].
    + apply (every_spec _ _ _ k each); lia.
Qed.

Definition one_sided (r : relation) (n : num) : option num :=
  match r with
  | AtLeast | Above => Some (Ball (I.upper_extent (ball p n)))
  | AtMost | Below => Some (Ball (I.lower_extent (ball p n)))
  | _ => None
  end.

Lemma one_sided_near r n m x y : near n x -> one_sided r n = Some m -> related r y x -> near m y.
Proof.
  intros h; apply (ball_inside p) in h; destruct r; simpl; intros result; try discriminate; injection result as <-;
    intros known; simpl; [apply (inside_lower _ _ x)|apply (inside_lower _ _ x)|apply (inside_upper _ _ x)|
    apply (inside_upper _ _ x)]; trivial; lra.
Qed.

Fixpoint run (vs : values) (steps : list step) : bool :=
  match steps with
  | [] => true
  | Data name t :: rest => run ((name, value_of t) :: vs) rest
  | Let name e :: rest => match eval vs e with Some v => run ((name, v) :: vs) rest | None => false end
  | Perhaps name e :: rest => match eval vs e with Some v => run ((name, v) :: vs) rest | None => run vs rest end
  | Bounded name r e :: rest =>
      match (let? n := of_number (eval vs e) in one_sided r n) with
      | Some m => run ((name, Num m) :: vs) rest
      | None => false
      end
  | Claim c :: rest => if passes vs c then run vs rest else false
  end.

Lemma run_sound steps : forall vs s, matches vs s -> run vs steps = true -> holds s steps.
Proof.
  induction steps as [|[name t|name e|name e|name r e|c] rest IH]; intros vs s all; cbn [run holds]; [trivial| | | | |].
  - apply IH; constructor; [split; [reflexivity|apply value_of_fits]|exact all].
  - destruct (eval vs e) as [v|] eqn:found; [|discriminate]; intros result.
    apply (eval_sound e vs s v all found); intros t fit; apply (IH ((name, v) :: vs)); [|exact result].
    constructor; [split; [reflexivity|exact fit]|exact all].
  - destruct (eval vs e) as [v|] eqn:found; intros result; [left|right; apply (IH vs); assumption].
    apply (eval_sound e vs s v all found); intros t fit; apply (IH ((name, v) :: vs)); [|exact result].
    constructor; [split; [reflexivity|exact fit]|exact all].
  - destruct (bind _ _) as [m|] eqn:found; [|discriminate]; intros result.
    apply bind_some in found; destruct found as [n [one two]]; apply of_number_some in one.
    apply (has_number _ _ n); [apply (eval_sound _ vs); assumption|]; intros x h y known.
    apply (IH ((name, Num m) :: vs)); [|exact result].
    constructor; [split; [reflexivity|exact (one_sided_near r n m x y h two known)]|exact all].
  - destruct (passes vs c) eqn:one; [|discriminate]; intros two.
    split; [apply (passes_sound c vs)|apply (IH vs)]; assumption.
Qed.
End Settings.

(* Bits of an enclosure and of a rational number: what is not seen at the first of these may be at the next. *)
Definition precisions : list (F.precision * Z) := [(64, 500); (128, 4000); (256, 20000); (512, 100000)]%Z.

(* One after the other: a precision is only tried if those before it do not do. *)
Fixpoint accepted_at (tried : list (F.precision * Z)) (c : certificate) : bool :=
  match tried with
  | [] => false
  | (p, longest) :: rest => if run p longest [] c then true else accepted_at rest c
  end.

Definition accepted (c : certificate) : bool := accepted_at precisions c.

Theorem accepted_sound c : accepted c = true -> sound c.
Proof.
  unfold accepted; induction precisions as [|[p longest] rest IH]; [discriminate|]; cbn [accepted_at].
  destruct (run p longest [] c) eqn:result; [|exact IH]; intros _.
  apply (run_sound p longest c [] []); [constructor|exact result].
Qed.
