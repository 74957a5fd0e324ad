import type { Knob } from './knobs.js';
import type { Verdict } from './trial.js';

/** Numbers of steps by which knobs (limits that can be loosened step by step) are loosened so that a plan exists. */
export interface Turn {
  /** Number of steps of each loosened knob, at least 1, by index of the knob. */
  readonly steps: ReadonlyMap<number, number>;
  /** True if it is proven that the numbers are minimal: with one step less of any one knob, no plan exists. */
  readonly proven: boolean;
}

/** Maximum number of limits in a combination besides those that every combination must loosen. */
const MAX_FREE = 3;
/** Maximum number of pairs of limits that are also loosened together in proportion, because each suffices by itself. */
const MAX_BALANCED = 6;
/** Maximum number of combinations of limits of one size. If there are more, this and larger sizes are skipped. */
const MAX_CHOICES = 500;

/**
 * Yields minimal combinations of changes after which a plan exists: a number of steps for each knob (a limit that can
 * be loosened step by step). Once a plan exists, it must continue to exist after further steps.
 *
 * First, the knobs are found without which no combination suffices; every combination contains them. In addition, a
 * combination contains one of these: a single knob that then suffices; a pair or triple of which no smaller part
 * suffices; or two knobs that suffice singly, changed in proportion.
 */
export function* leastTurns(
  knobs: readonly Knob[],
  verdict: (steps: readonly number[]) => Verdict,
): Generator<Turn, void> {
  const search = new Search(knobs, verdict);
  const all = [...knobs.keys()];
  if (!search.suffices(all)) return;
  const needed = all.filter((k) => !search.suffices(all.filter((one) => one !== k)));
  if (search.suffices(needed)) {
    yield search.least(needed);
    return;
  }
  const free = all.filter((k) => !needed.includes(k)).reverse();
  const found: (readonly number[])[] = [];
  const singles: Single[] = [];
  for (let size = 1; size <= MAX_FREE; size++) {
    if (choiceCount(free.length, size) > MAX_CHOICES) break;
    for (const some of choices(free, size)) {
      const holds = found.some((less) => less.every((k) => some.includes(k)));
      if (size === MAX_FREE && holds) continue;
      const turned = all.filter((k) => needed.includes(k) || some.includes(k));
      if (!search.suffices(turned)) continue;
      const turn = search.least(turned);
      if (turn.steps.size < turned.length) continue;
      found.push(some);
      if (size === 1) singles.push({ k: some[0]!, steps: turn.steps.get(some[0]!)! });
      yield turn;
    }
  }
  for (const [a, b] of pairsOf(singles).slice(0, MAX_BALANCED)) {
    const turn = search.balanced(needed, a, b);
    if (turn !== null) yield turn;
  }
}

/**
 * Knob that suffices together with the knobs that every combination contains. `steps` is the number of its steps that
 * are then needed.
 */
interface Single {
  readonly k: number;
  readonly steps: number;
}

function pairsOf(singles: readonly Single[]): (readonly [Single, Single])[] {
  return singles.flatMap((a, n) => singles.slice(n + 1).map((b) => [a, b] as const));
}

function choiceCount(of: number, size: number): number {
  return size === 0 ? 1 : (choiceCount(of - 1, size - 1) * of) / size;
}

class Search {
  private readonly known = new Map<string, Verdict>();

  constructor(
    private readonly knobs: readonly Knob[],
    private readonly verdict: (steps: readonly number[]) => Verdict,
  ) {}

  /** Returns true if a plan exists with these knobs at their maximum number of steps and all others at 0. */
  suffices(turned: readonly number[]): boolean {
    return this.of(this.knobs.map(({ most }, k) => (turned.includes(k) ? most : 0))) === 'plan';
  }

  /**
   * Returns numbers of steps of these knobs with which a plan exists. The number of the first knob is minimised while
   * the others keep their maximum. Then the number of the second knob is minimised, and so on.
   */
  least(turned: readonly number[]): Turn {
    const steps = this.knobs.map(({ most }, k) => (turned.includes(k) ? most : 0));
    for (const k of turned) {
      const { most, guess } = this.knobs[k]!;
      steps[k] = leastSteps((own) => this.of(steps.map((one, j) => (j === k ? own : one))) === 'plan', most, guess);
    }
    return this.turnOf(steps);
  }

  /**
   * Returns a combination in which the knobs a and b share the change. Each of the two gets the same fraction of the
   * steps that it would need without the other, as few as suffice. The knobs `needed`, which every combination
   * contains, are changed too.
   *
   * Null in three cases: a or b would need only one step without the other, a or b needs no step in the combination, or
   * no combination suffices.
   */
  balanced(needed: readonly number[], a: Single, b: Single): Turn | null {
    const others = this.least([...needed, a.k].sort((j, k) => j - k)).steps;
    const [first, second] = a.steps >= b.steps ? [a, b] : [b, a];
    const at = (own: number): number[] => {
      const steps = this.knobs.map((_, k) => (needed.includes(k) ? (others.get(k) ?? 0) : 0));
      steps[first.k] = own;
      steps[second.k] = Math.ceil((own * second.steps) / first.steps);
      return steps;
    };
    if (second.steps === 1) return null;
    const isEnough = (own: number): boolean => this.of(at(own)) === 'plan';
    if (!isEnough(first.steps)) return null;
    const own = leastSteps(isEnough, first.steps, Math.ceil(first.steps / 2));
    const steps = at(own);
    // The share was rounded up for the second, and the others may then be more than need be.
    for (const k of [second.k, first.k, ...needed]) {
      const least = (some: number): boolean => this.of(steps.map((one, j) => (j === k ? some : one))) === 'plan';
      steps[k] = leastSteps(least, steps[k]!, steps[k]!);
      if (steps[k] === 0 && !needed.includes(k)) return null;
    }
    return this.turnOf(steps);
  }

  private turnOf(steps: readonly number[]): Turn {
    const moved = [...steps.keys()].filter((k) => steps[k]! > 0);
    const proven = moved.every((k) => this.of(steps.map((one, j) => (j === k ? one - 1 : one))) === 'none');
    return { steps: new Map(moved.map((k) => [k, steps[k]!])), proven };
  }

  private of(steps: readonly number[]): Verdict {
    const key = steps.join(' ');
    const before = this.known.get(key);
    if (before !== undefined) return before;
    const verdict = this.verdict(steps);
    this.known.set(key, verdict);
    return verdict;
  }
}

/**
 * Returns the smallest number of steps from 0 to `most` for which `suffices` is true. It must be true for `most` and
 * stay true for larger numbers.
 *
 * @param guess number tried first
 */
function leastSteps(suffices: (steps: number) => boolean, most: number, guess: number): number {
  if (suffices(0)) return 0;
  let [tooFew, enough] = [0, most];
  // From the guess outwards: it is often right.
  for (let ahead = guess; ahead < enough; ahead = Math.min(most, 2 * ahead)) {
    if (suffices(ahead)) {
      enough = ahead;
      if (ahead > tooFew + 1 && !suffices(ahead - 1)) return ahead;
    } else tooFew = ahead;
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (suffices(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
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
