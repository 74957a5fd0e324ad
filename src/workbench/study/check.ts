import { join } from 'node:path';
import { readTextFile } from '../../instances/text-file.js';
import type { Refused } from '../../instances/fault.js';
import { unseal } from '../../runs/seal.js';
import type { RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Scalar } from '../../studies/plan/study.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { recordKeys } from './folder-change.js';
import { type OpenedStudy, openStudy, type OpenStudyRequest } from './open.js';

export interface StudyCheckAnswer {
  readonly ok: true;
  readonly record: CommandEnvelope;
  readonly text: string;
}

/** Maximum number of runs, and of values of a varied parameter, listed by `plenum study check`. */
const MAX_TOLD = 5;
/** Maximum number of records read to estimate the time of missing runs. Our choice: their mean is precise enough. */
const MAX_READ = 1000;

/**
 * Validates a study and returns the runs that it would make, or all faults. Executes and writes nothing. Of many
 * instances only a sample is validated; the result says so.
 */
export async function checkStudy(request: Omit<OpenStudyRequest, 'keep'>): Promise<StudyCheckAnswer | Refused> {
  const opened = await openStudy({ ...request, keep: false, isSample: true });
  if (!opened.ok) return opened;
  const { study, runs, folder, instances } = opened;
  const axes = axesOf(runs);
  const done = folder === null ? new Set<string>() : recordKeys(folder);
  const missing = runs.filter(({ key }) => !done.has(key));
  const expectedS = folder === null ? null : expectedTimeS(folder, runs, missing, done);
  const notes = [...opened.notes, ...(instances.made === instances.all ? [] : [sampleNote(instances)])];
  const details = {
    study: study.name,
    verb: study.verb,
    runs: runs.length,
    done: runs.length - missing.length,
    axes,
    expectedS,
    changed: opened.changed,
    instances,
    notes,
    first: runs.slice(0, MAX_TOLD).map(({ key, cell }) => ({ key, cell })),
  };
  const record = commandEnvelope({ termination: 'finished', warnings: notes, details });
  return { ok: true, record, text: textOf({ ...opened, notes }, axes, missing.length, expectedS) };
}

function sampleNote({ all, made }: OpenedStudy['instances']): string {
  return `${made} of ${all} instances were made and judged: the first and last seeds of each source. plenum study run judges the others before it runs any.`;
}

/** Returns the values of each varied parameter, by first appearance in the runs. */
function axesOf(runs: readonly StudyRun[]): Readonly<Record<string, readonly Scalar[]>> {
  const values = new Map<string, Set<Scalar>>();
  for (const { cell } of runs) {
    for (const [axis, value] of Object.entries(cell)) values.set(axis, (values.get(axis) ?? new Set()).add(value));
  }
  return Object.fromEntries([...values].map(([axis, own]) => [axis, [...own]]));
}

/**
 * Returns the expected time of the missing runs if they are made one after another, s. The time of a run is the mean
 * over existing records of the same family, method and budget, or else over all records. Null if there are no records.
 */
function expectedTimeS(
  folder: string,
  runs: readonly StudyRun[],
  missing: readonly StudyRun[],
  done: ReadonlySet<string>,
): number | null {
  const times = new Map<string, number[]>();
  const all: number[] = [];
  for (const { key, cell } of runs.filter((run) => done.has(run.key)).slice(0, MAX_READ)) {
    const read = readTextFile(join(folder, 'records', key.slice(0, 2), `${key}.json`));
    const entry = read.ok ? unseal(key, read.text.trimEnd()) : null;
    const timeS = entry === null ? undefined : (JSON.parse(entry) as RunRecord).machine.timeS['total'];
    if (timeS === undefined) continue;
    all.push(timeS);
    times.set(methodOf(cell), [...(times.get(methodOf(cell)) ?? []), timeS]);
  }
  if (all.length === 0) return null;
  return missing.reduce((sum, { cell }) => sum + mean(times.get(methodOf(cell)) ?? all), 0);
}

function methodOf(cell: StudyRun['cell']): string {
  return JSON.stringify([cell['family'], cell['method'], cell['budget']]);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function textOf(
  { study, runs, notes, folder }: OpenedStudy,
  axes: Readonly<Record<string, readonly Scalar[]>>,
  missing: number,
  expectedS: number | null,
): string {
  const width = Math.max(...Object.keys(axes).map((axis) => axis.length), 'runs'.length);
  const line = (name: string, value: string): string => `${name.padEnd(width)}  ${value}`;
  const done = runs.length - missing;
  const time =
    expectedS === null || missing === 0 ? '' : `; about ${Number(expectedS.toPrecision(2))} s are left, one by one`;
  const progress = folder === null ? '' : `, ${done} of them done${time}`;
  return [
    `${study.name}: ${study.title ?? study.verb}`,
    line('runs', `${runs.length}${progress}`),
    ...Object.entries(axes).map(([axis, values]) => line(axis, valuesText(values))),
    `first runs`,
    ...runs.slice(0, MAX_TOLD).map(({ key, cell }) => `  ${key.slice(0, 12)}  ${cellText(cell, axes)}`),
    ...notes,
  ].join('\n');
}

function valuesText(values: readonly Scalar[]): string {
  const shown = values.slice(0, MAX_TOLD).map(String).join(', ');
  if (values.length <= MAX_TOLD) return shown;
  return `${shown}, ... ${String(values.at(-1))} (${values.length})`;
}

/**
 * Returns the parameter values of a run in words: the instance, and parameters that have several values in the study.
 */
function cellText(cell: StudyRun['cell'], axes: Readonly<Record<string, readonly Scalar[]>>): string {
  const own = Object.entries(cell).filter(([axis]) => axis === 'instance' || (axes[axis]?.length ?? 0) > 1);
  return own.map(([axis, value]) => `${axis}=${String(value)}`).join(' ');
}
