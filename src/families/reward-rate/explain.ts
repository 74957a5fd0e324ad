import type { RewardRatePlan } from '../../../models/families/reward-rate/plan.js';
import { steppedCracs } from '../../../models/families/reward-rate/set-point-steps.js';
import { withStandby } from '../../../models/families/reward-rate/standby.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { loadLpEngine, type LpEngineName } from '../../solvers/linear/load.js';
import type { Explained, Explaining, ExplainOfFamily } from '../family.js';
import type { BrokenLimit } from './methods/broken-limits.js';
import { type IdleConflict, idleConflict } from './methods/infeasibility.js';
import { parseFitting } from './check.js';
import { explainPlan, readPlanWords } from './explain-plan.js';
import { METHODS } from './methods/registry.js';
import { explainText } from './report/explain-text.js';
import { conflictsOf } from './runs/explain/conflict.js';
import type { Explanation } from './runs/explain/explanation.js';
import { allFixes } from './runs/explain/fixes.js';
import { type LimitWords, readDemands, readLimitWords } from './runs/explain/option-words.js';
import { type Movable, movablesOf } from './runs/explain/knobs.js';
import { isKeptByIdling } from './runs/explain/trial.js';
import { demandExplanation, movableDemands } from './runs/explain/demand.js';
import { type GridConflict, gridConflict, gridFixes } from './runs/explain/grid.js';
import { nodesOffOf } from './runs/explain/off-nodes.js';
import { settledRoom } from './runs/explain/settled-air.js';
import { byPrice, type TestedFix } from './runs/explain/fix.js';
import { capitalised, uncapitalised } from './runs/explain/words.js';
import type { Asking } from './runs/explain/goal.js';
import { wantedReward } from './runs/explain/wanted.js';
import { asPlanned } from './instances/as-planned.js';
import { type OpenedModel, modelInMemory } from './runs/open.js';
import { solveOpened } from './runs/solve.js';
import { notForAllSets } from './runs/standby-air.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';

interface ExplainWords {
  readonly hard?: string;
  readonly prices?: string;
  readonly wantedReward?: number;
  readonly serve?: string;
  readonly engine?: LpEngineName;
}

/**
 * Verb `explain`: says which limits make every plan infeasible, which of them conflict, and which changes would help.
 * It also says which changes lead to a reward that the user wants.
 */
export const explainOfRewardRate: ExplainOfFamily<OpenedModel, RewardRatePlan> = { parse: parseFitting, explain };

/** Seed of the runs that `explain` makes. It equals the default seed of `solve`. */
const SEED = 1;
/** Warning that changes for the wanted reward were not searched, because the instance has no feasible plan. */
const NOT_YET = 'there is no plan yet, so what the wanted reward needs was not searched: mend the broken limits first.';
/** Warning that changes to serve the named task type were not searched, because the instance has no feasible plan. */
const DEMAND_NOT_YET =
  'there is no plan yet, so what the demanded service needs was not searched: mend the broken limits first.';
/**
 * Warning that it is unknown whether a plan exists, because no multiples of the CRACs' set-point steps were found at
 * which the idle facility meets all limits.
 */
const NOT_ON_STEPS =
  'Whether a plan exists at set-points that are multiples of their steps is open: none next to the best ones keep all limits without work. solve searches for others.';
/** Warning that the plan was not explained, because the instance has no feasible plan. */
const PLAN_NOT_YET = 'no plan is feasible, so the one given was not explained: mend the broken limits first.';

async function explain(
  room: OpenedModel,
  plan: RewardRatePlan | null,
  asked: Explaining,
): Promise<Explained | Refused> {
  const planned = asPlanned(room, plan ?? {}, 'plan');
  if (!planned.ok) return planned;
  const { instance, matrix } = planned;
  const { model } = instance === room.instance ? room : modelInMemory(instance, matrix, room.model);
  const opened = { ...room, instance, matrix, model };
  const solve = async (): Promise<RewardRatePlan | null> => {
    const { request } = await runsOf(asked, opened);
    const found = await solveOpened(request(), opened);
    return found.record.result.feasible ? found.plan : null;
  };
  const settled = await settledRoom(opened, plan, solve);
  if (!settled.ok) return { ok: false, faults: [airFault(room, settled.reason)] };
  const answered = await explainSettled(settled.opened, plan, asked, planned.warnings);
  const { caveat } = settled;
  return !answered.ok || caveat === null ? answered : { ...answered, warnings: [caveat, ...answered.warnings] };
}

/** Returns the fault of an instance whose air flow cannot be computed for the chosen nodes on standby. */
function airFault({ instance: { name } }: OpenedModel, reason: string): Fault {
  const allowed = `a room whose air can be computed with these nodes on standby: ${reason}`;
  return {
    file: name,
    path: 'facility.airflow',
    value: 'room',
    allowed,
    remedy: 'Name a plan with other nodes on standby.',
  };
}

async function explainSettled(
  opened: OpenedModel,
  plan: RewardRatePlan | null,
  asked: Explaining,
  planWarnings: readonly string[],
): Promise<Explained | Refused> {
  const { hard, prices, wantedReward: reward, serve } = asked.words as ExplainWords;
  const demands = readDemands(opened.instance, serve);
  if ('faults' in demands) return { ok: false, faults: demands.faults };
  const movables = [...limitsOf(opened), ...movableDemands(demands)];
  const limits = readLimitWords(movables, { hard, prices }, opened.model.limits);
  const about = readPlanWords(opened, plan, asked.words);
  if ('faults' in limits || 'faults' in about) {
    const faults = [limits, about].flatMap((one) => ('faults' in one ? one.faults : []));
    return { ok: false, faults };
  }
  const idle = idleConflict(withStandby(opened.model));
  const grid = idle === null ? gridConflict(opened) : null;
  const broken = idle ?? grid?.idle ?? null;
  if (broken !== null) return explainBroken(opened, broken, grid, limits, asked, plan !== null);
  // With one CRAC the steps are judged above.
  const isOnSteps = steppedCracs(opened.model).length === 0 || isKeptByIdling(opened, opened.instance);
  const runs = await runsOf(asked, opened);
  const engine = await loadLpEngine((asked.words as ExplainWords).engine ?? 'highs');
  const wanted = reward === undefined ? {} : { wanted: await wantedReward(opened, reward, limits, runs, engine) };
  const demanded =
    demands.length === 0 ? {} : { demand: await demandExplanation(opened, demands, limits, runs, engine) };
  const explained = plan === null ? null : await explainPlan(opened, plan, about, runs, engine);
  const details: Explanation = {
    brokenLimits: [],
    omitted: 0,
    conflict: null,
    conflicts: [],
    fixes: [],
    ...wanted,
    ...demanded,
    ...(explained?.plan == null ? {} : { plan: explained.plan }),
  };
  return {
    ok: true,
    objectiveUnit: OBJECTIVE_UNIT,
    feasible: null,
    details: { ...details },
    work: { steps: asked.control.steps },
    warnings: [
      ...planWarnings,
      ...(asked.control.stopReason === null
        ? []
        : ['Stopped before all runs were made: answers may be wider than need be.']),
      ...(explained?.warning == null ? [] : [explained.warning]),
      ...(isOnSteps ? [] : [NOT_ON_STEPS]),
    ],
    lines: explainText(opened.instance.name, details, limits.isPriced, isOnSteps),
  };
}

/**
 * Returns the limits that may be changed. If the nodes on standby are fixed, limits on their number are left out,
 * because changing them would alter the air flow.
 */
function limitsOf({ instance, model }: OpenedModel): Movable[] {
  if (model.asleep === undefined) return [...movablesOf(instance, model.limits), ...nodesOffOf(instance)];
  return movablesOf(instance, model.limits).filter(({ kind }) => kind !== 'standby' && kind !== 'minimumOn');
}

/**
 * Returns `said`, a statement of the explanation such as a fix. If the nodes on standby are fixed, the statement is
 * marked as unproven, and its message begins with "With these nodes on standby".
 */
function saidOfAllPlans<Said extends { readonly proven: boolean; readonly message: string }>(
  opened: OpenedModel,
  said: Said,
): Said {
  if (opened.model.asleep === undefined) return said;
  return { ...said, proven: false, message: `With these nodes on standby: ${uncapitalised(said.message)}` };
}

/**
 * Returns the explanation if no plan exists.
 *
 * @param grid conflict with the step of the set-points, if no plan exists only because of it; otherwise null
 */
async function explainBroken(
  opened: OpenedModel,
  broken: IdleConflict,
  grid: GridConflict | null,
  limits: LimitWords,
  { control, words }: Explaining,
  hasPlan: boolean,
): Promise<Explained> {
  const idle = opened.model.asleep === undefined ? broken : notForAllSets(broken);
  const candidates =
    grid === null
      ? allFixes(opened, await loadLpEngine((words as ExplainWords).engine ?? 'highs'), broken, limits)
      : gridFixes(opened, grid, limits.movables);
  const found: TestedFix[] = [];
  for (const fix of candidates) {
    found.push(saidOfAllPlans(opened, fix));
    if (await control.step({ phase: 'fixes', bound: null, incumbent: null })) break;
  }
  const brokenLimits = brokenOf(idle);
  const all = grid === null ? conflictsOf(opened, broken) : [grid.conflict];
  const conflicts = all.map((one) => saidOfAllPlans(opened, one));
  const [conflict = null] = conflicts;
  const fixes = byPrice(found, limits);
  const details: Explanation = { brokenLimits, omitted: idle.omitted, conflict, conflicts, fixes };
  return {
    ok: true,
    objectiveUnit: OBJECTIVE_UNIT,
    feasible: brokenLimits.some(({ proven }) => proven) ? false : null,
    infeasibility: idle,
    details: { ...details },
    work: { steps: control.steps },
    warnings: [
      ...(control.stopReason === null ? [] : ['Stopped before all fixes were searched: there may be others.']),
      ...notYet(words, hasPlan),
    ],
    lines: explainText(opened.instance.name, details, limits.isPriced),
  };
}

function notYet({ wantedReward: reward, serve }: ExplainWords, hasPlan: boolean): string[] {
  return [
    ...(reward === undefined ? [] : [NOT_YET]),
    ...(serve === undefined ? [] : [DEMAND_NOT_YET]),
    ...(hasPlan ? [PLAN_NOT_YET] : []),
  ];
}

/** Returns functions that make requests for runs of the default method. All these runs share one LP engine. */
async function runsOf(
  { words, control, limits, nowS, interrupted }: Explaining,
  { limitChecks }: OpenedModel,
): Promise<Asking> {
  const { engine = 'highs' } = words as ExplainWords;
  const started = await loadLpEngine(engine);
  const [method] = METHODS as readonly [(typeof METHODS)[number]];
  return {
    request: () => ({
      method,
      naive: false,
      seed: SEED,
      engine,
      started,
      withBound: true,
      ...(limitChecks === undefined ? {} : { limitChecks }),
      limits: limits(),
      nowS,
      interrupted,
      onProgress: () => undefined,
    }),
    ended: () => control.step({ phase: 'runs', bound: null, incumbent: null }),
  };
}

/**
 * Returns all limits that the idle facility violates. The message of the first one is cut to the part after the colon.
 */
function brokenOf({ constraint, where, unit, amount, proven, message, others }: IdleConflict): BrokenLimit[] {
  const own = message.slice(message.indexOf(': ') + 2);
  return [{ constraint, where, unit, amount, proven, message: capitalised(own) }, ...others];
}
