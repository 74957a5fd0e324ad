import { type LocalFault, jsonPath } from '../../instances/fault.js';
import { readShare, SHARES_ALLOWED } from '../../instances/uncertainty.js';
import { type FieldUnit, fieldUnit, quantityIn } from '../../instances/units.js';
import { writtenValues } from '../../instances/written-values.js';
import { numberOf } from '../../instances/decimals.js';
import { parseQuantity } from '../../instances/units.js';
import type { WrittenStudy } from './schema.js';
import { writtenSeeds } from './seeds.js';
import {
  type Budget,
  type ChangeAxis,
  type InstanceSource,
  type RunLimits,
  type Scalar,
  type StopRule,
  type Study,
  STUDY_FORMAT,
  STUDY_FORMAT_VERSION,
} from './study.js';

/** Default number of seeds before the first look (interim analysis) of sequential stopping. */
const STOP_LEAST = 10;
/** Default number of seeds between two looks (interim analyses) of sequential stopping. */
const STOP_STEP = 5;
/** Default unit of times in a study file. */
const SECONDS: FieldUnit = { of: 's', per: null };
/** Default unit of memory in a study file. */
const MEBIBYTES: FieldUnit = { of: 'MiB', per: null };

/** A family with the methods that "all" in a study file means. */
export interface NamedMethods {
  readonly name: string;
  readonly methods: readonly { readonly name: string }[];
}

export type JudgedStudy =
  | { readonly ok: true; readonly study: Study }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Validates a study file: returns the study with defaults filled in and values in their fields' units, or the faults.
 *
 * @param families families that the study may use
 */
export function judgeStudy(written: WrittenStudy, families: readonly NamedMethods[]): JudgedStudy {
  const faults: LocalFault[] = [];
  const complain = (path: readonly PropertyKey[], value: unknown, allowed: string, fault: string): void => {
    faults.push({ path: jsonPath(path), value, allowed, remedy: `Correct the value: ${fault}.` });
  };
  const seedsAt = (path: readonly PropertyKey[], value: string | number | readonly number[]): readonly number[] => {
    const seeds = writtenSeeds(value);
    if (!('fault' in seeds)) return seeds;
    complain(path, value, 'a seed, a list of seeds, or a range such as "1..10"', seeds.fault);
    return [];
  };
  const amountAt = (path: readonly PropertyKey[], value: string | number, unit: FieldUnit): number => {
    const number = typeof value === 'number' ? value : quantityIn(value, unit);
    if (typeof number === 'number' && number >= 0) return number;
    const fault = typeof number === 'number' ? 'it is below 0' : number.fault;
    complain(path, value, `a number or a text with its unit, at least 0 (${unit.of!})`, fault);
    return NaN;
  };
  const { verb = 'solve', instances = [], changes = {}, options = {}, limits = {}, stop } = written;
  const budgets = budgetsOf(written.budgets, complain);
  const figures = written.figures ?? [];
  const study: Study = {
    format: STUDY_FORMAT,
    formatVersion: STUDY_FORMAT_VERSION,
    name: written.name,
    title: written.title ?? null,
    verb,
    instances: instances.map((one, n) => {
      const ofPath = (name: string, value: unknown, allowed: string): void => {
        complain(['instances', n, 'uncertainty', name], value, allowed, 'it is none');
      };
      return sourceOf(one, (value) => seedsAt(['instances', n, 'seeds'], value), ofPath);
    }),
    changes: Object.entries(changes).map(([field, value]): ChangeAxis => {
      const read = writtenValues(value, fieldUnit(field));
      if (!('fault' in read)) return { field, ...read };
      const allowed = 'values, a list of them, or a range such as "100 kW..200 kW step 20 kW"';
      complain(['changes', field], value, allowed, read.fault);
      return { field, values: [], factors: false };
    }),
    methods: methodsOf(written.methods, families, complain),
    options: Object.fromEntries(
      Object.entries(options).map(([name, value]) => [name, optionValues(name, value, complain)]),
    ),
    seeds: seedsAt(['seeds'], written.seeds ?? 1),
    budgets: budgets.map(({ time, work }, n): Budget => {
      const timeLimitS = time === undefined ? null : amountAt(['budgets', n, 'time'], time, SECONDS);
      return { timeLimitS, workLimit: work ?? null };
    }),
    zip: (written.zip ?? []).map((group) => group.map(axisName)),
    only: (written.only ?? []).map(namedAxes),
    without: (written.without ?? []).map(namedAxes),
    limits: limitsOf(limits, amountAt, complain),
    keep: [...new Set(written.keep ?? [])],
    bounds: written.bounds ?? true,
    stop: stop === undefined ? null : stopRule(stop, complain),
    figures,
    words: written.words ?? {},
  };
  if (verb !== 'reproduce' && instances.length === 0) {
    const remedy = 'Name a file, a bundled instance (plenum list) or a call of plenum generate.';
    faults.push({ path: 'instances', value: written.instances, allowed: 'at least one instance', remedy });
  }
  if ((verb === 'reproduce') !== figures.length > 0) {
    const allowed = verb === 'reproduce' ? 'at least one figure' : 'figures only with the verb "reproduce"';
    faults.push({ path: 'figures', value: written.figures, allowed, remedy: 'Name them, or take another verb.' });
  }
  for (const name of unheeded(written, verb)) {
    const remedy = `Remove it: ${verb === 'reproduce' ? 'a figure says by itself what is run' : `"${verb}" has no such words`}.`;
    faults.push({ path: name, value: written[name], allowed: `none for the verb "${verb}"`, remedy });
  }
  if (study.stop !== null && study.stop.least > study.seeds.length && study.seeds.length > 0) {
    const allowed = `at most the number of seeds, ${study.seeds.length}`;
    const remedy = 'Name more seeds, as many as may be drawn at most, or look earlier.';
    faults.push({ path: 'stop.least', value: study.stop.least, allowed, remedy });
  }
  return faults.length === 0 ? { ok: true, study } : { ok: false, faults };
}

/** Keys without effect in a study file with the command "reproduce" (published figures). */
const NOT_OF_FIGURES = [
  'instances',
  'changes',
  'methods',
  'options',
  'budgets',
  'zip',
  'only',
  'without',
  'stop',
] as const;

/** Returns the keys of the study file that have no effect with its command. */
function unheeded(written: WrittenStudy, verb: Study['verb']): readonly (keyof WrittenStudy)[] {
  const names = verb === 'reproduce' ? NOT_OF_FIGURES : verb === 'solve' ? (['words'] as const) : [];
  return names.filter((name) => Object.keys(written[name] ?? {}).length > 0);
}

type Complain = (path: readonly PropertyKey[], value: unknown, allowed: string, fault: string) => void;
type WrittenSource = NonNullable<WrittenStudy['instances']>[number];

function sourceOf(
  written: WrittenSource,
  seedsOf: (value: string | number | readonly number[]) => readonly number[],
  complainOfShare: (field: string, value: unknown, allowed: string) => void,
): InstanceSource {
  if (typeof written === 'string') {
    return written.endsWith('.json') ? { from: 'file', file: written } : { from: 'bundled', name: written };
  }
  if ('file' in written) return { from: 'file', file: written.file };
  if ('generate' in written) return { from: 'generate', words: written.generate, seeds: seedsOf(written.seeds ?? 1) };
  const variants = { from: 'variants', of: written.variants, seeds: seedsOf(written.seeds ?? 1) } as const;
  if (written.uncertainty === undefined) return variants;
  const shares = Object.entries(written.uncertainty).flatMap(([field, value]) => {
    const read = readShare(value);
    if (read !== null) return [[field, read] as const];
    complainOfShare(field, value, SHARES_ALLOWED);
    return [];
  });
  return { ...variants, uncertainty: Object.fromEntries(shares) };
}

function methodsOf(
  written: WrittenStudy['methods'],
  families: readonly NamedMethods[],
  complain: Complain,
): Study['methods'] {
  if (written === undefined) return null;
  const all = (names: 'all' | readonly string[], { methods }: NamedMethods): readonly string[] =>
    names === 'all' ? methods.map(({ name }) => name) : names;
  const judgeList = (list: 'all' | readonly string[], path: readonly PropertyKey[]): void => {
    if (list.length === 0) complain(path, list, 'at least one method', 'the list is empty');
    const seen = new Set<string>();
    for (const name of list === 'all' ? [] : list) {
      if (seen.has(name)) {
        complain(path, list, 'every method once', `"${name}" comes twice`);
        return;
      }
      seen.add(name);
    }
  };
  if (written === 'all' || Array.isArray(written)) {
    judgeList(written, ['methods']);
    return Object.fromEntries(families.map((family) => [family.name, all(written, family)]));
  }
  const byFamily: Record<string, readonly string[]> = {};
  for (const [name, names] of Object.entries(written)) {
    const family = families.find((one) => one.name === name);
    if (family === undefined) {
      complain(['methods', name], names, families.map((one) => one.name).join(', '), `"${name}" is no family`);
      continue;
    }
    judgeList(names, ['methods', name]);
    byFamily[name] = all(names, family);
  }
  return byFamily;
}

/**
 * Returns the values of an option. Numbers may be written as a range, and in other units than the one in the option's
 * name.
 */
function optionValues(name: string, written: Scalar | readonly Scalar[], complain: Complain): readonly Scalar[] {
  const values = writtenValues(written, fieldUnit(name));
  if ('fault' in values || values.factors) {
    const fault = 'fault' in values ? values.fault : 'an option has nothing to be a factor of';
    complain(['options', name], written, 'a value, or a list of values', fault);
    return [];
  }
  return values.values;
}

/** Returns the budgets that a study file lists. Each entry of a list of times or step limits becomes one budget. */
function budgetsOf(
  written: WrittenStudy['budgets'],
  complain: Complain,
): readonly { readonly time?: string | number | undefined; readonly work?: number | undefined }[] {
  if (written === undefined) return [{}];
  if (Array.isArray(written)) return written;
  const { time = [], work = [] } = written;
  if (time.length > 0 && work.length > 0 && time.length !== work.length) {
    complain(
      ['budgets'],
      written,
      'lists of the same length',
      `${time.length} times and ${work.length} limits of work`,
    );
  }
  return Array.from({ length: Math.max(time.length, work.length, 1) }, (_, n) => ({ time: time[n], work: work[n] }));
}

function limitsOf(
  { time, memory }: NonNullable<WrittenStudy['limits']>,
  amountAt: (path: readonly PropertyKey[], value: string | number, unit: FieldUnit) => number,
  complain: Complain,
): RunLimits {
  const limitAt = (name: string, value: string | number | undefined, unit: FieldUnit): number | null => {
    const amount = value === undefined ? null : amountAt(['limits', name], value, unit);
    if (amount === 0) complain(['limits', name], value, `more than 0 (${unit.of!})`, 'every run would be ended by it');
    return amount;
  };
  return { timeS: limitAt('time', time, SECONDS), memoryMiB: limitAt('memory', memory, MEBIBYTES) };
}

function stopRule(written: NonNullable<WrittenStudy['stop']>, complain: Complain): StopRule {
  const { of, halfWidth: width, least = STOP_LEAST, step = STOP_STEP } = written;
  const relative = typeof width === 'string' && width.trim().endsWith('%');
  const read = typeof width === 'number' ? null : parseQuantity(width, { of: null, per: null });
  const halfWidth = read === null ? (width as number) : 'fault' in read ? NaN : numberOf(read.value);
  if (!(halfWidth > 0)) {
    complain(['stop', 'halfWidth'], width, 'a number above 0, or a share of the mean such as "1 %"', 'it is none');
  }
  return { of, halfWidth, relative, least, step };
}

/**
 * Name of each axis (varied parameter) in tables and filters, by its name in the study file, such as "instance" for
 * "instances".
 */
const SINGULAR: Readonly<Record<string, string>> = {
  instances: 'instance',
  methods: 'method',
  seeds: 'seed',
  budgets: 'budget',
  families: 'family',
};

/** Returns the name of an axis (varied parameter) in tables and filters, such as "instance" for "instances". */
export function axisName(name: string): string {
  return Object.hasOwn(SINGULAR, name) ? SINGULAR[name]! : name;
}

function namedAxes<Value>(pattern: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(pattern).map(([name, value]) => [axisName(name), value]));
}
