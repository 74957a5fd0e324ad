import { analyse, type AnalysisOptions } from '../../src/studies/analysis/analyse.js';
import type { BudgetAnalysis, ClassAnalysis } from '../../src/studies/analysis/analysis.js';
import type { RunFailure, RunRecord } from '../../src/studies/plan/record.js';
import { RECORD_FORMAT, RECORD_FORMAT_VERSION } from '../../src/studies/plan/record.js';
import type { Budget, Scalar } from '../../src/studies/plan/study.js';

/** Words of a record of a test; the rest is as usual. */
export interface Said {
  readonly method: string;
  /** Objective of the plan, reward/s; null: there is no feasible plan. */
  readonly objective?: number | null;
  readonly instance?: string;
  readonly seed?: number;
  readonly bound?: number | null;
  readonly scope?: string;
  readonly gap?: number | null;
  readonly family?: string;
  readonly unit?: string | null;
  readonly better?: 'more' | 'less';
  readonly budget?: Budget;
  /** Seed by which the instance was generated; null: it is a file. */
  readonly variant?: number | null;
  readonly changes?: Readonly<Record<string, Scalar>>;
  readonly options?: Readonly<Record<string, Scalar>>;
  /** Rules that the plan keeps beside the limits. */
  readonly rules?: string;
  readonly failure?: RunFailure['reason'] | null;
  readonly timeS?: number;
  readonly steps?: number;
  /** Trajectory as steps, incumbent; a second is a step. */
  readonly path?: readonly (readonly [steps: number, incumbent: number])[];
  readonly version?: string;
  readonly verb?: 'solve' | 'compare';
  /** True if every seed of a comparison is a variant of the workload. */
  readonly variants?: boolean;
}

/** Budget of the records that name none. */
export const TEN_STEPS: Budget = { timeLimitS: null, workLimit: 10 };

/** Record of a run that says this; equal words give equal keys. */
export function saidRecord(said: Said): RunRecord {
  const { method, objective = null, instance = 'room', seed = 1, family = 'reward-rate', better = 'more' } = said;
  const { bound = null, unit = 'reward/s', budget = TEN_STEPS, variant = null, changes = {}, options = {} } = said;
  const { failure = null, steps = 10, timeS = steps, version = '1.0.0', verb = 'solve' } = said;
  const path = said.path ?? (objective === null ? [] : [[steps, objective] as const]);
  const run: RunRecord['run'] = {
    verb,
    family,
    method,
    options,
    seed,
    budget,
    more: said.variants === undefined ? {} : { variants: said.variants },
    version,
    instance: {
      name: instance,
      sha256: variant === null ? `sha of ${instance}` : 'sha of the base',
      generated: variant === null ? null : { words: {}, seed: variant },
      changes: Object.entries(changes).map(([field, value]) => ({ field, value, factor: false })),
    },
  };
  const isOver = objective === null || bound === null || bound === 0;
  return {
    format: RECORD_FORMAT,
    formatVersion: RECORD_FORMAT_VERSION,
    key: JSON.stringify([run, said.scope]),
    run,
    outcome: {
      termination: failure === null ? 'finished' : 'failed',
      objective,
      objectiveUnit: unit,
      failure: failure === null ? null : { reason: failure, message: `${failure} of ${instance}` },

      feasible: objective !== null,
      better: unit === null ? null : better,
      bound,
      boundScope: said.scope ?? 'every plan',
      ...(said.rules === undefined ? {} : { rules: said.rules }),
      gap: said.gap !== undefined ? said.gap : isOver ? null : Math.abs(bound - objective) / Math.abs(bound),
      gapReason: null,
      violations: [],
      infeasibility: null,
      warnings: [],
      work: { steps },
      values: {},
      trajectory: path.map(([at, incumbent]) => [at, incumbent, bound]),
    },
    machine: {
      plenumVersion: version,
      nodeVersion: 'v',
      host: 'h',
      platform: 'p',
      timeS: { total: timeS },
      cpuS: timeS,
      peakMemoryMiB: 1,
      trajectoryTimeS: path.map(([at]) => at),
    },
  };
}

/** Options of an analysis of tests that ask nothing of the bootstrap: few resamples. */
export const QUICK: AnalysisOptions = { resamples: 40 };

/** The one class of these records. @throws Error where there are several or none. */
export function analysedClass(said: readonly Said[], options: AnalysisOptions = {}): ClassAnalysis {
  const { classes } = analyse(said.map(saidRecord), { ...QUICK, ...options });
  if (classes.length !== 1) throw new Error(`${classes.length} classes`);
  return classes[0]!;
}

/** The one budget of the one class of these records. @throws Error where there are several or none. */
export function analysedBudget(said: readonly Said[], options: AnalysisOptions = {}): BudgetAnalysis {
  const { budgets } = analysedClass(said, options);
  if (budgets.length !== 1) throw new Error(`${budgets.length} budgets`);
  return budgets[0]!;
}
