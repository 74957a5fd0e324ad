import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import type { CoolingFactor } from '../cooling-factor.js';
import { fewestNodes, leastAwake, type RunningAlone, runningAlone } from './awake.js';

/**
 * Temperature step, K. A search continues this far above the warmest set-point that the present running nodes allow. It
 * is also the smallest decrease of an outlet temperature that counts as improvement.
 */
const NEXT_K = 1e-9;
/**
 * Temperature step, K, by which the outlet limit is set below the hottest outlet to find a cooler setting. Our choice:
 * below the checker's tolerance, above rounding error if air rises by less than 100 K.
 */
const LOWER_K = 1e-7;
/**
 * Temperature step as a fraction of the rise of the hottest outlet above the coolest set-point. The larger of this step
 * and LOWER_K is used.
 */
const LOWER_SHARE = 2e-9;

/** Best settings with only the running cores at work; they decide feasibility (docs/templates/standby.md). */
export interface LeastRunning {
  /**
   * Setting of least total power `totalW`, W, that keeps the outlet limit, over all vents and set-points. Null if no
   * setting keeps the limit.
   */
  readonly cheapest: (RunningAlone & { readonly totalW: number }) | null;
  /** Equal to `cheapest` or, if that is null, the setting whose hottest outlet is coolest. */
  readonly coolest: RunningAlone;
}

export function leastRunning(model: TemplatesModel, factor: CoolingFactor, lower: Float64Array): LeastRunning {
  let cheapest: LeastRunning['cheapest'] = null;
  let coolest: RunningAlone | null = null;
  const { setPointMinC, setPointMaxC, outletLimitC } = model;
  for (let vents = 0; vents < model.outletRiseKPerW.length; vents += 1) {
    for (let fromC = setPointMinC; ;) {
      const least = leastAwake(model, vents, fromC, lower);
      if (least === null) break;
      const { nodeW, riseK } = runningAlone(model, vents, least.awake, lower);
      // No warmer set-point needs fewer nodes, and none is warmer than the warmest.
      if (cheapest !== null && nodeW / factor.at(setPointMaxC) >= cheapest.totalW) break;
      const setPointC = Math.min(setPointMaxC, Math.max(fromC, outletLimitC - riseK));
      const totalW = nodeW / factor.at(setPointC);
      if (cheapest === null || totalW < cheapest.totalW) {
        cheapest = { vents, awake: least.awake, setPointC, nodeW, hottestOutletC: setPointC + riseK, totalW };
      }
      if (setPointC >= setPointMaxC) break;
      fromC = setPointC + NEXT_K;
    }
  }
  for (let vents = 0; cheapest === null && vents < model.outletRiseKPerW.length; vents += 1) {
    coolest = coolestIn(model, vents, lower, coolest);
  }
  return { cheapest, coolest: coolest ?? cheapest! };
}

/**
 * Returns one of the settings with these vents at the coolest set-point: the setting whose hottest outlet is coolest.
 * Returns `known` if the hottest outlet of `known` is no hotter.
 */
function coolestIn(
  model: TemplatesModel,
  vents: number,
  lower: Float64Array,
  known: RunningAlone | null,
): RunningAlone | null {
  const { setPointMinC } = model;
  let best = known;
  // With any limit that the fewest nodes keep, then with a lower one each time.
  let awake: Int32Array | null = fewestNodes(model, lower);
  for (let isFirst = true; awake !== null; isFirst = false) {
    const { nodeW, riseK } = runningAlone(model, vents, awake, lower);
    const hottestOutletC = setPointMinC + riseK;
    if (best === null || hottestOutletC < best.hottestOutletC - NEXT_K) {
      best = { vents, awake, setPointC: setPointMinC, nodeW, hottestOutletC };
    } else if (!isFirst) {
      // Nodes that keep the lower limit but for rounding: with them it is asked for again and again.
      break;
    }
    const lowerK = Math.max(LOWER_K, LOWER_SHARE * (best.hottestOutletC - setPointMinC));
    awake = leastAwake(model, vents, setPointMinC, lower, best.hottestOutletC - lowerK)?.awake ?? null;
  }
  return best;
}
