import { TOLERATED_K } from '../../../../../models/facility/limits.js';
import { outletsC } from '../../../../../models/families/templates/evaluate.js';
import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { stateCount } from '../../../../../models/families/templates/states.js';
import type { SteadyRecord } from './record.js';

/** Fraction of templates at the quantile `high` of the excess over the outlet limit. */
const HIGH = 0.95;

/**
 * Returns the distribution, over all feasible templates, of the hottest outlet temperature minus the outlet limit in a
 * room.
 *
 * @param outletRiseKPerW returns the outlet rises per watt of a vent combination, K/W, row-major by block of nodes
 */
export function steadyExcess(
  model: TemplatesModel,
  book: TemplateBook,
  outletRiseKPerW: (vents: number) => Float64Array,
): SteadyRecord {
  const { blocks, outletLimitC } = model;
  const rises: Float64Array[] = [];
  const excess: number[] = [];
  let worst = -Infinity;
  let worstState: number | null = null;
  const states = stateCount(book.grid);
  for (let state = 0; state < states; state++) {
    const { status, vents, setPointC, allowableCores } = book.template(state);
    if (status !== 'optimal') continue;
    rises[vents] ??= outletRiseKPerW(vents);
    const powerW = Float64Array.from(
      blocks,
      ({ idleW, busyW, nodeCount, coresPerNode }, b) =>
        idleW + (busyW * allowableCores[b]!) / (nodeCount * coresPerNode),
    );
    const own = { ...model, outletRiseKPerW: rises };
    const hottestC = outletsC(own, vents, setPointC, powerW).reduce((most, one) => Math.max(most, one), -Infinity);
    excess.push(hottestC - outletLimitC);
    if (hottestC - outletLimitC > worst) {
      worst = hottestC - outletLimitC;
      worstState = state;
    }
  }
  const sorted = Float64Array.from(excess).sort();
  const quantile = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return {
    templates: excess.length,
    tooHot: excess.filter((one) => one > TOLERATED_K).length,
    excessK: { median: quantile(0.5), high: quantile(HIGH), worst: worstState === null ? 0 : worst, worstState },
  };
}
