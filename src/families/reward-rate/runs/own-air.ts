import type { StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withAsleep } from '../../../../models/families/reward-rate/standby-air.js';
import { withStandby } from '../../../../models/families/reward-rate/standby.js';
import { withResult } from '../../../runs/baseline.js';
import { runDriver } from '../../../runs/control.js';
import { withTotal } from '../../../runs/stop-watch.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { evaluatedIn } from '../check/check-plan.js';
import { goesWith } from '../combinations.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import type { AirRounds, RunRecord, RunResult } from './result.js';
import { solverOf } from './search.js';
import { type Begun, solveInAir, type Solved } from './solve-in-air.js';
import { airWithStandby } from './standby-air.js';

/**
 * Maximum number of sets of nodes on standby, besides the empty one, for whose air flow plans are made. Ours: most runs
 * converge within two.
 */
const MAX_ROUNDS = 4;
/** A plan counts as better if its objective is larger by more than this fraction. Ours: less is rounding error. */
const BETTER_BY = 1e-9;
/** Why a plan is rejected: it was made for another air flow than the checker computes. */
const OTHER_AIR = 'the air that the plan was made on is not the one that the checker computes from the layout';

/**
 * Returns the run with the best plan that the checker accepts (docs/reward-rate/standby-air.md). Each plan is made for
 * the air flow that its own standby nodes cause, all within the limits of one run.
 *
 * The first plan has all nodes on. Then a plan for the same air flow chooses its nodes on standby. The air flow that
 * these cause is computed, and a plan is made for it. This continues until a set of nodes on standby occurs again.
 */
export async function bestOnOwnAir(request: RunRequest, opened: OpenedModel, timeS: Begun['timeS']): Promise<Solved> {
  const { nowS, interrupted, limits } = request;
  const { timeLimitS } = limits;
  const beginS = nowS();
  const leftS = (): number | null => (timeLimitS === null ? null : Math.max(0, timeLimitS - (nowS() - beginS)));
  const shouldStop = (): boolean => interrupted() || leftS() === 0;
  // A start from a neighbour's run, in other air, is none here.
  const { start: _, ...alone } = request;
  const within = (): RunRequest => ({ ...alone, limits: { ...limits, timeLimitS: leftS() } });
  const solveWith = (matrix: OpenedModel['matrix'], model: RewardRateModel, asleep: readonly StandbyNodes[]) =>
    solveInAir(within(), { ...opened, matrix, model: withAsleep(model, asleep) });

  const allOn = await solveWith(opened.matrix, opened.model, []);
  const tried = new Set<string>([keyOf([])]);
  const warnings: string[] = [];
  let best = allOn;
  let { matrix } = opened;
  let last = keyOf([]);
  let settled = false;
  let asleep: readonly StandbyNodes[] = [];
  for (let round = 0; round < MAX_ROUNDS && !shouldStop(); round++) {
    const wanted = await chosenOnStandby(within(), withStillZones(opened, matrix, asleep));
    if (wanted === null) {
      settled = true;
      break;
    }
    asleep = merged([...wanted, ...stillOf(opened, matrix, asleep)]);
    const key = keyOf(asleep);
    settled = key === last;
    if (tried.has(key)) break;
    tried.add(key);
    last = key;
    const air = airWithStandby(opened, asleep, shouldStop);
    if (!air.ok) {
      warnings.push(`A set of nodes on standby was left out because its air could not be computed: ${air.reason}.`);
      break;
    }
    matrix = air.matrix;
    const solved = await solveWith(matrix, rewardRateModel(opened.instance, matrix, opened.model), asleep);
    if (isBetter(solved, best)) best = solved;
  }
  const { total = 0, ...own } = best.record.result.timeS;
  const all = withTotal({ ...timeS, airs: nowS() - beginS - total, ...own });
  // Nothing to start a neighbour's run from: its air is another.
  const onAir = { ...besideAllOn(best, allOn), ...inRounds(best, { sets: tried.size, settled }, warnings) };
  return inComputedAir({ ...withResult(best, { ...onAir, timeS: all }), next: null });
}

/**
 * Makes a plan that may choose which nodes are on standby, as if they did not change this model's air flow. Returns the
 * plan's nodes on standby. Null if the method keeps all nodes on or finds no plan.
 */
async function chosenOnStandby(request: RunRequest, model: RewardRateModel): Promise<readonly StandbyNodes[] | null> {
  if (!goesWith(request.method, 'needsStandby')) return null;
  const free = withStandby(model);
  if (idleConflict(free) !== null) return null;
  const solve = solverOf(request, request.started ?? (await loadLpEngine(request.engine)));
  const { plan } = await solve(request.method, withIdleRoom(free), runDriver(request), { start: null });
  return plan === null ? null : (plan.standby ?? []);
}

/**
 * Returns the run. Its plan is marked as infeasible if the checker, which computes the air flow itself, gets other
 * temperatures.
 */
function inComputedAir(solved: Solved): Solved {
  const { plan, record } = solved;
  const { result, evaluation } = record;
  if (plan === null || evaluation === null) return solved;
  const { violations: computed } = evaluatedIn(solved, plan, { recomputesAir: true });
  const others = computed.filter(({ constraint }) => constraint === 'matrix');
  if (others.length === 0 || evaluation.violations.some(({ constraint }) => constraint === 'matrix')) return solved;
  const violations = [...evaluation.violations, ...others];
  const warnings = [...result.warnings, `Not to be applied: ${OTHER_AIR}. Please report this instance.`];
  const verdict = { feasible: false, termination: 'failed', violations, gap: null, gapReason: OTHER_AIR, warnings };
  return withResult({ ...solved, record: { ...record, evaluation: { ...evaluation, violations } } }, verdict);
}

/**
 * Returns the field `standby` of a run's result. If its plan has nodes on standby, the bound on plans with all nodes on
 * is added, from the run with all nodes on.
 */
function besideAllOn({ record }: Solved, { record: { result: allOn } }: Solved): Pick<RunResult, 'standby'> {
  const { standby } = record.result;
  const isNone = allOn.infeasibility?.proven === true;
  if (standby === undefined || (allOn.bound === null && !isNone)) return {};
  return { standby: { ...standby, allOn: { bound: isNone ? null : allOn.bound } } };
}

/** Returns the fields of a run's result that say which airs were tried, and that no conflict is proven for all airs. */
function inRounds({ record: { result } }: Solved, air: AirRounds, warnings: readonly string[]): Partial<RunResult> {
  const rounds = { air, warnings: [...result.warnings, ...warnings] };
  const { infeasibility } = result;
  if (infeasibility === undefined) return rounds;
  const found = ' found (other sets of nodes on standby were not all tried)';
  return {
    ...rounds,
    infeasibility: {
      ...infeasibility,
      proven: false,
      message: infeasibility.message.replace(/^No feasible plan( found)?/, `No feasible plan${found}`),
      others: (infeasibility.others ?? []).map((one) => ({ ...one, proven: false })),
      fixes: [],
    },
    gapReason: 'no feasible plan was found',
  };
}

/** Returns a text that is equal for equal sets of nodes on standby. */
function keyOf(standby: readonly StandbyNodes[]): string {
  return JSON.stringify(standby.map(({ zone, nodes, state }) => `${zone} ${nodes} ${state}`).sort());
}

/** Returns the list with one entry per zone and standby state; numbers of nodes are added up. */
function merged(standby: readonly StandbyNodes[]): StandbyNodes[] {
  const byKey = new Map<string, StandbyNodes>();
  for (const one of standby) {
    const key = JSON.stringify([one.zone, one.state]);
    byKey.set(key, { ...one, nodes: one.nodes + (byKey.get(key)?.nodes ?? 0) });
  }
  return [...byKey.values()];
}

/**
 * Returns the nodes on standby in zones without air flow. The influence matrix does not say which air they would get
 * when on.
 */
function stillOf(
  { matrix: { cracNames } }: OpenedModel,
  matrix: OpenedModel['matrix'],
  asleep: readonly StandbyNodes[],
): StandbyNodes[] {
  return asleep.filter(({ zone }) => {
    const z = matrix.zones.findIndex(({ name }) => name === zone);
    return matrix.airFlowM3PerS[cracNames.length + z] === 0;
  });
}

/**
 * Returns the model with this air flow. Plans may choose which nodes are on standby, except in zones without air flow,
 * where they stay on standby.
 */
function withStillZones(
  opened: OpenedModel,
  matrix: OpenedModel['matrix'],
  asleep: readonly StandbyNodes[],
): RewardRateModel {
  const model = rewardRateModel(opened.instance, matrix, opened.model);
  return { ...withAsleep(model, stillOf(opened, matrix, asleep)), asleep: undefined };
}

/**
 * Returns true if the first run's plan is feasible and better than the second run's plan. A plan is better with more
 * reward (or money, if that is the objective), or with as much and less power.
 */
function isBetter({ record }: Solved, { record: other }: Solved): boolean {
  const [own, others] = [worthOf(record), worthOf(other)];
  if (own === null || others === null) return own !== null;
  const more = own - others;
  const least = BETTER_BY * Math.abs(others);
  if (Math.abs(more) > least) return more > 0;
  return record.evaluation!.power.totalW < other.evaluation!.power.totalW;
}

/** Returns the objective of a run's feasible plan, which is money or reward; null without such a plan. */
function worthOf({ result: { feasible, objective, money } }: RunRecord): number | null {
  return feasible && objective !== null ? (money?.usdPerH ?? objective) : null;
}
