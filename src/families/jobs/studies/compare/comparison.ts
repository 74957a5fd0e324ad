import type { TrialRequest } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput, Value, Values } from '../../../../experiments/record.js';
import type { Comparison, TrialSurroundings } from '../../../../studies/compare/comparison.js';
import { boundOutput, commonBound, namedFigures } from '../../../../studies/compare/outputs.js';
import type { BoundFrame, Certified, ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { BOUND, figureOf, heldByRuns, ratedBy } from '../../../../studies/compare/run.js';
import type { LoadedJobs } from '../../instances/load.js';
import type { MonthBound } from '../../methods/bound/month-bound.js';
import type { JobsChoices } from '../../runs/choices.js';
import { needsProfiles } from '../../runs/profiles.js';
import { boundKindOf, boundScopeOf, startingValueOf } from '../../runs/result-of.js';
import { solveMonth } from '../../runs/solve.js';
import { proveMonth } from '../../methods/bound/prove-months.js';
import type { ProfileEffort } from '../../methods/profiles/build-profiles.js';
import { monthShelf, type TrialMonth } from './shelf.js';

/** Bounds of a trial, or of all where they are of one instance. `bound` is the one for jobs that may move. */
export interface JobsTrialBound extends BoundFrame {
  /** Bound for jobs that stay at their point; null if none was proven. */
  readonly rigidBound: number | null;
}

/** Figures that are single numbers; null without a feasible plan. */
const FIGURES = ['energyJ', 'valuePerMJ', 'rejectedShare', 'inTime', 'late', 'worthless', 'dropped', 'moves'] as const;
type Figure = (typeof FIGURES)[number];

/** Figures of a run of this family. */
interface Figures extends Readonly<Record<Figure, number | null>> {
  /** Value as a share of the trial's bound, the same for all methods; null without either. */
  readonly shareOfBound: number | null;
}

interface Facts {
  /** Number of jobs, and the sum of their values at arrival: of the instance itself. */
  readonly jobs: number;
  readonly startingValue: number;
}

type Key = 'shareOfBound' | Figure;
export type JobsCompareRun = RunFrame & Figures;
export type JobsComparisonRecord = ComparisonRecord<Figures, JobsTrialBound, Key, 'shareOfBound' | 'energyJ'> & Facts;

/** Values of a run that found nothing, under all names of this family and in the order of the records. */
const BLANK: Values = {
  value: null,
  ...Object.fromEntries(FIGURES.map((name): [string, Value] => [name, null])),
  bound: null,
  rigidBound: null,
};

/** A label with what it means on the instance. */
export interface Contestant {
  readonly label: string;
  readonly choices: JobsChoices;
}

export interface JobsComparisonRequest {
  readonly opened: LoadedJobs;
  readonly file: string;
  readonly contestants: readonly Contestant[];
  readonly nodeLimit: number;
  readonly variants: boolean;
}

/** Comparison of methods on one month or on its seeded variants, each run held against the bound of its trial for jobs that move or stay as its own do. */
export function jobsComparison({ opened, file, contestants, nodeLimit, variants }: JobsComparisonRequest): Comparison {
  const monthOf = monthShelf(opened, { file, variants });
  const of = (label: string): JobsChoices => contestants.find((one) => one.label === label)!.choices;
  const { month } = opened;
  const moves = contestants.some(({ choices }) => boundKindOf(choices.policy) === 'malleable');
  return {
    instance: opened.instance.name,
    warnings: opened.warnings,
    sha256: () => opened.sha256,
    objectiveUnit: 'value',
    blank: BLANK,
    trial: (asked, surroundings) => {
      const trial = monthOf(asked.seed, surroundings.limits.workLimit);
      const label = asked.cell['method']!;
      return label === BOUND
        ? trialBound(trial, { nodeLimit, seed: asked.seed }, moves ? 'malleable' : 'rigid', surroundings)
        : runTrial(trial, of(label), asked, surroundings);
    },
    boundsPer: variants ? 'trial' : 'instance',
    // Of one month, methods of list schedules draw nothing.
    isRunOnce: (label) => !variants && !needsProfiles(of(label).method),
    keepsRecords: true,
    bound: boundOf,
    read: (entry, common) => figuresOf(entry, of(entry.cell['method']!), common as JobsTrialBound | null),
    proofs: [
      {
        value: (run) => run.objective,
        bound: (run) => run.bound,
        isUpper: true,
        wrong: (value, bound) => `earns ${value}, more than the proven bound of ${bound}`,
      },
    ],
    metrics: [{ key: 'shareOfBound', within: [0, 1] }, ...FIGURES.map((key) => ({ key }))],
    pairs: [{ key: 'shareOfBound' }, { key: 'energyJ' }],
    rank: { of: (run) => run.objective, scale: 0 },
    convergence: { isDrawn: () => false, without: 0, beyond: 1 },
    methodFacts: (label) => ({ policy: of(label).policy }),
    facts: () => ({ jobs: month.typeOf.length, startingValue: startingValueOf(month) }),
  };
}

async function runTrial(
  { opened, profilesOf }: TrialMonth,
  choices: JobsChoices,
  { seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const { record } = await solveMonth(opened, choices, { ...surroundings, seed, withBound: false, profilesOf });
  const { termination, feasible, objective, energyJ, valuePerMJ, rejectedShare, outcomes, moves, work } = record.result;
  const broken = record.result.violations.map(({ constraint }) => constraint);
  const values = {
    termination,
    feasible,
    steps: work['steps']!,
    value: objective,
    energyJ,
    valuePerMJ,
    rejectedShare,
    ...outcomes,
    moves,
    ...(feasible ? {} : { warnings: [`the checker finds ${broken.join(', ')}`] }),
  };
  return { values, times: { total: record.result.timeS['method']! } };
}

/** The bounds of a trial, run to their end; `bound` is the one for runs that move jobs, where there are any. */
function trialBound(
  { opened: { month }, profilesOf }: TrialMonth,
  effort: ProfileEffort,
  kind: MonthBound['kind'],
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  return boundOutput(surroundings, async (driver) => {
    const { set } = await profilesOf(month, effort, driver, () => false);
    const bounds = await proveMonth(month, set, driver);
    return { bound: bounds[kind].bound, rigidBound: bounds.rigid.bound, boundScope: boundScopeOf(kind) };
  });
}

function boundOf(entries: readonly JournalEntry[], of: Pick<BoundFrame, 'trial' | 'seed'>): JobsTrialBound {
  const proven = entries.find(({ cell }) => cell['method'] === BOUND);
  return {
    ...commonBound(entries, of, ratedBy('value'), true),
    rigidBound: proven === undefined ? null : figureOf(proven, 'rigidBound'),
  };
}

/** Figures of a run, and the bound for jobs that move or stay as its own do. */
function figuresOf(entry: JournalEntry, { policy }: JobsChoices, common: JobsTrialBound | null): Certified & Figures {
  const objective = ratedBy('value')(entry);
  const proven = boundKindOf(policy) === 'rigid' ? (common?.rigidBound ?? null) : (common?.bound ?? null);
  const bound = heldByRuns(proven, [objective], true);
  const whole = common?.bound ?? null;
  return {
    objective,
    bound,
    ...namedFigures(entry, FIGURES),
    shareOfBound: objective === null || whole === null || whole === 0 ? null : objective / whole,
  };
}
