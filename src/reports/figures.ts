import { DEFAULT_CURRENCY } from '../../models/units.js';
import type { Infeasibility } from '../runs/result.js';
import type { CsvColumn, CsvLine } from './csv.js';
import { inUnit, type Measured, type Notation, type Shown } from './format.js';
import { type Content, figure as shownFigure, markup, plainText } from './html/markup.js';

/**
 * Place in a report where a figure (a number of a run) is shown. "summary": on the terminal; "card", "fact": on the
 * page of a run; "sweep", "csv": as a column of a table. In comparisons of methods, "compare" is the mean of each
 * method, "run" a single run, "difference" a paired difference and "bound" a bound.
 */
export type Place = 'summary' | 'card' | 'fact' | 'sweep' | 'csv' | 'compare' | 'run' | 'difference' | 'bound';

/** Name, unit and meaning of a field of result records, as the documentation and the JSON Schema state them. */
export interface FieldWords {
  /** Name of the field in records. */
  readonly key: string;
  /** Unit used in records ("W", "reward/s", "share"). If the value is no number, its kind ("object"). */
  readonly unit: string;
  /**
   * Sentence for the table of fields in the documentation and for the JSON Schema, in Markdown. Absent for fields that
   * all families have.
   */
  readonly meaning?: string;
}

/**
 * A figure of a run (a number or words in reports), declared once for all places that show it. `Of` is the type of the
 * data that a family computes its figures from.
 */
export interface Figure<Of> extends FieldWords {
  /** Name of the figure for readers, in small letters; pages capitalise it. */
  readonly label: string;
  /** Number of significant digits; four if absent. */
  readonly digits?: number;
  /**
   * Returns the figure of a run: a number in `unit`, or words. Null if there is no value; undefined if the figure does
   * not apply to the run.
   */
  readonly of: (run: Of) => Measured | Content;
  /** Returns another number of the run that is shown beside this figure, so that both get the same unit. */
  readonly beside?: (run: Of) => Measured;
  /** Returns words to show instead of the number, for values whose digits would mislead; null to show the number. */
  readonly words?: (run: Of) => string | null;
  /** Returns a note that is shown after the figure (on a card: below the figure). */
  readonly note?: (run: Of) => Content | undefined;
  /** Returns the reason why the figure has no value for this run. */
  readonly why?: (run: Of) => Content;
  /**
   * Returns a value in a special notation for tables of many runs, used if the values would look equal in the usual
   * notation. Null for the usual notation.
   */
  readonly shown?: (value: Measured) => Shown | null;
  /** Words that tables show where the figure has no value. */
  readonly none?: string;
  /** Range of all possible values. Confidence intervals of means are clipped to this range. */
  readonly within?: readonly [low: number, high: number];
  readonly in: readonly Place[];
}

/** A figure of one run as text: its label, its value, and a note after the value. */
export interface ToldFigure {
  readonly label: string;
  readonly value: Content;
  readonly note: Content | undefined;
  readonly isNone: boolean;
}

/**
 * Returns the figures of a run that are shown in a place, in the order of their declaration. Figures that do not apply
 * to the run are left out.
 */
export function toldFigures<Of>(
  figures: readonly Figure<Of>[],
  place: Place,
  run: Of,
  currency: string = DEFAULT_CURRENCY,
): ToldFigure[] {
  return figures.flatMap((one) => {
    if (!one.in.includes(place)) return [];
    const value = one.of(run);
    if (value === undefined) return [];
    if (value !== null && typeof value !== 'number') {
      const told = markup`<span data-field="${one.key}">${value}</span>`;
      return [{ label: one.label, value: told, note: one.note?.(run), isNone: false }];
    }
    const notation: Notation = {
      ...(one.digits === undefined ? {} : { digits: one.digits }),
      ...(one.beside === undefined ? {} : { beside: one.beside(run) }),
      currency,
    };
    const words = one.words?.(run) ?? null;
    const shown = words === null ? inUnit(value, one.unit, notation) : { digits: words, unit: '' };
    const isNone = shown === null || value === null;
    const told = shownFigure(one.key, value, () => (isNone ? null : shown));
    return [{ label: one.label, value: told, note: isNone ? one.why?.(run) : one.note?.(run), isNone }];
  });
}

/** Pattern of notes that stand directly after a value, without a comma ("226.0 kW of 226.0 kW"). */
const FOLLOWS = /^(?:of|at|in|by|on|from|to|per|for|with) |^[;(]/;

/**
 * Returns a figure's value and its note in one line, such as "226.0 kW of 226.0 kW" or "none, because there is no
 * plan".
 */
export function inOneLine({ value, note, isNone }: ToldFigure): Content {
  if (note === undefined || plainText(note) === '') return value;
  if (isNone) return markup`${value}, because ${note}`;
  const text = plainText(note);
  return markup`${value}${/^[;:]/.test(text) ? '' : FOLLOWS.test(text) ? ' ' : ', '}${note}`;
}

/** Returns a label with its first letter in upper case, as pages show it. */
export function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Returns a number for use in another figure's note, with its unit. On the page it is linked to the field `key` of the
 * record.
 */
export function marked(key: string, value: Measured, unit: string, notation: Notation = {}): Content {
  return shownFigure(key, value, (exact) => inUnit(exact, unit, notation));
}

/** Objective, bound and gap of a run; null where unknown. */
interface RatedResult {
  readonly objective: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly gapReason?: string;
  readonly infeasibility?: Partial<Infeasibility>;
}

/** Words in which a family describes the objective, the bound and the gap of its runs. */
export interface RatedWords<Of> {
  readonly objective: string;
  readonly unit: string;
  readonly note: (run: Of) => Content | undefined;
  /** Returns the reason why a run has no objective. */
  readonly why: (run: Of) => string;
  readonly bound: string;
  /** Sentence part that says what the bound proves, such as "no plan within its scope earns more". */
  readonly proven: string;
  readonly gapNote: (run: Of) => Content | undefined;
  readonly result: (run: Of) => RatedResult;
}

/** Returns the figures for objective, bound and gap of a run, which every family has. */
export function ratedFigures<Of>(words: RatedWords<Of>): readonly [Figure<Of>, Figure<Of>, Figure<Of>] {
  const { unit, note, why, proven, result } = words;
  const places: readonly Place[] = ['summary', 'card', 'compare', 'sweep', 'csv'];
  return [
    { key: 'objective', label: words.objective, unit, of: (run) => result(run).objective, note, why, in: places },
    {
      key: 'bound',
      label: words.bound,
      unit,
      of: (run) => result(run).bound,
      beside: (run) => result(run).objective,
      note: () => proven,
      why: (run) =>
        (result(run).infeasibility?.proven ?? result(run).infeasibility !== undefined)
          ? 'it is proven that no plan is feasible'
          : 'this run proves none',
      in: places,
    },
    {
      key: 'gap',
      label: 'gap',
      unit: 'gap',
      of: (run) => result(run).gap,
      note: words.gapNote,
      why: (run) => result(run).gapReason ?? 'there is no bound',
      in: places,
    },
  ];
}

/**
 * Returns the CSV heading of a figure: its key in lower case with underscores. For amounts of money the heading names
 * the currency.
 */
export function csvHeading({ key }: Pick<FieldWords, 'key'>, currency: string = DEFAULT_CURRENCY): string {
  const words = key
    .replaceAll('.', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2');
  return words.toLowerCase().replace(/(^|_)usd(?=_|$)/g, `$1${currency.toLowerCase()}`);
}

/**
 * Returns a CSV column for each figure, for tables of many runs. Its values are the records' fields with the figure's
 * key.
 */
export function csvColumns<Of>(figures: readonly Figure<Of>[], currency?: string): readonly CsvColumn<object>[] {
  return keyColumns(
    figuresIn(figures, 'csv').map(({ key }) => key),
    currency,
  );
}

/** Returns a CSV column for each key of records. Lists are written with blanks between their entries. */
export function keyColumns(keys: readonly string[], currency?: string): CsvColumn<object>[] {
  return keys.map((key) => ({
    name: csvHeading({ key }, currency),
    of: (record) => {
      const found = fieldIn(record, key);
      if (Array.isArray(found)) return found.join(' ');
      return typeof found === 'object' || found === undefined ? null : (found as CsvLine[number]);
    },
  }));
}

/**
 * Returns the value at a key of a record; a dotted key ("a.b.c") that is no key of the record leads into nested objects.
 * Null if a value along the path is null; undefined if a key is missing.
 */
export function fieldIn(record: object, key: string): unknown {
  const names = Object.hasOwn(record, key) ? [key] : key.split('.');
  return names.reduce<unknown>(
    (part, name) => (part === null ? null : (part as Readonly<Record<string, unknown>> | undefined)?.[name]),
    record,
  );
}

/** Returns the figures that are shown in a place of the report. */
export function figuresIn<Of>(figures: readonly Figure<Of>[], place: Place): readonly Figure<Of>[] {
  return figures.filter((one) => one.in.includes(place));
}

/**
 * Returns the figures that a comparison of methods shows of runs and of paired differences. Objective, bound and gap
 * are left out.
 */
export function comparedFigures<Of>(figures: readonly Figure<Of>[]): readonly Figure<Of>[] {
  return figures.filter(
    ({ key, in: places }) =>
      !['objective', 'bound', 'gap'].includes(key) &&
      places.some((place) => place === 'compare' || place === 'run' || place === 'difference'),
  );
}

/**
 * Returns a run's values of `comparedFigures`, by the key of each figure. Null where the value is not a finite number.
 */
export function comparedValues<Of>(figures: readonly Figure<Of>[], run: Of): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    comparedFigures(figures).map(({ key, of }) => {
      const value = of(run);
      return [key, typeof value === 'number' && Number.isFinite(value) ? value : null];
    }),
  );
}

/** Parses descriptions of fields, one in each line, of the form "key ; unit ; meaning". */
export function fieldWords(lines: readonly string[]): FieldWords[] {
  return lines.map((line) => {
    const [key = '', unit = '', ...meaning] = line.split(' ; ');
    return { key, unit, meaning: meaning.join(' ; ') };
  });
}

/** Returns the Markdown table for the documentation that describes the fields of `details` in result records. */
export function detailsTable(fields: readonly FieldWords[]): string {
  const told = fields.filter(({ meaning }) => meaning !== undefined);
  const rows = told.map(({ key, unit, meaning }) => `| \`${key}\` | ${FIELD_UNITS[unit] ?? unit} | ${meaning} |`);
  return ['| Field of `details` | Type, unit | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** Names of units in the documentation's tables of fields, by the unit of a figure. Other units keep their name. */
const FIELD_UNITS: Readonly<Record<string, string>> = { share: 'fraction', gap: 'fraction', '': '1' };
