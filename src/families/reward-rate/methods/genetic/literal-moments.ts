import type { RateTable } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { CoreFractions } from '../../../../../models/families/reward-rate/core-fractions.js';

/**
 * Returns the number of a node's genes (core and task type) that may have no positive task time at some moment under
 * Eq. 21 as printed. Such a plan is impossible although its averages may look valid.
 *
 * The number is exact if all other busy cores run one task type all the time. Otherwise it uses bounds on the features
 * A (busy neighbours) and D (average memory intensity). A plan may then be rejected wrongly but never accepted wrongly.
 */
export function unphysicalGenes(table: RateTable, plan: CoreFractions, firstGene: number, endGene: number): number {
  const { tasks } = table;
  const all = everyone(table, plan, firstGene, endGene);
  let count = 0;
  for (let core = firstGene; core < endGene; core += tasks) {
    const company = withoutCore(table, plan, all, core);
    for (let k = 0; k < tasks; k++) {
      if (isBusy(table, plan, core + k, k) && !alwaysPositive(table, plan.choice[core + k]!, k, company)) count++;
    }
  }
  return count;
}

/**
 * Numbers of busy cores of a node. The same numbers without one given core follow from them quickly.
 *
 * `ever` counts cores that are busy at some time, `always` those that are busy all the time.
 */
interface Everyone {
  /** [index of the task type on this node type]: number of cores that run it at some time. */
  readonly running: Int32Array;
  always: number;
  ever: number;
  /** Number of cores that are busy at some time but not with one task type all the time. */
  divided: number;
}

function everyone(table: RateTable, plan: CoreFractions, firstGene: number, endGene: number): Everyone {
  const all = { running: new Int32Array(table.tasks), always: 0, ever: 0, divided: 0 };
  for (let core = firstGene; core < endGene; core += table.tasks) {
    for (let k = 0; k < table.tasks; k++) if (isBusy(table, plan, core + k, k)) all.running[k]!++;
    const { kinds, isFull } = coreUse(table, plan, core);
    if (kinds === 0) continue;
    all.ever++;
    if (isFull) all.always++;
    if (!isFull || kinds > 1) all.divided++;
  }
  return all;
}

/**
 * The other cores of a node, seen from one core. `always` of them are busy all the time, `ever` at some time. The
 * least, greatest and summed memory intensities are those of the task types that they run.
 */
interface Company {
  readonly always: number;
  readonly ever: number;
  readonly least: number;
  readonly greatest: number;
  readonly sum: number;
  /** True if every other busy core runs one task type all the time. */
  readonly dedicated: boolean;
}

/** A core counts as busy all the time if it is busy for at least this fraction: 1 minus rounding error. */
const FULL = 1 - 1e-12;

function withoutCore(table: RateTable, plan: CoreFractions, all: Everyone, core: number): Company {
  const { kinds, isFull } = coreUse(table, plan, core);
  let [least, greatest, sum] = [Infinity, -Infinity, 0];
  for (let k = 0; k < table.tasks; k++) {
    const others = all.running[k]! - (isBusy(table, plan, core + k, k) ? 1 : 0);
    if (others === 0) continue;
    const intensity = table.intensity[k]!;
    sum += others * intensity;
    least = Math.min(least, intensity);
    greatest = Math.max(greatest, intensity);
  }
  const isDivided = kinds > 0 && (!isFull || kinds > 1);
  return {
    always: all.always - (kinds > 0 && isFull ? 1 : 0),
    ever: all.ever - (kinds > 0 ? 1 : 0),
    least,
    greatest,
    sum,
    dedicated: all.divided === (isDivided ? 1 : 0),
  };
}

function coreUse(
  table: RateTable,
  plan: CoreFractions,
  core: number,
): { readonly kinds: number; readonly isFull: boolean } {
  let busy = 0;
  let kinds = 0;
  for (let k = 0; k < table.tasks; k++) {
    if (!isBusy(table, plan, core + k, k)) continue;
    busy += plan.fraction[core + k]!;
    kinds++;
  }
  return { kinds, isFull: busy >= FULL };
}

function alwaysPositive(table: RateTable, choice: number, k: number, company: Company): boolean {
  const baseS = table.baseS[k * table.width + choice]!;
  const own = table.intensity[k]!;
  const u = table.perNeighbourS[k]!;
  const x = table.perAverageIntensityS[k]!;
  if (company.dedicated) return baseS + u * company.ever + x * ((company.sum + own) / (company.ever + 1)) > 0;
  const neighbours = u >= 0 ? company.always : company.ever;
  const average = x >= 0 ? Math.min(own, company.least) : Math.max(own, company.greatest);
  return baseS + u * neighbours + x * average > 0;
}

function isBusy({ deactivated }: RateTable, { fraction, choice }: CoreFractions, gene: number, k: number): boolean {
  return fraction[gene]! > 0 && choice[gene]! < deactivated[k]!;
}
