import type { Knob } from './knobs.js';
import type { Verdict } from './trial.js';

/** [knob]: number of steps by which it is loosened. More steps never take away a plan. */
export type Steps = readonly number[];

/** Minimal numbers of steps with which a plan exists. */
export interface Turn {
  readonly steps: Steps;
  /** True if it is proven that no plan exists with one step less of any one knob. */
  readonly proven: boolean;
}

/** Maximum number of limits in a combination besides those that every combination must loosen. */
const MAX_FREE = 3;
/** Maximum number of pairs of limits that are also loosened together in proportion, because each suffices by itself. */
const MAX_BALANCED = 6;
/** Maximum number of combinations of limits of one size. If there are more, this and larger sizes are skipped. */
const MAX_CHOICES = 500;
/** Relative gap between the price of the cheapest steps found and its lower bound at which the search ends. */
const NEAR = 1e-3;

/**
 * Yields minimal combinations of changes after which a plan exists.
 *
 * First, the knobs are found without which no combination suffices; every combination contains them. In addition, a
 * combination contains one of these: a single knob that then suffices; a pair or triple of which no smaller part
 * suffices; or two knobs that suffice singly, changed in proportion.
 */
export function* leastTurns(
  knobs: readonly Pick<Knob, 'most' | 'guess'>[],
  verdict: (steps: Steps) => Verdict,
): Generator<Turn, void> {
  const known = new Map<string, Verdict>();
  const of = (steps: Steps): Verdict => {
    const key = steps.join(' ');
    const found = known.get(key) ?? verdict(steps);
    known.set(key, found);
    return found;
  };
  const isEnough = (steps: Steps): boolean => of(steps) === 'plan';
  const farthest = (turned: readonly number[]): Steps => knobs.map(({ most }, k) => (turned.includes(k) ? most : 0));
  const least = (turned: readonly number[]): Steps =>
    lowered(farthest(turned), turned, isEnough, (k) => knobs[k]!.guess);
  const turnOf = (steps: Steps): Turn => ({
    steps,
    proven: turnedIn(steps).every((k) => of(steps.with(k, steps[k]! - 1)) === 'none'),
  });

  const all = [...knobs.keys()];
  if (!isEnough(farthest(all))) return;
  const needed = all.filter((k) => !isEnough(farthest(all.filter((one) => one !== k))));
  if (isEnough(farthest(needed))) {
    yield turnOf(least(needed));
    return;
  }
  const free = all.filter((k) => !needed.includes(k)).reverse();
  const found: (readonly number[])[] = [];
  const singles: (readonly [k: number, steps: number])[] = [];
  for (let size = 1; size <= MAX_FREE; size++) {
    if (choiceCount(free.length, size) > MAX_CHOICES) break;
    for (const some of choices(free, size)) {
      const holdsLess = found.some((less) => less.every((k) => some.includes(k)));
      const turned = all.filter((k) => needed.includes(k) || some.includes(k));
      if ((size === MAX_FREE && holdsLess) || !isEnough(farthest(turned))) continue;
      const steps = least(turned);
      if (turnedIn(steps).length < turned.length) continue;
      found.push(some);
      if (size === 1) singles.push([some[0]!, steps[some[0]!]!]);
      yield turnOf(steps);
    }
  }
  const pairs = singles.flatMap((a, n) => singles.slice(n + 1).map((b) => [a, b] as const));
  for (const [a, b] of pairs.slice(0, MAX_BALANCED)) {
    const others = least([...needed, a[0]].sort((j, k) => j - k));
    const [[first, mostOfFirst], [second, mostOfSecond]] = a[1] >= b[1] ? [a, b] : [b, a];
    if (mostOfSecond === 1) continue;
    // Both get the same fraction of the steps that each would need without the other.
    const shared = (own: number): Steps => {
      const ofSecond = Math.ceil((own * mostOfSecond) / mostOfFirst);
      return others.map((steps, k) => (k === first ? own : k === second ? ofSecond : needed.includes(k) ? steps : 0));
    };
    const suffices = (own: number): boolean => isEnough(shared(own));
    if (!suffices(mostOfFirst)) continue;
    const equal = shared(leastSteps(suffices, mostOfFirst, 0, Math.ceil(mostOfFirst / 2)));
    // The share was rounded up for the second, and the others may then be more than need be.
    const steps = lowered(equal, [second, first, ...needed], isEnough, (k) => equal[k]!);
    if (steps[first] !== 0 && steps[second] !== 0) yield turnOf(steps);
  }
}

/** Request for the cheapest numbers of steps that suffice. */
interface StepsRequest {
  /** [knob]: maximum number of its steps. */
  readonly most: Steps;
  /** Returns the price of these numbers of steps. It must not fall if a number rises. */
  readonly price: (steps: Steps) => number;
  /** Returns true if a plan was found after these numbers of steps. */
  readonly suffices: (steps: Steps) => boolean;
  /** Returns true if it is proven that no plan exists after these numbers of steps. */
  readonly isExcluded: (steps: Steps) => boolean;
  /** Number of calls of `suffices` and `isExcluded` after which the search ends. */
  readonly mostTests: number;
}

/** All changes with `least` to `most` steps of each knob. `price` is that of `least`, the cheapest of them. */
interface Box {
  readonly least: Steps;
  readonly most: Steps;
  readonly price: number;
}

/**
 * Returns the cheapest numbers of steps found that suffice, by branch and bound over boxes of them. Null if even the
 * maximum numbers do not suffice. `bound` is a proven lower bound on the price of any numbers that suffice.
 *
 * A box is dropped if its largest corner is proven insufficient or its smallest corner costs too much. Before that,
 * small numbers of steps of a knob are cut off if they are proven insufficient even with all other knobs at their
 * maximum in the box.
 */
export function cheapestSteps({ most, price, mostTests, ...asked }: StepsRequest) {
  let tests = 0;
  const suffices = (steps: Steps): boolean => (tests++, asked.suffices(steps));
  const isExcluded = (steps: Steps): boolean => (tests++, asked.isExcluded(steps));
  if (!suffices(most)) return null;
  let best = { steps: most, price: price(most) };
  const offer = (steps: Steps): void => {
    if (price(steps) < best.price) best = { steps, price: price(steps) };
  };
  /** Lowers the greatest steps of a box as long as they suffice, those of knob `last` in the end. */
  const descend = (box: Omit<Box, 'price'>, last: number): void => {
    const order = [...[...box.most.keys()].filter((k) => k !== last), last];
    offer(lowered(box.most, order, suffices, undefined, box.least));
  };
  const root: Box = { least: most.map(() => 0), most, price: 0 };
  for (const k of most.keys()) descend(root, k);
  const open: Box[] = [root];
  let closed = Infinity;
  while (open.length > 0 && tests < mostTests) {
    open.sort((a, b) => b.price - a.price);
    const box = open.pop()!;
    if (box.price >= best.price * (1 - NEAR)) {
      open.push(box);
      break;
    }
    const small = shrunk(box, best.price);
    if (small === null) continue;
    const isLeastEnough = suffices(small.least);
    if (isLeastEnough) offer(small.least);
    const widths = small.most.map((own, k) => price(small.least.with(k, own)) - small.price);
    const movable = [...widths.keys()].filter((k) => small.most[k]! > small.least[k]!);
    if (isLeastEnough || movable.length === 0) {
      // Nothing cheaper is in the box, or it is one choice of steps, neither found to suffice nor excluded.
      closed = Math.min(closed, small.price);
      continue;
    }
    const widest = movable.reduce((at, k) => (widths[k]! > widths[at]! ? k : at));
    if (suffices(small.most)) descend(small, widest);
    const middle = Math.floor((small.least[widest]! + small.most[widest]!) / 2);
    open.push({ ...small, most: small.most.with(widest, middle) });
    const least = small.least.with(widest, middle + 1);
    open.push({ least, most: small.most, price: price(least) });
  }
  return { ...best, bound: Math.min(best.price, closed, ...open.map((box) => box.price)) };

  /** Returns the part of a box that may contain a sufficient change below `mostPrice`; null if there is none. */
  function shrunk(box: Box, mostPrice: number): Box | null {
    const least = [...box.least];
    const greatest = box.most.map((own, k) => {
      if (price(least.with(k, own)) <= mostPrice) return own;
      return leastSteps((steps) => price(least.with(k, steps + 1)) > mostPrice, own, least[k]);
    });
    if (isExcluded(greatest)) return null;
    for (const k of least.keys()) {
      if (least[k] === greatest[k] || !isExcluded(greatest.with(k, least[k]!))) continue;
      least[k] = leastSteps((own) => !isExcluded(greatest.with(k, own)), greatest[k]!, least[k]! + 1);
    }
    return { least, most: greatest, price: price(least) };
  }
}

/**
 * Returns the smallest number of steps from `least` to `most` for which `holds` is true. It must be true for `most` and
 * stay true for larger numbers. Numbers near `guess` are tried first.
 */
export function leastSteps(holds: (steps: number) => boolean, most: number, least = 0, guess = least + 1): number {
  if (least >= most || holds(least)) return least;
  let [tooFew, enough] = [least, most];
  if (guess >= most || holds(guess)) {
    enough = Math.min(guess, most);
    // The guess is often right.
    if (enough > tooFew + 1) {
      if (!holds(enough - 1)) return enough;
      enough--;
    }
  } else {
    tooFew = guess;
    for (let ahead = 4; tooFew + ahead < enough; ahead *= 4) {
      if (holds(tooFew + ahead)) enough = tooFew + ahead;
      else tooFew += ahead;
    }
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (holds(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** Lowers the steps of one knob after the other, in the given order, as far as they suffice and to `floor` at least. */
function lowered(
  steps: Steps,
  order: readonly number[],
  suffices: (steps: Steps) => boolean,
  guessOf?: (knob: number) => number,
  floor?: Steps,
): Steps {
  return order.reduce((sum, k) => {
    const isEnough = (own: number): boolean => suffices(sum.with(k, own));
    return sum.with(k, leastSteps(isEnough, sum[k]!, floor?.[k], guessOf?.(k)));
  }, steps);
}

function turnedIn(steps: Steps): number[] {
  return [...steps.keys()].filter((k) => steps[k]! > 0);
}

function choiceCount(of: number, size: number): number {
  return size === 0 ? 1 : (choiceCount(of - 1, size - 1) * of) / size;
}

/** Yields all subsets of `of` with `size` elements, in lexicographic order. */
function* choices(of: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [n, first] of of.entries()) {
    for (const rest of choices(of.slice(n + 1), size - 1)) yield [first, ...rest];
  }
}
