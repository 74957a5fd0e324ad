import { sha256Of } from '../../runs/digest.js';
import { type Axis, budgetText, type NotExpanded, type StudyInstance, unknownAxis } from './axes.js';
import { canonicalJson } from './canonical-json.js';
import { type CellFilter, filterOf, keeps } from './filter.js';
import { keyOf } from './key.js';
import type { RunChange, RunInstance, StudyRun } from './run.js';
import type { Budget, Scalar, Study } from './study.js';

/**
 * Number of runs above which the user must confirm a study with --yes. Our choice: about a day at ten seconds per run.
 */
export const MAX_RUNS_UNASKED = 10_000;
/** Maximum number of runs of a study. Our choice: file systems do not cope well with a folder of more record files. */
export const MAX_RUNS = 1_000_000;

/** What a family's command lets a study vary: default method, option names, input files. */
export interface FamilyWords {
  /** Method if the study names none; null if it depends on the instance. */
  readonly defaultMethod: string | null;
  /** Names of the options of the study's command. */
  readonly options: readonly string[];
  /** Names of the options that name an input file. */
  readonly inputs: readonly string[];
}

export interface Expansion {
  readonly ok: true;
  readonly runs: readonly StudyRun[];
  /** Number of runs dropped as identical to an earlier one. */
  readonly merged: number;
}

export interface ExpandRequest {
  readonly study: Study;
  readonly instances: readonly StudyInstance[];
  readonly families: ReadonlyMap<string, FamilyWords>;
  readonly version: string;
  /** True if the user confirmed more than MAX_RUNS_UNASKED runs. */
  readonly yes: boolean;
  /** SHA-256 of the options' input files, by the path that the option states. */
  readonly inputDigests: ReadonlyMap<string, string>;
  /** Returns the path for the changed instance with this id. */
  readonly fileOfChanged: (id: string) => string;
}

/**
 * Returns the runs of a study: all combinations of instances, changes, methods, options, budgets and seeds, the last
 * varying fastest.
 */
export function expandStudy(request: ExpandRequest): Expansion | NotExpanded {
  const steps = expansionSteps(request);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Number of runs or combinations per step of `expansionSteps`. Our choice: some milliseconds. */
const STEP = 1000;

/** Expands a study like `expandStudy`, yielding after short steps so that the caller can do other work or stop. */
export function* expansionSteps(request: ExpandRequest): Generator<undefined, Expansion | NotExpanded> {
  const { study, instances, yes } = request;
  const axes = axesOf(request);
  const wrong = zipFault(study.zip, axes, instances, request);
  if (wrong !== null) return wrong;
  const only = filterOf('only', study.only, axes, instances);
  const without = filterOf('without', study.without, axes, instances);
  if ('fault' in only) return only.fault;
  if ('fault' in without) return without.fault;
  const size = sizeOf(request, axes);
  if (size > MAX_RUNS || (size > MAX_RUNS_UNASKED && !yes)) return tooMany(size);
  const cells = yield* cellsOf(request, axes);
  const kept = cells.filter((one) => keeps(only.filter, one.cell, true));
  if (kept.length === 0) return emptied('only', study.only, cells.length);
  const left = kept.filter((one) => !keeps(without.filter, one.cell, false));
  if (left.length === 0) return emptied('without', study.without, kept.length);
  const files = new Map<string, string>();
  const byKey = new Map<string, StudyRun>();
  for (const [n, one] of left.entries()) {
    if (n % STEP === STEP - 1) yield;
    const { identity, cell, file, ...inputs } = runOf(one, request, files);
    const key = keyOf(identity);
    if (!byKey.has(key)) byKey.set(key, { key, identity, position: byKey.size, cell, file, ...inputs });
  }
  return { ok: true, runs: [...byKey.values()], merged: left.length - byKey.size };
}

/**
 * Returns the axes (varied parameters) of a study except the instances. The axis of methods has the methods of all
 * families.
 */
function axesOf({ study, families }: ExpandRequest): readonly Axis[] {
  const methods = study.methods === null ? [...families].map(([, words]) => words.defaultMethod) : null;
  return [
    ...study.changes.map(({ field, values }): Axis => ({ name: field, values })),
    { name: 'method', values: [...new Set(methods ?? Object.values(study.methods ?? {}).flat())] },
    ...Object.entries(study.options).map(([name, values]): Axis => ({ name, values })),
    { name: 'budget', values: study.budgets },
    { name: 'seed', values: study.seeds },
  ];
}

function methodsOf(family: string, { study, families }: ExpandRequest): readonly (string | null)[] {
  return study.methods === null ? [families.get(family)?.defaultMethod ?? null] : (study.methods[family] ?? []);
}

function lengthOf(axis: Axis, instance: StudyInstance, request: ExpandRequest): number {
  return axis.name === 'method' ? methodsOf(instance.family, request).length : axis.values.length;
}

function zipFault(
  groups: Study['zip'],
  axes: readonly Axis[],
  instances: readonly StudyInstance[],
  request: ExpandRequest,
): NotExpanded | null {
  const names = ['instance', ...axes.map(({ name }) => name)];
  const seen = new Set<string>();
  for (const [g, group] of groups.entries()) {
    const path = `zip[${g}]`;
    for (const name of group) {
      if (!names.includes(name)) return unknownAxis(path, name, names);
      if (seen.has(name)) {
        return { ok: false, path, value: name, allowed: 'every axis in one group at most', remedy: 'Name it once.' };
      }
      seen.add(name);
    }
    const own = axes.filter(({ name }) => group.includes(name));
    const lengths = new Set(instances.flatMap((one) => own.map((axis) => lengthOf(axis, one, request))));
    if (group.includes('instance')) lengths.add(instances.length);
    if (lengths.size > 1) {
      const value = group.map((name) => `${name}: ${lengthText(name, axes, instances, request)}`).join(', ');
      const allowed = 'axes of the same length: those of a group advance together';
      return {
        ok: false,
        path,
        value,
        allowed,
        remedy: 'Make them equally long, or cross them by leaving them out of zip.',
      };
    }
  }
  return null;
}

function lengthText(
  name: string,
  axes: readonly Axis[],
  instances: readonly StudyInstance[],
  request: ExpandRequest,
): string {
  if (name === 'instance') return String(instances.length);
  const axis = axes.find((one) => one.name === name)!;
  return [...new Set(instances.map((one) => lengthOf(axis, one, request)))].join(' or ');
}

/**
 * Divides axes (varied parameters) into groups that advance together. `fixed` has the axes that advance with the
 * instance; `free` has the groups of all others, in the order of their first axes.
 */
function groupsOf(
  { study }: ExpandRequest,
  axes: readonly Axis[],
): { readonly fixed: readonly Axis[]; readonly free: readonly (readonly Axis[])[] } {
  const byName = new Map(axes.map((axis) => [axis.name, axis]));
  const withInstance = study.zip.find((group) => group.includes('instance')) ?? [];
  const fixed = axes.filter(({ name }) => withInstance.includes(name));
  const free: (readonly Axis[])[] = [];
  const done = new Set(withInstance);
  for (const axis of axes) {
    if (done.has(axis.name)) continue;
    const group = study.zip.find((one) => one.includes(axis.name)) ?? [axis.name];
    for (const name of group) done.add(name);
    free.push(group.map((name) => byName.get(name)!));
  }
  return { fixed, free };
}

function sizeOf(request: ExpandRequest, axes: readonly Axis[]): number {
  const { free } = groupsOf(request, axes);
  const of = (instance: StudyInstance): number =>
    free.reduce((product, [first]) => product * lengthOf(first!, instance, request), 1);
  return request.instances.reduce((sum, instance) => sum + of(instance), 0);
}

interface Point {
  readonly instance: StudyInstance;
  readonly cell: Readonly<Record<string, Scalar>>;
  readonly budget: Budget;
}

function* cellsOf(request: ExpandRequest, axes: readonly Axis[]): Generator<undefined, readonly Point[]> {
  const { study, instances, families } = request;
  const { fixed, free } = groupsOf(request, axes);
  const budgets = study.budgets.map(budgetText);
  const points: Point[] = [];
  for (const [n, instance] of instances.entries()) {
    const methods = methodsOf(instance.family, request);
    const sizes = free.map(([first]) => lengthOf(first!, instance, request));
    const total = sizes.reduce((product, size) => product * size, 1);
    const options = new Set(families.get(instance.family)?.options ?? []);
    for (let at = 0; at < total; at++) {
      const position = new Map(fixed.map(({ name }) => [name, n]));
      for (let g = free.length - 1, rest = at; g >= 0; g--) {
        for (const { name } of free[g]!) position.set(name, rest % sizes[g]!);
        rest = Math.floor(rest / sizes[g]!);
      }
      const cell: Record<string, Scalar> = { instance: instance.label, family: instance.family };
      for (const [c, { field, values }] of study.changes.entries()) {
        cell[field] = instance.fields[c] === null ? null : values[position.get(field)!]!;
      }
      cell['method'] = methods[position.get('method')!] ?? null;
      for (const [name, values] of Object.entries(study.options)) {
        cell[name] = options.has(name) ? values[position.get(name)!]! : null;
      }
      cell['budget'] = budgets[position.get('budget')!]!;
      cell['seed'] = study.seeds[position.get('seed')!]!;
      if (points.length % STEP === STEP - 1) yield;
      points.push({ instance, cell, budget: study.budgets[position.get('budget')!]! });
    }
  }
  return points;
}

function runOf(
  { instance, cell, budget }: Point,
  { study, families, version, inputDigests, fileOfChanged }: ExpandRequest,
  files: Map<string, string>,
): Pick<StudyRun, 'identity' | 'cell' | 'file' | 'inputs'> {
  const changes = study.changes.flatMap(({ field, factors }, c): RunChange[] => {
    const own = instance.fields[c] ?? null;
    return own === null ? [] : [{ field: own, value: cell[field]!, factor: factors }];
  });
  const words = families.get(instance.family);
  const takes = words?.options ?? [];
  const options = Object.keys(study.options).filter((name) => takes.includes(name));
  // A file is part of the answer, its name is not.
  const digests = new Map(
    options.flatMap((name) => {
      const digest = words?.inputs.includes(name) === true ? inputDigests.get(String(cell[name])) : undefined;
      return digest === undefined ? [] : [[name, addressOfInput(digest)] as const];
    }),
  );
  const made: RunInstance = { ...instance.made, changes };
  const changedFile = (): string => {
    const point = `${instance.label}\n${changes.map(({ value }) => JSON.stringify(value)).join()}`;
    const known = files.get(point) ?? fileOfChanged(instanceId(made, version));
    files.set(point, known);
    return known;
  };
  return {
    identity: {
      verb: study.verb,
      family: instance.family,
      instance: made,
      method: cell['method'] as string | null,
      // What the command line calls --no-bound is an option like the others.
      options: Object.fromEntries([
        ...options.map((name) => [name, digests.get(name) ?? cell[name]!] as const),
        ...(study.bounds ? [] : [['bound', false] as const]),
      ]),
      seed: cell['seed'] as number,
      budget,
      more: {},
      version,
    },
    cell,
    file: changes.length === 0 ? instance.file : changedFile(),
    ...(digests.size === 0
      ? {}
      : { inputs: Object.fromEntries([...digests.keys()].map((name) => [name, String(cell[name])])) }),
  };
}

/** Returns the value for an input file in a run's identity: its digest instead of its path. */
export function addressOfInput(sha256: string): string {
  return `sha256:${sha256}`;
}

/** Returns the file name of a generated instance: a digest of what it is generated from. */
export function instanceId(made: RunInstance, version: string): string {
  return sha256Of(canonicalJson({ made: { ...made, name: '' }, version }));
}

function tooMany(size: number): NotExpanded {
  const meant = size <= MAX_RUNS;
  const most = meant ? MAX_RUNS_UNASKED : MAX_RUNS;
  const allowed = meant ? `at most ${most} runs, or more with --yes` : `at most ${most} runs`;
  const remedy = `Take larger steps, fewer seeds or a filter${meant ? ', or say --yes if all of them are meant' : ''}.`;
  return { ok: false, path: '', value: `a product of ${size} runs`, allowed, remedy };
}

function emptied(name: 'only' | 'without', patterns: CellFilter['patterns'], before: number): NotExpanded {
  const value = before === 0 ? 'a product without a run' : patterns;
  const allowed = 'at least one run';
  if (before === 0) return { ok: false, path: '', value, allowed, remedy: 'Name at least one value for every axis.' };
  const remedy = `"${name}" leaves none of ${before} runs: correct its values.`;
  return { ok: false, path: name, value, allowed, remedy };
}
