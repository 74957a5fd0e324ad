import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';
import { MIN_LENIENCY } from '../../methods/filters/leniency.js';

/** Maximum number of leniencies of a sweep. Chosen: each is tried on every trial. */
const MAX_VALUES = 100;

/** Leniencies of an `--over leniency=0.3:3:0.3` or `--over leniency=0.5,1,2`, ascending; or what is wrong with the words. */
export function leniencyAxis(over: readonly string[]): readonly number[] | Fault {
  const fault = (value: unknown, remedy: string): Fault => {
    const allowed = 'once leniency=start:end:step or leniency=a,b,c, numbers from 0.000001';
    return { file: COMMAND_LINE, path: '--over', value, allowed, remedy };
  };
  const [text, ...rest] = over;
  if (text === undefined || rest.length > 0) return fault(over.join(' '), 'A sweep of policies has one axis.');
  const [name, values = ''] = text.split('=');
  if (name !== 'leniency') return fault(text, 'Of a utility instance only the leniency of a filter is swept.');
  const isRange = values.includes(':');
  const numbers = values.split(isRange ? ':' : ',').map((word) => (word.trim() === '' ? NaN : Number(word)));
  if (!numbers.every((one) => Number.isFinite(one) && one > 0)) return fault(text, 'Correct the numbers.');
  const listed = isRange ? range(numbers) : numbers;
  if (listed === null) return fault(text, 'A range goes from its start up to its end by a step.');
  if (!listed.every((one) => one >= MIN_LENIENCY)) return fault(text, 'Below that a filter lets nothing pass.');
  if (listed.length > MAX_VALUES) return fault(text, `At most ${MAX_VALUES} values.`);
  if (new Set(listed).size < listed.length) return fault(text, 'Name each value once.');
  return listed.toSorted((a, b) => a - b);
}

/** Values of start:end:step, both ends included where the step meets them; null for other than three numbers, or an end below the start. */
function range(numbers: readonly number[]): number[] | null {
  const [start, end, step] = numbers;
  if (numbers.length !== 3 || end! < start!) return null;
  // A billionth of a step forgives 0.1 + 0.2; twelve digits show 0.3 as 0.3.
  const count = Math.min(MAX_VALUES + 1, Math.floor((end! - start!) / step! + 1e-9) + 1);
  return Array.from({ length: count }, (_, n) => Number((start! + n * step!).toPrecision(12)));
}
