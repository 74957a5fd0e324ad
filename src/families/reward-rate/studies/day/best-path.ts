/** Worth and energy of an epoch's plan, or of waking nodes between two plans (with negative worth). */
export interface WorthAndEnergy {
  readonly worth: number;
  readonly energyJ: number;
}

/**
 * Choices of a day: for each epoch, the worth and energy of each plan that it may have; for each epoch but the first,
 * those of waking from plan i of the epoch before to plan j.
 */
export interface DayChoices {
  readonly plans: readonly (readonly WorthAndEnergy[])[];
  readonly waking: (epoch: number, i: number, j: number) => WorthAndEnergy;
}

/**
 * Maximum number of partial days kept for each plan of an epoch. Our choice: only tolerances far above rounding need so
 * many.
 */
const MAX_PARTIAL = 256;

/** Part of a day up to an epoch that ends with a certain plan. */
interface Partial extends WorthAndEnergy {
  readonly path: readonly number[];
}

/**
 * Returns one plan for each epoch (by position), so that the day uses the least energy among all days whose worth is at
 * most the share `tolerance` below the largest; of equal energy, the day worth most, then the first. Exact unless more
 * than `MAX_PARTIAL` partial days of different worth lie within the tolerance: then some are left out, never the one
 * worth most.
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

/** Relative difference that sums of worth can have if added in another order. */
const ROUNDING = 1e-12;

/** Returns the sum of absolute worths in a day, to which rounding is relative. */
function turnover(plans: DayChoices['plans']): number {
  return plans.reduce((sum, own) => sum + Math.max(...own.map(({ worth }) => Math.abs(worth))), 0);
}

/** Returns, for each plan of each epoch, the largest worth from that epoch on to the end of the day. */
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
 * Returns at most `MAX_PARTIAL` partial days that may still reach the required worth and that no other beats in both
 * worth and energy.
 */
function within(partials: readonly Partial[], ownWorth: number, restWorth: number, least: number): Partial[] {
  const kept = undominated(partials.filter(({ worth }) => worth - ownWorth + restWorth >= least));
  if (kept.length <= MAX_PARTIAL) return kept;
  // The last one is worth most.
  const step = (kept.length - 1) / (MAX_PARTIAL - 1);
  return Array.from({ length: MAX_PARTIAL }, (_, n) => kept[Math.round(n * step)]!);
}

/** Returns the partial days by ascending energy, each worth more than all before it. */
function undominated(partials: readonly Partial[]): Partial[] {
  const sorted = [...partials].sort((one, other) => one.energyJ - other.energyJ || other.worth - one.worth);
  let most = -Infinity;
  return sorted.filter(({ worth }) => {
    if (worth <= most) return false;
    most = worth;
    return true;
  });
}
