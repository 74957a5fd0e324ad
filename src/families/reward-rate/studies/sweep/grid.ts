import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { type FieldNames, resolveField } from '../../../../instances/field-path.js';
import {
  type GridPoint as Point,
  gridPoints,
  pointName,
  readAxes,
  type SweepAxis,
  variant,
} from '../../../../studies/sweep/axes.js';
import { rewardRateFiles } from '../../instances/load.js';

/** Point of a grid with its instance, which was validated like an instance file. */
export interface GridPoint extends Point {
  readonly instance: RewardRateInstance;
}

export interface Grid {
  readonly axes: readonly SweepAxis[];
  /** Points of the grid, in an order in which neighbours differ by one step of one axis. */
  readonly points: readonly GridPoint[];
}

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

/**
 * Returns all points of the grid, each validated like an instance file. If some are invalid, returns faults that name
 * the values of the point.
 */
export function sweepGrid(
  over: readonly string[],
  instance: RewardRateInstance,
): { readonly ok: true; readonly grid: Grid } | { readonly ok: false; readonly faults: readonly LocalFault[] } {
  const read = readAxes(over, instance, {
    named: (name) => resolveField(name, instance, NAMES),
    names: `a numeric field of the instance: a path such as workload.taskTypes[*].arrivalRatePerS, or ${Object.keys(SHORT).join(', ')}`,
    maxPoints: MAX_POINTS,
  });
  if (!read.ok) return read;
  const { axes } = read;
  const faults: LocalFault[] = [];
  const points = gridPoints(axes).flatMap((point): GridPoint[] => {
    const judged = rewardRateFiles.judge(variant(instance, axes, point.values));
    if (judged.ok) return [{ ...point, instance: judged.instance }];
    const at = pointName(axes, point.values);
    faults.push(...judged.faults.map((fault) => ({ ...fault, remedy: `${fault.remedy} (At the point ${at}.)` })));
    return [];
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, grid: { axes, points } };
}
