import { type FieldNames, type InstanceField, resolveField } from '../../../../instances/field-path.js';
import { fieldUnit as unitOfName } from '../../../../instances/units.js';

/** Short names of the fields varied most, with their paths. */
const SHORT: Readonly<Record<string, string>> = {
  powerCapW: 'limits.powerCapW',
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

/** Short names of fields. */
export const SHORT_NAMES = Object.keys(SHORT);

/** The unit a path's last name ends in, as far as values may be written with one: W, or null. */
export function fieldUnit(path: string): 'W' | null {
  const { of, per } = unitOfName(path);
  return of === 'W' && per === null ? 'W' : null;
}

/**
 * Paths or names of fields that the schema knows but the file may leave out, and that may be given a value; only these
 * have one kind of parent.
 */
const OPTIONAL = ['facility.otherLoadW', 'facility.upsEfficiency', 'coolingCapacityW', 'psuEfficiency'];

/** Names of fields of a reward-rate instance. */
const NAMES: FieldNames = {
  short: SHORT,
  mayBeMissing: (place) => OPTIONAL.some((name) => place.join('.').endsWith(name)),
  takesWords: false,
  isMap: () => false,
};

/** Places of a field name in a reward-rate instance, or a sentence on what is wrong with it. */
export function sweptField(name: string, instance: unknown): InstanceField | { readonly fault: string } {
  return resolveField(name, instance, NAMES);
}
