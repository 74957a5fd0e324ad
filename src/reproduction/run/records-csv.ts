import { cellsOf, type Design, designText, trialKey, trialsOf, validateDesign } from '../../experiments/design.js';
import { recordsText, type Records, type TrialRecord, type Value } from '../../experiments/record.js';
import { meanInterval } from '../../experiments/statistics.js';
import { csvRecords } from '../../instances/csv-records.js';
import { unguarded } from '../../instances/csv-rows.js';
import { type CsvLine, csvText } from '../../reports/csv.js';
import { sha256Of } from '../../runs/digest.js';

/** Maximum number of trials of a figure, as of the option --trials. */
const MAX_TRIALS = 10_000;
/** First words of the first line of a CSV file of records: format and version of the format. */
const FORMAT = '# plenum.trials 1';
/** Significant digits of numbers in CSV files of records. Our choice: more than any window or printed digit tells apart. */
const DIGITS = 6;
/** Columns behind those of the factors. */
const COLUMNS = ['value', 'trials', 'mean', 'low', 'high', 'by trial'] as const;

/**
 * Returns records as verdicts are made from them: with the values that claims, tables and charts read, in DIGITS
 * significant digits.
 *
 * @param isKept true for the name of a value to keep; all by default
 */
export function compactRecords({ design, records }: Records, isKept: (value: string) => boolean = () => true): Records {
  return {
    design,
    records: records.map((record) => {
      const kept = Object.entries(record.values).filter(([name]) => isKept(name));
      return { ...record, values: Object.fromEntries(kept.map(([name, value]) => [name, rounded(value)])) };
    }),
  };
}

function rounded(value: Value): Value {
  if (Array.isArray(value)) return (value as readonly Value[]).map(rounded);
  if (typeof value !== 'number') return value;
  const few = Number(value.toPrecision(DIGITS));
  return Number.isFinite(few) ? few : value;
}

/**
 * Returns compact records as CSV: first a line with format, digest and design, then for each cell and value its mean
 * over trials with the 95 % interval, and the value of each trial. Factors with a single level have no column. The first
 * cell has a line for every value, others only for those that a trial has. Equal records give equal bytes.
 */
export function recordsCsv({ design, records }: Records): string {
  // Refuses records that are missing or double.
  recordsText(design, records);
  const factors = columnFactors(design);
  const byKey = new Map(records.map((one) => [trialKey(design.factors, one.cell, one.trial), one]));
  const names = Object.keys(records[0]!.values);
  const lines = cellsOf(design).flatMap((cell, n) =>
    names.flatMap((name): CsvLine[] => {
      const values = Array.from({ length: design.trials }, (_, trial): Value => {
        return byKey.get(trialKey(design.factors, cell, trial))!.values[name] ?? null;
      });
      // The first cell names all values.
      if (n > 0 && values.every((value) => value === null)) return [];
      return [[...factors.map((factor) => cell[factor]!), name, ...summaryOf(values), seriesText(values)]];
    }),
  );
  const body = csvText([[...factors, ...COLUMNS], ...lines]);
  return `${headOf(design, body)}\r\n${body}`;
}

function headOf(design: Design, body: string): string {
  const text = designText(design);
  return `${FORMAT} sha256 ${sha256Of(text + body)} ${text}`;
}

function columnFactors({ factors }: Design): string[] {
  return factors.filter(({ levels }) => levels.length > 1).map(({ name }) => name);
}

/** Returns number of trials with a number, mean, and both ends of the interval; empty fields where there is none. */
function summaryOf(values: readonly Value[]): CsvLine {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return [0, null, null, null];
  const { n, mean, interval } = meanInterval(numbers);
  const [low, high] = interval === null ? [null, null] : [interval.low, interval.high];
  return [n, ...[mean, low, high].map((one) => (one === null ? null : Number(one.toPrecision(DIGITS))))];
}

/**
 * Returns the values of trials as text: separated by spaces, a run of equal values once with "*" and its length, "_" for
 * none.
 */
function seriesText(values: readonly Value[]): string {
  const runs: { readonly word: string; count: number }[] = [];
  for (const value of values) {
    const word = wordOf(value);
    if (runs.at(-1)?.word === word) runs.at(-1)!.count++;
    else runs.push({ word, count: 1 });
  }
  return runs.map(({ word, count }) => (count === 1 ? word : `${word}*${count}`)).join(' ');
}

/** Characters that a word may not have, because they separate words, begin an escape or stand before a count. */
const RESERVED = /[\s%*]/g;
/** Texts that stand for themselves in a series, where nothing else begins with a letter but "true" and "false". */
const PLAIN_TEXT = /^(?!(?:true|false)$)[a-z][\w %*-]*$/i;

/** Returns a value as a word: a plain text as it is, anything else as JSON; reserved characters as "%" and their code. */
function wordOf(value: Value): string {
  if (value === null) return '_';
  const text = typeof value === 'string' && PLAIN_TEXT.test(value) ? value : JSON.stringify(value);
  return text.replace(RESERVED, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/**
 * Returns the value that a word stands for.
 *
 * @throws SyntaxError for a word that stands for none
 */
function valueOf(word: string): Value {
  if (word === '_') return null;
  const text = word.replaceAll(/%([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return PLAIN_TEXT.test(text) ? text : (JSON.parse(text) as Value);
}

/**
 * Returns the records of a text that `recordsCsv` wrote.
 *
 * @throws RangeError with a description of the fault, also if a character was changed
 */
export function parseRecordsCsv(text: string): Records {
  const end = text.indexOf('\r\n');
  const found = /^# plenum\.trials 1 sha256 ([0-9a-f]{64}) (\{.*\})$/.exec(text.slice(0, Math.max(end, 0)));
  if (found === null) throw new RangeError(`The first line does not begin with "${FORMAT} sha256"`);
  const body = text.slice(end + 2);
  if (sha256Of(found[2]! + body) !== found[1]) throw new RangeError('The lines are not those that were written');
  const design = JSON.parse(found[2]!) as Design;
  validateDesign(design);
  const lines = csvRecords(body);
  if (!Array.isArray(lines)) throw new RangeError(`${lines.path}: ${lines.fault}`);
  const factors = columnFactors(design);
  const common = Object.fromEntries(design.factors.map(({ name, levels }) => [name, levels[0]!]));
  if (design.trials > MAX_TRIALS) throw new RangeError(`${design.trials} trials: more than ${MAX_TRIALS}`);
  const series = new Map<string, Map<string, Value[]>>();
  for (const line of lines.slice(1)) {
    const fields = line.fields.map(unguarded);
    const cell = { ...common, ...Object.fromEntries(factors.map((factor, n) => [factor, fields[n]!])) };
    const name = fields[factors.length]!;
    const byCell = series.get(name) ?? new Map<string, Value[]>();
    series.set(name, byCell.set(trialKey(design.factors, cell, 0), seriesOf(fields.at(-1)!, design.trials)));
  }
  const records = trialsOf(design).map(({ cell, trial, seed }): TrialRecord => {
    const key = trialKey(design.factors, cell, 0);
    const values = [...series].map(([name, byCell]): [string, Value] => [name, byCell.get(key)?.[trial] ?? null]);
    return { cell, trial, seed, values: Object.fromEntries(values) };
  });
  // Refuses rows that are missing, double or of other cells, and means that are not those of their trials.
  if (recordsCsv({ design, records }) !== text) throw new RangeError('The rows are not those that were written');
  return { design, records };
}

/** @throws RangeError for more than `trials` values */
function seriesOf(text: string, trials: number): Value[] {
  const values: Value[] = [];
  for (const run of text.split(' ')) {
    const [word, count = '1'] = run.split('*');
    if (!(values.length + Number(count) <= trials)) throw new RangeError(`"${run}" is more than ${trials} trials`);
    const value = valueOf(word!);
    for (let n = 0; n < Number(count); n++) values.push(value);
  }
  return values;
}
