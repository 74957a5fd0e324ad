import { writtenZ } from '../../../../../models/families/robust/infinite-z.js';
import { normalCdf } from '../../../../../models/families/robust/normal.js';
import type { RobustGoal, RobustObjective } from '../../../../../models/families/robust/plan.js';
import type { TrialRequest } from '../../../../experiments/design.js';
import type { JournalEntry, TrialOutput, Values } from '../../../../experiments/record.js';
import type { BoundFrame, Certified, ComparisonRecord, RunFrame } from '../../../../studies/compare/record.js';
import { boundOutput, namedFigures, runOutput } from '../../../../studies/compare/outputs.js';
import { boundTimeS, heldByRuns, infeasibilityOf, ratedBy, tightest } from '../../../../studies/compare/run.js';
import { AXIS_IN_LONGEST_RUNS } from '../../../../studies/compare/trajectory.js';
import type { Comparison, TrialSurroundings } from '../../../../studies/compare/comparison.js';
import { robustBound } from '../../methods/bound/robust-bound.js';
import type { RobustCertificate } from '../../methods/outcome.js';
import { type RobustMethod, ROBUST_METHODS } from '../../methods/registry.js';
import type { OpenedRobust } from '../../runs/open.js';
import { decadesTo, measureOf, ratedBy as ratedOn, type RobustMeasure, wholeBagOf } from '../../runs/rated.js';
import { SCALE_Z } from '../../runs/result-of.js';
import { solveOpenedRobust } from '../../runs/solve.js';
import { improvementsText, parseRobustContestants, type RobustForm } from './contestants.js';
import { type FinishLine, finishLines, slackPercent } from './finish-lines.js';
import { instanceShelf } from './shelf.js';

/** Bound by the best of all certificates found for one instance, each of which holds for every plan of it. */
export interface RobustTrialBound extends BoundFrame {
  readonly boundZ: number | null;
  /** Bound below which the expected energy of no plan that keeps the limits lies, J; for MO-EC, of no plan at all. */
  readonly energyBoundJ: number | null;
}

/** Figures of a run of this family; names ending in `Z` are standard normal quantiles, +-1e308 for infinite. */
interface Figures {
  /** Quantile of the objective: of Psi or, if asked for, of all cores in time for MO-EC, of phi for EO-MC; null without a feasible plan. */
  readonly objectiveZ: number | null;
  /** log10 of the probability that all cores are in time, plan returned; -1e308 for 0, null without a plan. */
  readonly jointPsiLog10: number | null;
  /** Probability that all cores are in time; null without a plan. */
  readonly allInTime: number | null;
  /** Quantile of the probability that the budget lasts until every node's last core is done; null without a plan. */
  readonly untilLastCoreZ: number | null;
  /** Probability that the budget lasts until every node's last core is done; null without a plan. */
  readonly budgetUntilLastCore: number | null;
  /** Deadline and budget that this plan keeps with 95 % each, and at least that together; null without a plan. */
  readonly deadline95S: number | null;
  readonly budget95J: number | null;
  readonly jointDeadline95S: number | null;
  readonly jointBudget95J: number | null;
  /** Makespan-robustness Psi of the plan returned, feasible or not; null without a plan. */
  readonly psi: number | null;
  readonly psiZ: number | null;
  /** Energy-robustness phi of the plan returned, feasible or not; null without a plan. */
  readonly phi: number | null;
  readonly phiZ: number | null;
  /** Expected energy of the plan returned, feasible or not, J; null without a plan. */
  readonly energyMeanJ: number | null;
  readonly boundZ: number | null;
  /** log10 of the bound less that of the probability that all cores are in time, of a feasible plan, where that is the objective. */
  readonly decadesToBound: number | null;
  /** Bound less Psi of a feasible plan, where Psi is the objective. */
  readonly psiGap: number | null;
  /** Extension of the deadline with which this feasible plan reaches the bound's quantile, %, where Psi is the objective. */
  readonly deadlineSlackPercent: number | null;
  readonly energyBoundJ: number | null;
  /** Gap (energyMeanJ - energyBoundJ) / energyBoundJ of a feasible plan, for EO-MC alone. */
  readonly energyGap: number | null;
}

interface Facts {
  readonly problem: RobustGoal;
  /** Measure that objective and bound are on. */
  readonly boundOn: RobustMeasure;
  /** Constraint handling, and below it the improvements, of the methods whose label names no other. */
  readonly constraintHandling: string;
  readonly improvements: readonly string[];
}

type Key =
  | 'objective'
  | 'objectiveZ'
  | 'allInTime'
  | 'budgetUntilLastCore'
  | 'bound'
  | 'decadesToBound'
  | 'psiGap'
  | 'deadlineSlackPercent'
  | 'energyMeanJ'
  | 'energyGap';

export type RobustCompareRun = RunFrame & Figures;
export type RobustComparisonRecord = ComparisonRecord<Figures, RobustTrialBound, Key, 'objectiveZ'> & Facts;

/** Farthest quantile that means take as it is (ours): a farther one is as certain, yet would outweigh all others. */
const FARTHEST_Z = 40;

/** Quantile of a run's objective as statistics take it, within +-`FARTHEST_Z`; null without a feasible plan. */
function clippedZ(run: RunFrame): number | null {
  const { objectiveZ } = run as RobustCompareRun;
  return objectiveZ === null ? null : Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, objectiveZ));
}

/** Quantile of a run's objective; null without a feasible plan. */
function zOf(run: RunFrame): number | null {
  return (run as RobustCompareRun).objectiveZ;
}

/** Values of a run that found nothing, under all names of this family and in the order of the records. */
const BLANK: Values = {
  psi: null,
  psiZ: null,
  phi: null,
  phiZ: null,
  jointPsiLog10: null,
  allInTime: null,
  allInTimeZ: null,
  untilLastCoreZ: null,
  deadline95S: null,
  budget95J: null,
  jointDeadline95S: null,
  jointBudget95J: null,
  energyMeanJ: null,
  finishLines: [],
  boundZ: null,
  energyBoundJ: null,
};

export interface RobustComparisonRequest {
  readonly opened: OpenedRobust;
  readonly goal: RobustGoal;
  /** Measure that MO-EC maximises; Psi if absent. */
  readonly objective?: RobustObjective | undefined;
  readonly labels: readonly string[];
  /** Constraint handling and improvements of the contestants whose label names no other. */
  readonly form: RobustForm;
  readonly variants: boolean;
  readonly methods?: readonly RobustMethod[];
}

/** Comparison of methods on one bag of tasks, held against the best of all certificates of their instance. */
export function robustComparison(input: RobustComparisonRequest): Comparison {
  const { opened, goal, objective, labels, form, variants, methods = ROBUST_METHODS } = input;
  const measure = measureOf(goal, objective);
  const { contestants } = parseRobustContestants(labels, methods, form);
  const openedFor = instanceShelf(opened, variants);
  return {
    instance: opened.instance.name,
    warnings: opened.warnings,
    sha256: () => opened.sha256,
    objectiveUnit: 'probability',
    blank: BLANK,
    trial: (asked, surroundings) => {
      const own = openedFor(asked.seed);
      const contestant = contestants.find(({ label }) => label === asked.cell['method']);
      return contestant === undefined
        ? trialBound(own, { goal, objective }, surroundings)
        : trial(own, { goal, objective }, contestant, asked, surroundings);
    },
    boundsPer: variants ? 'trial' : 'instance',
    keepsRecords: true,
    bound: (entries, of) => commonBound(entries, of, measure),
    read: (entry, common) => figuresOf(entry, common as RobustTrialBound | null, measure, opened.model.deadlineS),
    proofs: [
      {
        value: zOf,
        bound: (run) => (run as RobustCompareRun).boundZ,
        isUpper: true,
        scale: SCALE_Z,
        wrong: (z, boundZ) => `has a feasible plan of z = ${z} above the proven bound of z = ${boundZ}`,
      },
      {
        value: (run) => (run.feasible ? (run as RobustCompareRun).energyMeanJ : null),
        bound: (run) => (run as RobustCompareRun).energyBoundJ,
        isUpper: false,
        wrong: (valueJ, boundJ) => `has a feasible plan of ${valueJ} J below the proven least of ${boundJ} J`,
      },
    ],
    metrics: ROBUST_METRICS,
    pairs: [{ key: 'objectiveZ', of: clippedZ }],
    rank: { of: zOf, scale: 1 },
    convergence: {
      isDrawn: () => true,
      without: -Infinity,
      beyond: AXIS_IN_LONGEST_RUNS,
      level: (bound) => (bound as RobustTrialBound).boundZ,
    },
    methodFacts: (label) => {
      const { method, handling, improvements: own } = contestants.find((one) => one.label === label)!;
      return {
        constraintHandling: method.heeds.includes('handling') ? handling : 'none',
        improvements: method.heeds.includes('improvements') ? improvementList(own) : [],
      };
    },
    facts: () => ({
      problem: goal,
      boundOn: measure,
      constraintHandling: form.handling,
      improvements: improvementList(form.improvements),
    }),
  };

  function improvementList(own: RobustForm['improvements']): string[] {
    const text = improvementsText(own);
    return text === 'none' ? [] : text.split('+');
  }
}

/** Metrics of this family: means over the trials in which the method has a feasible plan. */
const ROBUST_METRICS: Comparison['metrics'] = [
  ...(['allInTime', 'budgetUntilLastCore', 'objective'] as const).map((key) => ({ key, within: [0, 1] as const })),
  { key: 'objectiveZ', of: clippedZ },
  ...['bound', 'decadesToBound', 'psiGap', 'deadlineSlackPercent', 'energyMeanJ', 'energyGap'].map((key) => ({ key })),
];

/** Names of a measure's quantile and probability among the values of a run. */
const NAMES = {
  psi: ['psiZ', 'psi'],
  phi: ['phiZ', 'phi'],
  'whole-bag': ['allInTimeZ', 'allInTime'],
} as const satisfies Record<RobustMeasure, unknown>;

/** Bound by the best of all certificates for one instance, on the objective and on energy. */
export function commonBound(
  entries: readonly JournalEntry[],
  of: Pick<BoundFrame, 'trial' | 'seed'>,
  measure: RobustMeasure,
): RobustTrialBound {
  const least = tightest(entries, 'boundZ', true);
  const energy = tightest(entries, 'energyBoundJ', false);
  const infeasibility = infeasibilityOf(entries);
  const [z, probability] = NAMES[measure];
  const boundZ =
    infeasibility === undefined ? heldByRuns(least?.value ?? null, entries.map(ratedBy(z)), true, SCALE_Z) : null;
  return {
    ...of,
    bound: boundZ === null ? null : heldByRuns(normalCdf(boundZ), entries.map(ratedBy(probability)), true),
    boundZ,
    source: least?.entry.cell['method'] ?? null,
    energyBoundJ: heldByRuns(energy?.value ?? null, entries.map(ratedBy('energyMeanJ')), false),
    ...(infeasibility === undefined ? {} : { infeasibility }),
    timeS: boundTimeS(entries),
  };
}

function figuresOf(
  entry: JournalEntry,
  common: RobustTrialBound | null,
  measure: RobustMeasure,
  deadlineS: number,
): Certified & Figures {
  const measured = namedFigures(entry, ['psi', 'psiZ', 'phi', 'phiZ']);
  const feasible = entry.values['feasible'] === true;
  const [z, probability] = NAMES[measure];
  const own = namedFigures(entry, [z, probability]);
  const objective = feasible ? own[probability] : null;
  const { bound = null, boundZ = null, energyBoundJ = null } = common ?? {};
  const names = ['jointPsiLog10', 'untilLastCoreZ', 'energyMeanJ'] as const;
  const { jointPsiLog10, untilLastCoreZ, energyMeanJ } = namedFigures(entry, names);
  const lines = entry.values['finishLines'] as unknown as readonly FinishLine[];
  const hasEnergyGap = measure === 'phi' && feasible && energyBoundJ !== null && energyBoundJ > 0;
  return {
    objective,
    objectiveZ: feasible ? own[z] : null,
    jointPsiLog10,
    allInTime: jointPsiLog10 === null ? null : 10 ** jointPsiLog10,
    untilLastCoreZ,
    budgetUntilLastCore: untilLastCoreZ === null ? null : normalCdf(untilLastCoreZ),
    ...namedFigures(entry, ['deadline95S', 'budget95J', 'jointDeadline95S', 'jointBudget95J']),
    ...measured,
    energyMeanJ,
    bound,
    boundZ,
    decadesToBound: measure === 'whole-bag' && feasible && boundZ !== null ? decadesTo(boundZ, jointPsiLog10!) : null,
    psiGap: measure === 'psi' && objective !== null && bound !== null ? bound - objective : null,
    deadlineSlackPercent:
      measure === 'psi' && feasible && boundZ !== null ? slackPercent(lines, deadlineS, boundZ) : null,
    energyBoundJ,
    energyGap: hasEnergyGap ? (energyMeanJ! - energyBoundJ) / energyBoundJ : null,
  };
}

/** Run of one method on one trial; its values depend on the input alone unless there is a time limit. */
async function trial(
  opened: OpenedRobust,
  { goal, objective }: Pick<RobustComparisonRequest, 'goal' | 'objective'>,
  { method, handling, improvements: own }: ReturnType<typeof parseRobustContestants>['contestants'][number],
  { seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const request = { ...surroundings, method, goal, objective, handling, improvements: own, seed, withBound: false };
  const { record, certificate } = await solveOpenedRobust(request, opened);
  const { result, evaluation } = record;
  const rated = evaluation === null || !result.feasible ? null : ratedOn(measureOf(goal, objective), evaluation).z;
  const whole = evaluation === null ? null : wholeBagOf(evaluation.jointPsiLog10);
  const values = {
    ...certified(certificate),
    psi: evaluation?.psi.probability ?? null,
    psiZ: evaluation?.psi.z ?? null,
    phi: evaluation?.phi.probability ?? null,
    phiZ: evaluation?.phi.z ?? null,
    jointPsiLog10: evaluation?.jointPsiLog10 ?? null,
    allInTime: whole?.probability ?? null,
    allInTimeZ: whole?.z ?? null,
    untilLastCoreZ: evaluation?.energyUntilLastCore.energyRobustness.z ?? null,
    deadline95S: evaluation?.promise?.deadlineS ?? null,
    budget95J: evaluation?.promise?.budgetJ ?? null,
    jointDeadline95S: evaluation?.promise?.jointDeadlineS ?? null,
    jointBudget95J: evaluation?.promise?.jointBudgetJ ?? null,
    energyMeanJ: evaluation?.energyMeanJ ?? null,
    finishLines: evaluation === null ? [] : finishLines(evaluation),
  };
  const trajectory = record.trajectory.map((point) => ({
    ...point,
    incumbent: point.incumbent === null ? null : writtenZ(point.incumbent),
  }));
  return runOutput({ result, trajectory }, values, rated, 'more');
}

function certified(certificate: RobustCertificate | null): Values {
  if (certificate === null) return {};
  const { boundZ, energyBoundJ, scope, infeasibility } = certificate;
  return {
    boundZ: writtenZ(boundZ),
    energyBoundJ: writtenZ(energyBoundJ),
    boundScope: scope,
    infeasibility: infeasibility?.message ?? null,
  };
}

/** Run of the Lagrangian bound to its end. */
function trialBound(
  { model }: OpenedRobust,
  { goal, objective }: Pick<RobustComparisonRequest, 'goal' | 'objective'>,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  return boundOutput(surroundings, async (control) =>
    certified(await robustBound({ model, goal, objective, control, start: null })),
  );
}
