import { DEFAULT_CURRENCY } from '../../models/units.js';
import type { Infeasibility } from '../runs/result.js';
import type { CsvColumn } from './csv.js';
import { inUnit, type Measured, type Notation, type Shown } from './format.js';
import { type Content, figure as shownFigure, markup, plainText } from './html/markup.js';

/**
 * Place where a report shows a figure (a number of a run). "summary" is the terminal, "card" and "fact" are on the page
 * of a run, and "sweep" and "csv" are columns of tables. The other places are in comparisons of methods: "compare" is
 * the mean of each method, "run" a single run, "difference" a paired difference and "bound" a bound.
 */
export type Place = 'summary' | 'card' | 'fact' | 'sweep' | 'csv' | 'compare' | 'run' | 'difference' | 'bound';

/** Name, unit and meaning of a field of result records, for documentation and JSON Schema. */
export interface FieldWords {
  readonly key: string;
  /** Unit used in records ("W", "reward/s", "share"); for other values than numbers, their kind ("object"). */
  readonly unit: string;
  /**
   * Sentence, in Markdown, for the documentation's table of fields and the JSON Schema. Absent for fields of all
   * families.
   */
  readonly meaning?: string;
}

/**
 * A figure of a run (a number or words in reports), declared once for all places. `Of` is what a family computes its
 * figures from.
 */
export interface Figure<Of> extends FieldWords {
  /** Name for readers, in small letters; pages capitalise it. */
  readonly label: string;
  /** Number of significant digits; default four. */
  readonly digits?: number;
  /**
   * Returns the figure of a run: a number in `unit`, or words. Null if it has no value; undefined if it does not apply
   * to the run.
   */
  readonly of: (run: Of) => Measured | Content;
  /** Returns another number of the run, shown beside this one, so that both get the same unit. */
  readonly beside?: (run: Of) => Measured;
  /** Returns words to show instead of a number whose digits would mislead; null to show the number. */
  readonly words?: (run: Of) => string | null;
  /** Returns a note to show after the figure (on a card: below it). */
  readonly note?: (run: Of) => Content | undefined;
  /** Returns why the figure has no value for this run. */
  readonly why?: (run: Of) => Content;
  /**
   * Returns a value in a special notation for tables of many runs, where the usual notation would make different values
   * look equal. Null if the usual notation suits the value.
   */
  readonly shown?: (value: Measured) => Shown | null;
  /** Text that tables show where the figure has no value. */
  readonly none?: string;
  /** Range of possible values, to which confidence intervals of means are clipped. */
  readonly within?: readonly [low: number, high: number];
  readonly in: readonly Place[];
}

/** A figure of one run as text: label, value, and a note after the value. */
export interface ToldFigure {
  readonly label: string;
  readonly value: Content;
  readonly note: Content | undefined;
  readonly isNone: boolean;
}

/** Returns the figures of a run that apply to it and are shown in a place, in order of declaration. */
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

/** Pattern of notes that follow a value without a comma ("226.0 kW of 226.0 kW"). */
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
 * Returns a number with its unit for another figure's note. On the page it is linked to the field `key` of the record.
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

/** Words of a family for the objective, bound and gap of its runs. */
export interface RatedWords<Of> {
  readonly objective: string;
  readonly unit: string;
  readonly note: (run: Of) => Content | undefined;
  /** Returns why a run has no objective. */
  readonly why: (run: Of) => string;
  readonly bound: string;
  /** Words for what the bound proves, such as "no plan within its scope earns more". */
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

/** Returns a figure's CSV heading: its key in lower case with underscores. For money it names the currency. */
export function csvHeading({ key }: Pick<FieldWords, 'key'>, currency: string = DEFAULT_CURRENCY): string {
  const words = key
    .replaceAll('.', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2');
  return words.toLowerCase().replace(/(^|_)usd(?=_|$)/g, `$1${currency.toLowerCase()}`);
}

/**
 * Returns a CSV column for each figure that has the place "csv". A row of the table is a record, and a column shows the
 * record's field with the figure's key.
 */
export function csvColumns<Of>(figures: readonly Figure<Of>[], currency?: string): readonly CsvColumn<object>[] {
  return figuresIn(figures, 'csv').map(({ key }) => ({
    name: csvHeading({ key }, currency),
    of: (record) => {
      const found = fieldIn(record, key);
      return typeof found === 'number' || typeof found === 'string' ? found : null;
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
 * Returns the figures that a comparison shows of methods, single runs or paired differences, without objective, bound
 * and gap.
 */
export function comparedFigures<Of>(figures: readonly Figure<Of>[]): readonly Figure<Of>[] {
  return figures.filter(
    ({ key, in: places }) =>
      !['objective', 'bound', 'gap'].includes(key) &&
      places.some((place) => place === 'compare' || place === 'run' || place === 'difference'),
  );
}

/** Returns a run's values of `comparedFigures` by key; null where the value is not a finite number. */
export function comparedValues<Of>(figures: readonly Figure<Of>[], run: Of): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    comparedFigures(figures).map(({ key, of }) => {
      const value = of(run);
      return [key, typeof value === 'number' && Number.isFinite(value) ? value : null];
    }),
  );
}

/** Parses descriptions of fields, one per line: "key ; unit ; meaning". */
export function fieldWords(lines: readonly string[]): FieldWords[] {
  return lines.map((line) => {
    const [key = '', unit = '', ...meaning] = line.split(' ; ');
    return { key, unit, meaning: meaning.join(' ; ') };
  });
}

/** Returns the documentation's Markdown table of the fields of `details` in result records. */
export function detailsTable(fields: readonly FieldWords[]): string {
  const told = fields.filter(({ meaning }) => meaning !== undefined);
  const rows = told.map(({ key, unit, meaning }) => `| \`${key}\` | ${FIELD_UNITS[unit] ?? unit} | ${meaning} |`);
  return ['| Field of `details` | Type, unit | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** Names of units in the documentation's tables of fields, by a figure's unit. Others keep their name. */
const FIELD_UNITS: Readonly<Record<string, string>> = { share: 'fraction', gap: 'fraction', '': '1' };
