import type { InletRowSets } from '../../../../../models/physics/thermal/inlet-row-sets.js';
import type { RandomStream } from '../../../../random/stream.js';

/**
 * Draws the matrix M of inlet rises per watt, K/W, row-major: entry [inlet zone][heat source zone]. Each row lies in
 * its uncertainty set.
 *
 * The entries that may deviate get uniform random factors in their range. If the weighted sum of the row then leaves
 * its range, all deviations to that side are reduced by one common factor.
 */
export function drawnRows(sets: InletRowSets, zones: number, random: RandomStream): Float64Array {
  const rows = new Float64Array(zones * zones);
  const { least, most, deviating = Infinity } = sets.range;
  const weight = sets.balance?.weight;
  const order = deviating < zones ? Int32Array.from({ length: zones }, (_, b) => b) : null;
  const factor = new Float64Array(zones);
  for (let k = 0; k < zones; k++) {
    const stated = sets.stated(k);
    if (order === null) for (let b = 0; b < zones; b++) factor[b] = random.uniform(least, most);
    else chosenFactors(factor, order, sets.range, random);
    let above = 0;
    let below = 0;
    for (let b = 0; b < zones && weight !== undefined; b++) {
      const moved = weight[b]! * stated[b]! * (factor[b]! - 1);
      if (moved > 0) above += moved;
      else below -= moved;
    }
    const { most: high, least: low } = sets.balance ?? { most: Infinity, least: -Infinity };
    const up = above - below > high ? (high + below) / above : 1;
    const down = above - below < low ? (above - low) / below : 1;
    for (let b = 0; b < zones; b++) {
      const part = factor[b]! > 1 ? up : down;
      rows[k * zones + b] = stated[b]! * (1 + part * (factor[b]! - 1));
    }
  }
  return rows;
}

/**
 * Draws the factors of one row in which only `deviating` entries may deviate from 1; these are chosen at random. If
 * `deviating` is not an integer, one more entry deviates by the fractional part of its draw. `order` is shuffled.
 */
function chosenFactors(
  factor: Float64Array,
  order: Int32Array,
  { least, most, deviating = 0 }: InletRowSets['range'],
  random: RandomStream,
): void {
  factor.fill(1);
  const whole = Math.floor(deviating);
  for (let n = 0; n < order.length && n < deviating; n++) {
    const other = random.integer(n, order.length - 1);
    const chosen = order[other]!;
    order[other] = order[n]!;
    order[n] = chosen;
    const share = n < whole ? 1 : deviating - whole;
    factor[chosen] = 1 + share * (random.uniform(least, most) - 1);
  }
}
