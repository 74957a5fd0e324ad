import type { Value } from '../experiments/record.js';
import type { Column, ColumnKind, Table, TableValue } from '../runs/tables/table.js';
import type { RunOutcome, RunRecord } from './plan/record.js';
import type { StudyRun } from './plan/run.js';

/** Runs of a study and their existing records, in any order. */
export interface StudyRecords {
  readonly runs: readonly Pick<StudyRun, 'key' | 'position'>[];
  readonly records: Iterable<RunRecord>;
  /** True to include values that depend on the machine: times, memory, host, versions. */
  readonly times: boolean;
}

export interface StudyColumn extends Column {
  /** True if the values of the column depend on the machine. */
  readonly machine: boolean;
}

/** Table of a study's runs with their results (docs/studies/tables.md). */
export interface StudyTable extends Table {
  readonly columns: readonly StudyColumn[];
  /** Record of each row, in the order of the rows. */
  readonly records: readonly RunRecord[];
  /** Number of runs of the study without a record. */
  readonly missing: number;
  /** Number of records whose run is not in the study. */
  readonly others: number;
}

/** Returns a table of the runs with a record, one row each in the order of the study, without empty columns. */
export function runsTable({ runs, records, times }: StudyRecords): StudyTable {
  const position = new Map<string, number>();
  for (const run of runs) position.set(run.key, Math.min(run.position, position.get(run.key) ?? Infinity));
  const byKey = new Map<string, RunRecord>();
  let others = 0;
  for (const record of records) {
    if (position.has(record.key)) byKey.set(record.key, record);
    else others++;
  }
  const rank = ({ key }: RunRecord): number => position.get(key)!;
  const sorted = [...byKey.values()].sort((a, b) => rank(a) - rank(b) || (a.key < b.key ? -1 : 1));
  const parts = COLUMNS.filter(({ machine = false }) => times || !machine).flatMap((part) => columnsOf(part, sorted));
  return {
    name: 'runs',
    columns: namedApart(parts.map(({ name, kind, machine }) => ({ name, kind, machine }))),
    rows: sorted.map((_, r) => parts.map(({ values }) => values[r]!)),
    records: sorted,
    missing: position.size - byKey.size,
    others,
  };
}

/** Returns a table with a row for each run and violated limit. */
export function violationsTable({ records }: StudyTable): Table {
  return {
    name: 'violations',
    columns: [
      text('key'),
      whole('number'),
      text('limit_name'),
      text('place'),
      text('unit'),
      number('value'),
      number('limit_value'),
      number('amount'),
    ],
    rows: records.flatMap(({ key, outcome }) =>
      outcome.violations.map(({ constraint, where, unit, value, limit, amount }, n) =>
        [key, n + 1, constraint, where, unit, value, limit, amount].map(shown),
      ),
    ),
  };
}

/** Returns a table of the runs' trajectories, one row for each point, with its time if `times`. */
export function trajectoryTable({ records }: StudyTable, times: boolean): Table {
  const columns = [text('key'), whole('number'), number('steps'), number('incumbent'), number('bound')];
  return {
    name: 'trajectory',
    columns: times ? [...columns, number('time_s')] : columns,
    rows: records.flatMap(({ key, outcome, machine }) =>
      outcome.trajectory.map(([steps, incumbent, bound], n) => {
        const row = [key, n + 1, steps, incumbent, bound].map(shown);
        return times ? [...row, shown(machine.trajectoryTimeS[n])] : row;
      }),
    ),
  };
}

/** A column, or a group of columns named by the group, a dot and a key from the records. */
type Part = One | Group;

interface One extends Column {
  readonly machine?: boolean;
  readonly of: (record: RunRecord) => unknown;
}

interface Group {
  readonly group: string;
  readonly machine?: boolean;
  /** Suffix of the column names, such as a unit. */
  readonly suffix?: string;
  /** True if the columns are in the order of the keys' first appearance; otherwise sorted by name. */
  readonly asMet?: boolean;
  readonly of: (record: RunRecord) => Readonly<Record<string, unknown>>;
}

const text = (name: string): Column => ({ name, kind: 'text' });
const number = (name: string): Column => ({ name, kind: 'number' });
const whole = (name: string): Column => ({ name, kind: 'whole' });
const flag = (name: string): Column => ({ name, kind: 'flag' });

/** Columns of the table of runs, in order; those that depend on the machine come last. */
const COLUMNS: readonly Part[] = [
  { ...text('key'), of: ({ key }) => key },
  { ...text('verb'), of: ({ run }) => run.verb },
  { ...text('family'), of: ({ run }) => run.family },
  { ...text('instance'), of: ({ run }) => run.instance.name },
  { ...text('instance_sha256'), of: ({ run }) => run.instance.sha256 },
  { ...text('named_json'), of: ({ run }) => run.instance.named },
  { ...text('generated_json'), of: ({ run }) => run.instance.generated?.words },
  { ...whole('generated_seed'), of: ({ run }) => run.instance.generated?.seed },
  { group: 'change', asMet: true, of: (record) => changesOf(record, false) },
  { group: 'factor', asMet: true, of: (record) => changesOf(record, true) },
  { ...text('method'), of: ({ run }) => run.method },
  { group: 'option', of: ({ run }) => run.options },
  { ...whole('seed'), of: ({ run }) => run.seed },
  { ...number('time_limit_s'), of: ({ run }) => run.budget.timeLimitS },
  { ...whole('work_limit'), of: ({ run }) => run.budget.workLimit },
  { group: 'more', of: ({ run }) => run.more },
  { ...text('termination'), of: ({ outcome }) => outcome.termination },
  { ...text('failure'), of: ({ outcome }) => outcome.failure?.reason },
  { ...text('failure_message'), of: ({ outcome }) => outcome.failure?.message },
  { ...flag('feasible'), of: ({ outcome }) => outcome.feasible },
  { ...number('objective'), of: ({ outcome }) => outcome.objective },
  { ...text('objective_unit'), of: ({ outcome }) => outcome.objectiveUnit },
  { ...text('better'), of: ({ outcome }) => outcome.better },
  { ...number('bound'), of: ({ outcome }) => outcome.bound },
  { ...text('bound_scope'), of: ({ outcome }) => outcome.boundScope },
  { ...number('gap'), of: ({ outcome }) => outcome.gap },
  { ...text('gap_reason'), of: ({ outcome }) => outcome.gapReason },
  { ...whole('violations'), of: ({ outcome }) => violationsOf(outcome)?.length },
  { ...text('violations_json'), of: ({ outcome }) => violationsOf(outcome) },
  { ...text('infeasibility'), of: ({ outcome }) => outcome.infeasibility?.message },
  { ...whole('warnings'), of: ({ outcome }) => outcome.warnings.length },
  { ...text('warnings_json'), of: ({ outcome }) => outcome.warnings },
  { group: 'work', of: ({ outcome }) => outcome.work },
  { group: 'value', of: ({ outcome }) => outcome.values },
  { group: 'time', suffix: '_s', machine: true, of: ({ machine }) => machine.timeS },
  { ...number('cpu_s'), machine: true, of: ({ machine }) => machine.cpuS },
  { ...number('peak_memory_mib'), machine: true, of: ({ machine }) => machine.peakMemoryMiB },
  { ...text('host'), machine: true, of: ({ machine }) => machine.host },
  { ...text('platform'), machine: true, of: ({ machine }) => machine.platform },
  { ...text('plenum_version'), machine: true, of: ({ machine }) => machine.plenumVersion },
  { ...text('node_version'), machine: true, of: ({ machine }) => machine.nodeVersion },
];

/** Returns the violated limits; null if there is no plan that was checked. */
function violationsOf({ feasible, violations }: RunOutcome): RunOutcome['violations'] | null {
  return feasible === true || violations.length > 0 ? violations : null;
}

function changesOf({ run }: RunRecord, factors: boolean): Readonly<Record<string, Value>> {
  const changes = run.instance.changes.filter(({ factor }) => factor === factors);
  return Object.fromEntries(changes.map(({ field, value }) => [field, value]));
}

interface FilledColumn extends StudyColumn {
  readonly values: readonly TableValue[];
}

function columnsOf(part: Part, records: readonly RunRecord[]): FilledColumn[] {
  const { machine = false } = part;
  if ('name' in part) {
    return [{ name: part.name, kind: part.kind, machine, values: records.map((record) => shown(part.of(record))) }];
  }
  const { group, suffix = '', asMet = false, of } = part;
  const found = records.map(of);
  const names = [...new Set(found.flatMap((one) => Object.keys(one)))];
  return (asMet ? names : names.sort(byCodeUnits)).map((name) => {
    const values = found.map((one) => (Object.hasOwn(one, name) ? shown(one[name]) : null));
    const kind = kindOf(values);
    // Numbers, texts and flags in one column are texts.
    const alike = kind === 'text' ? values.map((value) => (value === null ? null : String(value))) : values;
    return { name: `${group}.${readable(name)}${suffix}`, kind, machine, values: alike };
  });
}

/**
 * Returns the columns with names that differ even without case, as databases require. If two names are equal, the later
 * one gets a number.
 */
function namedApart(columns: readonly StudyColumn[]): StudyColumn[] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let { name } = column;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${column.name}_${n}`;
    taken.add(name.toLowerCase());
    return { ...column, name };
  });
}

function kindOf(values: readonly TableValue[]): ColumnKind {
  const types = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (types.size !== 1) return 'text';
  return types.has('number') ? 'number' : types.has('boolean') ? 'flag' : 'text';
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns a value as a table cell. Lists and objects become JSON; numbers that are not finite become null. */
function shown(value: unknown): TableValue {
  switch (typeof value) {
    case 'string':
      return readable(value);
    case 'boolean':
      return value;
    case 'number':
      // A file of JSON knows no negative zero.
      return Number.isFinite(value) ? value || 0 : null;
    default:
      return value === undefined || value === null ? null : JSON.stringify(value);
  }
}

/** Returns a text that every file format can store. Lone surrogates and the character U+0000 are replaced by U+FFFD. */
function readable(value: string): string {
  return value.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
