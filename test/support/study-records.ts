import { createHash } from 'node:crypto';
import type { Budget, Scalar, Study } from '../../src/studies/plan/study.js';
import type { RunIdentity, StudyRun } from '../../src/studies/plan/run.js';
import type { MachineFacts, RunFailure, RunOutcome, RunRecord } from '../../src/studies/plan/record.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION } from '../../src/studies/plan/record.js';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION } from '../../src/studies/plan/study.js';
import { randomStream, type Uniform } from '../../src/random/stream.js';

/** Behaviour of an invented method: its gap falls from `startGap` towards `endGap`, by 1/e in `slowness` steps. */
export interface DrawnMethod {
  readonly name: string;
  readonly startGap: number;
  readonly endGap: number;
  readonly slowness: number;
  /** Time of a step, s. */
  readonly stepS: number;
  /** Share of the runs that break down, and of those that find no feasible plan. */
  readonly failing?: number;
  readonly planless?: number;
  /** Flag, true if seeds change nothing. */
  readonly deterministic?: boolean;
}

export interface DrawnStudyOptions {
  readonly name?: string;
  readonly title?: string | null;
  /** Names of the instances. */
  readonly instances?: readonly string[];
  readonly family?: string;
  readonly unit?: string;
  readonly better?: 'more' | 'less';
  readonly methods?: readonly DrawnMethod[];
  /** Values of the axis limits.powerCapW; none: the study changes nothing. */
  readonly powerCapsW?: readonly number[];
  /** Number of seeds, from 1. */
  readonly seeds?: number;
  readonly budgets?: readonly Budget[];
  /** Flag, false if no run proves a bound. */
  readonly bounded?: boolean;
  /** Seed of all that is drawn. */
  readonly seed?: number;
}

export interface DrawnStudy {
  readonly study: Study;
  readonly runs: readonly StudyRun[];
  readonly records: readonly RunRecord[];
}

/** Methods that differ by decades in what they leave open, one of which breaks down now and then. */
export const DRAWN_METHODS: readonly DrawnMethod[] = [
  { name: 'config-lp', startGap: 0.4, endGap: 1e-4, slowness: 30, stepS: 0.02 },
  { name: 'greedy-power', startGap: 0.3, endGap: 0.24, slowness: 1, stepS: 0.001, deterministic: true },
  { name: 'nlp', startGap: 0.9, endGap: 0.3, slowness: 60, stepS: 0.05, failing: 0.1, planless: 0.1 },
];

/**
 * Study, runs and records invented by seed, as the engine leaves them: for tests of what reads records. Equal options give equal
 * records; the keys are addresses of the identities.
 */
export function drawnStudy(options: DrawnStudyOptions = {}): DrawnStudy {
  const { methods = DRAWN_METHODS, seeds = 3, powerCapsW = [], family = 'reward-rate' } = options;
  const { budgets = [{ timeLimitS: null, workLimit: 200 }], instances = ['room-a', 'room-b'] } = options;
  const study: Study = {
    format: STUDY_FORMAT,
    formatVersion: STUDY_FORMAT_VERSION,
    name: options.name ?? 'drawn',
    title: options.title ?? null,
    verb: 'solve',
    instances: instances.map((name) => ({ from: 'file', file: `rooms/${name}.json` })),
    changes: powerCapsW.length === 0 ? [] : [{ field: 'limits.powerCapW', values: powerCapsW, factors: false }],
    methods: { [family]: methods.map(({ name }) => name) },
    options: {},
    seeds: Array.from({ length: seeds }, (_, n) => n + 1),
    budgets,
    zip: [],
    only: [],
    without: [],
    limits: { timeS: 60, memoryMiB: 512 },
    keep: [],
    bounds: options.bounded ?? true,
    stop: null,
    figures: [],
    words: {},
  };
  const runs: StudyRun[] = [];
  const records: RunRecord[] = [];
  for (const name of instances)
    for (const powerCapW of powerCapsW.length === 0 ? [null] : powerCapsW)
      for (const budget of budgets)
        for (const method of methods)
          for (const seed of study.seeds) {
            const identity = identityOf(family, name, powerCapW, method, seed, budget);
            const cell: Record<string, Scalar> = { instance: name, method: method.name, seed };
            if (powerCapW !== null) cell['limits.powerCapW'] = powerCapW;
            if (budgets.length > 1) cell['budget'] = budgetText(budget);
            const key = digestOf(identity);
            runs.push({ key, identity, position: runs.length, cell, file: `rooms/${name}.json` });
            records.push(recordOf(key, identity, method, options));
          }
  return { study, runs, records };
}

/** Text of a budget, as cells have it. */
export function budgetText({ timeLimitS, workLimit }: Budget): string {
  const parts = [
    timeLimitS === null ? [] : [`${String(timeLimitS)} s`],
    workLimit === null ? [] : [`${String(workLimit)} steps`],
  ];
  return parts.flat().join(', ') || 'none';
}

function identityOf(
  family: string,
  name: string,
  powerCapW: number | null,
  method: DrawnMethod,
  seed: number,
  budget: Budget,
): RunIdentity {
  const changes = powerCapW === null ? [] : [{ field: 'limits.powerCapW', value: powerCapW, factor: false }];
  const sha256 = createHash('sha256').update(name).digest('hex');
  return {
    verb: 'solve',
    family,
    instance: { name, sha256, generated: null, changes },
    method: method.name,
    options: {},
    seed,
    budget,
    more: {},
    version: '0.1.0',
  };
}

/** SHA-256 of JSON with sorted keys. */
function digestOf(value: unknown): string {
  return createHash('sha256').update(sortedJson(value)).digest('hex');
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${sortedJson(one)}`).join(',')}}`;
}

/** Steps at which a run improves: doubling, so that a record of many steps has a handful of points. */
function improvements(steps: number): number[] {
  const at: number[] = [];
  for (let step = 1; step < steps; step *= 2) at.push(step);
  return [...at, steps];
}

/** Outcome of a run that has not found anything. */
const NOT_SOLVED: Omit<RunOutcome, 'termination' | 'failure' | 'objectiveUnit' | 'better'> = {
  feasible: null,
  objective: null,
  bound: null,
  boundScope: null,
  gap: null,
  gapReason: 'there is no plan',
  violations: [],
  infeasibility: null,
  warnings: [],
  work: {},
  trajectory: [],
  values: {},
};

function recordOf(key: string, run: RunIdentity, method: DrawnMethod, options: DrawnStudyOptions): RunRecord {
  const { unit = 'reward/s', better = 'more', bounded = true, seed = 1 } = options;
  const powerCapW = (run.instance.changes[0]?.value ?? 100_000) as number;
  const chance = randomStream(seed, `case ${run.instance.name} ${powerCapW}`).uniform;
  const own = method.deterministic === true ? 0 : run.seed;
  const luck = randomStream(seed, `run ${run.instance.name} ${powerCapW} ${own} ${method.name}`).uniform;
  // A seed is the method's: the instance is the same.
  const best = (powerCapW / 1000) * (1 + 0.2 * chance());
  const steps = Math.min(
    run.budget.workLimit ?? Infinity,
    Math.floor((run.budget.timeLimitS ?? Infinity) / method.stepS),
    10_000,
  );
  const base = { format: RECORD_FORMAT, formatVersion: RECORD_FORMAT_VERSION, key, run } as const;
  const failure = failureOf(method, luck);
  if (failure !== null)
    return {
      ...base,
      outcome: { ...NOT_SOLVED, termination: 'failed', failure, objectiveUnit: unit, better },
      machine: machineOf(0.5, []),
    };
  const gapAfter = gapOver(method, luck());
  const at = improvements(steps);
  const objectiveAt = (step: number): number => best * (better === 'more' ? 1 - gapAfter(step) : 1 + gapAfter(step));
  const planless = luck() < (method.planless ?? 0);
  const objective = planless ? null : objectiveAt(steps);
  const bound = bounded ? best : null;
  const outcome: RunOutcome = {
    ...NOT_SOLVED,
    termination: 'workLimit',
    failure: null,
    objectiveUnit: unit,
    better,
    objective,
    bound,
    feasible: !planless,
    boundScope: bounded ? 'every plan' : null,
    gap: objective === null || bound === null ? null : Math.abs(bound - objective) / Math.abs(bound),
    gapReason: planless ? 'there is no plan' : bounded ? null : 'there is no bound',
    violations: planless
      ? [{ constraint: 'powerCap', where: '', unit: 'W', value: powerCapW + 50, limit: powerCapW, amount: 50 }]
      : [],
    work: { steps },
    trajectory: at.map((step) => [step, planless ? null : objectiveAt(step), bound]),
  };
  return {
    ...base,
    outcome,
    machine: machineOf(
      steps * method.stepS,
      at.map((step) => step * method.stepS),
    ),
  };
}

function failureOf({ failing = 0 }: DrawnMethod, luck: Uniform): RunFailure | null {
  const draw = luck();
  if (draw >= failing) return null;
  return draw < failing / 2
    ? { reason: 'memory', message: 'ended at 512 MiB, the study’s limit of memory' }
    : { reason: 'time', message: 'ended after 60 s, the study’s limit of time' };
}

function gapOver({ startGap, endGap, slowness }: DrawnMethod, draw: number): (step: number) => number {
  const [start, end] = [startGap, endGap].map((gap) => gap * (0.8 + 0.4 * draw)) as [number, number];
  return (step) => end + (start - end) * Math.exp(-step / slowness);
}

function machineOf(totalS: number, trajectoryTimeS: readonly number[]): MachineFacts {
  return {
    plenumVersion: '0.1.0',
    nodeVersion: '24.0.0',
    host: 'desk',
    platform: 'linux x64',
    timeS: { total: totalS },
    cpuS: totalS,
    peakMemoryMiB: 120,
    trajectoryTimeS,
  };
}
