import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { RunControl } from '../../../../methods/control.js';
import type { Refused } from '../../../../instances/fault.js';
import { type LpEngineName, loadLpEngine } from '../../../../solvers/linear/load.js';
import {
  NODE_THERMAL_MASS_J_PER_K,
  PLENUM_TIME_CONSTANT_S,
} from '../../../../../models/families/reward-rate/inertia-ranges.js';
import type { FailureWords } from '../../runs/failure-words.js';
import { analyseFailures, type FailureAnalysis } from './analysis.js';
import { failureCases } from './cases.js';
import type { PlannedRoom } from './failed-room.js';

export interface FailuresRequest {
  readonly ok: true;
  analyse(room: Omit<PlannedRoom, 'inertia'>, control: RunControl, engine?: LpEngineName): Promise<FailureAnalysis>;
}

/** Returns the analysis of failures that the options ask for, or the faults of these options. */
export function failuresAsked(
  instance: Pick<RewardRateInstance, 'facility' | 'failureGroups' | 'limits'>,
  words: FailureWords,
): FailuresRequest | Refused {
  const { failures: each = false, gone, thermalMass, plenumTime } = words;
  const found = failureCases(instance, each, gone);
  if (!found.ok) return found;
  // Those by which plans are made to survive, so that both speak of one room.
  const stated = instance.limits.failureResponse;
  const inertia = {
    nodeThermalMassJPerK: thermalMass ?? stated?.nodeThermalMassJPerK ?? NODE_THERMAL_MASS_J_PER_K,
    plenumTimeConstantS: plenumTime ?? stated?.plenumTimeConstantS ?? PLENUM_TIME_CONSTANT_S,
  };
  return {
    ok: true,
    analyse: async (room, control, engine = 'highs') =>
      analyseFailures({ ...room, inertia }, found.cases, { engine: await loadLpEngine(engine), control }),
  };
}
