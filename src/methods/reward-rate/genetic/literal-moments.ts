import type { RateTable } from '../../../../models/problems/reward-rate/averaged-rates.js';
import type { CoreFractions } from '../../../../models/problems/reward-rate/core-fractions.js';

/**
 * How many genes of a node could, at some moment, run without a positive time under Eq. 21 as printed: such a plan describes no
 * machine, though its averages may look well. Exact where every other busy core is on one task type all the time; else the
 * moments' A and D are boxed in (A between the cores always busy and those ever busy, D between the least and greatest
 * intensity present), so that a plan may be blamed wrongly but not passed wrongly.
 */
export function unphysicalGenes(table: RateTable, plan: CoreFractions, firstGene: number, endGene: number): number {
  const { tasks } = table;
  let count = 0;
  for (let core = firstGene; core < endGene; core += tasks) {
    const company = companyOf(table, plan, firstGene, endGene, core);
    for (let k = 0; k < tasks; k++) {
      if (isBusy(table, plan, core + k, k) && !alwaysPositive(table, plan.choice[core + k]!, k, company)) count++;
    }
  }
  return count;
}

/** The other cores of a node: numbers of busy ones at least and at most, and their intensities. */
interface Company {
  always: number;
  ever: number;
  least: number;
  greatest: number;
  sum: number;
  /** Every one of them is on one task type all the time. */
  dedicated: boolean;
}

const FULL = 1 - 1e-12;

function companyOf(
  table: RateTable,
  plan: CoreFractions,
  firstGene: number,
  endGene: number,
  without: number,
): Company {
  const company = { always: 0, ever: 0, least: Infinity, greatest: -Infinity, sum: 0, dedicated: true };
  for (let core = firstGene; core < endGene; core += table.tasks) {
    if (core === without) continue;
    let busy = 0;
    let kinds = 0;
    for (let k = 0; k < table.tasks; k++) {
      if (!isBusy(table, plan, core + k, k)) continue;
      const intensity = table.intensity[k]!;
      busy += plan.fraction[core + k]!;
      kinds++;
      company.sum += intensity;
      company.least = Math.min(company.least, intensity);
      company.greatest = Math.max(company.greatest, intensity);
    }
    if (kinds === 0) continue;
    company.ever++;
    if (busy >= FULL) company.always++;
    if (busy < FULL || kinds > 1) company.dedicated = false;
  }
  return company;
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
