import type { Design, TrialRequest } from '../../experiments/design.js';
import { openPool } from '../../experiments/pool.js';
import type { JournalEntry, TrialOutput } from '../../experiments/record.js';
import { rulesApart } from '../analysis/cases.js';
import type { RunOutcome } from '../plan/record.js';
import { LEVEL } from '../../experiments/statistics.js';
import { commonBound, refutationsOf } from './certificates.js';
import type { CommonBound, Comparison, Settings, TrialSurroundings } from './comparison.js';
import { relativeGap } from '../../runs/relative-gap.js';
import type { Termination } from '../../runs/result.js';
import { recordsFileText } from '../records-file.js';
import { convergenceOf } from './convergence.js';
import type { BoundFrame, ComparisonRecord, RunFrame } from './record.js';
import { memoryRecordStore, type RecordStore } from '../../runs/store/record-store.js';
import type { Executor } from '../engine/engine.js';
import { entriesOf, poolExecutor, runTrials, type TrialsState } from '../trials/run-trials.js';
import { type MachineFrame, NO_MACHINE } from '../trials/trial-record.js';
import type { RunInstance, StudyRun } from '../plan/run.js';
import { runsOfDesign, type TrialFrame } from '../trials/trial-run.js';
import { BOUND, comparedTrial, failureOf } from './run.js';
import { toldOfTrial } from './told.js';
import { inEveryTrial, methodDifferences, methodSummaries, wholeTrials } from './summary.js';
import { trajectoryOf } from './trajectory.js';

/** Request for a comparison: the methods, trials and seeds, and how to make the runs. */
export interface CompareRequest {
  readonly trials: number;
  /** Seed of the first trial. */
  readonly seed: number;
  /** Store of completed runs, with which a later comparison can continue. If absent, runs are kept only in memory. */
  readonly store?: RecordStore;
  /** Number of runs made at the same time; 1 if absent. */
  readonly workers?: number;
  readonly onTrial?: (state: TrialsState) => void;
  readonly family: string;
  readonly labels: readonly string[];
  /** Label of the method with which the others are compared. */
  readonly reference: string;
  readonly variants: boolean;
  /** The family's own options, recorded as settings of the design. */
  readonly settings: Settings;
  readonly surroundings: TrialSurroundings;
  /** Facts that identify the runs in the store; none if absent. */
  readonly address?: ComparisonAddress;
  /** Executor of the runs; if absent, they are made in this thread, one at a time. */
  readonly executor?: Executor;
  /** Returns facts about this machine, for runs made in this thread; none if absent. */
  readonly machine?: () => MachineFrame;
}

/** Facts that identify the runs of a comparison in the store, in addition to its design. */
export interface ComparisonAddress extends Pick<TrialFrame, 'version' | 'file' | 'inputs'> {
  readonly instance: Omit<RunInstance, 'name'>;
}

export interface Compared {
  readonly record: ComparisonRecord;
  /**
   * Text of the file of records, which has every run without its times. Requests that are limited only by work give
   * identical text. Null if the comparison was interrupted or a run broke down.
   */
  readonly records: string | null;
}

type DesignRequest = Pick<CompareRequest, 'labels' | 'trials' | 'seed' | 'variants' | 'settings'> & {
  readonly surroundings: Pick<TrialSurroundings, 'limits'>;
};

/** Version of the design; it is raised when the same request gives other records. */
const DESIGN_VERSION = 2;

/**
 * Returns the design with the bound and every method on every trial. Answers depend only on its settings, cell and
 * seed.
 */
function designOf({ labels, trials, seed, settings, variants, surroundings: { limits } }: DesignRequest): Design {
  return {
    name: 'compare',
    version: DESIGN_VERSION,
    factors: [{ name: 'method', levels: [BOUND, ...labels] }],
    without: [],
    trials,
    seed,
    settings: { ...settings, variants: variants ? 1 : 0, timeLimitS: limits.timeLimitS, workLimit: limits.workLimit },
  };
}

/** Returns the runs of a comparison in the order in which they are made. */
export function comparisonRuns(
  comparison: Pick<Comparison, 'instance'>,
  request: DesignRequest & Pick<CompareRequest, 'family' | 'address'>,
): StudyRun[] {
  return runsOfDesign(designOf(request), frameOf(comparison, request));
}

/** Returns the part of a run's identity that all runs of a comparison share. */
function frameOf(
  { instance: name }: Pick<Comparison, 'instance'>,
  { family, address, surroundings }: Pick<CompareRequest, 'family' | 'address'> & Pick<DesignRequest, 'surroundings'>,
): TrialFrame {
  const { instance = NO_INSTANCE, version = '', file = null, inputs } = address ?? {};
  const { timeLimitS, workLimit } = surroundings.limits;
  return {
    verb: 'compare',
    family,
    options: {},
    version,
    file,
    inputs,
    budget: { timeLimitS, workLimit },
    instance: { ...instance, name },
  };
}

/** Description of an instance of which only the name is known. */
const NO_INSTANCE: Omit<RunInstance, 'name'> = { sha256: null, generated: null, changes: [] };

/** Returns an executor that makes a comparison's runs in this thread. */
export function inThisThread(
  comparison: Comparison,
  { surroundings, machine = () => NO_MACHINE }: Pick<CompareRequest, 'surroundings' | 'machine'>,
): Executor {
  const task = {
    module: '',
    exportName: '',
    run: (input: TrialRequest) => comparedTrial(comparison, input, surroundings),
  };
  const told = (output: TrialOutput, input: TrialRequest): Partial<RunOutcome> =>
    toldOfTrial(comparison, output, input);
  return poolExecutor(openPool(task, 1), 1, { machine, told });
}

/**
 * Compares methods on seeded trials of one instance: every method is run on every trial, and all plans are compared
 * with the best certificates found.
 */
export async function compare(comparison: Comparison, request: CompareRequest): Promise<Compared> {
  const { labels, reference, seed, trials, variants, surroundings, workers = 1 } = request;
  const { isRunOnce } = comparison;
  const { timeLimitS, workLimit } = surroundings.limits;
  const design = designOf(request);
  const {
    store = memoryRecordStore(),
    executor = inThisThread(comparison, request),
    onTrial = () => undefined,
  } = request;
  const { made: ended, complete } = await runTrials({
    design,
    frame: frameOf(comparison, request),
    store,
    executor,
    onTrial,
    interrupted: surroundings.interrupted,
    interruptedTwice: surroundings.interruptedTwice,
  });
  // A run cut short by Ctrl-C is left out; one that broke down stops no other, and is made again next time.
  const entries = entriesOf(ended);
  const interrupted = !complete;
  const failures = entries.flatMap(({ cell, trial, values }) => {
    const failure = failureOf(values);
    if (failure === null) return [];
    const what = cell['method'] === BOUND ? 'The bound' : `The run of ${cell['method']!}`;
    return [`${what} with seed ${seed + trial} broke down: ${failure}`];
  });

  const perTrial = comparison.boundsPer === 'trial';
  const bounds = Array.from({ length: perTrial ? trials : 1 }, (_, trial): CommonBound[] => {
    const own = perTrial ? entries.filter((entry) => entry.trial === trial) : entries;
    return own.length === 0 ? [] : [commonBound(own, { trial, seed: seed + trial }, comparison)];
  }).flat();
  const boundOf = (trial: number): CommonBound | null =>
    bounds.find((bound) => !perTrial || bound.trial === trial) ?? null;
  const made = entries.filter(
    ({ cell, trial }) => cell['method'] !== BOUND && (trial === 0 || isRunOnce?.(cell['method']!) !== true),
  );
  const runs = made.map((entry) => {
    const whole = { ...entry, values: { ...comparison.blank, ...entry.values } };
    return runOf(comparison, whole, seed, boundOf(entry.trial));
  });
  const repeated = inEveryTrial(runs, trials, isRunOnce);
  const infeasible = infeasibilities(bounds);
  const record = {
    instance: comparison.instance,
    family: request.family,
    ...comparison.facts(runs),
    methods: labels,
    reference,
    seed,
    trialsAsked: trials,
    trials: wholeTrials(labels, repeated).size,
    termination: interrupted ? ('interrupted' as const) : ('finished' as const),
    variants,
    timeLimitS,
    workLimit,
    workers,
    confidence: LEVEL,
    objectiveUnit: comparison.objectiveUnit,
    rankedBy: comparison.certificates.main.on,
    ...(comparison.currency === undefined ? {} : { currency: comparison.currency }),
    boundScope: entries.map(({ values }) => String(values['boundScope'])).find((scope) => scope !== '') ?? '',
    bounds,
    runs,
    summary: methodSummaries(comparison, labels, runs, repeated),
    differences: methodDifferences(comparison, labels, reference, repeated, isRunOnce),
    convergence: convergenceOf(comparison, labels, runs, bounds, timeLimitS === null ? 'steps' : 'seconds'),
    warnings: [
      ...comparison.warnings,
      ...infeasible,
      ...(comparison.caveats ?? []),
      ...differentRules(runs),
      ...refuted(comparison, runs, (run) => boundOf(run.trial)),
      ...failures,
      // A run by itself may warn of what the proof of infeasibility has settled.
      ...(infeasible.length === 0 ? warningsOf(made, seed, comparison.warnings) : []),
    ],
  };
  const isWhole = !interrupted && failures.length === 0;
  return {
    record,
    records: isWhole
      ? recordsFileText(
          // The digest of what was read tells files of records apart; runs are told apart by what it was made from.
          { ...design, settings: { sha256: comparison.sha256(), ...design.settings } },
          entries.map((one) => ({ ...one, seed: seed + one.trial })),
        )
      : null,
  };
}

function runOf(comparison: Comparison, entry: JournalEntry, seed: number, common: CommonBound | null): RunFrame {
  const { cell, trial, values, times } = entry;
  const { objective, bound, ...figures } = comparison.read(entry, common);
  const failure = failureOf(values);
  const run = {
    trial,
    seed: seed + trial,
    method: cell['method']!,
    termination: values['termination'] as Termination,
    feasible: values['feasible'] === true,
    ...(typeof values['planFrom'] === 'string' ? { planFrom: values['planFrom'] } : {}),
    ...(typeof values['rules'] === 'string' ? { rules: values['rules'] } : {}),
    objective,
    bound,
    gap: objective === null || bound === null ? null : relativeGap(bound, objective),
    ...figures,
    timeS: times['total'] ?? 0,
    cpuS: times['cpu'] ?? null,
    steps: values['steps'] as number,
    trajectory: trajectoryOf(entry),
    ...(failure === null ? {} : { failure }),
  };
  return refutationsOf(run, comparison).length > 0 ? { ...run, termination: 'failed' } : run;
}

/** Returns warnings of feasible plans that contradict a proof, so that either the plan or the proof is wrong. */
export function refuted(
  comparison: Parameters<typeof refutationsOf>[1],
  runs: readonly RunFrame[],
  boundOf: (run: RunFrame) => BoundFrame | null,
): string[] {
  return runs.flatMap((run) => {
    const { method, seed, objective } = run;
    if (objective === null) return [];
    const said = [
      ...(boundOf(run)?.infeasibility === undefined ? [] : ['has a feasible plan where none is proven to exist']),
      ...refutationsOf(run, comparison).map(({ value, bound: most, unit }) => {
        const of = (one: number): string =>
          unit === 'z' ? `z = ${one}` : unit === '' ? String(one) : `${one} ${unit}`;
        return `has a feasible plan of ${of(value)} beyond the proven bound of ${of(most)}`;
      }),
    ];
    return said.map(
      (what) => `${method} with seed ${seed} ${what}: one of them is wrong. Please report this instance.`,
    );
  });
}

/** Returns a sentence on plans that keep different rules and are therefore not compared; empty if all keep the same. */
function differentRules(runs: readonly Pick<RunFrame, 'method' | 'rules'>[]): string[] {
  const kinds = new Map<string, Set<string>>();
  for (const { method, rules } of runs) {
    if (rules !== undefined) kinds.set(rules, (kinds.get(rules) ?? new Set()).add(method));
  }
  return kinds.size > 1 ? [rulesApart(kinds)] : [];
}

function infeasibilities(bounds: readonly BoundFrame[]): string[] {
  const proven = bounds.filter(({ infeasibility }) => infeasibility !== undefined);
  if (proven.length === 0) return [];
  const where = bounds.length === 1 ? '' : `${proven.length} of ${bounds.length} trials; seed ${proven[0]!.seed}: `;
  return [`No plan is feasible: ${where}${proven[0]!.infeasibility!}`];
}

/** Returns the warnings of runs other than those of the instance, each once per method and preceded by its seeds. */
function warningsOf(entries: readonly JournalEntry[], seed: number, known: readonly string[]): string[] {
  const found = new Map<string, { readonly method: string; readonly text: string; readonly seeds: number[] }>();
  for (const { cell, trial, values } of entries) {
    const method = cell['method']!;
    for (const text of (values['warnings'] ?? []) as readonly string[]) {
      if (known.includes(text)) continue;
      const key = `${method}\n${text}`;
      const one = found.get(key) ?? { method, text, seeds: [] };
      one.seeds.push(seed + trial);
      found.set(key, one);
    }
  }
  return [...found.values()].map(({ method, text, seeds: [first, ...others] }) => {
    const last = others.at(-1);
    return `${method}, ${last === undefined ? `seed ${first}` : `${others.length + 1} runs with seeds ${first} to ${last}`}: ${text}`;
  });
}
