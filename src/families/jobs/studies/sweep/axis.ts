import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';
import { parseValues } from '../../../sweep-values.js';
import type { JobsRequest } from '../../runs/choices.js';
import { SWEEP_AXES, type SweepAxis } from './result.js';

/** Maximum number of values of a sweep. Chosen: a month is run for each. */
const MAX_VALUES = 100;

/** Values that a quantity may have. */
const RANGES: Readonly<Record<SweepAxis, { readonly fits: (value: number) => boolean; readonly text: string }>> = {
  checkpointIntervalS: { fits: (value) => value >= 1, text: 'at least 1 s' },
  nodes: {
    fits: (value) => Number.isInteger(value) && value >= 1 && value <= 100_000,
    text: 'whole numbers from 1 to 100000',
  },
  energyPricePerMJ: { fits: (value) => value >= 0, text: 'at least 0 value/MJ' },
};

/** Axis of a sweep: what is varied, and its values, ascending. */
export interface MonthAxis {
  readonly axis: SweepAxis;
  readonly values: readonly number[];
}

/** Axis that `--over` names: one of `checkpointIntervalS=60,300`, `nodes=2:6:1`, `energyPricePerMJ=0:500:100`; or what is wrong with it. */
export function monthAxis(over: readonly string[]): MonthAxis | Fault {
  const fault = (value: unknown, allowed: string, remedy: string): Fault => {
    return { file: COMMAND_LINE, path: '--over', value, allowed, remedy };
  };
  const form = `once one of ${SWEEP_AXES.join(', ')}, as name=start:end:step or name=a,b,c`;
  const [text, ...rest] = over;
  if (text === undefined || rest.length > 0) return fault(over.join(' '), form, 'A sweep of a month has one axis.');
  const [name, values = ''] = text.split('=');
  const axis = SWEEP_AXES.find((one) => one === name);
  if (axis === undefined) return fault(text, form, 'Name one of these.');
  const read = parseValues(values);
  if ('fault' in read) return fault(text, form, `Correct the values: ${read.fault}.`);
  const { fits, text: range } = RANGES[axis];
  if (read.factors || !read.values.every(fits)) return fault(text, range, 'Correct the values.');
  if (read.values.length > MAX_VALUES) return fault(text, `at most ${MAX_VALUES} values`, 'Take a longer step.');
  return { axis, values: read.values.toSorted((a, b) => a - b) };
}

/** Choices of `solve` that a value of an axis stands for; none where it changes the instance. */
export function askedAt(axis: SweepAxis, value: number): Partial<JobsRequest> {
  if (axis === 'checkpointIntervalS') return { checkpointInterval: value };
  return axis === 'energyPricePerMJ' ? { energyPrice: value } : {};
}
