import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { Fault } from '../../../../instances/fault.js';
import { changedInstance, type FieldNames, resolveField } from '../../../../instances/field-path.js';
import { pointText } from '../../../../reports/sweep/axis.js';
import { gridPoints, readAxes } from '../../../../studies/sweep/axes.js';
import { rewardRateFiles } from '../../instances/load.js';

/** Maximum number of points of a grid. */
const MAX_POINTS = 10_000;
/** Path of the power cap in an instance. */
export const CAP = 'limits.powerCapW';

/** Paths of the fields that are varied most often, by short name. */
const SHORT: Readonly<Record<string, string>> = {
  powerCapW: CAP,
  redLineC: 'limits.redLineC',
  otherLoadW: 'facility.otherLoadW',
  upsEfficiency: 'facility.upsEfficiency',
  arrivalRatePerS: 'workload.taskTypes[*].arrivalRatePerS',
  rewardPerTask: 'workload.taskTypes[*].rewardPerTask',
  deadlineS: 'workload.taskTypes[*].deadlineS',
  setPointMinC: 'facility.cracs[*].setPointMinC',
  setPointMaxC: 'facility.cracs[*].setPointMaxC',
  setPointStepC: 'facility.cracs[*].setPointStepC',
  coolingCapacityW: 'facility.cracs[*].coolingCapacityW',
};

/** Fields that an instance may lack but a sweep may set. Each belongs to exactly one kind of object. */
const OPTIONAL = ['facility.otherLoadW', 'facility.upsEfficiency', 'coolingCapacityW', 'psuEfficiency'];

/** The fields of a reward-rate instance that a sweep can name. */
const NAMES: FieldNames = {
  short: SHORT,
  mayBeMissing: (place) => OPTIONAL.some((name) => place.join('.').endsWith(name)),
  takesWords: false,
  isMap: () => false,
};

/** A point of a sweep: the values of the swept fields, and the instance with them. */
export interface GridPoint {
  readonly values: readonly number[];
  readonly instance: RewardRateInstance;
}

/**
 * Returns the axes and the points of a grid, each judged like an instance file, or all faults.
 *
 * @param file name of the instance file in faults
 */
export function sweepGrid(over: readonly string[], instance: RewardRateInstance, file: string) {
  const read = readAxes(over, instance, {
    named: (name) => resolveField(name, instance, NAMES),
    names: `a numeric field of the instance: a path such as workload.taskTypes[*].arrivalRatePerS, or ${Object.keys(SHORT).join(', ')}`,
    maxPoints: MAX_POINTS,
  });
  if (!read.ok) return read;
  const { axes } = read;
  const faults: Fault[] = [];
  const points = gridPoints(axes).flatMap((values): GridPoint[] => {
    const changes = axes.map((axis, a) => ({ ...axis, value: values[a]! }));
    const judged = rewardRateFiles.judge(changedInstance(instance, changes));
    if (judged.ok) return [{ values, instance: judged.instance }];
    const at = pointText(axes, values);
    faults.push(...judged.faults.map((fault) => ({ file, ...fault, remedy: `${fault.remedy} (At the point ${at}.)` })));
    return [];
  });
  return faults.length > 0 ? { ok: false as const, faults } : { ok: true as const, axes, points };
}
