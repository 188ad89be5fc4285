/* The certificate checker of the report page: checker.py again, line by line, in the reader's browser. The sentences and
 * the lemmas are those of lemmas.json, which the page sets as CHECKER_TABLES before this file.
 *
 *   checkCertificate(object)   -> {accepted, sentence, details}   for what JSON.parse returned
 *   checkCertificateText(text) -> the same for the text of a certificate, which may then hide no float and no double key
 *
 * Both take as second argument what the page shows, {id, reading, digest}: a certificate of anything else is refused.
 *
 *   checkerEnclosures(expressions, names, values) -> doubles [low, high] around each, for a drawing: it decides nothing
 *
 * The format and the mathematics are described at the head of checker.py. A number is a pair [low, high] of rationals
 * {n, d} around it. Integers around a number, scaled by 2^p, are pairs of BigInts. No dependency, no request.
 */
(function (root) {
  "use strict";

  const { facts: FACTS, shapes: SHAPES, lemmas: LEMMAS } = root.CHECKER_TABLES;
  const FORMAT = "theory-checks/certificate";
  const VERSION = 3;
  const MAX_BYTES = 2 ** 20;
  const MAX_DIGITS = 4000;
  const MAX_BITS = 2 ** 16;
  const MAX_WORK = 10000000;
  const MAX_DEPTH = 100; // of expressions, references included
  const MAX_LEVELS = 250; // of JSON
  const SECTIONS = "format version statement says constants objects facts given assumed";
  const PRECISIONS = [48, 96, 192, 384, 768];
  const WELL_FORMED = `a certificate must be JSON in UTF-8, nested at most ${MAX_LEVELS} levels deep`;
  const UNDECIDED = "could not decide a relation within the precision of the checker";

  class Refused extends Error {}
  class Undecided extends Refused {}

  const isObject = (x) => typeof x === "object" && x !== null && !Array.isArray(x);
  const pick = (table, key) => (typeof key === "string" && Object.hasOwn(table, key) ? table[key] : undefined);
  const isNest = (x) => typeof x === "object" && x !== null;
  const isNumber = (x) => isObject(x) && typeof x.n === "bigint";
  const range = (n) => Array.from({ length: n }, (_, i) => i);

  function refuse(rule, ...got) {
    const ascii = (text) => text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const shown = got.map((x) => (isNest(x) ? "a list or an object" : ascii(JSON.stringify(x === undefined ? null : x)).slice(0, 60)));
    throw new Refused([rule, ...shown].join(", got "));
  }

  function require(condition, rule, ...got) {
    if (!condition) refuse(rule, ...got);
  }

  /** Give up at the present precision unless the condition holds. */
  function settle(condition) {
    if (!condition) throw new Undecided(UNDECIDED);
  }

  // ---- Integers ----

  const abs = (x) => (x < 0n ? -x : x);
  const least = (...xs) => xs.reduce((a, b) => (b < a ? b : a));
  const most = (...xs) => xs.reduce((a, b) => (b > a ? b : a));
  const up = (x, bits) => -(-x >> bits);

  function div(a, b) {
    const q = a / b;
    return a % b !== 0n && a < 0n !== b < 0n ? q - 1n : q;
  }

  const divUp = (a, b) => -div(-a, b);

  function bits(x) {
    const digits = abs(x).toString(16);
    return x === 0n ? 0 : 4 * (digits.length - 1) + (32 - Math.clz32(parseInt(digits[0], 16)));
  }

  function isqrt(x) {
    if (x < 2n) return x;
    let root = 1n << BigInt((bits(x) + 1) >> 1);
    for (;;) {
      const next = (root + x / root) >> 1n;
      if (next >= root) return root;
      root = next;
    }
  }

  const LONG = 1n << 512n;

  /** The greatest common divisor of a and b > 0; most denominators are powers of two. */
  function gcd(a, b) {
    if ((b & (b - 1n)) === 0n) return a === 0n ? b : least(a & -a, b);
    if (a < b) [a, b] = [b, a];
    let size = bits(a); // from then on from its first 50 bits: to write the whole number costs as much as a division
    while (b >= LONG) {
      const top = Number(a >> BigInt(size - 50));
      size = top ? size - 49 + Math.floor(Math.log2(top)) : bits(a);
      [a, b] = reduced(a, b, BigInt(size - 50));
    }
    while (b) [a, b] = [b, a % b];
    return a;
  }

  /** Several steps of Euclid's algorithm at once for a >= b > 0, as far as the first bits of both decide them (Lehmer). */
  function reduced(a, b, shift) {
    let [x, y] = [Number(a >> shift), Number(b >> shift)];
    let [s, t, u, v] = [1, 0, 0, 1]; // x is s a + t b, y is u a + v b
    while (y + u > 0 && y + v > 0) {
      const q = Math.floor((x + s) / (y + u));
      if (q !== Math.floor((x + t) / (y + v))) break;
      [x, y, s, t, u, v] = [y, x - q * y, u, v, s - q * u, t - q * v];
    }
    if (t === 0) return [b, a % b];
    [s, t, u, v] = [BigInt(s), BigInt(t), BigInt(u), BigInt(v)];
    return [s * a + t * b, u * a + v * b];
  }

  // ---- Prices in units of work, which no machine does slower than four in a microsecond or so ----

  /** The price of an operation on rationals of so many bits, all in all. */
  const price = (length) => 8 + Math.floor(length / 2 ** 4) + Math.floor(length ** 2 / 2 ** 16);

  // ---- Functions at x / 2^p: integers around the value, scaled by 2^p ----

  /** The sum of terms, each divided by its share, until one is 0, and how many there are. */
  function summed(term, following, share) {
    let [total, k] = [0n, 0n];
    while (term) {
      total += div(term, share(k));
      k += 1n;
      term = following(term, k);
    }
    return [total, k];
  }

  /** exp: Taylor series of |x| / 2^s below 1/256, then s squarings. */
  function expAt(x, p) {
    require(x >> p < 1n << 14n, "exp must have an argument below 16384");
    if (-x >> p >= p) return [0n, 1n];
    const s = BigInt(Math.max(0, bits(x) - Number(p)) + 8);
    const w = p + 2n * s + 16n;
    let [low, k] = summed(1n << w, (term, k) => ((term * abs(x)) >> (p + s)) / k, () => 1n);
    let high = low + 2n * k + 4n; // each term is short by less than 2 units, the tail by less than 3
    for (let i = 0n; i < s; i++) [low, high] = [(low * low) >> w, up(high * high, w)];
    if (x < 0n) [low, high] = [(1n << (2n * w)) / high, divUp(1n << (2n * w), low)];
    return [low >> (w - p), up(high, w - p)];
  }

  /** log, x > 0: 2 artanh((m - 1)/(m + 1)) + k 2 artanh(1/3) with m = x / 2^(k + p) in [1, 2). */
  function logAt(x, p) {
    const w = p + 32n;
    const top = BigInt(bits(x) - 1);
    const cut = top > w ? top - w : 0n; // what is cut off adds less than 1 unit
    const [m, one] = [x >> cut, 1n << (top - cut)];
    let [low, high] = [0n, 1n];
    for (const [a, b, count] of [[m - one, m + one, 1n], [1n, 3n, top - p]]) {
      const [square, of] = [a * a, b * b];
      const [total, k] = summed((a << w) / b, (power) => (power * square) / of, (k) => 2n * k + 1n);
      const ends = [count * total, count * (total + 3n * k + 3n)];
      low += least(...ends);
      high += most(...ends);
    }
    return [low >> 31n, up(high, 31n)];
  }

  /** A function of one integer that forgets nothing; few integers are asked for. */
  function remembered(f) {
    const known = new Map();
    return (x) => known.get(x) || known.set(x, f(x)).get(x);
  }

  /** pi = 2 + 2/3 + 2/3 2/5 + 2/3 2/5 3/7 + ... */
  const piAt = remembered((p) => {
    const [total, k] = summed(2n << (p + 16n), (term, k) => (term * k) / (2n * k + 1n), () => 1n);
    return [total >> 16n, up(total + 2n * k + 2n, 16n)];
  });

  /** 1/sqrt(2 pi). */
  const densityPeak = remembered((w) => {
    const [low, high] = piAt(w);
    return [(1n << (2n * w)) / (isqrt(high << (w + 1n)) + 1n), divUp(1n << (2n * w), isqrt(low << (w + 1n)))];
  });

  /** Phi = 1/2 + (x - x^3/(2 1! 3) + x^5/(4 2! 5) - ...)/sqrt(2 pi). */
  function cdfAt(x, p) {
    const square = x * x;
    if (square >= (2n * p) << (2n * p)) return x > 0n ? [(1n << p) - 1n, 1n << p] : [0n, 1n];
    const extra = ((3n * square) >> (2n * p + 2n)) + 1n; // exp(x^2/2) < 2^extra
    const w = ((p + 2n * extra) / 32n) * 32n + 64n;
    const following = (term, n) => (term * square) / (n << (2n * p + 1n));
    const [total, n] = summed(abs(x) << (w - p), following, (n) => (1n - (n % 2n) * 2n) * (2n * n + 1n));
    const error = (3n * (n + 1n)) << extra;
    const cut = 2n * w - p;
    const low = (most(total - error, 0n) * densityPeak(w)[0]) >> cut;
    const high = up((total + error) * densityPeak(w)[1], cut);
    const half = 1n << (p - 1n);
    return x > 0n ? [half + low, half + high] : [half - high, half - low];
  }

  /** x^k, x >= 0, by squaring. */
  function powerOf(x, k, w) {
    let [low, high] = [1n << w, 1n << w];
    for (const bit of k.toString(2)) {
      require(bits(high) - Number(w) < 1 << 13, "pow must not make numbers that large");
      [low, high] = [(low * low) >> w, up(high * high, w)];
      if (bit === "1") [low, high] = [(low * x[0]) >> w, up(high * x[1], w)];
    }
    return [low, high];
  }

  /** E max s_i Z_i, or E |max s_i Z_i|; scales are [pair enclosed at scale 2^(p + 40), copies]. */
  function meanOfMax(precision, scales, absolute) {
    const p = BigInt(precision);
    const w = p + 40n;
    const one = 1n << w;
    const copies = scales.reduce((sum, [, k]) => sum + k, 0);
    const largest = up(most(...scales.map(([s]) => s[1])), w);
    const length = precision + Math.floor((3 * copies) / 5) + bits(BigInt(copies)) + bits(largest) + 8;
    const n = BigInt(Math.floor((length * 22) / 100) + 1); // steps: exp(3.28 n) > 4 M 2^(p + 2)
    const size = BigInt(precision + bits(BigInt(copies)) + bits(largest) + 2);
    const step = [expAt(-(one / n) - 1n, w)[0], expAt(-(one / n), w)[1]];
    let x0 = (largest * (isqrt(2n * size) + 1n)) << w;
    let x1 = x0;
    let low = 0n;
    let high = 0n;
    while (x1 >> (w - p - 2n)) {
      let [f0, f1, g0, g1] = [one, one, one, one];
      for (const [s, k] of scales) {
        const [start, end] = [(x0 << w) / s[1], divUp(x1 << w, s[0])];
        const phi = cdfAt(start, w);
        phi[1] = least(phi[1] + end - start, one); // Phi has slope below 1
        const [above, below] = [powerOf(phi, k, w), powerOf([one - phi[1], one - phi[0]], k, w)];
        [f0, f1, g0, g1] = [(f0 * above[0]) >> w, up(f1 * above[1], w), (g0 * below[0]) >> w, up(g1 * below[1], w)];
      }
      const [a, b] = absolute ? [one - f1 + g0, one - f0 + g1] : [one - f1 - g1, one - f0 - g0];
      low += (x0 * most(a, 0n)) >> w;
      high += up(x1 * b, w);
      [x0, x1] = [(x0 * step[0]) >> w, up(x1 * step[1], w)];
    }
    const slack = 1n << (w - p);
    return [(div(low, n) - slack) >> 40n, up(div(high, n) + slack + 1n, 40n)];
  }

  // ---- Rationals, and operations on pairs of them at precision p ----

  function fraction(n, d = 1n) {
    const divisor = gcd(abs(n), abs(d)) * (d < 0n ? -1n : 1n);
    return { n: n / divisor, d: d / divisor };
  }

  const whole = (n) => ({ n: BigInt(n), d: 1n });
  const ZERO = whole(0);
  const ONE = whole(1);
  const negated = (a) => ({ n: -a.n, d: a.d });
  const sub = (a, b) => add(a, negated(b));
  const inverse = (a) => (a.n < 0n ? { n: -a.d, d: -a.n } : { n: a.d, d: a.n });
  const raise = (a, k) => ({ n: a.n ** BigInt(k), d: a.d ** BigInt(k) });
  const compare = (a, b) => Number(a.n * b.d > b.n * a.d) - Number(a.n * b.d < b.n * a.d);
  const same = (a, b) => a.n === b.n && a.d === b.d;
  const smaller = (a, b) => (compare(b, a) < 0 ? b : a);
  const larger = (a, b) => (compare(b, a) > 0 ? b : a);
  const sign = (a) => (a.n > 0n ? 1 : a.n < 0n ? -1 : 0);
  const floorAt = (a, p) => div(a.n << BigInt(p), a.d);
  const ceilAt = (a, p) => divUp(a.n << BigInt(p), a.d);
  const scaled = (p, x) => [fraction(x[0], 1n << BigInt(p)), fraction(x[1], 1n << BigInt(p))];
  const size = (numbers) => Math.max(...numbers.map((x) => bits(x.n) + bits(x.d)));
  const exactPair = (x) => same(x[0], x[1]);
  const text = (x) => (x.d === 1n ? `${x.n}` : `${x.n}/${x.d}`);

  /** The product; what two fractions in lowest terms share is across, where the numbers are half as long. */
  function mul(a, b) {
    const [g, h] = [gcd(abs(a.n), b.d), gcd(abs(b.n), a.d)];
    return { n: (a.n / g) * (b.n / h), d: (a.d / h) * (b.d / g) };
  }

  /** The sum; what its parts share with each other is in their denominators. */
  function add(a, b) {
    const g = gcd(a.d, b.d);
    const [s, n] = [a.d / g, (a.n * b.d + b.n * a.d) / g];
    const h = gcd(abs(n), g);
    return { n: n / h, d: s * (b.d / h) };
  }

  const distinct = (x) => (exactPair(x) ? [x[0]] : x);

  function times(p, a, b) {
    const products = distinct(a).flatMap((x) => distinct(b).map((y) => mul(x, y)));
    return [products.reduce(smaller), products.reduce(larger)];
  }

  function over(p, a, b) {
    require(sign(b[0]) !== 0 || sign(b[1]) !== 0, "a denominator must not be 0");
    settle(sign(b[0]) > 0 || sign(b[1]) < 0);
    return times(p, a, [inverse(b[1]), inverse(b[0])]);
  }

  /** a^k for an integer k; exactly where a is exact and the power is short. */
  function power(p, a, b) {
    const whole = exactPair(b) && b[0].d === 1n && abs(b[0].n) <= 10n ** 6n;
    require(whole, "pow must have an integer exponent of size at most 10^6");
    const k = Number(abs(b[0].n));
    const [low, high] = b[0].n >= 0n ? a : over(p, [ONE, ONE], a);
    if (same(low, high) && k * size(a) <= MAX_BITS) return Array(2).fill(raise(low, k));
    const ends = [low, high].flatMap((x) => squared(x, k, p));
    const straddles = sign(low) < 0 && sign(high) > 0 && k % 2 === 0;
    return [straddles ? ZERO : ends.reduce(smaller), ends.reduce(larger)];
  }

  /** x^k by rounded squarings. */
  function squared(x, k, p) {
    const w = p + 64;
    const top = fraction(abs(x.n), x.d);
    const ends = scaled(w, powerOf([floorAt(top, w), ceilAt(top, w)], k, BigInt(w)));
    return sign(x) < 0 && k % 2 ? [negated(ends[1]), negated(ends[0])] : ends;
  }

  /** The number of ways to choose k of n things. */
  function choices(_, a, b) {
    const fits = [a, b].every((x) => exactPair(x) && x[0].d === 1n) && b[0].n >= 0n && b[0].n <= a[0].n;
    require(fits, "binomial must have integers 0 <= k <= n");
    const [n, k] = [a[0].n, least(b[0].n, a[0].n - b[0].n)];
    require(k * BigInt(bits(n)) <= 1n << 14n, "binomial must not make numbers that large");
    let count = 1n;
    for (let i = 1n; i <= k; i += 1n) count = (count * (n - k + i)) / i;
    return [whole(count), whole(count)];
  }

  function root2(p, a) {
    require(sign(a[1]) >= 0, "sqrt must not have a negative argument");
    settle(sign(a[0]) >= 0);
    const exact = fraction(isqrt(a[0].n), isqrt(a[0].d));
    if (same(a[0], mul(exact, exact)) && exactPair(a)) return [exact, exact];
    return scaled(p, [isqrt(floorAt(a[0], 2 * p)), isqrt(ceilAt(a[1], 2 * p)) + 1n]);
  }

  const rising = (f) => (p, a) =>
    scaled(p, [f(floorAt(a[0], p), BigInt(p))[0], f(ceilAt(a[1], p), BigInt(p))[1]]);

  function log(p, a) {
    require(sign(a[1]) > 0, "log must have a positive argument");
    settle(floorAt(a[0], p) >= 1n);
    return rising(logAt)(p, a);
  }

  function wholePart(_, a) {
    const ends = a.map((x) => div(x.n, x.d));
    settle(ends[0] === ends[1]);
    return ends.map(whole);
  }

  /** The price of squarings, and of the length of a power, which grows only if it is exact or above 1. */
  function priceOfPower(p, a, b) {
    const k = least(abs(b[0].n), 10n ** 6n);
    const top = most(...a.map((x) => ceilAt({ n: abs(x.n), d: x.d }, 0)));
    const exact = b[0].n < 0n || (exactPair(a) && Number(k) * size(a) <= MAX_BITS);
    const growth = exact ? size(a) : bits(top - 1n);
    const ends = exactPair(a) ? 0 : b[0].n < 0n ? 192 : 96;
    return ends + 8 * bits(k) * (3 + (p >> 8)) + price(Math.min(Number(k) * growth, MAX_BITS));
  }

  /** The price of products of the ends of enclosures, beyond that of one product. */
  const priceOfEnds = (_, a, b) => (exactPair(a) && exactPair(b) ? 24 : 48);

  /** The price of exp, which is as long as its argument is large: e < 2^1.5. */
  function priceOfExp(p, a) {
    const top = Number(most(0n, least(ceilAt(a[1], 0), 1n << 14n)));
    return p + 400 + price(Math.floor((3 * top) / 2));
  }

  /** The price of Phi: with t = min(x^2, 2 p) there are at most w/2 and 6 t terms of w = p + 66 + 2 t bits. */
  function priceOfCdf(p, a) {
    const top = most(...a.map((x) => ceilAt({ n: abs(x.n), d: x.d }, 0)));
    const t = Number(least(top ** 2n, BigInt(2 * p)));
    return (p + 80 + 14 * t) * (3 + ((p + 66 + 2 * t) ** 2 >> 18));
  }

  // Number of arguments (0: fold), price beyond that of the arguments (if none is said, 12), enclosure.
  const OPERATIONS = {
    "+": [0, null, (p, a, b) => [add(a[0], b[0]), add(a[1], b[1])]],
    "-": [2, null, (p, a, b) => [sub(a[0], b[1]), sub(a[1], b[0])]],
    "*": [0, priceOfEnds, times],
    "/": [2, priceOfEnds, over],
    neg: [1, null, (p, a) => [negated(a[1]), negated(a[0])]],
    floor: [1, null, wholePart],
    abs: [1, null, (p, a) => [larger(larger(a[0], negated(a[1])), ZERO), larger(a[1], negated(a[0]))]],
    min: [0, null, (p, a, b) => [smaller(a[0], b[0]), smaller(a[1], b[1])]],
    max: [0, null, (p, a, b) => [larger(a[0], b[0]), larger(a[1], b[1])]],
    pow: [2, priceOfPower, power],
    binomial: [2, (_, a, b) => 12 * Number(most(0n, least(b[0].n, sub(a[0], b[0]).n, 2n ** 14n))), choices],
    sqrt: [1, (p, a) => 4 * price(size(a) + 2 * p), root2],
    exp: [1, priceOfExp, rising(expAt)],
    log: [1, (p) => (p + 40) * (3 + ((p * p) >> 16)), log],
    "normal-cdf": [1, priceOfCdf, rising(cdfAt)],
  };
  const NEUTRAL = { "+": [ZERO, ZERO], "*": [ONE, ONE] };
  const RATIONAL = { exp: [ZERO, ONE], log: [ONE, ZERO], "normal-cdf": [ZERO, fraction(1n, 2n)] }; // value at a place
  const NEGATED = { "<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "=" };
  const RELATIONS = {
    "<": (c) => c < 0,
    "<=": (c) => c <= 0,
    ">": (c) => c > 0,
    ">=": (c) => c >= 0,
    "=": (c) => c === 0,
    "!=": (c) => c !== 0,
  };

  // ---- Digests: SHA-256, because crypto.subtle is missing on pages that are read from a disk ----

  /** The first 32 bits of the fractional parts of the roots of the first 64 primes. */
  function rootsOfPrimes(degree) {
    const primes = range(312).filter((n) => n > 1 && range(n).every((k) => k < 2 || n % k));
    const root = (n) => {
      const target = BigInt(n) << BigInt(32 * degree);
      let [low, high] = [0n, 1n << 40n];
      while (high - low > 1n) {
        const middle = (low + high) >> 1n;
        if (middle ** BigInt(degree) <= target) low = middle;
        else high = middle;
      }
      return Number(low & 0xffffffffn) | 0;
    };
    return primes.map(root);
  }

  function sha256(bytes) {
    const K = rootsOfPrimes(3);
    const state = rootsOfPrimes(2).slice(0, 8);
    const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64);
    padded.set(bytes);
    padded[bytes.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    const turned = (x, k) => (x >>> k) | (x << (32 - k));
    for (let start = 0; start < padded.length; start += 64) {
      const w = range(16).map((i) => view.getInt32(start + 4 * i));
      for (let i = 16; i < 64; i++) {
        const [x, y] = [w[i - 15], w[i - 2]];
        const small = turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
        w.push((w[i - 16] + small + w[i - 7] + (turned(y, 17) ^ turned(y, 19) ^ (y >>> 10))) | 0);
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let i = 0; i < 64; i++) {
        const t = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
        const u = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t) | 0, c, b, a, (t + u) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = (state[i] + x) | 0));
    }
    return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
  }

  /** The order of texts by their characters, as Python has it: by halves of characters it is another one. */
  function inOrder(a, b) {
    let i = 0;
    while (i < a.length && a[i] === b[i]) i += 1;
    const [x, y] = [a, b].map((text) => (i < text.length ? text.codePointAt(i) : -1));
    return x - y;
  }

  /** JSON with sorted keys and without spaces. */
  function canonical(node) {
    if (Array.isArray(node)) return `[${node.map(canonical).join(",")}]`;
    if (!isObject(node)) return JSON.stringify(node);
    const parts = Object.keys(node).sort(inOrder).map((key) => `${JSON.stringify(key)}:${canonical(node[key])}`);
    return `{${parts.join(",")}}`;
  }

  function digestOf(statement) {
    const source = canonical(Object.fromEntries(Object.entries(statement).filter(([key]) => key !== "digest")));
    require(!/\\ud[89a-f]/.test(source.replace(/\\\\/g, "")), "a statement must be Unicode");
    return sha256(new TextEncoder().encode(source)).slice(0, 16);
  }

  // ---- Reading ----

  const NUMBER = new RegExp(`^(-?[0-9]{1,${MAX_DIGITS}})(?:/([0-9]{1,${MAX_DIGITS}}))?$`);

  const shape = (a) => (Array.isArray(a) ? [a.length, ...shape(a[0])] : []);
  const flat = (a) => (Array.isArray(a) ? a.flat(Infinity) : [a]);

  function fields(node, names) {
    const known = names.split(" ");
    const fits = isObject(node) && Object.keys(node).length === known.length && known.every((x) => Object.hasOwn(node, x));
    require(fits, `an object must have exactly the fields ${names}`);
    return node;
  }

  const listed = (node) => (Array.isArray(node) ? node : refuse("a list must stand here", node));
  const stands = (x, name) => isObject(x) && x.ref === name && Object.keys(x).length === 1;
  const has = (node, name) => Object.hasOwn(node, name);

  /** Whether two parts of a certificate are the same, as Python has it: true is 1, and false is 0. */
  function alike(x, y) {
    if (!isNest(x) || !isNest(y)) {
      const number = (z) => (typeof z === "boolean" ? Number(z) : z);
      return number(x) === number(y);
    }
    const keys = Object.keys(x);
    const fit = Array.isArray(x) === Array.isArray(y) && keys.length === Object.keys(y).length;
    return fit && keys.every((key) => has(y, key) && alike(x[key], y[key]));
  }

  /** What the sentence of a fact or of a lemma names in braces. */
  const parameterNames = (says) => {
    return [...new Set(Array.from(says.matchAll(/{(\w+)}/g), (match) => match[1]))].filter((x) => x !== "name");
  };

  /** A let with indices. */
  class Rule {
    constructor(indices, body, around) {
      Object.assign(this, { indices, body, around });
    }

    /** What the names of the body stand for at some places. */
    at(places) {
      return { ...this.around, ...Object.fromEntries(this.indices.map((index, i) => [index, places[i]])) };
    }
  }

  class Checker {
    constructor() {
      this.p = PRECISIONS[0];
      this.left = MAX_WORK;
      this.names = new Map();
      this.mdps = new Map();
      this.bounds = new Map();
      this.larger = new Map();
      this.used = new Set();
      this.pinned = new Set();
      this.numbers = new Map();
      this.memo = new Map();
      this.indices = new Map(); // of the series around what is evaluated
    }

    /** Take units of work from the budget, before the work is done: the same limit on every machine. */
    spend(units) {
      this.left -= units;
      require(this.left >= 0, `a certificate must be decidable within its budget of ${MAX_WORK} units of work`);
    }

    /** Charge for reading a certificate, and refuse one that is nested deeply. */
    weigh(node, depth = 0) {
      require(depth <= MAX_LEVELS, WELL_FORMED);
      this.spend(4);
      if (isNest(node)) for (const x of Object.values(node)) this.weigh(x, depth + 1);
    }

    /** The names of which a nest of expressions speaks; the index of a series is none of them. */
    symbols(node) {
      const indexed = isObject(node) && has(node, "index");
      const inside = indexed ? [[node.from, node.to, node.copies], node.body] : Object.values(isNest(node) ? node : []);
      const found = new Set(isObject(node) && !indexed ? [node.ref, ...(Array.isArray(node.of) ? node.of : [])] : []);
      for (const x of found) if (typeof x !== "string") found.delete(x);
      for (const item of inside) {
        for (const name of this.symbols(item)) if (!indexed || item !== node.body || name !== node.index) found.add(name);
      }
      this.spend(4 + found.size);
      return found;
    }

    rational(node) {
      if (this.numbers.has(node)) return this.numbers.get(node);
      const match = typeof node === "string" && !node.endsWith("\n") ? NUMBER.exec(node) : null;
      this.spend(match ? price(4 * node.length) : 0);
      if (!match || BigInt(match[2] || 1) === 0n) {
        refuse(`a number must be a string "p" or "p/q", q > 0, with parts of at most ${MAX_DIGITS} digits`, node);
      }
      this.numbers.set(node, fraction(BigInt(match[1]), BigInt(match[2] || 1)));
      return this.numbers.get(node);
    }

    array(node, levels = 3) {
      if (!Array.isArray(node)) return this.rational(node);
      require(node.length > 0 && levels > 0, "nested lists must not be empty and have at most 3 levels");
      const items = node.map((item) => this.array(item, levels - 1));
      const first = shape(items[0]).join();
      require(items.every((item) => shape(item).join() === first), "nested lists must have items of one shape");
      return items;
    }

    rounded(x) {
      require(size(x) <= MAX_BITS, `numbers must have at most ${MAX_BITS} bits`);
      if (exactPair(x)) return x;
      this.spend(16);
      return scaled(this.p, [floorAt(x[0], this.p), ceilAt(x[1], this.p)]);
    }

    /** The inner product of lists of one shape, or the sum of one. */
    dot(...lists) {
      let total = ZERO;
      this.spend(4 * shape(lists[0]).reduce((a, b) => a * b, 1));
      const [first, ...rest] = lists.map(flat);
      first.forEach((x, i) => {
        const row = [x, ...rest.map((list) => list[i])];
        if (!row.every(sign)) return;
        this.spend(8 + price(2 * size(row) + size([total])));
        total = add(total, row.reduce(mul));
        this.rounded([total, total]);
      });
      return total;
    }

    value(node, depth = 0) {
      require(depth < MAX_DEPTH, `expressions must be at most ${MAX_DEPTH} levels deep, references included`);
      this.spend(8);
      if (!isObject(node)) {
        const exact = this.rational(node);
        return [exact, exact];
      }
      if (has(node, "ref")) return this.reference(node, depth);
      if (has(node, "relation")) {
        const told = whole(Number(this.told(fields(node, "relation left right"), depth + 1)));
        return [told, told];
      }
      const op = node.op === "series" ? "+" : node.op;
      const special = pick(SPECIAL, op);
      if (special) return this.rounded(special(this, node, depth));
      const [arity, more, f] = pick(OPERATIONS, op) || refuse("op must be one of the operations", node.op);
      let args = this.terms(node, depth);
      if (args.length === 0 && has(node, "index") && has(NEUTRAL, op)) args = [NEUTRAL[op]];
      require(arity ? args.length === arity : args.length > 0, `${op} must have ${arity || "some"} arguments`);
      const [place, exact] = pick(RATIONAL, op) || [];
      if (place && args[0].every((x) => same(x, place))) return [exact, exact];
      const apply = (a, b) => {
        this.spend(price(size(a) + size(b)) + (more ? more(this.p, a, b) : 12));
        return this.rounded(f(this.p, a, b));
      };
      return arity === 1 ? apply(args[0], args[0]) : args.reduce(apply);
    }

    /** The arguments of an operation: those listed, or its body at each integer between two ends. */
    terms(node, depth, more = "") {
      if (!has(node, "index")) return listed(fields(node, `op args${more}`).args).map((x) => this.value(x, depth + 1));
      const { index } = fields(node, `op index from to body${more}`);
      const short = typeof index === "string" && [...index].length < 99;
      const fresh = short && !this.names.has(index) && !this.indices.has(index);
      require(fresh, "an index must be a new name", index);
      const [low, high] = [node.from, node.to].map((x) => this.integer(x, depth + 1));
      require(high - low < 10n ** 5n, "an index must run over at most 10^5 integers");
      const [outer, found] = [this.indices, []];
      for (let k = low; k <= high; k += 1n) {
        this.spend(24);
        this.indices = new Map(outer).set(index, whole(k));
        found.push(this.value(node.body, depth + 1));
      }
      this.indices = outer;
      return found;
    }

    integer(node, depth = 0, rule = "an integer must stand here") {
      const x = this.value(node, depth);
      require(exactPair(x) && x[0].d === 1n, rule);
      return x[0].n;
    }

    reference(node, depth) {
      const thing = this.entry(node, depth);
      if (isNumber(thing)) return [thing, thing];
      require(isObject(thing) || typeof thing === "string", "a reference must be to a number", node.ref);
      const key = `${this.p} ${node.ref}`;
      if (!this.memo.has(key)) {
        const outer = this.indices;
        this.indices = new Map(); // what a name stands for knows nothing of an index around it
        this.memo.set(key, this.value(thing, depth + 1));
        this.indices = outer;
      }
      return this.memo.get(key);
    }

    /** What a name stands for, or what a list holds at some places. */
    entry(node, depth) {
      const name = fields(node, isObject(node) && has(node, "at") ? "ref at" : "ref").ref;
      const table = this.indices.has(name) ? this.indices : this.names;
      require(typeof name === "string" && table.has(name), "a name must be declared", name);
      if (table === this.names) this.used.add(name);
      let thing = table.get(name);
      for (const place of has(node, "at") ? listed(node.at) : []) {
        const k = this.integer(place, depth + 1);
        require(Array.isArray(thing) && k >= 0n && k < BigInt(thing.length), "an index must be in range");
        thing = thing[Number(k)];
      }
      return thing;
    }

    /** Refuse expressions that speak of unknown names, which an index of the formula around them could capture. */
    closed(nodes) {
      for (const name of [...this.symbols(nodes)].filter((x) => !this.names.has(x)).sort(inOrder)) refuse("a name must be declared", name);
    }

    total(node, depth) {
      this.spend(16);
      const lists = listed(fields(node, "op of").of).map((x) => this.entry(isObject(x) ? x : { ref: x }, depth));
      const shapes = lists.map((x) => shape(x).join());
      const fit = lists.length === (node.op === "dot" ? 2 : 1) && shapes[0] !== "" && shapes[0] === shapes[shapes.length - 1];
      require(fit, "sum and length must be of one list, dot of two of one shape");
      const result = node.op === "length" ? whole(lists[0].length) : this.dot(...lists);
      return [result, result];
    }

    expectation(node, depth) {
      const args = this.terms(node, depth, has(node, "copies") ? " copies" : "");
      let copies = (has(node, "copies") ? listed(node.copies) : ["1"]).map((k) => this.integer(k, depth + 1));
      if (copies.length === 1) copies = args.map(() => copies[0]);
      const counts = copies.length === args.length && args.length > 0 && copies.every((k) => k > 0n && k <= 10n ** 6n);
      require(counts, "a mean of a maximum must have as many copies as scales");
      copies = copies.map(Number);
      const limit = whole(10 ** 9);
      const sound = args.every((s) => {
        this.spend(price(size(s)) + (args.length >> 1)); // in checker.py their hashes may collide
        return sign(s[1]) > 0 && compare(s[1], limit) <= 0;
      });
      require(sound, "a scale must be positive and at most 10^9");
      const scales = new Map();
      args.forEach((s, i) => {
        const wide = [floorAt(s[0], this.p + 40), ceilAt(s[1], this.p + 40)];
        const entry = scales.get(wide.join()) || [wide, 0];
        scales.set(wide.join(), [wide, entry[1] + copies[i]]);
      });
      const entries = [...scales.values()];
      settle(entries.every(([s]) => s[0] > 0n));
      const sum = copies.reduce((a, b) => a + b, 0);
      this.spend((this.p + sum + 60) * (this.p + 40) * entries.length * ((this.p >> 5) + 4));
      return scaled(this.p, meanOfMax(this.p, entries, node.op === "mean-abs-max-normal"));
    }

    told(node, depth = 0) {
      const test = pick(RELATIONS, node.relation) || refuse("a relation must be one of < <= > >= = !=");
      const [a, b] = [this.value(node.left, depth), this.value(node.right, depth)];
      this.spend(price(size(a) + size(b)));
      const answers = new Set(a.flatMap((x) => b.map((y) => test(compare(x, y)))));
      const apart = compare(a[1], b[0]) < 0 || compare(b[1], a[0]) < 0 || (exactPair(a) && exactPair(b));
      settle(answers.size === 1 && (apart || (node.relation !== "=" && node.relation !== "!=")));
      return [...answers][0];
    }

    decide(node) {
      for (const p of PRECISIONS) {
        this.p = p;
        this.indices = new Map();
        try {
          return this.told(node);
        } catch (error) {
          if (!(error instanceof Undecided)) throw error;
        }
      }
      return refuse(UNDECIDED);
    }

    /** Refuse what is no number, also where nothing else asks for it. */
    number(node) {
      this.decide({ relation: "=", left: { op: "*", args: ["0", node] }, right: "0" });
    }

    /** An expression with what is known in the place of its names; only those of lemmas.json speak of lists.
     *
     * An index gets a name with a dot, as no certificate can declare: it captures no name of what is put in its place.
     */
    filled(node, known, lists = false) {
      this.spend(4 + (isObject(node) && has(node, "index") ? Object.keys(known).length : 0));
      if (Array.isArray(node)) return node.map((x) => this.filled(x, known, lists));
      if (!isObject(node)) return node;
      require(lists || !(has(node, "at") || has(node, "of")), "a statement must not speak of lists");
      const indexed = has(node, "index");
      if (indexed) require(typeof node.index === "string", "an index must be a new name", node.index);
      const own = indexed ? { ...known, [node.index]: { ref: `${node.index}.` } } : known;
      const parts = Object.entries(node).map(([key, x]) => [key, this.filled(x, key === "body" ? own : known, lists)]);
      const inside = Object.fromEntries(parts);
      if (indexed) inside.index = `${node.index}.`;
      if (has(node, "of")) inside.of = listed(inside.of).map((x) => (typeof x === "string" ? partOf(x, known) : x));
      if (has(node, "ref")) {
        require(typeof node.ref === "string", "a name must be declared", node.ref);
        const stands = has(known, node.ref) ? known[node.ref] : undefined;
        if (stands instanceof Rule) return this.filled(stands.body, stands.at(inside.at), true);
        if (stands !== undefined && !has(node, "at")) return stands;
        inside.ref = partOf(node.ref, known);
      }
      return inside;
    }

    /** Decide a relation of lemmas.json, at all integers of its ranges. */
    holds(condition, known) {
      let node = { relation: condition.relation, left: condition.left, right: condition.right };
      for (const [index, low, high] of [...(condition.for || [])].reverse()) {
        node = { relation: "=", left: { op: "*", index, from: low, to: high, body: node }, right: "1" };
      }
      return this.decide(this.filled(node, known, true));
    }

    /** What the names in an entry of lemmas.json stand for: parameters, of fitting shapes, and lets. */
    parameters(node, entry) {
      const [known, sizes, prefix] = [{ ...node }, new Map(), `.${this.names.size}.`];
      this.closed(Object.values(node));
      if (has(node, "mdp")) {
        const [m, n] = this.mdps.get(node.mdp) || refuse("mdp must name an MDP");
        this.used.add(node.mdp);
        sizes.set("m", m).set("n", n);
      }
      for (const kind of Object.keys(SHAPES).filter((x) => has(node, x)).sort(inOrder)) {
        const [found, letters] = [shape(this.entry({ ref: node[kind] }, 0)), [...SHAPES[kind]]];
        const fits = (letter, i) => {
          if (!sizes.has(letter)) sizes.set(letter, found[i]);
          return found[i] > 0 && sizes.get(letter) === found[i];
        };
        require(found.length === letters.length && letters.every(fits), `${kind} must be of shape ${letters.join(" x ")}`);
        this.pinned.add(node[kind]);
      }
      for (const [name, ...rest] of entry.let || []) {
        const body = rest[rest.length - 1];
        if (rest.length > 1) {
          known[name] = new Rule(rest[0], body, { ...known });
        } else {
          this.names.set(prefix + name, this.filled(body, known, true));
          known[name] = { ref: prefix + name };
        }
      }
      return known;
    }

    declare(name, thing) {
      const fresh = typeof name === "string" && /^[A-Za-z][A-Za-z0-9_]{0,59}$/.test(name) && !this.names.has(name);
      require(fresh, "a name must be new and of at most 60 letters, digits and _", name);
      this.names.set(name, thing);
    }

    readObject(name, node) {
      this.declare(name, isObject(node) ? null : this.array(node));
      if (!isObject(node)) return;
      fields(node, "transitions rewards discount");
      const [P, r, discount] = [this.array(node.transitions), this.array(node.rewards), this.array(node.discount)];
      const fits = shape(P).length === 3 && shape(P).join() === [...shape(r), P[0].length].join();
      require(fits, `${name} must have P m x n x n and r m x n`);
      const sound = P.every((matrix) => matrix.every((row) => row.every((x) => sign(x) >= 0) && same(this.dot(row), ONE)));
      require(sound, `${name} must have rows that are non-negative and sum to 1`);
      const below = !Array.isArray(discount) && sign(discount) >= 0 && compare(discount, ONE) < 0;
      require(below, `${name} must have a discount in [0, 1)`);
      this.mdps.set(name, shape(r));
      const counts = { states: whole(P[0].length), actions: whole(P.length) };
      const parts = { transitions: P, rewards: r, discount, ...counts };
      for (const [part, x] of Object.entries(parts)) this.names.set(`${name}.${part}`, x);
    }

    /** What an entry of lemmas.json requires of its parameters holds; return what its names stand for. */
    given(entry, parameters, rule) {
      const known = this.parameters(parameters, entry);
      const isNumeric = (name) => name !== "mdp" && !has(SHAPES, name);
      for (const name of Object.keys(parameters).filter(isNumeric).sort(inOrder)) this.number(parameters[name]);
      for (const x of entry.positive || []) {
        require(this.decide({ relation: ">", left: parameters[x], right: "0" }), `${x} must be positive`);
      }
      for (const condition of entry.require || []) {
        require(this.holds(condition, known), condition.else || rule);
      }
      return known;
    }

    checkFact(node) {
      const key = isObject(node) && typeof node.fact === "string" ? node.fact : "";
      if (key === "relation") {
        require(this.decide(fields(node, "fact relation left right")), "a relation among the facts must be true");
        return;
      }
      const entry = pick(FACTS, key) || refuse("a fact must be one of the table", key);
      const { fact, ...parameters } = fields(node, ["fact", ...parameterNames(entry.says)].join(" "));
      this.given(entry, parameters, `a fact must be true, got a false one: ${spoken(entry.says, node)}`.slice(0, 300));
    }

    checkLemma(node) {
      const entry = pick(LEMMAS, fields(node, "name theorem parameters because").theorem);
      require(entry, "a theorem must be one of the table");
      require(node.because === entry.because, `because must be the proof of ${node.theorem} in the table`);
      const rule = `the hypotheses of ${node.theorem} must hold`;
      const known = this.given(entry, fields(node.parameters, parameterNames(entry.says).join(" ")), rule);
      const fitting = (entry.cases || [entry]).filter((x) => !x.when || this.holds(x.when, known));
      require(fitting.length > 0, rule);
      const expression = this.filled(fitting[0].value, known, true);
      this.declare(node.name, entry.sense === "=" ? expression : null);
      if (entry.sense !== "=") this.bounds.set(node.name, expression);
      this.larger.set(node.name, entry.sense === ">=");
    }

    shaped(data) {
      this.weigh(data);
      const bound = isObject(data) && Object.hasOwn(data, "values");
      fields(data, `${SECTIONS} ${bound ? "values part" : "conclusion"}`);
      require(data.format === FORMAT && data.version === VERSION, `format and version must be ${FORMAT} ${VERSION}`);
      const statement = fields(data.statement, "id reading printed formal domain integers quantities digest");
      const lists = [...listed(data.assumed), ...listed(statement.printed), ...listed(statement.integers)];
      const texts = [data.says, statement.id, statement.reading, ...lists];
      require(texts.every((x) => typeof x === "string"), "id, reading, printed, integers, says, assumed must be texts");
      const said = data.assumed.every((x) => /[A-Za-z\u00c0-\u1fff\u3040-\uffff]/.test(x)); // or half a character
      require(said, "what is assumed must be said in words");
      require(bound || data.assumed.length > 0, "a conclusion of its own must rest on what is assumed");
      const told = [...listed(statement.formal), ...listed(statement.domain)].map((x) => fields(x, "relation left right"));
      require(bound || !told.length, "a statement that is a formula must be refuted at values of its symbols");
      require(statement.digest === digestOf(statement), "digest must be that of the statement", statement.digest);
      const named = ["objects", "constants", ...(bound ? ["values"] : [])].every((part) => isObject(data[part])) && isObject(statement.quantities);
      require(named, "objects, constants, values and quantities must have names");
      return bound;
    }

    run(data) {
      const bound = this.shaped(data);
      for (const [name, node] of Object.entries(data.objects)) this.readObject(name, node);
      for (const [name, node] of Object.entries(data.constants)) {
        this.declare(name, isObject(node) ? node : this.rational(node));
      }
      for (const node of listed(data.facts)) this.checkFact(node);
      for (const node of listed(data.given)) this.checkLemma(node);
      return this.conclude(bound ? this.instance(data) : { ...fields(data.conclusion, "relation left right") }, bound);
    }

    /** The negation of one relation of the statement at these values, which must lie in its domain. */
    instance(data) {
      const { statement, values, part } = data;
      const limited = new Set([...this.symbols(statement.domain), ...statement.integers]);
      const spoken = [...this.symbols([...statement.formal, ...statement.domain])];
      const wanted = [...new Set([...spoken.filter((name) => !name.includes(".")), ...statement.integers])].sort(inOrder);
      const objects = [...new Set(spoken.filter((name) => name.includes(".")).map((name) => name.split(".")[0]))].sort(inOrder);
      const theirs = objects.length === this.mdps.size && objects.every((name) => this.mdps.has(name));
      require(!objects.length || theirs, "the MDPs must be those of the statement", ...objects);
      const complete = Object.keys(values).length === wanted.length && wanted.every((name) => has(values, name));
      require(complete, `values must be given of exactly the symbols ${wanted.join(" ")}`);
      const there = Number.isInteger(part) && part >= 0 && part < statement.formal.length;
      require(there, "part must be the place of a relation", part);
      this.closed(Object.values(values));
      for (const relation of statement.domain) {
        require(this.decide(this.filled(relation, values)), "the values must satisfy the domain of the statement");
      }
      for (const name of statement.integers) {
        this.integer(values[name], 0, `${name} must be an integer`);
      }
      for (const [name, quantity] of Object.entries(statement.quantities)) this.tie(name, quantity, data);
      const { relation, left } = statement.formal[part];
      if (relation === "=" && wanted.some((name) => stands(left, name))) { // defined, unless an equation fixes it
        const defined = this.symbols(left);
        const fixed = this.symbols(statement.domain.filter((x) => x.relation === "="));
        for (const name of defined) if (!fixed.has(name)) limited.delete(name);
      }
      const own = this.symbols(statement.formal[part]);
      const free = wanted.filter((x) => !limited.has(x) && !has(statement.quantities, x));
      for (const name of free.filter((x) => !own.has(x))) { // of another relation: a number all the same
        this.number(values[name]);
      }
      this.use(Object.values(values));
      const loose = free.filter((x) => own.has(x));
      const tied = `${loose.join(" ")} must be tied to what a lemma gives by quantities, or assumed`;
      require(!loose.length || data.assumed.length, tied);
      const claim = this.filled(statement.formal[part], values);
      return { ...claim, relation: pick(NEGATED, statement.formal[part].relation) || "" };
    }

    /** Refuse unless the value of a symbol is what a lemma gives of the very quantity that the statement names. */
    tie(name, quantity, data) {
      require(isObject(quantity) && has(data.values, name), "a quantity must be one of the symbols", name);
      this.spend(data.given.length);
      const own = data.given.find((x) => stands(data.values[name], x.name));
      const gives = own && (LEMMAS[own.theorem].gives || own.theorem);
      require(own && gives === quantity.is, `${name} must be what a lemma gives of`, quantity.is);
      for (const key of Object.keys(quantity).filter((x) => x !== "is").sort(inOrder)) {
        const stated = this.filled(quantity[key], data.values);
        const given = has(own.parameters, key) ? own.parameters[key] : "";
        const number = key !== "mdp" && !has(SHAPES, key);
        this.weigh([stated, given]);
        require(alike(stated, given) || (number && this.decide({ relation: "=", left: given, right: stated })), `${key} of ${name} must be that of the statement`);
      }
    }

    /** Note the names on which an expression rests, through constants and lemmas. */
    use(node) {
      let fresh = [...this.symbols(node)];
      while (fresh.length) {
        for (const name of fresh) this.used.add(name);
        const behind = fresh.map((name) => this.bounds.get(name) || this.names.get(name)).filter((x) => isObject(x) && !isNumber(x));
        fresh = [...this.symbols(behind)].filter((name) => !this.used.has(name));
      }
    }

    conclude(node, bound) {
      const used = this.used;
      this.used = new Set();
      const ends = pick({ "<": ["left", "right"], ">": ["right", "left"] }, isNest(node.relation) ? "" : `${node.relation}`[0]);
      const place = (name) => ends[Number(this.larger.get(name))]; // the larger one is last
      for (const name of [...this.bounds.keys()].filter((x) => ends && stands(node[place(x)], x))) {
        node[place(name)] = this.bounds.get(name);
        used.add(name);
      }
      this.memo.clear();
      require(this.decide(node), "the conclusion must be true, got a false one");
      const speaks = bound || this.used.size > 0 || [...this.bounds.keys()].some((name) => used.has(name));
      require(speaks, "the conclusion must speak of something in the certificate");
      const loose = [...this.used].filter(
        (name) => Array.isArray(this.names.get(name)) && !name.includes(".") && !this.pinned.has(name)
      );
      require(loose.length === 0, "a list in the conclusion must stand in a fact", ...loose.sort(inOrder).slice(0, 1));
      const seen = new Set([...used, ...this.used].map((name) => name.split(".")[0]));
      const unused = [...this.names.keys()].filter((name) => !name.includes(".") && !seen.has(name)).sort(inOrder);
      require(unused.length === 0, "a name must be used by a fact or by the conclusion", ...unused.slice(0, 1));
      return compared(this.value(node.left), node.relation, this.value(node.right));
    }
  }

  const SPECIAL = {
    pi: (c, node) => {
      c.spend(3 * c.p);
      return fields(node, "op") && scaled(c.p, piAt(BigInt(c.p)));
    },
    sum: (c, node, depth) => c.total(node, depth),
    dot: (c, node, depth) => c.total(node, depth),
    length: (c, node, depth) => c.total(node, depth),
    "mean-max-normal": (c, node, depth) => c.expectation(node, depth),
    "mean-abs-max-normal": (c, node, depth) => c.expectation(node, depth),
  };

  /** The first 96 decimal digits, and the power of ten of the first. */
  function decimal(x) {
    const scaledBy = (e) => (e >= 0 ? div(abs(x.n) * 10n ** BigInt(e), x.d) : abs(x.n) / (x.d * 10n ** BigInt(-e)));
    let e = Math.floor(((bits(x.n) - bits(x.d)) * 30103) / 100000) + 1;
    while (sign(x) && scaledBy(95 - e) < 10n ** 95n) e -= 1;
    return { minus: sign(x) < 0 ? "-" : "", shown: `${scaledBy(95 - e)}`.padStart(96, "0"), e };
  }

  /** The first n of them. */
  function digits({ minus, shown, e }, n) {
    if (e <= -6 || e >= n - 1) return `${minus}${shown[0]}.${shown.slice(1, n)}...e${e}`;
    if (e < 0) return `${minus}0.${"0".repeat(-e - 1)}${shown.slice(0, n)}...`;
    return `${minus}${shown.slice(0, e + 1)}.${shown.slice(e + 1, n)}...`;
  }

  /** Both sides of a relation, with as many digits as tell them apart, or with both ends. */
  function compared(a, relation, b) {
    const ends = [a, b].map((x) => x.map(decimal));
    const apart = (n) => ends[0].every((x) => ends[1].every((y) => digits(x, n) !== digits(y, n)));
    const n = [6, 12, 24, 48, 96].find(apart) || 12;
    const written = (x, i) => (exactPair(x) && size(x) < 80 ? text(x[0]) : spread(ends[i].map((y) => digits(y, n))));
    return `${written(a, 0)} ${relation} ${written(b, 1)}`;
  }

  const spread = (ends) => (ends[0] === ends[1] ? ends[0] : ends.join(" to "));

  function spoken(says, node) {
    return says.replace(/{(\w+)}/g, (_, name) => short(node[name]));
  }

  // ---- Names in sentences and expressions ----

  /** The name of a list, or of a part of an MDP, that a name such as mdp.rewards stands for. */
  function partOf(name, known) {
    const [base, ...part] = name.split(".");
    return [has(known, base) && typeof known[base] === "string" ? known[base] : base, ...part].join(".");
  }

  /** A parameter as it stands in a sentence, which may be no parameter at all. */
  function short(x) {
    if (!isObject(x) || typeof x.ref !== "string") return typeof x === "string" ? x : "(...)";
    return [x.ref, ...(Array.isArray(x.at) ? x.at : []).map((i) => `[${short(i)}]`)].join("");
  }

  // ---- Values for a drawing ----

  const DRAWN = PRECISIONS.slice(0, 3);
  const NARROW = fraction(1n, 1n << 36n); // of an enclosure, relative to what it encloses

  /** A rational as a double; `round` keeps the ends of an enclosure on their sides. */
  function double(x, round) {
    const shift = 64 + bits(x.d) - bits(x.n);
    const whole = round(x.n << BigInt(Math.max(shift, 0)), x.d << BigInt(Math.max(-shift, 0)));
    return Number(whole) * 2 ** -shift;
  }

  /** An enclosure that is narrow, or the best that there is. */
  function enclosed(node, names) {
    let found;
    for (const p of DRAWN) {
      const checker = new Checker();
      checker.names = names;
      checker.p = p;
      try {
        found = checker.value(node);
      } catch (error) {
        if (!(error instanceof Undecided)) throw error;
        continue;
      }
      const [low, high] = found;
      if (compare(sub(high, low), mul(NARROW, larger(low, negated(high)))) <= 0) break;
    }
    return found ? [double(found[0], div), double(found[1], divUp)] : refuse(UNDECIDED);
  }

  /** What expressions are worth: doubles [low, high] around each, or null where it has no value.
   *
   * `values` are exact numbers, and `names` expressions of these and of one another. A relation is worth 1 or 0.
   */
  function enclosures(expressions, names, values) {
    const known = new Map(Object.entries({ ...names, ...values }));
    return expressions.map((node) => {
      try {
        return enclosed(node, known);
      } catch (error) {
        if (!(error instanceof Refused) && !(error instanceof RangeError)) throw error;
        return null;
      }
    });
  }

  // ---- The ways in ----

  const keyOf = (statement) => `${statement.id}#${statement.reading}`;

  /** What was decided about which statement. */
  function about(certificate) {
    const key = keyOf(certificate.statement);
    if (has(certificate, "conclusion")) return `assumed: this contradicts ${key}`;
    const values = Object.keys(certificate.values).sort(inOrder).map((name) => `${name} = ${short(certificate.values[name])}`);
    return `relation ${certificate.part + 1} of ${key} fails for ${values.join(", ")}`;
  }

  function details(certificate) {
    const told = certificate.facts.filter((f) => f.fact !== "relation").map((f) => [FACTS[f.fact], f]);
    told.push(...certificate.given.map((g) => [LEMMAS[g.theorem], { ...g.parameters, name: g.name }]));
    const rests = told.map(([entry, known]) => spoken(entry.says, known));
    return [about(certificate), ...rests, ...certificate.assumed.map((text) => `assumed: ${text}`)];
  }

  function answer(work, shown) {
    const run = new Checker();
    const spent = () => ({ work: MAX_WORK - run.left });
    try {
      const certificate = work();
      const sentence = `accepted: ${run.run(certificate)}`;
      const statement = certificate.statement;
      const stands = !shown || (keyOf(shown) === keyOf(statement) && shown.digest === statement.digest);
      require(stands, "the certificate must be about a statement as it stands", keyOf(statement));
      return { accepted: true, sentence, details: details(certificate), ...spent() };
    } catch (error) {
      const deep = error instanceof RangeError;
      if (!(error instanceof Refused) && !deep) throw error;
      const sentence = deep ? WELL_FORMED : error.message;
      return { accepted: false, sentence: `refused: ${sentence}`, details: [], ...spent() };
    }
  }

  function keys(node) {
    const inside = isNest(node) ? Object.values(node) : [];
    return inside.reduce((count, x) => count + keys(x), isObject(node) ? inside.length : 0);
  }

  function parse(source) {
    require(source.length <= MAX_BYTES && new TextEncoder().encode(source).length <= MAX_BYTES, `a certificate must have at most ${MAX_BYTES} bytes`);
    let data;
    try {
      data = JSON.parse(source);
    } catch (error) {
      refuse(`${WELL_FORMED}, got a fault: ${error.message}`.slice(0, 200));
    }
    const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
    let names = 0;
    for (const match of source.matchAll(STRING)) names += match[1] ? 1 : 0;
    require(names === keys(data), "a JSON object must have distinct keys");
    const rest = source.replace(STRING, "").replace(/true|false|null/g, "");
    require(!/[.eE]|[0-9]{10}/.test(rest), "JSON numbers must be integers of at most 9 digits");
    return data;
  }

  root.checkCertificate = (certificate, shown) => answer(() => certificate, shown);
  root.checkCertificateText = (source, shown) => answer(() => parse(source), shown);
  root.checkerEnclosures = enclosures;
})(typeof window === "undefined" ? globalThis : window);
