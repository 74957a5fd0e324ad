import { leftOutBeside } from '../combinations.js';
import type { DistinctSettings, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { failedRoomsOf } from '../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset } from '../../../../models/families/reward-rate/on-the-way.js';
import type { NodeAssignment } from '../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { steppedCracs } from '../../../../models/families/reward-rate/set-point-steps.js';
import type { Configuration } from '../../../../models/facility/configuration.js';
import { configurationOfAssignment, nodesOf } from '../methods/rounding/node-assignments.js';
import {
  keepsAllLimits,
  keepsCommonSetPoint,
  measure,
  type NodeConfigurations,
  setPointsFor,
} from '../methods/rounding/node-plan.js';
import { placementOf } from '../methods/outcome.js';
import { singleTasks } from '../methods/settings/single-tasks.js';
import { racksOf, rowsOf, SMALL_ROOM, withinSettings, withLessPower } from '../methods/settings/within-settings.js';
import type { Judgement } from './judged.js';
import { afterSearch, powerProof, REWARD_TOLERANCE, setPointsOf } from './least-power.js';
import { lossOf, provenOf } from './result-of.js';
import type { SettingCounts } from './result.js';
import type { Proofs, Search, SearchEnd } from './search-state.js';

/**
 * Returns the end of a search for the best plan with a limited number of different settings
 * (docs/reward-rate/distinct-settings.md). A setting is what a node's cores run. Settings are removed from the plan found
 * without this limit.
 *
 * @param run search without this limit, with one configuration per node; its bound holds for limited plans
 */
export async function withinLimitedSettings(run: Search): Promise<Partial<SearchEnd>> {
  const { request, opened, judge, model, isLate, driver, end } = run;
  const { prices, rewardTolerance: toleranceReward = REWARD_TOLERANCE } = request;
  const limits = opened.instance.limits.distinctSettings!;
  const [plan, evaluation] = [end.plan!, end.evaluation!];
  const before = countsOf(model, plan.assignments, limits);
  const withoutLimit = { ...provenOf(run, evaluation.rewardPerS), used: before };
  const isKept =
    before.rack <= (limits.rack ?? Infinity) &&
    (before.row ?? 0) <= (limits.row ?? Infinity) &&
    before.room <= (limits.room ?? Infinity);
  if (isKept)
    return {
      settings: { limits, used: before, withoutLimit, ...lossOf(evaluation.rewardPerS, evaluation.rewardPerS) },
    };
  const setPointsC = setPointsOf(opened, plan);
  const isFixed = steppedCracs(model).length > 0;
  const isLean = request.leastPower !== undefined && prices === undefined;
  const { own, others } = startsOf(model, end, plan.assignments);
  const pool = poolOf(model, end);
  const holds = (tried: NodeConfigurations): boolean =>
    keepsAt(model, tried, setPointsC) || (!isFixed && measure(model, tried).feasible);
  const isOver = (): boolean => request.interrupted() || isLate();
  const rewardOf = (nodes: NodeConfigurations): number => measure(model, nodes).rewardPerS;
  const attempt = (keeps: typeof holds, starts: readonly Configuration[][][]) => {
    const search = { model, limits, holds: keeps, isOver };
    const all = starts.map((nodes) => withinSettings(search, nodes, pool));
    const few = all.reduce((best, one) => (rewardOf(one) > rewardOf(best) ? one : best));
    const rewardPerS = rewardOf(few) * (1 - toleranceReward);
    const lean = isLean ? withLessPower(search, few, pool, rewardPerS) : few;
    const known = keepsAt(model, lean, setPointsC) || keeps === NEVER ? [setPointsC] : [];
    const anew =
      known.length === 0 || (isLean && !isFixed && keeps !== NEVER)
        ? [setPointsFor(model, lean, [atWork(model, setPointsC)])]
        : [];
    const candidates = [...known, ...anew].map((at) => {
      const draft = { setPointsC: at, ...placementOf(model, lean) };
      const outcome = { ...end.outcome, plan: draft, claimedRewardPerS: rewardOf(lean) };
      return { outcome, rewardPerS, ...judge.tried(outcome) };
    });
    return candidates.reduce((best, one) => (isLeaner(one, best) ? one : best));
  };
  const tried = attempt(holds, [own, ...others.filter(holds)]);
  // Whatever draws no more than the plan keeps its limits, after failures too.
  const isBroken = tried.evaluation !== null && tried.evaluation.violations.length > 0;
  const { rewardPerS, ...found } = isBroken ? attempt(NEVER, [own]) : tried;
  const { evaluation: kept } = found;
  const isProvable = isLean && driver.stopReason === null && !keepsCommonSetPoint(model);
  const proofs: Proofs =
    isProvable && kept?.violations.length === 0
      ? await powerProof(afterSearch(run, 'least power', kept.rewardPerS), kept, { rewardPerS, toleranceReward })
      : {};
  // Options that have no effect where settings are limited.
  const leftOut = [
    ...(prices === undefined ? [] : [leftOutBeside('money', 'settings')]),
    ...(request.sharing === 'always' ? [leftOutBeside('shared', 'settings')] : []),
  ];
  const used = countsOf(model, found.outcome.plan.assignments, limits);
  const loss = lossOf(evaluation.rewardPerS, kept?.rewardPerS ?? 0);
  return {
    settings: { limits, used, withoutLimit, ...loss },
    ...found,
    proofs: { ...proofs, warnings: [...(end.proofs.warnings ?? []), ...leftOut, ...(proofs.warnings ?? [])] },
  };
}

/**
 * Test that rejects every replacement of a setting that needs a test of the other limits. Only settings that draw no
 * more power are then accepted, because they need no test.
 */
const NEVER = (): boolean => false;

function isLeaner({ evaluation: one }: Judgement, { evaluation: other }: Judgement): boolean {
  if (one === null || other === null || one.violations.length > 0) return false;
  return other.violations.length > 0 || one.power.totalW < other.power.totalW;
}

/** Returns the instance without limits on different settings. */
export function withoutSettingLimits(instance: RewardRateInstance): RewardRateInstance {
  const { distinctSettings: _, ...limits } = instance.limits;
  return { ...instance, limits };
}

/**
 * Returns the settings (what a node's cores run) that plans may use. They are the settings that the search without the
 * limit used or nearly used. In small instances they also include each task type by itself on some or all cores of a
 * node.
 */
function poolOf(model: RewardRateModel, { outcome }: SearchEnd): Configuration[] {
  const known = outcome.next?.assignments ?? new Map<string, never[]>();
  const near = model.zones.flatMap(({ name }, b) =>
    (known.get(name) ?? []).flatMap((assignment) => configurationOfAssignment(model, b, assignment) ?? []),
  );
  const nodes = model.zones.reduce((sum, { nodeCount }) => sum + nodeCount, 0);
  return nodes <= SMALL_ROOM ? [...near, ...singleTasks(model)] : near;
}

/**
 * Returns the plans from which the search starts, [zone][node]. `own` is the plan in `assignments`, after each task
 * type on a node was moved to a single P-state. If this changed a node, `others` has the plan found by rounding;
 * otherwise `others` is empty.
 */
function startsOf(
  model: RewardRateModel,
  { outcome: { next } }: SearchEnd,
  assignments: readonly NodeAssignment[],
): { readonly own: Configuration[][]; readonly others: readonly Configuration[][][] } {
  const slowed = assignments.map((assignment) => withOneStateEach(assignment));
  const own = nodesOf(model, slowed)!;
  const isMixed = slowed.some((one, n) => one !== assignments[n]);
  return { own, others: isMixed && next?.plan != null ? [nodesOf(model, next.plan.assignments)!] : [] };
}

/** Returns the assignment with each task type in the slowest P-state in which it runs, which draws no more power. */
function withOneStateEach(assignment: NodeAssignment): NodeAssignment {
  const { cores } = assignment;
  if (cores === undefined) return assignment;
  const slowest = new Map<string, number>();
  for (const { slices } of cores)
    for (const { taskType, pState } of slices) slowest.set(taskType, Math.max(pState, slowest.get(taskType) ?? pState));
  if (cores.every(({ slices }) => slices.every(({ taskType, pState }) => slowest.get(taskType) === pState)))
    return assignment;
  return {
    ...assignment,
    cores: cores.map((share) => ({
      ...share,
      slices: share.slices.map((slice) => ({ ...slice, pState: slowest.get(slice.taskType)! })),
    })),
  };
}

/**
 * Returns the number of different settings (what a node's cores run) in the room, the largest number in any rack and,
 * if the limits list rows, the largest number in any row. Nodes do not divide their time, but a task type may run in
 * several P-states on one node.
 */
function countsOf(
  model: RewardRateModel,
  assignments: readonly NodeAssignment[],
  limits: DistinctSettings,
): SettingCounts {
  const byZone = model.zones.map(() => new Set<string>());
  for (const { zone, cores = [] } of assignments) {
    const b = model.zones.findIndex(({ name }) => name === zone);
    const counts = new Map<string, number>();
    for (const { count, slices } of cores) {
      const [slice] = slices;
      if (slice === undefined) continue;
      const work = JSON.stringify([slice.taskType, slice.pState]);
      counts.set(work, (counts.get(work) ?? 0) + count);
    }
    const works = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
    if (works.length > 0) byZone[b]?.add(JSON.stringify([model.matrix.zones[b]!.nodeType, works]));
  }
  const different = (zones: readonly number[]): number => new Set(zones.flatMap((b) => [...byZone[b]!])).size;
  const greatest = (places: Iterable<readonly number[]>): number => Math.max(0, ...[...places].map(different));
  return {
    rack: greatest(racksOf(model).values()),
    ...(limits.rows === undefined ? {} : { row: greatest(rowsOf(model, limits).values()) }),
    room: different([...model.zones.keys()]),
  };
}

function atWork(model: RewardRateModel, setPointsC: readonly number[]): number[] {
  return model.cracs.map(({ index }) => setPointsC[index]!);
}

/**
 * Returns true if the nodes keep all limits at these set-points.
 *
 * @param setPointsC set-point of each CRAC, failed ones included, C
 */
function keepsAt(model: RewardRateModel, nodes: NodeConfigurations, setPointsC: readonly number[]): boolean {
  // Set-points that are chosen anew after a failure are found with the plan.
  const room = failedRoomsOf(model).some(hasReset) ? { ...model, failedRooms: [] } : model;
  return keepsAllLimits(room, nodes, atWork(model, setPointsC));
}
