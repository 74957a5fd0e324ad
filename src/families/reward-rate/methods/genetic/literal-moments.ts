import type { RateTable } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { CoreFractions } from '../../../../../models/families/reward-rate/core-fractions.js';

/** A core counts as busy all the time if it is busy for at least this fraction: 1 minus rounding error. */
const FULL = 1 - 1e-12;

/**
 * Returns the number of a node's genes (core and task type) that may have no positive task time at some moment under
 * Eq. 21 as printed. Such a plan is impossible although its averages may look valid.
 *
 * The number is exact if all other busy cores run one task type all the time. Otherwise it uses bounds on the features
 * A (busy neighbours) and D (average memory intensity). A plan may then be rejected wrongly but never accepted wrongly.
 */
export function unphysicalGenes(table: RateTable, plan: CoreFractions, firstGene: number, endGene: number): number {
  const { tasks, intensity } = table;
  /** [index of the task type on this node type]: number of cores that run it at some time. */
  const running = new Int32Array(tasks);
  const all = { ever: 0, always: 0, divided: 0 };
  for (let core = firstGene; core < endGene; core += tasks) {
    for (let k = 0; k < tasks; k++) if (isBusy(table, plan, core + k, k)) running[k]!++;
    const { ever, always, divided } = coreUse(table, plan, core);
    all.ever += ever;
    all.always += always;
    all.divided += divided;
  }
  let count = 0;
  for (let core = firstGene; core < endGene; core += tasks) {
    const own = coreUse(table, plan, core);
    let [least, greatest, sum] = [Infinity, -Infinity, 0];
    for (let k = 0; k < tasks; k++) {
      const others = running[k]! - (isBusy(table, plan, core + k, k) ? 1 : 0);
      if (others === 0) continue;
      sum += others * intensity[k]!;
      least = Math.min(least, intensity[k]!);
      greatest = Math.max(greatest, intensity[k]!);
    }
    const isExact = all.divided === own.divided;
    const [ever, always] = [all.ever - own.ever, all.always - own.always];
    for (let k = 0; k < tasks; k++) {
      if (!isBusy(table, plan, core + k, k)) continue;
      const u = table.perNeighbourS[k]!;
      const x = table.perAverageIntensityS[k]!;
      const e = intensity[k]!;
      const neighbours = isExact || u < 0 ? ever : always;
      const bound = x >= 0 ? Math.min(e, least) : Math.max(e, greatest);
      const average = isExact ? (sum + e) / (ever + 1) : bound;
      if (!(table.baseS[k * table.width + plan.choice[core + k]!]! + u * neighbours + x * average > 0)) count++;
    }
  }
  return count;
}

/**
 * Returns 1 or 0 each: whether a core is busy at some time (`ever`), all the time (`always`), and at some time but not
 * with one task type all the time (`divided`).
 */
function coreUse(table: RateTable, plan: CoreFractions, core: number) {
  let busy = 0;
  let kinds = 0;
  for (let k = 0; k < table.tasks; k++) {
    if (!isBusy(table, plan, core + k, k)) continue;
    busy += plan.fraction[core + k]!;
    kinds++;
  }
  const ever = kinds > 0 ? 1 : 0;
  const always = kinds > 0 && busy >= FULL ? 1 : 0;
  return { ever, always, divided: kinds > 1 ? 1 : ever - always };
}

function isBusy({ deactivated }: RateTable, { fraction, choice }: CoreFractions, gene: number, k: number): boolean {
  return fraction[gene]! > 0 && choice[gene]! < deactivated[k]!;
}
