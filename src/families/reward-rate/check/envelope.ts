import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { Failure } from './the-way.js';

/** Sweeps end when no bound rises by more than this, K. It is far below the tolerance on temperatures. */
const SETTLED_K = 1e-12;
/** Maximum number of sweeps. Our choice: rooms take some hundreds. */
const MAX_SWEEPS = 100_000;

/** Temperatures that no entity passes on the way, and the power of the remaining CRACs at them. */
export interface Envelope {
  readonly zoneInletC: Float64Array;
  /** Heat that each CRAC removes at most, W; 0 for failed ones. */
  readonly cracHeatW: Float64Array;
}

/**
 * Returns temperatures that nothing passes between a failure and the new steady state, whatever the thermal masses
 * (docs/reward-rate/survive.md#the-way-at-unchanged-set-points).
 *
 * x is the temperature of the air that leaves each CRAC (from the floor) and each zone, F(x) the one that it tends to. F
 * rises in all entries of x. The bound y is the least with y >= x at the failure and y >= F(y): where x would first
 * reach y it does not rise. It is found by sweeps y := max(y, F(y)) from x at the failure.
 *
 * @param matrix influence matrix after the failure
 * @param operation operation before the failure; set-points stay
 * @returns null if the sweeps do not settle
 */
export function envelopeOf(
  { weights, airFlowM3PerS, cracNames, zones }: InfluenceMatrix,
  { air, failed, without, setPointsC, zoneNodePowerW, heatPerM3K, capacityW }: EnvelopeOf,
): Envelope | null {
  const cracs = cracNames.length;
  const boundC = Float64Array.from(airFlowM3PerS, (_, n) =>
    n >= cracs ? air.zoneOutletC[n - cracs]! : failed.has(n) ? air.cracInletC[n]! : setPointsC[n]!,
  );
  const drawnC = (sink: number): number => {
    let mixedC = 0;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n += 1)
      mixedC += weights.value[n]! * boundC[weights.column[n]!]!;
    return mixedC;
  };
  const tendsToC = (n: number): number => {
    const perK = heatPerM3K * airFlowM3PerS[n]!;
    const inletC = drawnC(n);
    if (n >= cracs) return perK === 0 ? inletC : inletC + zoneNodePowerW[n - cracs]! / perK;
    return without.has(n) ? inletC : Math.max(setPointsC[n]!, inletC - capacityW[n]! / perK);
  };
  let risenK = Infinity;
  for (let sweep = 0; sweep < MAX_SWEEPS && risenK > SETTLED_K; sweep += 1) {
    risenK = 0;
    for (let n = 0; n < boundC.length; n += 1) {
      // Nobody draws the air of an entity without flow.
      const rise = airFlowM3PerS[n] === 0 ? 0 : tendsToC(n) - boundC[n]!;
      if (!(rise > 0)) continue;
      boundC[n]! += rise;
      risenK = Math.max(risenK, rise);
    }
  }
  if (!(risenK <= SETTLED_K)) return null;
  return {
    zoneInletC: Float64Array.from(zones, (_, z) => drawnC(cracs + z)),
    cracHeatW: Float64Array.from(cracNames, (_, c) =>
      without.has(c) ? 0 : heatPerM3K * airFlowM3PerS[c]! * (drawnC(c) - setPointsC[c]!),
    ),
  };
}

/** What the envelope needs of a failure. */
export type EnvelopeOf = Pick<
  Failure,
  'air' | 'failed' | 'without' | 'setPointsC' | 'zoneNodePowerW' | 'heatPerM3K' | 'capacityW'
>;
