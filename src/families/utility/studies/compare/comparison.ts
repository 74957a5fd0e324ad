import type { TrialRequest } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput, Value, Values } from '../../../../experiments/record.js';
import { runDriver } from '../../../../runs/control.js';
import type { Comparison, TrialSurroundings } from '../../../../studies/compare/comparison.js';
import { boundOutput, commonBound, namedFigures } from '../../../../studies/compare/outputs.js';
import type { BoundFrame, Certified, ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { BOUND, figureOf, ratedBy } from '../../../../studies/compare/run.js';
import { inEveryTrial } from '../../../../studies/compare/summary.js';
import type { UtilityEnvironment } from '../../../../../models/families/utility/model.js';
import { utilityBound } from '../../methods/bound/utility-bound.js';
import { simulateInSteps } from '../../methods/simulate.js';
import { type OpenedUtility, problemOf } from '../../runs/open.js';
import { boundScopeOf } from '../../runs/result-of.js';
import { simulationOf } from '../../runs/solve.js';
import { choicesOfSetting, type PolicySetting } from '../setting.js';
import { ratedRun, type TrialWork } from '../trial-run.js';
import { courseBorders, type DayCourse, dayCourse } from './day-course.js';
import { performanceProfiles, type Profile } from './profiles.js';
import { workShelf } from './shelf.js';

/** Bound of a trial, or of all where they are of one instance. */
export interface UtilityTrialBound extends BoundFrame {
  /** Worth of one more MJ in the measured time by the bound's prices; null without a budget or a bound. */
  readonly utilityPerMJ: number | null;
}

/** Figures that are single numbers; null without a schedule. */
const FIGURES = [
  ...(['shareOfImmediate', 'shareOfStarting', 'energyMeasuredJ', 'completed', 'dropped', 'preemptions'] as const),
  ...(['used98S', 'used99S'] as const),
] as const;
type Figure = (typeof FIGURES)[number];

/** Figures of a run of this family. Utility and energy are of the measured time. */
interface Figures extends Readonly<Record<Figure, number | null>> {
  /** Utility as a share of the trial's bound; null without either. */
  readonly shareOfBound: number | null;
  /** Course of the measured time, to six digits; null without a schedule. */
  readonly course: DayCourse | null;
}

interface Facts {
  readonly environment: UtilityEnvironment;
  /** Borders of the stretches of all courses, s from the beginning of the measured time. */
  readonly courseBorderS: readonly number[];
  /** Energy budget of the measured time, J, and budget of money, USD; null for none. Less what idle nodes of a room take in any case. */
  readonly energyBudgetJ: number | null;
  readonly costBudgetUsd: number | null;
  /** Courses by method, means over its runs with a schedule; null where it has none. */
  readonly courses: readonly { readonly method: string; readonly course: DayCourse | null }[];
  readonly profiles: readonly Profile[];
}

type Key = 'shareOfBound' | Figure;
export type UtilityCompareRun = RunFrame & Figures;
export type UtilityComparisonRecord = ComparisonRecord<Figures, UtilityTrialBound, Key, 'shareOfBound'> & Facts;

/** Values of a run that found nothing, under all names of this family and in the order of the records. */
const BLANK: Values = {
  utility: null,
  ...Object.fromEntries(FIGURES.map((name): [string, Value] => [name, null])),
  earnedPerH: [],
  drawnMJ: [],
  waiting: [],
  bound: null,
  utilityPerMJ: null,
};

export interface UtilityComparisonRequest {
  readonly opened: OpenedUtility;
  readonly file: string;
  readonly trace: string | null;
  readonly settings: readonly PolicySetting[];
  readonly variants: boolean;
}

/** Comparison of policies on one instance or on its seeded variants, each held against the bound of its trial. */
export function utilityComparison(input: UtilityComparisonRequest): Comparison {
  const { opened, file, trace, settings, variants } = input;
  const { instance } = opened;
  const known = problemOf(opened, file);
  if (!known.ok) throw new RangeError(`${instance.name} has no tasks`);
  const { model } = known;
  const original = { instance, model, workload: known.workload, matrix: opened.room?.matrix };
  const workFor = workShelf({ ...original, room: opened.room, file, trace, variants });
  const labels = settings.map(({ label }) => label);
  // On one instance a policy that draws nothing does the same whatever the seed.
  const isRunOnce = (label: string): boolean => {
    return !variants && settings.find((one) => one.label === label)!.method !== 'random';
  };
  const { charging } = model;
  const { budgetJ } = model.days.at(-1)!;
  return {
    instance: instance.name,
    warnings: opened.warnings,
    sha256: () => opened.sha256,
    objectiveUnit: 'utility',
    blank: BLANK,
    trial: (asked, surroundings) => {
      const work = workFor(asked.seed);
      const setting = settings.find(({ label }) => label === asked.cell['method']);
      return setting === undefined ? trialBound(work, surroundings) : trial(work, setting, asked, surroundings);
    },
    boundsPer: variants ? 'trial' : 'instance',
    isRunOnce,
    keepsRecords: true,
    bound: (entries, of) => boundOf(entries, of),
    read: (entry, common) => figuresOf(entry, common?.bound ?? null),
    proofs: [
      {
        value: (run) => run.objective,
        bound: (run) => run.bound,
        isUpper: true,
        wrong: (utility, bound) => `earns ${utility}, more than the proven bound of ${bound}`,
      },
    ],
    metrics: [{ key: 'shareOfBound', within: [0, 1] }, ...FIGURES.map((key) => ({ key }))],
    pairs: [{ key: 'shareOfBound' }],
    rank: { of: (run) => run.objective, scale: 0 },
    convergence: { isDrawn: () => false, without: 0, beyond: 1 },
    methodFacts: (label) => {
      const setting = settings.find((one) => one.label === label)!;
      const { method, filter, leniency, preemption } = choicesOfSetting(instance, setting);
      return { policy: method.name, filter: filter.name, leniency, preemption };
    },
    facts: (all) => {
      const runs = all as readonly UtilityCompareRun[];
      const trials = 1 + runs.reduce((most, { trial }) => Math.max(most, trial), 0);
      return {
        environment: model.environment,
        courseBorderS: courseBorders(model),
        energyBudgetJ: budgetJ < Infinity && charging === undefined ? budgetJ : null,
        costBudgetUsd: budgetJ < Infinity && charging !== undefined ? budgetJ * charging.usdPerJ : null,
        courses: labels.map((method) => ({ method, course: meanCourse(runs.filter((run) => run.method === method)) })),
        profiles: performanceProfiles(labels, inEveryTrial(runs, trials, isRunOnce)),
      };
    },
  };
}

async function trial(
  work: TrialWork,
  setting: PolicySetting,
  { seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const { nowS } = surroundings;
  const choices = choicesOfSetting(work.instance, setting);
  const driver = runDriver(surroundings);
  const startS = nowS();
  const simulation = simulationOf(work.model, choices, seed);
  const outcome = await simulateInSteps(simulation, driver, setting.label);
  const timeS = nowS() - startS;
  const { steps, stopReason } = driver;
  if (outcome === null) {
    return { values: { termination: stopReason ?? 'finished', feasible: false, steps }, times: { total: timeS } };
  }
  const { figures, violations } = ratedRun(work, choices, outcome);
  const { utility, energyJ } = figures;
  const energyMeasuredJ = energyJ.at(-1)!;
  const numbers = { ...figures, energyMeasuredJ };
  const values = {
    termination: 'finished',
    feasible: violations!.length === 0,
    steps,
    utility,
    ...Object.fromEntries(FIGURES.map((name): [string, Value] => [name, numbers[name]])),
    ...dayCourse(work.model, outcome),
    ...(violations!.length === 0 ? {} : { warnings: [`the checker finds ${violations!.join(', ')}`] }),
  };
  return { values, times: { total: timeS } };
}

/** The bound of a trial, run to its end. */
function trialBound({ model }: TrialWork, surroundings: TrialSurroundings): Promise<TrialOutput> {
  return boundOutput(surroundings, async (driver) => {
    const { bound, utilityPerMJ } = await utilityBound(model, driver);
    return { bound, utilityPerMJ, boundScope: boundScopeOf(model) };
  });
}

function boundOf(entries: readonly JournalEntry[], of: Pick<BoundFrame, 'trial' | 'seed'>): UtilityTrialBound {
  const proven = entries.find(({ cell }) => cell['method'] === BOUND);
  return {
    ...commonBound(entries, of, ratedBy('utility'), true),
    utilityPerMJ: proven === undefined ? null : figureOf(proven, 'utilityPerMJ'),
  };
}

function figuresOf(entry: JournalEntry, bound: number | null): Certified & Figures {
  const objective = ratedBy('utility')(entry);
  const numbers = namedFigures(entry, FIGURES);
  const { earnedPerH, drawnMJ, waiting } = entry.values as unknown as DayCourse;
  return {
    objective,
    bound,
    shareOfBound: objective === null || bound === null || bound === 0 ? null : objective / bound,
    ...numbers,
    course: earnedPerH.length === 0 ? null : { earnedPerH, drawnMJ, waiting },
  };
}

/** Mean course of runs; null where none has one. */
function meanCourse(runs: readonly Figures[]): DayCourse | null {
  const courses = runs.flatMap(({ course }) => (course === null ? [] : [course]));
  const [first] = courses;
  if (first === undefined) return null;
  const mean = (of: (course: DayCourse) => readonly (number | null)[]): (number | null)[] =>
    of(first).map((_, b) => {
      const values = courses.map((course) => of(course)[b] ?? null).filter((value) => value !== null);
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  return {
    earnedPerH: mean((course) => course.earnedPerH) as number[],
    drawnMJ: mean((course) => course.drawnMJ) as number[],
    waiting: mean((course) => course.waiting),
  };
}
