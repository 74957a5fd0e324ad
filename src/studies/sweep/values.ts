import { type Decimal, decimalOf, decimalRange, numberOf, times } from '../../instances/decimals.js';
import { MAX_VALUES } from '../../instances/written-values.js';

/**
 * The values of an `--over` option: either values to set, or factors by which the instance's own values are multiplied.
 */
export interface SweepValues {
  readonly values: readonly number[];
  readonly factors: boolean;
}

/** Pattern of a number followed by other text, such as a unit. */
const WITH_UNIT = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z%\u00b0/]+)$/;

/** Powers of ten of the units in which power may be written. */
const WATTS: Readonly<Record<string, number>> = { W: 0, kW: 3, MW: 6 };

/**
 * Returns the values written as `start:end:step`, `a,b,c`, or one value, or a sentence on what is wrong. The end of a
 * range is included if a step meets it. A number with a leading x is a factor. Values of a field in W may all state a
 * unit (W, kW, MW); the result is in W.
 */
export function parseValues(text: string, unit: 'W' | null = null): SweepValues | { readonly fault: string } {
  const words = text.split(text.includes(':') ? ':' : ',').map((word) => word.trim());
  const factors = words[0]?.startsWith('x') === true;
  const numbers: Decimal[] = [];
  let named = 0;
  for (const [n, word] of words.entries()) {
    // The step of a range of factors may be written with or without its x.
    const isStep = text.includes(':') && n === 2;
    const marked = word.startsWith('x');
    const bare = marked ? word.slice(1) : word;
    const withUnit = WITH_UNIT.exec(bare);
    const [digits, suffix] = withUnit === null ? [bare, ''] : [withUnit[1]!, withUnit[2]!];
    const shift = suffix === '' ? 0 : unit === 'W' && !marked && Object.hasOwn(WATTS, suffix) ? WATTS[suffix]! : null;
    const number = decimalOf(digits);
    if (number === null || !Number.isFinite(numberOf(times(number, 1n, shift ?? 0))))
      return { fault: `"${word}" is no number` };
    if (shift === null) return { fault: unitFault(word, suffix, unit, marked) };
    if (suffix !== '') named++;
    if (marked !== factors && !(isStep && factors)) return { fault: 'some values are factors (x) and some are not' };
    numbers.push(times(number, 1n, shift));
  }
  if (named > 0 && named < words.length) return { fault: 'some values name their unit and some do not' };
  const listed = text.includes(':') ? rangeOf(numbers) : numbers.map(numberOf);
  if ('fault' in listed) return listed;
  if (listed.length > MAX_VALUES) return { fault: `more than ${MAX_VALUES} values` };
  const twice = listed.find((value, n) => listed.indexOf(value) !== n);
  return twice === undefined ? { values: listed, factors } : { fault: `${twice} comes twice` };
}

function unitFault(word: string, suffix: string, unit: 'W' | null, isFactor: boolean): string {
  if (isFactor) return `the factor "${word}" has a unit`;
  return unit === null
    ? `"${word}": values of this field are plain numbers in the unit of its name`
    : `"${suffix}" is none of ${Object.keys(WATTS).join(', ')}`;
}

function rangeOf(numbers: readonly Decimal[]): number[] | { readonly fault: string } {
  if (numbers.length !== 3) return { fault: `a range has three numbers, start:end:step, not ${numbers.length}` };
  const [start, end, step] = numbers as [Decimal, Decimal, Decimal];
  const values = decimalRange(start, end, step, MAX_VALUES);
  return 'fault' in values ? values : values.map(numberOf);
}
