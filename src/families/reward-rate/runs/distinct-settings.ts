import { leftOutBeside } from '../combinations.js';
import type { DistinctSettings, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { failedRoomsOf } from '../../../../models/families/reward-rate/in-failed-room.js';
import { hasReset } from '../../../../models/families/reward-rate/on-the-way.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { steppedCracs } from '../../../../models/families/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../models/families/reward-rate/standby.js';
import { relativeGap } from '../../../runs/relative-gap.js';
import { leastPowerProof } from '../methods/bound/least-power.js';
import { withIdleRoom } from '../methods/idle-room.js';
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
import { boundOfPlan } from './result-of.js';
import type { SettingCounts, SettingsKept } from './result.js';
import type { LimitedRun, SearchEnd } from './search-end.js';

/** Relative difference at which rewards still count as equal. Ours: rounding error of sums in another order. */
const SAME = 1e-12;

/**
 * Returns the end of a search for the best plan with a limited number of different settings
 * (docs/reward-rate/distinct-settings.md). A setting is what a node's cores run. Settings are removed from the plan found
 * without this limit.
 *
 * @param end end of the search without this limit, with one configuration per node; its bound holds for limited plans
 */
export async function withinLimitedSettings(run: LimitedRun, end: SearchEnd): Promise<SearchEnd> {
  const { request, opened, isLate } = run;
  const limits = opened.instance.limits.distinctSettings!;
  const plan = end.found.plan!;
  const evaluation = end.found.evaluation!;
  const { certificate } = end.found;
  const model = withStandby(opened.model);
  const before = countsOf(model, settingsOfAssignments(model, plan.assignments), limits);
  const isKept =
    before.rack <= (limits.rack ?? Infinity) &&
    (before.row ?? 0) <= (limits.row ?? Infinity) &&
    before.room <= (limits.room ?? Infinity);
  const setPointsC = opened.matrix.cracNames.map((name) => plan.setPointsC[name]!);
  const isFixed = steppedCracs(model).length > 0;
  const holds = (tried: NodeConfigurations): boolean =>
    keepsAt(model, tried, setPointsC) || (!isFixed && measure(model, tried).feasible);
  const isOver = (): boolean => request.interrupted() || isLate();
  const tolerance = request.rewardTolerance ?? REWARD_TOLERANCE;
  const isLean = !isKept && request.leastPower !== undefined && request.prices === undefined;
  const { own, others } = startsOf(model, end, plan.assignments);
  const pool = isKept ? [] : poolOf(model, end);
  const attempt = (keeps: typeof holds, starts: readonly Configuration[][][]): Attempt => {
    const search = { model, limits, holds: keeps, isOver };
    const few = bestWithin(search, starts, pool);
    const wanted = measure(model, few).rewardPerS * (1 - tolerance);
    const lean = isLean ? withLessPower(search, few, pool, wanted) : few;
    const known = keepsAt(model, lean, setPointsC) || keeps === NEVER ? [setPointsC] : [];
    const anew =
      known.length === 0 || (isLean && !isFixed && keeps !== NEVER)
        ? [setPointsFor(model, lean, [atWork(model, setPointsC)])]
        : [];
    const candidates = [...known, ...anew].map((at) => {
      const outcome = outcomeWith(end, model, lean, at);
      const kept = planOf(request, outcome, opened);
      const none = { evaluation: null, notJudged: null };
      return { outcome, kept, ...(kept === null ? none : judged(request, opened.instance, opened.matrix, kept)) };
    });
    return { ...candidates.reduce((best, one) => (isLeaner(one, best) ? one : best)), lean, wanted };
  };
  const asFound = { outcome: end.found.outcome, kept: plan, evaluation, notJudged: null, lean: own, wanted: 0 };
  const tried = isKept ? asFound : attempt(holds, [own, ...others.filter(holds)]);
  // Whatever draws no more than the plan keeps its limits, after failures too.
  const isBroken = tried.evaluation !== null && tried.evaluation.violations.length > 0;
  const { outcome, kept, evaluation: found, notJudged, lean, wanted } = isBroken ? attempt(NEVER, [own]) : tried;
  const bound = boundOfPlan(model, end.found.outcome, plan, certificate);
  const less = evaluation.rewardPerS - (found?.rewardPerS ?? 0);
  const lost = less > SAME * evaluation.rewardPerS ? less : 0;
  const settings: SettingsKept = {
    limits,
    used: isKept ? before : countsOf(model, settingsOfNodes(lean), limits),
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
  const proofs = isLean && found !== null ? await powerProof(run, end, found, wanted, tolerance) : {};
  const last = {
    outcome,
    plan: kept,
    evaluation: found,
    certificate,
    ...proofs,
    warnings: [...(end.found.warnings ?? []), ...leftOut(run), ...(proofs.warnings ?? [])],
  };
  return { ...end, outcome: { ...end.outcome, plan: outcome.plan }, found: last, notJudged, settings };
}

/**
 * Test that rejects every replacement of a setting that needs a test of the other limits. Only settings that draw no
 * more power are then accepted, because they need no test.
 */
const NEVER = (): boolean => false;

interface Attempt extends Judgement {
  readonly outcome: SearchEnd['outcome'];
  readonly kept: RewardRatePlan | null;
  readonly notJudged: string | null;
  readonly lean: NodeConfigurations;
  /** Reward that must remain when the plan's power is reduced, reward/s. */
  readonly wanted: number;
}

function isLeaner({ evaluation: one }: Judgement, { evaluation: other }: Judgement): boolean {
  if (one === null || other === null || one.violations.length > 0) return false;
  return other.violations.length > 0 || one.power.totalW < other.power.totalW;
}

interface Judgement {
  readonly evaluation: PlanEvaluation | null;
}

/**
 * Returns the field `leastPower` of a result: the plan's power, and a proven lower bound on the power of plans that
 * earn as much. The bound holds for plans with any number of different node settings. The result is empty if the run
 * was stopped or the bound does not cover the plan.
 */
async function powerProof(
  { driver }: LimitedRun,
  { model, engine, outcome, found }: SearchEnd,
  { power: { totalW: powerW }, rewardPerS: objective, violations }: PlanEvaluation,
  rewardPerS: number,
  tolerance: number,
): Promise<Pick<Found, 'leastPower' | 'warnings' | 'isRefuted'>> {
  if (driver.stopReason !== null || violations.length > 0 || keepsCommonSetPoint(model)) return {};
  const shown = { phase: 'least power', bound: found.certificate?.boundRewardPerS ?? null, incumbent: objective };
  const control = { step: () => driver.step(shown) };
  const input = { model: withIdleRoom(model), engine, control, start: outcome.next ?? null };
  const { boundW } = await leastPowerProof({ ...input, targetRewardPerS: rewardPerS, powerW });
  return provenPower(powerW, { boundW, rewardPerS, model }, tolerance);
}

/** Returns the instance without limits on different settings. */
export function withoutSettingLimits(instance: RewardRateInstance): RewardRateInstance {
  const limits = { ...instance.limits };
  delete limits.distinctSettings;
  return { ...instance, limits };
}

/** Returns warnings about options that have no effect if the number of different node settings is limited. */
function leftOut({ request }: LimitedRun): string[] {
  return [
    ...(request.prices === undefined ? [] : [leftOutBeside('money', 'settings')]),
    ...(request.sharing === 'always' ? [leftOutBeside('shared', 'settings')] : []),
  ];
}

function outcomeWith(
  { found }: SearchEnd,
  model: RewardRateModel,
  nodes: NodeConfigurations,
  setPointsC: readonly number[],
): SearchEnd['outcome'] {
  const plan = { setPointsC, ...placementOf(model, nodes) };
  return { ...found.outcome, plan, claimedRewardPerS: measure(model, nodes).rewardPerS };
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

/** Returns the best plan, [zone][node], found from any of the starting plans within the limits on settings. */
function bestWithin(
  search: Parameters<typeof withinSettings>[0],
  starts: readonly Configuration[][][],
  pool: readonly Configuration[],
): Configuration[][] {
  const all = starts.map((nodes) => withinSettings(search, nodes, pool));
  const reward = (nodes: NodeConfigurations): number => measure(search.model, nodes).rewardPerS;
  return all.reduce((best, one) => (reward(one) > reward(best) ? one : best));
}

/** [zone]: different settings in use (what a node's cores run), each as a text. */
type SettingsByZone = readonly ReadonlySet<string>[];

function settingsOfNodes(nodes: NodeConfigurations): SettingsByZone {
  return nodes.map((_, b) => new Set(settingsIn(nodes, [b]).keys()));
}

/** Returns the settings in assignments whose nodes do not divide their time. A task type may have several P-states. */
function settingsOfAssignments(model: RewardRateModel, assignments: readonly NodeAssignment[]): SettingsByZone {
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
    if (counts.size > 0)
      byZone[b]?.add(
        JSON.stringify([model.matrix.zones[b]!.nodeType, [...counts].sort(([a], [b]) => (a < b ? -1 : 1))]),
      );
  }
  return byZone;
}

/**
 * Returns the number of different settings in the room, the largest number in any rack and, if the limits list rows,
 * the largest number in any row.
 */
function countsOf(model: RewardRateModel, settings: SettingsByZone, limits: DistinctSettings): SettingCounts {
  const different = (zones: readonly number[]): number => new Set(zones.flatMap((b) => [...settings[b]!])).size;
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
