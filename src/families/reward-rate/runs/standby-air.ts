import { refusalOf } from '../combinations.js';
import { MixingNotConverged } from '../../../../models/physics/airflow/exchange.js';
import { PotentialNotConverged } from '../../../../models/physics/airflow/potential.js';
import { AirflowStopped } from '../../../../models/physics/airflow/stop.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import { rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withSurvivedAir } from '../../../../models/families/reward-rate/failed-rooms.js';
import { airFlowsOnStandby, hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { standbyOf } from '../../../../models/families/reward-rate/standby-state.js';
import { failedCracFaults } from '../../../facility/failed-cracs.js';
import { heldBy } from '../../../facility/held-facility.js';
import { keptDrawing } from '../../../facility/kept-air.js';
import { COMMAND_LINE, type Fault } from '../../../instances/fault.js';
import type { IdleConflict } from '../methods/infeasibility.js';
import type { OpenedFacility, OpenedModel } from './open.js';
import type { RunRequest } from './request.js';

/** Influence matrix of a facility with some nodes on standby, or the reason why it cannot be computed. */
export type StandbyAir =
  | { readonly ok: true; readonly matrix: InfluenceMatrix }
  | { readonly ok: false; readonly reason: string };

/**
 * Returns the influence matrix of the air flow with exactly these nodes on standby; `matrix` itself if the air flow
 * does not change. If it cannot be computed, the reason is returned and not thrown, because another set of nodes may
 * work.
 */
export function airWithStandby(
  { instance, matrix }: Pick<OpenedFacility, 'instance' | 'matrix'>,
  standby: readonly StandbyNodes[],
  shouldStop?: () => boolean,
): StandbyAir {
  if (!hasAirOfStandby(instance)) return { ok: true, matrix };
  const flows = airFlowsOnStandby(instance.facility, matrix.zones, standby);
  const first = matrix.cracNames.length;
  if (flows.every((flow, z) => flow === matrix.airFlowM3PerS[first + z])) return { ok: true, matrix };
  try {
    const draw = keptDrawing(shouldStop);
    const own = withSurvivedAir(instance, draw(instance.facility, flows), draw);
    const uncooled = failedCracFaults(heldBy(instance), own);
    if (uncooled.length > 0) return { ok: false, reason: 'failed CRACs would leave zones without cold air' };
    return { ok: true, matrix: own };
  } catch (error) {
    const isUndrawn =
      error instanceof PotentialNotConverged || error instanceof MixingNotConverged || error instanceof AirflowStopped;
    if (!isUndrawn && !(error instanceof RangeError)) throw error;
    return { ok: false, reason: error.message };
  }
}

/**
 * Returns a fault if idle nodes were to be put on standby after planning although this changes the air flow; otherwise
 * null. The method would have planned for another air flow.
 */
export function unplannedStandbyFault(
  { method, idleOnStandby }: Pick<RunRequest, 'method' | 'idleOnStandby'>,
  instance: RewardRateInstance,
): Fault | null {
  if (idleOnStandby !== true || !hasAirOfStandby(instance)) return null;
  const { says, remedy } = refusalOf('idleOnStandby', 'ownAir');
  return {
    file: COMMAND_LINE,
    path: '--standby',
    value: `with ${method.name}`,
    allowed: `left out where ${says}`,
    remedy,
  };
}

/** Returns the model with the air flow that exactly these nodes on standby cause; null if it cannot be computed. */
export function openedOnAirOf(opened: OpenedModel, standby: readonly StandbyNodes[]): OpenedModel | null {
  const air = airWithStandby(opened, standby);
  if (!air.ok) return null;
  if (air.matrix === opened.matrix) return opened;
  return { ...opened, matrix: air.matrix, model: rewardRateModel(opened.instance, air.matrix, opened.model) };
}

/**
 * Returns the fault that no bound is known if the air flow depends on which nodes are on standby; null if it does not
 * depend on them.
 */
export function standbyAirFault(file: string, instance: RewardRateInstance): Fault | null {
  if (!hasAirOfStandby(instance)) return null;
  const { nodeTypes } = instance.facility;
  const index = nodeTypes.findIndex((type) =>
    hasAirOfStandby({ facility: { ...instance.facility, nodeTypes: [type] } }),
  );
  const type = nodeTypes[index]!;
  const field = standbyOf(type)?.state === 'off' ? 'offAirFlowM3PerS' : 'sleepAirFlowM3PerS';
  return {
    file,
    path: `facility.nodeTypes[${index}].${field}`,
    value: type[field],
    allowed: `airFlowM3PerS, ${type.airFlowM3PerS} (m3/s), with bound: the air depends on which nodes are on standby`,
    remedy: 'Use solve and check, which compute the air of each plan, or leave the field out.',
  };
}

/**
 * Returns the limits that the idle facility violates, marked as not proven: only some sets of nodes on standby, each
 * with its own air flow, were tried.
 */
export function notForAllSets(conflict: IdleConflict): IdleConflict {
  const found = 'No feasible plan found (other sets of nodes on standby were not all tried)';
  return {
    ...conflict,
    proven: false,
    message: conflict.message.replace(/^No feasible plan( found)?/, found),
    others: conflict.others.map((one) => ({ ...one, proven: false })),
  };
}
