import { mustSurvive } from '../../../models/families/reward-rate/failed-rooms.js';
import { rewardRateModel } from '../../../models/families/reward-rate/model.js';
import type { PlanEvaluation } from '../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { hasAirOfStandby } from '../../../models/families/reward-rate/standby-air.js';
import { withStandby } from '../../../models/families/reward-rate/standby.js';
import { withResult } from '../../runs/baseline.js';
import { type Driver, runDriver, timeIsUp } from '../../runs/control.js';
import { withTotal } from '../../runs/stop-watch.js';
import { loadLpEngine } from '../../solvers/linear/load.js';
import { leftOutBeside } from './combinations.js';
import { allOnBound } from './runs/all-on.js';
import { CRITERIA } from './runs/alternatives.js';
import { asksForFailures, type FailureWords } from './runs/failure-words.js';
import { FALLBACK_FILES } from './runs/failures.js';
import { inletsAtOtherMixing, statesMixing } from './runs/other-mixing.js';
import type { RunRequest } from './runs/request.js';
import type { RunResult } from './runs/result.js';
import type { Solved, SolveRequest } from './runs/solve.js';
import { begin, runStages, type Stage } from './runs/stage.js';
import { survivalCost, survivalIsComparable } from './runs/survival-cost.js';
import { canBeRun } from './studies/rooms/planned-room.js';

/** Options of `solve` for what is found out about its plan. */
export interface AnalysisWords extends FailureWords {
  readonly rooms?: number;
  readonly alternatives?: number;
}

/** A finished run whose plan is analysed. */
interface Asked {
  readonly request: Pick<SolveRequest, keyof RunRequest | 'kept'>;
  readonly words: AnalysisWords;
  readonly solved: Solved;
}

/** What stages add: fields of the result, warnings, and further plans by the names of their files. */
interface Added {
  readonly fields?: Partial<RunResult>;
  readonly warnings?: readonly string[];
  readonly plans?: ReadonlyMap<string, RewardRatePlan>;
}

type Analysis = Asked & Required<Added>;

/** Stages that find out more about the plan of a finished run. Each has a time limit of its own, equal to the run's. */
const STAGES: readonly Stage<Analysis, Added | Promise<Added>>[] = [
  {
    // A proven bound on plans with all nodes on, beside that of a plan with nodes on standby.
    name: 'allOn',
    asked: ({ request, solved: { instance, record } }) => {
      const { standby, bound, termination } = record.result;
      const isWhole = termination === 'finished' || termination === 'optimal';
      return standby !== undefined && bound !== null && request.withBound && isWhole && !hasAirOfStandby(instance);
    },
    run: async ({ request, solved: { instance, matrix, record, next } }) => {
      const model = rewardRateModel(instance, matrix);
      const allOn = await allOnBound(model, await loadLpEngine(request.engine), ownDriver(request), next);
      return allOn === null ? {} : { fields: { standby: { ...record.result.standby!, allOn } } };
    },
  },
  {
    name: 'survival',
    asked: ({ request, solved: { instance, record } }) =>
      mustSurvive(instance) && record.result.feasible && !request.interrupted(),
    whyNot: ({ request, solved: { instance, matrix } }) => {
      if (hasAirOfStandby(instance)) return leftOutBeside('survive', 'ownAir');
      if (request.prices !== undefined) return leftOutBeside('survive', 'money');
      return survivalIsComparable(instance, matrix) ? null : OTHER_SET_POINTS;
    },
    run: async ({ request, solved }) => {
      const survival = await survivalCost(solved, request);
      return survival === null ? {} : { fields: { survival } };
    },
  },
  {
    name: 'rooms',
    asked: ({ words, solved }) =>
      (words.rooms !== undefined || solved.instance.uncertainty !== undefined) && runnable(solved) !== null,
    whyNot: ({ solved: { instance } }) => (hasAirOfStandby(instance) ? leftOutBeside('rooms', 'ownAir') : null),
    run: async ({ request, words, solved }) => {
      const { solvedInRooms } = await import('./studies/rooms/solved-in-rooms.js');
      return { fields: await solvedInRooms({ ...solved, ...runnable(solved)! }, request, words.rooms) };
    },
  },
  {
    name: 'mixing',
    asked: ({ solved }) => statesMixing(solved.instance) && runnable(solved) !== null,
    run: ({ request, solved }) => {
      const isLate = timeIsUp({ limits: request.limits, nowS: request.nowS });
      const shouldStop = (): boolean => request.interrupted() || isLate();
      const inletByMixing = inletsAtOtherMixing(solved, solved.plan!, shouldStop, request.kept);
      return inletByMixing.length === 0 ? {} : { fields: { inletByMixing } };
    },
  },
  {
    name: 'alternatives',
    asked: ({ words }) => words.alternatives !== undefined,
    whyNot: ({ solved: { instance, record } }) => {
      if (!record.result.feasible) return 'There is no feasible plan, so no alternatives to it were looked for.';
      return hasAirOfStandby(instance) ? leftOutBeside('alternatives', 'ownAir') : null;
    },
    run: async ({ request, words, solved: { instance, matrix, plan, limitChecks } }) => {
      const { findAlternatives } = await import('./studies/alternatives/alternatives.js');
      const { nowS, limits, interrupted, constraints = [] } = request;
      const isLate = timeIsUp({ limits: { ...limits, workLimit: null }, nowS });
      const model = withStandby(rewardRateModel(instance, matrix));
      const room = { instance, matrix, model, plan: plan!, constraints, limitChecks };
      const { record, plans } = findAlternatives(room, words.alternatives!, () => interrupted() || isLate());
      const named = [...plans].map(([criterion, own]) => [CRITERIA[criterion].file, own] as const);
      return { fields: { alternatives: record }, plans: new Map(named) };
    },
  },
  {
    name: 'failures',
    asked: ({ words }) => asksForFailures(words),
    whyNot: ({ solved }) => {
      if (runnable(solved) === null)
        return 'There is no plan that can be run, so what happens when CRACs fail was not computed.';
      return hasAirOfStandby(solved.instance) ? leftOutBeside('failures', 'ownAir') : null;
    },
    run: async ({ request, words, solved }) => {
      const { failuresAsked } = await import('./studies/failures/asked.js');
      const asked = failuresAsked(solved.instance, words);
      if (!asked.ok) throw new TypeError('options of failures that were refused before any search');
      const room = { ...solved, ...runnable(solved)! };
      const { record, plans } = await asked.analyse(room, ownDriver(request), request.engine);
      const named = new Map<string, RewardRatePlan>();
      const cases = record.cases.map((one, n) => {
        const fallback = plans[n] ?? null;
        const file = FALLBACK_FILES[named.size];
        if (one.fallback === null || fallback === null || file === undefined) return one;
        named.set(file, fallback);
        return { ...one, fallback: { ...one.fallback, file } };
      });
      return { fields: { failures: { ...record, cases } }, plans: named };
    },
  },
];

/** Warning that the cost of surviving failures is unknown, because plans without them are of another kind. */
const OTHER_SET_POINTS =
  'What it costs to survive was not computed: with this many CRACs plans that survive keep one common set-point, others do not.';

/** Returns the run with all that its options and its instance ask to know about its plan, and the plans found. */
export async function analysed(asked: Asked): Promise<Pick<Analysis, 'solved' | 'plans'>> {
  const { timeS, clock } = begin(asked.request);
  const begun: Analysis = { ...asked, fields: {}, warnings: [], plans: new Map() };
  const { solved, fields, warnings, plans } = await runStages<Analysis, Added>(
    STAGES,
    begun,
    clock,
    (so, added: Added) => ({
      ...so,
      fields: { ...so.fields, ...added.fields },
      warnings: [...so.warnings, ...(added.warnings ?? [])],
      plans: new Map([...so.plans, ...(added.plans ?? [])]),
    }),
  );
  const { result } = solved.record;
  const total = withTotal(timeS)['total']! + (result.timeS['total'] ?? 0);
  const more = { warnings: [...result.warnings, ...warnings], timeS: { ...result.timeS, ...timeS, total } };
  return { solved: withResult(solved, { ...fields, ...more }), plans };
}

/** Returns the run's plan with its evaluation; null without a plan that can be run. */
function runnable({
  plan,
  record: { evaluation },
}: Solved): { readonly plan: RewardRatePlan; readonly evaluation: PlanEvaluation } | null {
  return plan === null || evaluation === null || !canBeRun(evaluation.violations) ? null : { plan, evaluation };
}

/** Returns the control of a stage with limits of its own, equal to the run's. */
function ownDriver({ nowS, limits, interrupted }: RunRequest): Driver {
  return runDriver({ limits, nowS, interrupted, onProgress: () => undefined });
}
