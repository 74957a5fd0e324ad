/** Result of a run at one value of a limit. */
export interface AtValue {
  readonly value: number;
  /** Reward of the best plan found, reward/s; null without one. */
  readonly objective: number | null;
  /** Proven bound, reward/s; null if none was proven. */
  readonly bound: number | null;
  /**
   * Bound that is extended to larger values by the proven slope, reward/s; may be higher than `bound`, which may hold
   * only up to this value.
   */
  readonly lineBound: number | null;
  /** Slope of the bound per unit of the limit, an estimate; 0 if the limit does not restrict the bound. */
  readonly perUnit: number;
  /** Slope with which `lineBound` holds at every larger value; null if none is proven. */
  readonly provenPerUnit: number | null;
}

/** Range of a limit's value in which the smallest value lies that allows the wanted reward. */
export interface Bracket {
  /**
   * Largest value at which no plan is proven to earn the wanted reward; null if not even the present value is excluded.
   */
  readonly noneUpTo: number | null;
  /** Smallest value at which a plan with the wanted reward was found; null if none was. */
  readonly enoughAt: number | null;
  /** Run at `enoughAt`; null without one. */
  readonly enough: AtValue | null;
  /** Run at the farthest value tried, with the largest proven bound, if no plan was found. */
  readonly farthest: AtValue | null;
}

/** What to search: the wanted reward and the steps of the limit. */
export interface Wanted {
  readonly reward: number;
  /** Length of a step; values tried are whole steps from the present one. */
  readonly step: number;
  /** Maximum number of steps tried. */
  readonly most: number;
  /** Maximum number of further runs. */
  readonly runs: number;
}

/** Relative rounding error of proven slopes. */
const ROUNDING = 1e-9;
/** Width of a bracket, relative to the change found, at which the search ends. */
const NARROW = 0.01;
/** Share of the missing reward added to what the slope suggests, because plans stay slightly below their bound. */
const AHEAD = 0.02;

/**
 * Returns the bracket of a limit whose larger values leave plans more room. `first` is the run at the present value (0
 * steps), whose plan earns too little; `runAt` runs after a number of steps, or returns null if no more runs are
 * allowed. Both ends come from runs or proven bounds, never from estimates.
 */
export async function bracketOf(
  { reward, step, most, runs }: Wanted,
  first: AtValue,
  runAt: (steps: number) => Promise<AtValue | null>,
): Promise<Bracket> {
  /**
   * Returns the number of steps up to which this run proves that no plan earns the reward; less than its own steps if
   * it proves nothing.
   */
  const excluded = ({ bound, lineBound, provenPerUnit }: AtValue, steps: number): number => {
    if (bound === null || !(bound < reward * (1 - ROUNDING))) return -1;
    if (provenPerUnit === null || lineBound === null || !(lineBound < reward * (1 - ROUNDING))) return steps;
    if (provenPerUnit <= 0) return most;
    const ahead = (reward * (1 - ROUNDING) - lineBound) / (provenPerUnit * step * (1 + ROUNDING));
    return Math.min(most, steps + Math.max(0, Math.ceil(ahead) - 1));
  };
  let none = excluded(first, 0);
  // The most steps whose run found no plan that does, for the search alone: it proves nothing.
  let short = 0;
  let enough: { readonly steps: number; readonly run: AtValue } | null = null;
  let [last, lastSteps] = [first, 0];
  let farthest: AtValue | null = null;
  for (let n = 0; n < runs && none < most; n++) {
    const steps = nextSteps(
      { reward, step, most },
      { short: Math.max(short, none), enough: enough?.steps ?? null, last, lastSteps },
    );
    if (steps === null) break;
    const run = await runAt(steps);
    if (run === null) break;
    none = Math.max(none, excluded(run, steps));
    if (steps === most) farthest = run;
    if (run.objective !== null && run.objective >= reward) enough = { steps, run };
    else short = Math.max(short, steps);
    if (enough === null && steps === most) break;
    [last, lastSteps] = [run, steps];
  }
  return {
    noneUpTo: none < 0 ? null : none,
    enoughAt: enough?.steps ?? null,
    enough: enough?.run ?? null,
    farthest: enough === null ? farthest : null,
  };
}

/**
 * Returns the number of steps of the next run, between those excluded and those that suffice; null if the bracket is
 * narrow enough.
 */
function nextSteps(
  { reward, step, most }: Pick<Wanted, 'reward' | 'step' | 'most'>,
  at: { readonly short: number; readonly enough: number | null; readonly last: AtValue; readonly lastSteps: number },
): number | null {
  const { short, enough, last, lastSteps } = at;
  const least = short + 1;
  const greatest = enough === null ? most : enough - 1;
  if (least > greatest) return null;
  if (enough !== null && enough - short <= Math.max(1, NARROW * enough)) return null;
  const missing = reward - (last.objective ?? 0);
  const perStep = last.perUnit * step;
  const ahead = perStep > 0 ? (missing / perStep) * (missing > 0 ? 1 + AHEAD : 1 - AHEAD) : Infinity;
  const guess = Number.isFinite(ahead) ? lastSteps + Math.ceil(ahead) : missing > 0 ? most : least;
  // A guess outside says nothing new: the middle does.
  if (enough !== null && (guess <= least || guess >= greatest)) return Math.floor((least + greatest) / 2);
  return Math.max(least, Math.min(greatest, Math.max(guess, enough === null ? lastSteps + 1 : 0)));
}
