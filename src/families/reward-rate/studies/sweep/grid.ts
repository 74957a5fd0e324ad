import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { Fault } from '../../../../instances/fault.js';
import { changedInstance, type FieldNames, resolveField, shortNames } from '../../../../instances/field-path.js';
import { pointText } from '../../../../reports/sweep/axis.js';
import { gridPoints, readAxes } from '../../../../studies/sweep/axes.js';
import { rewardRateFiles } from '../../instances/load.js';

/** Maximum number of points of a grid. */
const MAX_POINTS = 10_000;

/** [last part of the path]: path of a field that an instance may lack but a sweep may set. */
const OPTIONAL: Readonly<Record<string, string>> = {
  otherLoadW: 'facility.otherLoadW',
  upsEfficiency: 'facility.upsEfficiency',
  coolingCapacityW: 'facility.cracs[*].coolingCapacityW',
  psuEfficiency: 'facility.nodeTypes[*].psuEfficiency',
};

/**
 * Returns the axes and points of a grid, or all faults. The instance of each point is validated like an instance file.
 *
 * @param over the swept fields with their values, as on the command line
 * @param file name of the instance file, to be stated in the faults of points
 */
export function sweepGrid(over: readonly string[], instance: RewardRateInstance, file: string) {
  const names: FieldNames = {
    short: { ...OPTIONAL, ...shortNames(instance) },
    mayBeMissing: (place) => Object.hasOwn(OPTIONAL, place.at(-1)!),
    takesWords: false,
    isMap: () => false,
  };
  const read = readAxes(over, instance, {
    named: (name) => resolveField(name, instance, names),
    names: `a numeric field of the instance: a path such as workload.taskTypes[*].deadlineS, or its last name alone where only one path ends in it, or ${Object.keys(OPTIONAL).join(', ')}`,
    maxPoints: MAX_POINTS,
  });
  if (!read.ok) return read;
  const { axes } = read;
  const faults: Fault[] = [];
  const points = gridPoints(axes).flatMap((values) => {
    const changes = axes.map((axis, a) => ({ ...axis, value: values[a]! }));
    const judged = rewardRateFiles.judge(changedInstance(instance, changes));
    if (judged.ok) return [{ values, instance: judged.instance }];
    const at = pointText(axes, values);
    faults.push(...judged.faults.map((fault) => ({ file, ...fault, remedy: `${fault.remedy} (At the point ${at}.)` })));
    return [];
  });
  return faults.length > 0 ? { ok: false as const, faults } : { ok: true as const, axes, points };
}
