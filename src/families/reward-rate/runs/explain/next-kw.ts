/** Result of a run under a cap. */
export interface AtCap {
  readonly capW: number;
  /** Reward of the best plan found, reward/s; null without one. */
  readonly objective: number | null;
  /** Proven bound, reward/s; null without one. */
  readonly bound: number | null;
}

/** Worth of more power cap, measured by runs under neighbouring caps. */
export interface NextKilowatt {
  /** Step of caps, W; the first amount added. */
  readonly stepW: number;
  /** Change of the bound over the next step, reward/s per kW; null if it was not proven. */
  readonly boundPerKW: number | null;
  /** Change of the plan found over the next step, reward/s per kW. */
  readonly planPerKW: number | null;
  /** Smallest cap of the range around the present one in which bounds rise at nearly the same rate (within a tenth). */
  readonly holdsFromW: number | null;
  /** Largest cap of that range. */
  readonly holdsToW: number | null;
  /** Smallest cap tried from which more cap is worth less than half of the first step; null if none was tried. */
  readonly kneeW: number | null;
  /** Runs by ascending cap. */
  readonly runs: readonly AtCap[];
}

/** Relative difference within which the worth of a piece of cap equals that of the next step. */
const SAME_SHARE = 0.1;
/** Share of the next step's worth that defines the knee. */
const KNEE_SHARE = 0.5;
/** Maximum number of runs above the cap; distances double up to 32 steps. */
const MAX_ABOVE = 6;
/** Maximum number of runs below the cap; the last is 8 steps away. */
const MAX_BELOW = 4;

/** Returns the step of caps, W: the largest power of ten that is at most a hundredth of the cap. */
export function capStepW(capW: number): number {
  return 10 ** Math.floor(Math.log10(capW / 100));
}

/**
 * Returns the worth of more cap. `first` is the run under the present cap; `runAt` runs under another, or returns null
 * if no more runs are allowed. Caps are raised until the knee is found and lowered until the worth changes.
 */
export async function nextKilowatt(
  first: AtCap,
  runAt: (capW: number) => Promise<AtCap | null>,
): Promise<NextKilowatt> {
  const stepW = capStepW(first.capW);
  const above: AtCap[] = [first];
  const below: AtCap[] = [first];
  const priceOf = (from: AtCap, to: AtCap): number | null => perKW(from, to, ({ bound }) => bound);
  let price: number | null = null;
  for (let n = 0; n < MAX_ABOVE; n++) {
    const run = await runAt(rounded(first.capW + 2 ** n * stepW, stepW));
    if (run === null) break;
    const own = priceOf(above.at(-1)!, run);
    above.push(run);
    price ??= own;
    if (price === null || own === null || own < KNEE_SHARE * price || price <= 0) break;
  }
  for (let n = 0; n < MAX_BELOW && price !== null && price > 0; n++) {
    const capW = rounded(first.capW - 2 ** n * stepW, stepW);
    if (capW <= 0) break;
    const run = await runAt(capW);
    // Without a bound there is no plan any more.
    if (run?.bound == null) break;
    const own = priceOf(run, below.at(-1)!);
    below.push(run);
    if (!isSame(own, price)) break;
  }
  const knee = above.find((from, n) => {
    const own = n === 0 || n + 1 >= above.length ? null : priceOf(from, above[n + 1]!);
    return own !== null && price !== null && own < KNEE_SHARE * price;
  });
  const reach = (runs: readonly AtCap[], isAbove: boolean): number | null => {
    if (price === null) return null;
    const end = runs.findIndex((one, n) => {
      const next = runs[n + 1];
      return next === undefined || !isSame(isAbove ? priceOf(one, next) : priceOf(next, one), price);
    });
    return runs[end]!.capW;
  };
  return {
    stepW,
    boundPerKW: price,
    planPerKW: above[1] === undefined ? null : perKW(first, above[1], ({ objective }) => objective),
    holdsFromW: reach(below, false),
    holdsToW: reach(above, true),
    kneeW: knee?.capW ?? null,
    runs: [...below.slice(1).reverse(), ...above],
  };
}

function isSame(own: number | null, price: number): boolean {
  return own !== null && Math.abs(own - price) <= SAME_SHARE * Math.abs(price);
}

/** Returns the difference of two runs per kW of cap, reward/s per kW. */
function perKW(from: AtCap, to: AtCap, of: (run: AtCap) => number | null): number | null {
  const [a, b] = [of(from), of(to)];
  return a === null || b === null ? null : (1000 * (b - a)) / (to.capW - from.capW);
}

/** Returns a cap without rounding errors of decimal sums. */
function rounded(capW: number, stepW: number): number {
  return Number(capW.toFixed(Math.min(20, Math.max(0, 6 - Math.floor(Math.log10(stepW))))));
}
