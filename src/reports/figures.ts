import { DEFAULT_CURRENCY } from '../../models/units.js';
import type { Infeasibility } from '../runs/result.js';
import type { CsvColumn, CsvLine } from './csv.js';
import { inUnit, type Measured, type Notation, type Shown } from './format.js';
import { type Content, figure as shownFigure, markup, plainText } from './html/markup.js';

/**
 * Places where a figure (a number in a report) is shown: the summary on the terminal, cards and facts of the page,
 * columns of sweeps and of CSV files; in comparisons the means by method (`compare`), single runs (`run`), paired
 * differences (`difference`) and bounds (`bound`).
 */
export type Place = 'summary' | 'card' | 'fact' | 'sweep' | 'csv' | 'compare' | 'run' | 'difference' | 'bound';

/** What the table of fields and the JSON Schema say about a field of results. */
export interface FieldWords {
  /** Name of the field in records. */
  readonly key: string;
  /** Unit used in records ("W", "reward/s", "share"), or the kind of a value that is no number ("object"). */
  readonly unit: string;
  /** Sentence for the table of fields and the JSON Schema, in Markdown; absent for fields of all families. */
  readonly meaning?: string;
}

/**
 * A figure of a run (a number or words in reports), declared once for all places that show it. `Of` is the type of what
 * the family's reports are made from.
 */
export interface Figure<Of> extends FieldWords {
  /** Name for people, in small letters; pages begin it with a capital. */
  readonly label: string;
  /** Significant digits, if not four. */
  readonly digits?: number;
  /**
   * Returns the figure: a number in `unit`, or words; null if there is no value, undefined if the figure does not
   * apply.
   */
  readonly of: (run: Of) => Measured | Content;
  /** Returns the number whose unit is also used for this figure, because the two are shown side by side. */
  readonly beside?: (run: Of) => Measured;
  /** Returns words for a number that its digits would not show well; null for the digits. */
  readonly words?: (run: Of) => string | null;
  /** Returns the words after the figure; on a card they are below it. */
  readonly note?: (run: Of) => Content | undefined;
  /** Returns the reason why there is no value. */
  readonly why?: (run: Of) => Content;
  /** Returns the number as shown in tables of many runs, if the usual digits would not distinguish the numbers. */
  readonly shown?: (value: Measured) => Shown | null;
  /** Words in tables if there is no value. */
  readonly none?: string;
  /** Range of all possible values; intervals of means are cut to it. */
  readonly within?: readonly [low: number, high: number];
  readonly in: readonly Place[];
}

/** A figure as shown: label, value, and words after it. */
export interface ToldFigure {
  readonly label: string;
  readonly value: Content;
  readonly note: Content | undefined;
  readonly isNone: boolean;
}

/** Returns the figures of a run that apply and are shown in a place, in the order of their declaration. */
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

/** Pattern of notes that follow a figure without a comma. */
const FOLLOWS = /^(?:of|at|in|by|on|from|to|per|for|with) |^[;(]/;

/** Returns value and note in one line, such as "226.0 kW of 226.0 kW" or "none, because there is no plan". */
export function inOneLine({ value, note, isNone }: ToldFigure): Content {
  if (note === undefined || plainText(note) === '') return value;
  if (isNone) return markup`${value}, because ${note}`;
  const text = plainText(note);
  return markup`${value}${/^[;:]/.test(text) ? '' : FOLLOWS.test(text) ? ' ' : ', '}${note}`;
}

/** Returns the label with a capital, as pages show it. */
export function capitalised(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns a figure that is part of another figure's note. */
export function marked(key: string, value: Measured, unit: string, notation: Notation = {}): Content {
  return shownFigure(key, value, (exact) => inUnit(exact, unit, notation));
}

/** Objective, bound and gap of a run, as far as they are known. */
interface RatedResult {
  readonly objective: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly gapReason?: string;
  readonly infeasibility?: Partial<Infeasibility>;
}

/** A family's words for objective, bound and gap, which every run has. */
export interface RatedWords<Of> {
  readonly objective: string;
  readonly unit: string;
  readonly note: (run: Of) => Content | undefined;
  /** Returns the reason why there is no objective. */
  readonly why: (run: Of) => string;
  readonly bound: string;
  /** What the bound states, such as "no plan within its scope earns more". */
  readonly proven: string;
  readonly gapNote: (run: Of) => Content | undefined;
  readonly result: (run: Of) => RatedResult;
}

/** Returns the figures of objective, bound and gap. */
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
 * Returns the heading of a figure's column in CSV files: its key in small letters with underscores, and with the
 * currency for money.
 */
export function csvHeading({ key }: Pick<FieldWords, 'key'>, currency: string = DEFAULT_CURRENCY): string {
  const words = key
    .replaceAll('.', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2');
  return words.toLowerCase().replace(/(^|_)usd(?=_|$)/g, `$1${currency.toLowerCase()}`);
}

/**
 * Returns the CSV columns of many runs for a list of figures. The value of each is the field of the run's record that
 * the figure's key names.
 */
export function csvColumns<Of>(
  figures: readonly Figure<Of>[],
  currency: string = DEFAULT_CURRENCY,
): readonly CsvColumn<object>[] {
  return figuresIn(figures, 'csv').map(({ key }) => ({
    name: csvHeading({ key }, currency),
    of: (record) => fieldAt(record, key),
  }));
}

/** Returns the number or text at a path of keys in a record; null if there is none. */
function fieldAt(record: object, key: string): CsvLine[number] {
  const found = fieldIn(record, key);
  return typeof found === 'number' || typeof found === 'string' ? found : null;
}

/**
 * Returns the value at a path of keys in a record: null if a value before the last is null, undefined if a key is
 * missing.
 */
export function fieldIn(record: object, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (part, name) => (part === null ? null : (part as Readonly<Record<string, unknown>> | undefined)?.[name]),
      record,
    );
}

/** Returns the figures that are shown in a place. */
export function figuresIn<Of>(figures: readonly Figure<Of>[], place: Place): readonly Figure<Of>[] {
  return figures.filter((one) => one.in.includes(place));
}

/** Returns the figures of runs and differences that a comparison shows, besides objective, bound and gap. */
export function comparedFigures<Of>(figures: readonly Figure<Of>[]): readonly Figure<Of>[] {
  return figures.filter(
    ({ key, in: places }) =>
      !['objective', 'bound', 'gap'].includes(key) &&
      places.some((place) => place === 'compare' || place === 'run' || place === 'difference'),
  );
}

/** Returns the numbers of a run for the figures that comparisons show, by their keys; null if a number is missing. */
export function comparedValues<Of>(figures: readonly Figure<Of>[], run: Of): Readonly<Record<string, number | null>> {
  return Object.fromEntries(
    comparedFigures(figures).map(({ key, of }) => {
      const value = of(run);
      return [key, typeof value === 'number' && Number.isFinite(value) ? value : null];
    }),
  );
}

/** Returns fields from lines of the form "key ; unit ; meaning". */
export function fieldWords(lines: readonly string[]): FieldWords[] {
  return lines.map((line) => {
    const [key = '', unit = '', ...meaning] = line.split(' ; ');
    return { key, unit, meaning: meaning.join(' ; ') };
  });
}

/** Returns the table of fields of `details` in Markdown. */
export function detailsTable(fields: readonly FieldWords[]): string {
  const told = fields.filter(({ meaning }) => meaning !== undefined);
  const rows = told.map(({ key, unit, meaning }) => `| \`${key}\` | ${FIELD_UNITS[unit] ?? unit} | ${meaning} |`);
  return ['| Field of `details` | Type, unit | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

/** Units by the names that tables of fields use for them. */
const FIELD_UNITS: Readonly<Record<string, string>> = { share: 'fraction', gap: 'fraction', '': '1' };
