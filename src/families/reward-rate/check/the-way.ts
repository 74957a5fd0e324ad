import type { Facility } from '../../../../models/facility/facility.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { FailureResponse } from '../../../../models/families/reward-rate/instance.js';
import { cracPowerW } from '../../../check/power.js';
import type { Temperatures } from '../../../check/temperatures.js';

/** State of a facility under a plan before a CRAC fails. After the failure node powers stay the same. */
export interface HeldOperation {
  readonly zoneNodePowerW: Float64Array;
  readonly setPointsC: readonly number[];
  readonly power: PowerSplit;
  readonly heatPerM3K: number;
  /** Indices of the CRACs that had failed already (cooling capacity 0). */
  readonly failed: ReadonlySet<number>;
  readonly air: Temperatures;
}

/** A failure that a plan must survive, and the state before it. */
export interface Failure extends HeldOperation {
  readonly name: string;
  /** Indices of all CRACs that remove no heat after the failure. */
  readonly without: ReadonlySet<number>;
  /** Set-points after the failure, C. */
  readonly ownSetPointsC: readonly number[];
  /** Maximum heat that each CRAC removes, W; Infinity without a limit. */
  readonly capacityW: readonly number[];
}

/** Highest inlet temperature of a zone on the way to the new steady state, C, and when it occurs, s. */
export interface ZonePeak {
  readonly inletC: number;
  readonly atS: number;
}

/** Default time from a failure until the new set-points take effect, s. */
const REACTION_S = 30;
/** Default heat capacity of a node, J/K. */
const THERMAL_MASS_J_PER_K = 10_000;
/** Default time constant of the air under the raised floor, s: its delay between CRAC outlet and supplied air. */
const FLOOR_S = 20;
/** Time steps of the simulation after a failure: step length, s, and the time until which it is used, s. */
const STEPS = [
  { stepS: 0.5, untilS: 120 },
  { stepS: 1, untilS: 600 },
  { stepS: 5, untilS: 3600 },
  { stepS: 30, untilS: 14_400 },
] as const;
/** Difference at which two times still count as equal, s; for rounding error of summed steps. */
const SAME_S = 1e-9;

/**
 * Simulates the transition from the steady state before a failure to the one after it, in time steps
 * (docs/reward-rate/survive.md#the-way-there). Returns the highest inlet temperature of each zone, and the largest
 * total power of the remaining CRACs, W, with its time.
 *
 * The simulation runs zone by zone to the end of all steps. It shares no code with the model.
 */
export function checkTheWay(
  { coolingPerformance }: Facility,
  { weights, airFlowM3PerS, cracNames, zones }: InfluenceMatrix,
  response: FailureResponse,
  failure: Omit<Failure, 'name' | 'power'>,
): { readonly zonePeaks: ZonePeak[]; readonly peakCoolingW: number; readonly peakCoolingS: number } {
  const { air, failed, without, setPointsC, ownSetPointsC, capacityW, heatPerM3K, zoneNodePowerW } = failure;
  const {
    reactionS = REACTION_S,
    nodeThermalMassJPerK = THERMAL_MASS_J_PER_K,
    plenumTimeConstantS = FLOOR_S,
  } = response;
  const floorC = cracNames.map((_, c) => (failed.has(c) ? air.cracInletC[c]! : setPointsC[c]!));
  const outletC = [...air.zoneOutletC];
  const drawnC = (sink: number): number => {
    let mixedC = 0;
    for (let n = weights.start[sink]!; n < weights.start[sink + 1]!; n += 1) {
      const source = weights.column[n]!;
      mixedC += weights.value[n]! * (source < cracNames.length ? floorC[source]! : outletC[source - cracNames.length]!);
    }
    return mixedC;
  };
  const zonePeaks = zones.map((): ZonePeak => ({ inletC: -Infinity, atS: 0 }));
  let peakCoolingW = 0;
  let peakCoolingS = 0;
  let nowS = 0;
  const look = (): number[] => {
    const inletC = zones.map((_, z) => drawnC(cracNames.length + z));
    inletC.forEach((value, z) => {
      if (value > zonePeaks[z]!.inletC) zonePeaks[z] = { inletC: value, atS: nowS };
    });
    return inletC;
  };
  for (const { stepS, untilS } of STEPS) {
    while (nowS < untilS - SAME_S) {
      const inletC = look();
      const returnC = cracNames.map((_, c) => drawnC(c));
      const current = nowS >= reactionS - SAME_S ? ownSetPointsC : setPointsC;
      let coolingW = 0;
      cracNames.forEach((_, c) => {
        const perK = heatPerM3K * airFlowM3PerS[c]!;
        const asked = perK * (returnC[c]! - current[c]!);
        const removedW = without.has(c) ? 0 : Math.min(asked, capacityW[c]!);
        const blownC = returnC[c]! - removedW / perK;
        if (!without.has(c)) coolingW += cracPowerW(removedW, current[c]!, coolingPerformance);
        floorC[c]! += (stepS / (plenumTimeConstantS + stepS)) * (blownC - floorC[c]!);
      });
      if (coolingW > peakCoolingW) [peakCoolingW, peakCoolingS] = [coolingW, nowS];
      zones.forEach(({ nodeCount }, z) => {
        const perK = heatPerM3K * airFlowM3PerS[cracNames.length + z]!;
        if (perK === 0) return;
        const settlesAtC = inletC[z]! + zoneNodePowerW[z]! / perK;
        const storedSteps = (nodeCount * nodeThermalMassJPerK) / (perK * stepS);
        outletC[z]! += (settlesAtC - outletC[z]!) / (1 + storedSteps);
      });
      nowS += stepS;
    }
  }
  look();
  return { zonePeaks, peakCoolingW, peakCoolingS };
}
