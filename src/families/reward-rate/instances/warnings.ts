import { limitNamed } from '../../../../models/families/reward-rate/room-limits.js';
import { meterOf, meterPowerW, capOf, isWithinCap } from '../../../../models/facility/meter.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { keptLimits } from '../../../../models/families/reward-rate/reserve.js';
import { standbyOf } from '../../../../models/families/reward-rate/standby-state.js';
import { atWallW } from '../../../../models/physics/power/power-supply.js';
import { fastestTimesS } from '../../../facility/consistency-nodes.js';
import { nodePowers } from '../../../facility/node-powers.js';
import { cellWarnings, hotMixingWarnings, lackingAir, slotWarnings } from '../../../facility/slot-warnings.js';
import {
  powerUnitWarnings,
  setPointUnitWarnings,
  temperatureUnitWarnings,
  timeUnitWarnings,
} from '../../../facility/unit-warnings.js';

/** Returns warnings about valid data that was probably not intended. */
export function instanceWarnings(instance: RewardRateInstance): string[] {
  const { facility, workload } = instance;
  const limits = keptLimits(instance);
  const less = instance.limits.reserve === undefined ? '' : ' less its reserve';
  const typeOf = new Map(facility.nodeTypes.map((type) => [type.name, type]));
  const sumOverNodes = (value: (type: (typeof facility.nodeTypes)[number]) => number): number =>
    facility.nodeGroups.reduce((sum, group) => sum + group.count * value(typeOf.get(group.nodeType)!), 0);
  const warnings: string[] = [];

  const leastPowerW = facility.nodeGroups.reduce((sum, { nodeType, count, mayBeOff, minimumOn = 0 }) => {
    const type = typeOf.get(nodeType)!;
    const standbyW = mayBeOff === true ? (standbyOf(type)?.powerW ?? Infinity) : Infinity;
    const leastW = minimumOn * type.idlePowerW + (count - minimumOn) * Math.min(type.idlePowerW, standbyW);
    return sum + atWallW(type, leastW);
  }, 0);
  const idleW = meterPowerW(meterOf(facility), leastPowerW, 0);
  if (!isWithinCap(limits, idleW)) {
    warnings.push(
      `${limitNamed('powerCap')!.field}: idle nodes and other load alone draw ${Math.round(idleW)} W, more than the cap${less} of ${capOf(limits)} W; no plan is feasible.`,
    );
  }
  const coldestC = Math.max(...facility.cracs.map((crac) => crac.setPointMinC));
  const hottestC = Math.min(...facility.cracs.map((crac) => crac.setPointMaxC));
  if (coldestC > hottestC)
    warnings.push('facility.cracs: the set-point ranges share no temperature; no common set-point exists.');
  const lowestC = Math.min(...facility.cracs.map((crac) => crac.setPointMinC));
  if (limits.redLineC <= lowestC) {
    warnings.push(
      `limits.redLineC${less}: ${limits.redLineC} C is not above the lowest set-point, ${lowestC} C; no plan with a node at work is likely to be feasible.`,
    );
  }
  const lacking = lackingAir(
    facility,
    sumOverNodes((type) => type.airFlowM3PerS),
  );
  if (lacking !== null) warnings.push(`facility.airflow.nodeAirflowFactor: nodes ${lacking} whatever the containment.`);
  for (const type of facility.nodeTypes) {
    if (!facility.nodeGroups.some((group) => group.nodeType === type.name)) {
      warnings.push(`facility.nodeTypes: no node is of type "${type.name}".`);
    } else if (
      standbyOf(type) !== null &&
      !facility.nodeGroups.some((group) => group.nodeType === type.name && group.mayBeOff === true)
    ) {
      warnings.push(
        `facility.nodeTypes: "${type.name}" has a power on standby, and no group of it has mayBeOff: its nodes stay on.`,
      );
    }
    for (const task of type.tasks) {
      if (isUnordered(task.timeS, 1))
        warnings.push(`facility.nodeTypes: time of "${task.taskType}" on "${type.name}" falls at a lower frequency.`);
      if (isUnordered(task.corePowerW, -1))
        warnings.push(`facility.nodeTypes: power of "${task.taskType}" on "${type.name}" rises at a lower frequency.`);
    }
  }
  for (const task of workload.taskTypes) {
    if (task.rewardPerTask === 0 || task.arrivalRatePerS === 0) {
      warnings.push(`workload.taskTypes: "${task.name}" has no reward or no arrivals and earns nothing.`);
    }
  }
  if (facility.colocation.model === 'literal') {
    warnings.push(
      'facility.colocation.model: Eq. 21 as printed gives negative or faster-than-alone times outside its training range; such combinations are counted and the former excluded.',
    );
  }
  return [
    ...warnings,
    ...slotWarnings('facility.airflow.layout.racks', facility.airflow, facility.nodeGroups),
    ...hotMixingWarnings('facility.airflow', facility.airflow, facility.cracs),
    ...cellWarnings('facility.airflow.layout.cellM', facility.airflow),
    ...unitWarnings(instance),
  ];
}

function unitWarnings({ facility, workload, limits }: RewardRateInstance): string[] {
  const { nodeTypes, nodeGroups, cracs } = facility;
  const deadlines = workload.taskTypes.map(({ deadlineS }) => deadlineS);
  return [
    ...powerUnitWarnings('facility.nodeTypes', nodePowers(nodeTypes, nodeGroups)),
    ...temperatureUnitWarnings('limits.redLineC', limits.redLineC, 'redLine'),
    ...setPointUnitWarnings('facility.cracs', cracs),
    ...timeUnitWarnings(
      { times: 'facility.nodeTypes', deadline: 'workload.taskTypes' },
      [...fastestTimesS(nodeTypes).values()],
      deadlines,
    ),
  ];
}

/**
 * Returns true if values by P-state are in the wrong order. With direction 1 they must not fall from one P-state to the
 * next, with direction -1 they must not rise. Values given only by their two ends are checked elsewhere.
 */
function isUnordered(values: unknown, direction: 1 | -1): boolean {
  return (
    Array.isArray(values) &&
    (values as number[]).some((value, p, all) => p > 0 && direction * (value - all[p - 1]!) < 0)
  );
}
