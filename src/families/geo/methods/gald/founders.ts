import { epochKwh, purchaseUsdPerKwh, readyKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { RandomStream } from '../../../../random/stream.js';
import { createDistribution, type Distribution } from './distribution.js';
import type { EpochTerms } from './epoch-terms.js';
import type { GreedyTables } from './greedy-tables.js';

/**
 * Fill levels (fractions of capacity) of the founders that use the cheapest energy first. Levels below 1 are tried,
 * because cooling makes full centres expensive.
 */
const FILL_LEVELS = [1, 0.8, 0.6] as const;
/** Largest standard deviation, in random initial solutions, of the logarithms of the weights of centres. */
const MAX_CENTRE_SPREAD = 3;
/** Largest standard deviation, in random initial solutions, of the log weights of pairs of centre and task type. */
const MAX_GENE_SPREAD = 1;

/**
 * Returns the initial solutions made by rules: the even split, and one for each fill level that uses the cheapest
 * energy first. Only their shares are set.
 */
export function ruledFounders(tables: GreedyTables, terms: EpochTerms): Distribution[] {
  const cheapest = FILL_LEVELS.map((level) => {
    const parts = cheapestFirst(tables, terms, level);
    return weighed(tables, (d) => parts[d]!);
  });
  return [evenFounder(tables), ...cheapest];
}

/** Returns the even split, in which each centre has shares in proportion to its capacity. Only shares are set. */
export function evenFounder(tables: GreedyTables): Distribution {
  return weighed(tables, () => 1);
}

function weighed(tables: GreedyTables, weightOf: (d: number) => number): Distribution {
  const founder = createDistribution(tables.model);
  weigh(tables, founder, weightOf);
  return founder;
}

/** Returns a function that sets random shares of an initial solution: capacities times log-normal weights. */
export function randomFounder(tables: GreedyTables): (founder: Distribution, random: RandomStream) => void {
  return (founder, random) => {
    const spread = random.uniform(0, MAX_CENTRE_SPREAD);
    const geneSpread = random.uniform(0, MAX_GENE_SPREAD);
    const weight = tables.model.centres.map(() => Math.exp(spread * random.normal()));
    weigh(tables, founder, (d) => weight[d]! * Math.exp(geneSpread * random.normal()));
  };
}

/**
 * Sets each task type's shares in proportion to capacity x weight. If all these products are 0, shares are in
 * proportion to capacity alone.
 */
function weigh({ capacityPerS }: GreedyTables, { shares, usd }: Distribution, weightOf: (d: number) => number): void {
  const centres = usd.length;
  for (let at = 0; at < shares.length; at += centres) {
    let total = 0;
    for (let d = 0; d < centres; d++) {
      shares[at + d] = capacityPerS[at + d]! * weightOf(d);
      total += shares[at + d]!;
    }
    if (total === 0) shares.set(capacityPerS.subarray(at, at + centres), at);
    const sum = shares.subarray(at, at + centres).reduce((a, b) => a + b, 0);
    if (sum > 0) for (let d = 0; d < centres; d++) shares[at + d]! /= sum;
  }
}

/**
 * Returns the fraction of its capacity that each centre uses if work goes to the cheapest energy first, filling each
 * centre up to `level`. Costs are estimates: energy of sun and wind has the surplus price, and overhead and CUP are
 * included.
 */
function cheapestFirst(tables: GreedyTables, terms: EpochTerms, level: number): number[] {
  const { model, epoch } = terms;
  const { part, needed } = workOf(tables, terms);
  const most = Math.min(1, Math.max(level, needed));
  const sources = model.centres.flatMap((centre, d) => {
    const perKwh = centre.powerOverhead * (1 + 1 / centre.coolingPerPower);
    const fullW = centre.nodeCount.reduce((sum, count, j) => {
      const { staticW, peakDynamicW } = model.nodeTypes[j]!;
      return sum + count * (staticW + peakDynamicW);
    }, 0);
    const fullKwh = perKwh * epochKwh(model, fullW);
    const green = fullKwh > 0 ? Math.min(most, readyKwh(model, centre, epoch) / fullKwh) : 0;
    return [
      { d, usd: perKwh * centre.surplusUsdPerKwh[epoch]!, length: green },
      { d, usd: perKwh * purchaseUsdPerKwh(model, centre, epoch), length: most - green },
    ];
  });
  const used = model.centres.map(() => 0);
  let left = needed;
  for (const { d, length } of sources.sort((a, b) => a.usd - b.usd || a.d - b.d)) {
    if (!(left > 0) || part[d] === 0) continue;
    const taken = Math.min(length, left / part[d]!);
    used[d]! += taken;
    left -= taken * part[d]!;
  }
  return used;
}

/**
 * Returns the fraction of total capacity that the arrivals need (`needed`), and the share of each centre in the total
 * capacity (`part`). Task types are weighted by the capacity that they need.
 */
function workOf(
  { capacityPerS }: GreedyTables,
  { model, arrivalPerS }: EpochTerms,
): { readonly part: Float64Array; readonly needed: number } {
  const centres = model.centres.length;
  const part = new Float64Array(centres);
  let needed = 0;
  for (let i = 0; i < arrivalPerS.length; i++) {
    const row = capacityPerS.subarray(i * centres, (i + 1) * centres);
    const total = row.reduce((sum, capacity) => sum + capacity, 0);
    if (!(total > 0)) continue;
    const load = arrivalPerS[i]! / total;
    needed += load;
    for (let d = 0; d < centres; d++) part[d]! += (load * row[d]!) / total;
  }
  return { part: needed > 0 ? part.map((one) => one / needed) : part, needed };
}
