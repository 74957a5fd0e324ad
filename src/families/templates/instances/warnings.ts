import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { coresByType, middleStateOf } from '../../../../models/families/templates/middle-state.js';
import { standbyPowerW } from '../../../../models/families/templates/standby.js';
import { atWallW } from '../../../../models/physics/power/power-supply.js';
import { fastestTimesS } from '../../../facility/consistency-nodes.js';
import { nodePowers } from '../../../facility/node-powers.js';
import { cellWarnings, lackingAir, slotWarnings } from '../../../facility/slot-warnings.js';
import {
  powerUnitWarnings,
  setPointUnitWarnings,
  temperatureUnitWarnings,
  timeUnitWarnings,
} from '../../../facility/unit-warnings.js';

/** Returns warnings about input that is valid but probably not intended. */
export function templatesWarnings(instance: TemplatesInstance): string[] {
  return [
    ...unusedTypes(instance),
    ...airWarning(instance),
    ...idleWarnings(instance),
    ...workWarnings(instance),
    ...slotWarnings('facility.airflow.layout.racks', instance.facility.airflow, instance.facility.nodeGroups),
    ...cellWarnings('facility.airflow.layout.cellM', instance.facility.airflow),
    ...unitWarnings(instance),
  ];
}

function unitWarnings({ facility, taskTypes, outletLimitC }: TemplatesInstance): string[] {
  const { nodeTypes, nodeGroups, cracs } = facility;
  return [
    ...powerUnitWarnings('facility.nodeTypes', nodePowers(nodeTypes, nodeGroups)),
    ...temperatureUnitWarnings('outletLimitC', outletLimitC, 'outletLimit'),
    ...setPointUnitWarnings('facility.cracs', cracs),
    ...timeUnitWarnings(
      { times: 'facility.nodeTypes', deadline: 'taskTypes' },
      [...fastestTimesS(nodeTypes).values()],
      taskTypes.flatMap(({ deadlineS }) => (deadlineS === undefined ? [] : [deadlineS])),
    ),
  ];
}

function unusedTypes({ facility }: TemplatesInstance): string[] {
  const used = new Set(facility.nodeGroups.map(({ nodeType }) => nodeType));
  return facility.nodeTypes
    .filter(({ name }) => !used.has(name))
    .map(({ name }) => `facility.nodeTypes: no node of the room is of type "${name}".`);
}

function airWarning({ facility }: TemplatesInstance): string[] {
  const { nodeTypes, nodeGroups, cracs, airflow } = facility;
  const specified = nodeGroups.reduce(
    (sum, { nodeType, count }) => sum + count * nodeTypes.find(({ name }) => name === nodeType)!.airFlowM3PerS,
    0,
  );
  const lacking = lackingAir({ airflow, cracs }, specified);
  return lacking === null ? [] : [`facility.airflow.nodeAirflowFactor: nodes ${lacking} whatever the vents.`];
}

/**
 * Returns warnings for power limits that idle power alone exceeds, even without cooling. States with other power limits
 * may be infeasible, too.
 */
function idleWarnings({ facility, grid }: TemplatesInstance): string[] {
  const idleW = facility.nodeGroups.reduce((sum, { nodeType, count, mayBeOff, minimumOn = 0 }) => {
    const type = facility.nodeTypes.find(({ name }) => name === nodeType)!;
    const { idlePowerW } = type;
    const onStandby = mayBeOff === true ? count - minimumOn : 0;
    const standbyW = standbyPowerW(type) ?? idlePowerW;
    return sum + atWallW(type, (count - onStandby) * idlePowerW + onStandby * standbyW);
  }, 0);
  const drawing = hasStandbyGroup(facility) ? 'without work the nodes draw' : 'the idle nodes alone draw';
  return grid.powerLimitW.flatMap((limitW, k) =>
    limitW >= idleW
      ? []
      : [`grid.powerLimitW[${k}]: ${limitW} W, but ${drawing} ${short(idleW)} W; none of its states is feasible.`],
  );
}

function hasStandbyGroup({ nodeGroups }: TemplatesInstance['facility']): boolean {
  return nodeGroups.some(({ mayBeOff }) => mayBeOff === true);
}

function workWarnings(instance: TemplatesInstance): string[] {
  const { ratePerS } = middleStateOf(instance);
  const most = coresByType(instance.facility).reduce((sum, cores, j) => sum + cores * ratePerS[j]!, 0);
  const above = instance.grid.arrivingWorkPerS.filter((value) => value > most);
  // One value above what the room can do covers all such arrivals; more of them have the same templates.
  if (above.length < 2) return [];
  return [
    `grid.arrivingWorkPerS: ${above.length} values above ${short(most)} tasks/s, the service rate of all cores; templates for them are the same.`,
  ];
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
