import type { Knob } from './knobs.js';
import type { Verdict } from './trial.js';

/** Steps by knob after which a plan exists. */
export interface Turn {
  /** Positions of the knobs turned, rising, with the steps of each, at least 1. */
  readonly steps: ReadonlyMap<number, number>;
  /** Flag, true if it is proven that no plan exists with any of them a step less. */
  readonly proven: boolean;
}

/** Greatest number of knobs turned beside those that every fix must turn (ours). */
const MAX_FREE = 3;
/** Greatest number of choices of knobs that are tried, of one size (ours); sizes with more are left out. */
const MAX_CHOICES = 500;

/**
 * Least turns of knobs after which a plan exists. Every fix turns the knobs without which all others do not suffice. Beside them: each other
 * knob that suffices alone; each pair of which the second does not suffice alone, its first turned by the least that any second allows; and
 * each three of which no two suffice. A plan that exists must exist after further turns, too.
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
  for (let size = 1; size <= MAX_FREE; size++) {
    if (choiceCount(free.length, size) > MAX_CHOICES) return;
    for (const some of choices(free, size)) {
      const holds = found.some((less) => less.every((k) => some.includes(k)));
      if (size === MAX_FREE && holds) continue;
      const turned = all.filter((k) => needed.includes(k) || some.includes(k));
      if (!search.suffices(turned)) continue;
      const turn = search.least(turned);
      if (turn.steps.size < turned.length) continue;
      found.push(some);
      yield turn;
    }
  }
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

  /** Test whether a plan exists with these knobs turned as far as they go. */
  suffices(turned: readonly number[]): boolean {
    return this.of(this.knobs.map(({ most }, k) => (turned.includes(k) ? most : 0))) === 'plan';
  }

  /** The least turn of these knobs, which suffice: the first by the least with the others turned fully, the next by the least then, and so on. */
  least(turned: readonly number[]): Turn {
    const steps = this.knobs.map(({ most }, k) => (turned.includes(k) ? most : 0));
    for (const k of turned) {
      const { most, guess } = this.knobs[k]!;
      steps[k] = leastSteps((own) => this.of(steps.map((one, j) => (j === k ? own : one))) === 'plan', most, guess);
    }
    const moved = turned.filter((k) => steps[k]! > 0);
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

/** Least number of steps, 0 to `most`, from which on `suffices` holds; `most` does. */
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

/** All choices of `size` of these, in their order. */
function* choices(of: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [n, first] of of.entries()) {
    for (const rest of choices(of.slice(n + 1), size - 1)) yield [first, ...rest];
  }
}
