/**
 * Request for the cheapest changes after which a plan exists: a number of steps of each lever (a limit that can be
 * loosened step by step). If some numbers of steps suffice, larger ones must suffice, too.
 */
export interface StepsRequest {
  /** [lever]: maximum number of its steps. */
  readonly most: readonly number[];
  /** Returns the price of these numbers of steps. It must not fall if a number rises. */
  readonly price: (steps: readonly number[]) => number;
  /** Returns true if a plan was found after these numbers of steps. */
  readonly suffices: (steps: readonly number[]) => boolean;
  /** Returns true if it is proven that no plan exists after these numbers of steps. */
  readonly isExcluded: (steps: readonly number[]) => boolean;
  /** Number of calls of `suffices` and `isExcluded` after which the search ends. */
  readonly mostTests: number;
}

/**
 * Cheapest numbers of steps found that suffice, with their price. `bound` is a proven lower bound on the price of any
 * numbers of steps that suffice.
 */
export interface CheapestSteps {
  readonly steps: readonly number[];
  readonly price: number;
  readonly bound: number;
}

/** All changes with `least` to `most` steps of each lever. `price` is that of `least`, the cheapest of them. */
interface Box {
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly price: number;
}

/** Relative gap between the price of the cheapest change found and its lower bound at which the search ends. */
const NEAR = 1e-3;

/**
 * Returns the cheapest numbers of steps that suffice, by branch and bound over boxes of them. Null if even the maximum
 * numbers do not suffice.
 *
 * A box is dropped if its largest corner is proven insufficient or its smallest corner costs too much. Before that,
 * small numbers of steps of a lever are cut off if they are proven insufficient even with all other levers at their
 * maximum in the box.
 */
export function cheapestSteps(asked: StepsRequest): CheapestSteps | null {
  const { most, price, mostTests } = asked;
  let tests = 0;
  const suffices = (steps: readonly number[]): boolean => (tests++, asked.suffices(steps));
  const isExcluded = (steps: readonly number[]): boolean => (tests++, asked.isExcluded(steps));
  if (!suffices(most)) return null;
  let best: { steps: readonly number[]; price: number } = { steps: most, price: price(most) };
  const offer = (steps: readonly number[]): void => {
    if (price(steps) < best.price) best = { steps, price: price(steps) };
  };
  /**
   * Reduces the numbers of steps lever by lever as long as they suffice, with lever `last` in the end. Keeps the result
   * in `best` if it is cheaper.
   */
  const descend = (from: readonly number[], floor: readonly number[], last: number): void => {
    const steps = [...from];
    const order = [...steps.keys()].filter((l) => l !== last);
    for (const l of [...order, last])
      steps[l] = leastSteps((own) => suffices(steps.map((one, j) => (j === l ? own : one))), floor[l]!, steps[l]!);
    offer(steps);
  };
  const root: Box = { least: most.map(() => 0), most, price: 0 };
  for (const l of most.keys()) descend(most, root.least, l);
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
    if (suffices(small.least)) {
      offer(small.least);
      closed = Math.min(closed, small.price);
      continue;
    }
    const widths = small.most.map((own, l) => price(withOne(small.least, l, own)) - small.price);
    const widest = widths.reduce((at, width, l) => {
      const isMovable = small.most[l]! > small.least[l]!;
      return isMovable && (at < 0 || width > widths[at]!) ? l : at;
    }, -1);
    if (widest < 0) {
      // One choice of steps, neither found to suffice nor excluded.
      closed = Math.min(closed, small.price);
      continue;
    }
    if (suffices(small.most)) descend(small.most, small.least, widest);
    const middle = Math.floor((small.least[widest]! + small.most[widest]!) / 2);
    open.push({ ...small, most: withOne(small.most, widest, middle) });
    const least = withOne(small.least, widest, middle + 1);
    open.push({ least, most: small.most, price: price(least) });
  }
  return { ...best, bound: Math.min(best.price, closed, ...open.map((box) => box.price)) };

  /** Returns the part of a box that may contain a sufficient change below `mostPrice`; null if there is none. */
  function shrunk(box: Box, mostPrice: number): Box | null {
    const least = [...box.least];
    const greatest = box.most.map((own, l) => {
      if (price(withOne(least, l, own)) <= mostPrice) return own;
      return leastSteps((steps) => price(withOne(least, l, steps + 1)) > mostPrice, least[l]!, own);
    });
    if (isExcluded(greatest)) return null;
    for (const l of least.keys()) {
      if (least[l] === greatest[l] || !isExcluded(withOne(greatest, l, least[l]!))) continue;
      least[l] = leastSteps((own) => !isExcluded(withOne(greatest, l, own)), least[l]! + 1, greatest[l]!);
    }
    return { least, most: greatest, price: price(least) };
  }
}

function withOne(steps: readonly number[], lever: number, own: number): readonly number[] {
  return steps.map((one, l) => (l === lever ? own : one));
}

/**
 * Returns the smallest number of steps from `least` to `most` for which `holds` is true. It must be true for `most` and
 * stay true for larger numbers. Small numbers are tried first, at growing distances.
 */
function leastSteps(holds: (steps: number) => boolean, least: number, most: number): number {
  if (least >= most || holds(least)) return least;
  let [tooFew, enough] = [least, most];
  for (let ahead = 1; tooFew + ahead < enough; ahead *= 4) {
    if (holds(tooFew + ahead)) enough = tooFew + ahead;
    else tooFew += ahead;
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (holds(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
