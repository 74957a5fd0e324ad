/** Result of a run with a given value of the examined limit. */
export interface AtValue {
  readonly value: number;
  /** Reward of the best plan found, reward/s; null if none was found. */
  readonly objective: number | null;
  /** Proven upper bound on the reward of any plan, reward/s; null if none was proven. */
  readonly bound: number | null;
  /**
   * Upper bound on the reward that `provenPerUnit` extends to looser values of the limit, reward/s. It may be above
   * `bound`, which may hold only for this value and tighter ones.
   */
  readonly lineBound: number | null;
  /**
   * Estimated rise of the bound per unit by which the limit is loosened, reward/s per unit. It is 0 if the limit does
   * not restrict the bound.
   */
  readonly perUnit: number;
  /**
   * Proven slope of the bound, reward/s per unit; null if none is proven. For every looser value of the limit a valid
   * bound is
   *
   * `lineBound` + slope * (loosening)
   */
  readonly provenPerUnit: number | null;
}

/**
 * Range of the smallest change of one limit with which a plan earns the wanted reward, in steps from the limit's
 * present value. That change is larger than `noneUpTo` and at most `enoughAt`.
 */
export interface Bracket {
  /**
   * Largest number of steps for which it is proven that no plan earns the wanted reward. Null if this is not even
   * proven for 0 steps.
   */
  readonly noneUpTo: number | null;
  /** Smallest number of steps for which a plan with the wanted reward was found; null if none. */
  readonly enoughAt: number | null;
  /** Run at `enoughAt`; null if there is none. */
  readonly enough: AtValue | null;
  /**
   * Run with the maximum number of steps, if no plan with the wanted reward was found. Null if such a plan was found or
   * this run was not made.
   */
  readonly farthest: AtValue | null;
}

/** The reward that a plan should earn, reward/s, and the steps in which a limit may be loosened for it. */
export interface Wanted {
  readonly reward: number;
  /** Change of the limit in one step, in the limit's unit. */
  readonly step: number;
  /** Maximum number of steps by which the limit is loosened. */
  readonly most: number;
  /** Maximum number of runs in the search, in addition to the first. */
  readonly runs: number;
}

/**
 * Allowance for rounding errors of proven bounds, as a fraction. A value of the limit is excluded only if its bound is
 * below the wanted reward by more than this.
 */
const ROUNDING = 1e-9;
/** The search ends if the range between `noneUpTo` and `enoughAt` is at most this fraction of `enoughAt`. */
const NARROW = 0.01;
/**
 * The next change tried is this fraction larger than the bound suggests, because plans stay slightly below their bound.
 */
const AHEAD = 0.02;

/**
 * Returns a range that contains the smallest change of one limit with which a plan earns the wanted reward. Proven
 * bounds give its lower end, plans found its upper end. More steps must make the limit looser.
 *
 * @param first run at the present value (0 steps), whose plan earns too little
 * @param runAt makes a run with the limit changed by a number of steps; null if no more runs are allowed
 */
export async function bracketOf(
  { reward, step, most, runs }: Wanted,
  first: AtValue,
  runAt: (steps: number) => Promise<AtValue | null>,
): Promise<Bracket> {
  /** Returns the number of steps up to which a run proves that no plan earns the reward; -1 if it proves nothing. */
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

/** Returns the next number of steps, between too few and enough; null if this range is narrow enough. */
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
