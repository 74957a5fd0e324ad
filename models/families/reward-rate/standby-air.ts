import { zoneAirFlowsM3PerS } from '../../physics/airflow/zones.js';
import type { Zone } from '../../physics/thermal/influence-matrix.js';
import type { RewardRateFacility, RewardRateInstance, RewardRateNodeType } from './instance.js';
import type { StandbyNodes, StandbyState } from './plan.js';
import type { RewardRateModel } from './model.js';
import { standbyOf } from './standby-state.js';
import { atWallW } from '../../physics/power/power-supply.js';

/** Returns the air flow of a node that is asleep or off, m3/s. By default, it is that of a node that is on. */
function standbyFlow(
  { airFlowM3PerS, sleepAirFlowM3PerS, offAirFlowM3PerS }: RewardRateNodeType,
  state: StandbyState,
): number {
  return (state === 'off' ? offAirFlowM3PerS : sleepAirFlowM3PerS) ?? airFlowM3PerS;
}

/**
 * Returns true if the influence matrix depends on which nodes are on standby, because their air flow differs on
 * standby.
 */
export function hasAirOfStandby({ facility }: Pick<RewardRateInstance, 'facility'>): boolean {
  const changing = new Set(
    facility.nodeTypes.flatMap((type) => {
      const state = standbyOf(type)?.state;
      return state !== undefined && standbyFlow(type, state) !== type.airFlowM3PerS ? [type.name] : [];
    }),
  );
  return facility.nodeGroups.some(({ nodeType, mayBeOff }) => mayBeOff === true && changing.has(nodeType));
}

/**
 * Returns the air flow of each zone, m3/s, if the given nodes are on standby. Zone b has n_b nodes, s_b of them on
 * standby. The flow of a node is a if it is on, and a_standby on standby. With the instance's nodeAirflowFactor as
 * factor, the flow of the zone is
 *
 * factor ((n_b - s_b) a + s_b a_standby)
 */
export function airFlowsOnStandby(
  facility: RewardRateFacility,
  zones: readonly Zone[],
  standby: readonly StandbyNodes[],
): Float64Array {
  const flows = zoneAirFlowsM3PerS(facility, zones);
  const types = new Map(facility.nodeTypes.map((type) => [type.name, type]));
  const awake = zones.map(({ nodeCount }) => nodeCount);
  const asleep = new Float64Array(zones.length);
  for (const { zone, nodes, state } of standby) {
    const z = zones.findIndex(({ name }) => name === zone);
    const type = types.get(zones[z]?.nodeType ?? '');
    if (type === undefined) continue;
    awake[z]! -= nodes;
    asleep[z]! += nodes * standbyFlow(type, state);
  }
  return flows.map((flow, z) => {
    const { nodeCount, nodeType } = zones[z]!;
    if (awake[z] === nodeCount) return flow;
    const perNode = types.get(nodeType)?.airFlowM3PerS ?? NaN;
    return (Math.max(0, awake[z]!) * perNode + asleep[z]!) * facility.airflow.nodeAirflowFactor;
  });
}

/**
 * Returns the model in which exactly the given nodes are on standby. A zone in which all nodes are on standby gets a
 * new node type that cannot run any task.
 */
export function withAsleep(model: RewardRateModel, standby: readonly StandbyNodes[]): RewardRateModel {
  const { nodeTypes: types } = model.instance.facility;
  const nodeTypes = [...model.nodeTypes];
  const zones = model.zones.map((zone) => {
    const own = standby.filter(({ zone: name }) => name === zone.name);
    const type = types[zone.type]!;
    const asleep = own.reduce((sum, { nodes }) => sum + nodes, 0);
    const standbyW = own.reduce(
      (sum, { nodes, state }) => sum + atWallW(type, nodes * (state === 'off' ? type.offPowerW! : type.sleepPowerW!)),
      0,
    );
    if (asleep < zone.nodeCount) {
      const nodeCount = zone.nodeCount - asleep;
      return { ...zone, nodeCount, idleW: nodeCount * model.nodeTypes[zone.type]!.idleW + standbyW };
    }
    nodeTypes.push({ ...model.nodeTypes[zone.type]!, idleW: standbyW / zone.nodeCount, tasks: [] });
    return { ...zone, type: nodeTypes.length - 1, idleW: standbyW };
  });
  return { ...model, nodeTypes, zones, asleep: standby };
}
