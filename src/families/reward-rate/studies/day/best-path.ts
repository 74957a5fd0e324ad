/**
 * Value (reward or money) and energy of an epoch's plan, or of waking nodes between the plans of two epochs. The value
 * of waking nodes is negative or 0.
 */
export interface WorthAndEnergy {
  readonly worth: number;
  readonly energyJ: number;
}

/**
 * Candidate plans of a day, with their value and energy: [epoch][candidate]. `waking` returns the value and energy of
 * the nodes that wake if candidate i of the previous epoch is followed by candidate j of `epoch`.
 */
export interface DayChoices {
  readonly plans: readonly (readonly WorthAndEnergy[])[];
  readonly waking: (epoch: number, i: number, j: number) => WorthAndEnergy;
}

/**
 * Maximum number of sequences of plans up to an epoch that are stored for each candidate plan of the epoch. Ours: only
 * tolerances far above rounding error need so many.
 */
const MAX_PARTIAL = 256;

interface Partial extends WorthAndEnergy {
  readonly path: readonly number[];
}

/**
 * Returns the index of a candidate plan for each epoch, such that the day has least energy. The day's value may be at
 * most the fraction `tolerance` below the maximum. Of days with equal energy the one of larger value is taken, then the
 * first.
 *
 * The result is exact unless more than `MAX_PARTIAL` nondominated partial days lie within the tolerance. Then some are
 * dropped, but never the one of the largest value.
 */
export function bestPath({ plans, waking }: DayChoices, tolerance: number): number[] {
  const restWorth = worthToCome({ plans, waking });
  const best = Math.max(...(restWorth[0] ?? [0]));
  const least = best - Math.abs(best) * tolerance - ROUNDING * turnover(plans);
  let ends: Partial[][] = (plans[0] ?? []).map((own, j) => [{ ...own, path: [j] }]);
  ends = ends.map((partial, j) => within(partial, plans[0]![j]!.worth, restWorth[0]![j]!, least));
  for (let epoch = 1; epoch < plans.length; epoch++) {
    const before = ends;
    ends = plans[epoch]!.map((own, j) => {
      const reached = before.flatMap((partials, i) => {
        const between = waking(epoch, i, j);
        return partials.map(({ worth, energyJ, path }) => ({
          worth: worth + between.worth + own.worth,
          energyJ: energyJ + between.energyJ + own.energyJ,
          path: [...path, j],
        }));
      });
      return within(reached, own.worth, restWorth[epoch]![j]!, least);
    });
  }
  return [...(undominated(ends.flat())[0]?.path ?? [])];
}

/** Relative tolerance for comparing sums of values, whose rounding error depends on the order of the summands. */
const ROUNDING = 1e-12;

/** Returns a scale for rounding errors: the sum over epochs of the largest absolute value of a candidate plan. */
function turnover(plans: DayChoices['plans']): number {
  return plans.reduce((sum, own) => sum + Math.max(...own.map(({ worth }) => Math.abs(worth))), 0);
}

/**
 * Returns, for each candidate plan, the largest value of the rest of the day that begins with this plan,
 * [epoch][candidate]. The value of the plan itself is included.
 */
function worthToCome({ plans, waking }: DayChoices): number[][] {
  const rest = plans.map((own) => own.map(({ worth }) => worth));
  for (let epoch = plans.length - 2; epoch >= 0; epoch--) {
    rest[epoch] = plans[epoch]!.map(
      ({ worth }, i) =>
        worth + Math.max(...plans[epoch + 1]!.map((_, j) => waking(epoch + 1, i, j).worth + rest[epoch + 1]![j]!)),
    );
  }
  return rest;
}

/**
 * Returns at most `MAX_PARTIAL` of the nondominated partial days that can still reach the total value `least`.
 *
 * @param ownWorth value of the last epoch's plan, which is the same in all partial days
 * @param restWorth largest value of the rest of the day that begins with this plan, the plan's own value included
 */
function within(partials: readonly Partial[], ownWorth: number, restWorth: number, least: number): Partial[] {
  const kept = undominated(partials.filter(({ worth }) => worth - ownWorth + restWorth >= least));
  if (kept.length <= MAX_PARTIAL) return kept;
  // The last one is worth most.
  const step = (kept.length - 1) / (MAX_PARTIAL - 1);
  return Array.from({ length: MAX_PARTIAL }, (_, n) => kept[Math.round(n * step)]!);
}

/** Returns the partial days that are nondominated in value and energy, by ascending energy and value. */
function undominated(partials: readonly Partial[]): Partial[] {
  const sorted = [...partials].sort((one, other) => one.energyJ - other.energyJ || other.worth - one.worth);
  let most = -Infinity;
  return sorted.filter(({ worth }) => {
    if (worth <= most) return false;
    most = worth;
    return true;
  });
}
