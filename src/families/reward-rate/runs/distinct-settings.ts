import type { DistinctSettings, RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/problems/reward-rate/outcome.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { cracHeatW, zoneState } from '../../../../models/problems/reward-rate/set-points.js';
import { steppedCracs } from '../../../../models/problems/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../models/problems/reward-rate/standby.js';
import { timeIsUp } from '../../../runs/control.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { coolingOf } from '../methods/best-set-points.js';
import { leastPowerBoundW } from '../methods/bound/least-power.js';
import { withIdleRoom } from '../methods/idle-room.js';
import type { Configuration } from '../../../../models/facility/configuration.js';
import { configurationOfAssignment, nodesOf } from '../methods/rounding/node-assignments.js';
import {
  firstBrokenPowerLimit,
  keepsCommonSetPoint,
  measure,
  type NodeConfigurations,
  setPointsFor,
  zonePowersW,
} from '../methods/rounding/node-plan.js';
import { keepsMinimumOn } from '../../../../models/problems/reward-rate/minimum-on.js';
import { placementOf } from '../methods/outcome.js';
import { singleTasks } from '../methods/settings/single-tasks.js';
import {
  racksOf,
  rowsOf,
  settingsIn,
  SMALL_ROOM,
  withinSettings,
  withLessPower,
} from '../methods/settings/within-settings.js';
import { judged, planOf } from './judged.js';
import { type Found, provenPower, REWARD_TOLERANCE } from './least-power.js';
import type { SettingCounts, SettingsKept } from './result.js';
import type { Find, NoSearch, SearchEnd } from './search-end.js';
import { searchWithSteps, type SteppedRun } from './set-point-steps.js';

/** Relative difference of rewards that are equal. Ours: sums in another order. */
const SAME = 1e-12;

/**
 * Search for plans with few different settings (docs/reward-rate/distinct-settings.md): the search without these limits, whose bound holds for such plans too,
 * then its plan with settings done without. As it is where there are no such limits.
 */
export async function searchWithinSettings(run: SteppedRun, find: Find): Promise<SearchEnd | NoSearch> {
  const { request, opened } = run;
  const { distinctSettings: limits } = opened.instance.limits;
  if (limits === undefined) return searchWithSteps(run, find);
  const isLate = timeIsUp(request);
  const asked = { ...request, sharing: 'never' as const };
  const free = { ...opened, instance: withoutLimits(opened.instance) };
  const end = await searchWithSteps({ ...run, request: asked, opened: free }, find);
  if ('conflict' in end || end.found.plan === null || end.found.evaluation === null) return end;
  const { plan, evaluation, certificate } = end.found;
  const problem = withStandby(opened.problem);
  const nodes = nodesOf(problem, plan.assignments);
  const before = countsOf(problem, nodes, limits);
  const isKept =
    before.rack <= (limits.rack ?? Infinity) &&
    (before.row ?? 0) <= (limits.row ?? Infinity) &&
    before.room <= (limits.room ?? Infinity);
  const setPointsC = opened.matrix.cracNames.map((name) => plan.setPointsC[name]!);
  const isFixed = steppedCracs(problem).length > 0;
  const holds = (tried: NodeConfigurations): boolean =>
    keepsAt(problem, tried, setPointsC) || (!isFixed && measure(problem, tried).feasible);
  const isOver = (): boolean => request.interrupted() || isLate();
  const few = isKept ? nodes : withinSettings({ problem, limits, holds, isOver }, nodes, poolOf(problem, end));
  const tolerance = request.rewardTolerance ?? REWARD_TOLERANCE;
  const isLean = !isKept && request.leastPower !== undefined && request.prices === undefined;
  const wanted = measure(problem, few).rewardPerS * (1 - tolerance);
  const lean = isLean ? withLessPower({ problem, limits, holds, isOver }, few, poolOf(problem, end), wanted) : few;
  const known = keepsAt(problem, lean, setPointsC) ? [setPointsC] : [];
  const others =
    known.length === 0 || (isLean && !isFixed) ? [setPointsFor(problem, lean, [atWork(problem, setPointsC)])] : [];
  const candidates = [...known, ...others].map((at) => {
    const outcome = isKept ? end.found.outcome : outcomeWith(end, problem, lean, at);
    const kept = planOf(asked, outcome, opened);
    const none = { evaluation: null, notJudged: null };
    return { outcome, kept, ...(kept === null ? none : judged(asked, opened.instance, opened.matrix, kept)) };
  });
  const {
    outcome,
    kept,
    evaluation: own,
    notJudged,
  } = candidates.reduce((best, one) => (isLeaner(one, best) ? one : best));
  const bound = certificate?.boundRewardPerS ?? null;
  const less = evaluation.rewardPerS - (own?.rewardPerS ?? 0);
  const lost = less > SAME * evaluation.rewardPerS ? less : 0;
  const settings: SettingsKept = {
    limits,
    used: countsOf(problem, lean, limits),
    withoutLimit: {
      objective: evaluation.rewardPerS,
      bound,
      gap: bound === null ? null : relativeGap(bound, evaluation.rewardPerS),
      used: before,
    },
    lost,
    lostShare: evaluation.rewardPerS > 0 ? lost / evaluation.rewardPerS : null,
  };
  if (isKept) return { ...end, settings };
  const proofs = isLean && own !== null ? await powerProof(run, end, own, wanted, tolerance) : {};
  const found = {
    ...{ outcome, plan: kept, evaluation: own, certificate, ...proofs },
    warnings: [...(end.found.warnings ?? []), ...leftOut(run), ...(proofs.warnings ?? [])],
  };
  return { ...end, outcome: { ...end.outcome, plan: outcome.plan }, found, notJudged, settings };
}

/** Test for a judged plan that breaks no limit and draws less than another. */
function isLeaner({ evaluation: one }: Judgement, { evaluation: other }: Judgement): boolean {
  if (one === null || other === null || one.violations.length > 0) return false;
  return other.violations.length > 0 || one.power.totalW < other.power.totalW;
}

interface Judgement {
  readonly evaluation: PlanEvaluation | null;
}

/** The least power that any plan of this reward draws, few settings or not, beside that of the plan; nothing where the run was stopped or the bound does not cover it. */
async function powerProof(
  { driver }: SteppedRun,
  { problem, engine, outcome, found }: SearchEnd,
  { power: { totalW: powerW }, rewardPerS: objective, violations }: PlanEvaluation,
  rewardPerS: number,
  tolerance: number,
): Promise<Pick<Found, 'leastPower' | 'warnings' | 'isRefuted'>> {
  if (driver.stopReason !== null || violations.length > 0 || keepsCommonSetPoint(problem)) return {};
  const shown = { phase: 'least power', bound: found.certificate?.boundRewardPerS ?? null, incumbent: objective };
  const control = { step: () => driver.step(shown) };
  const input = { problem: withIdleRoom(problem), engine, control, start: outcome.next ?? null };
  const boundW = await leastPowerBoundW({ ...input, targetRewardPerS: rewardPerS, powerW });
  return provenPower(powerW, { boundW, rewardPerS, problem }, tolerance);
}

function withoutLimits(instance: RewardRateInstance): RewardRateInstance {
  const limits = { ...instance.limits };
  delete limits.distinctSettings;
  return { ...instance, limits };
}

/** Warnings on what was asked for and is not done where settings are limited. */
function leftOut({ request }: SteppedRun): string[] {
  return [
    ...(request.prices === undefined
      ? []
      : ['Settings were done without for reward alone: the plan is not that of most money.']),
    ...(request.sharing === 'always' ? ['No nodes share time where different settings are limited.'] : []),
  ];
}

function outcomeWith(
  { found }: SearchEnd,
  problem: RewardRateProblem,
  nodes: NodeConfigurations,
  setPointsC: readonly number[],
): SearchEnd['outcome'] {
  const plan = { setPointsC, ...placementOf(problem, nodes) };
  return { ...found.outcome, plan, claimedRewardPerS: measure(problem, nodes).rewardPerS };
}

/** Settings to choose from: those that the relaxation used or came near to; in small rooms one task type on all cores of a node, or on fewer, too. */
function poolOf(problem: RewardRateProblem, { outcome }: SearchEnd): Configuration[] {
  const known = outcome.next?.assignments ?? new Map<string, never[]>();
  const near = problem.zones.flatMap(({ name }, b) =>
    (known.get(name) ?? []).flatMap((assignment) => configurationOfAssignment(problem, b, assignment) ?? []),
  );
  const nodes = problem.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  return nodes <= SMALL_ROOM ? [...near, ...singleTasks(problem)] : near;
}

/** Greatest number of different settings in a rack, in a row where there are rows, and the number in the room. */
function countsOf(problem: RewardRateProblem, nodes: NodeConfigurations, limits: DistinctSettings): SettingCounts {
  const greatest = (places: Iterable<readonly number[]>): number =>
    Math.max(0, ...[...places].map((zones) => settingsIn(nodes, zones).size));
  return {
    rack: greatest(racksOf(problem).values()),
    ...(limits.rows === undefined ? {} : { row: greatest(rowsOf(problem, limits).values()) }),
    room: settingsIn(nodes, [...problem.zones.keys()]).size,
  };
}

function atWork(problem: RewardRateProblem, setPointsC: readonly number[]): number[] {
  return problem.cracs.map(({ index }) => setPointsC[index]!);
}

/** Test whether nodes keep all limits at these set-points, by CRAC of the matrix. */
function keepsAt(problem: RewardRateProblem, nodes: NodeConfigurations, setPointsC: readonly number[]): boolean {
  const powersW = zonePowersW(problem, nodes);
  const state = zoneState(problem, powersW);
  const own = atWork(problem, setPointsC);
  const inletC = problem.thermal.inletFromSetPointsC(own);
  if (inletC.some((value, b) => value + state.riseC[b]! > problem.redLineC)) return false;
  const heatW = cracHeatW(problem, state, own);
  if (problem.coolingLimits.some(({ crac, capacityW }) => heatW[crac]! > capacityW)) return false;
  const { upsEfficiency, otherLoadW, powerCapW } = problem.budget;
  const nodeW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const totalW = nodeW / upsEfficiency + coolingOf(problem, state, own).coolingW + otherLoadW;
  return totalW <= powerCapW && firstBrokenPowerLimit(problem, powersW) === null && keepsMinimumOn(problem, nodes);
}
