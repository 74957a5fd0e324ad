import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withAsleep } from '../../../../models/families/reward-rate/standby-air.js';
import { checkPlan } from '../check/check-plan.js';
import type { OpenedModel } from './open.js';
import type { AirRounds, RunRecord } from './result.js';
import { airWithStandby } from './standby-air.js';

/**
 * Maximum number of sets of nodes on standby, besides the empty one, for whose air flow plans are made. Ours: most runs
 * converge within two.
 */
const MAX_ROUNDS = 4;
/** A plan counts as better if its objective is larger by more than this fraction. Ours: less is rounding error. */
const BETTER_BY = 1e-9;

interface Run {
  readonly record: RunRecord;
  readonly plan: RewardRatePlan | null;
  readonly matrix: InfluenceMatrix;
  /** Warm start for the run of a similar model. */
  readonly next: unknown;
}

export interface AirRuns<Solved extends Run> {
  /** Solves a model in which the set of nodes on standby is fixed. */
  readonly solve: (opened: OpenedModel) => Promise<Solved>;
  /**
   * Makes a plan that may choose which nodes are on standby, as if they did not change this model's air flow. Returns
   * the plan's nodes on standby. Null if the method keeps all nodes on or finds no plan.
   */
  readonly choose: (model: RewardRateModel) => Promise<readonly StandbyNodes[] | null>;
  readonly shouldStop: () => boolean;
}

/**
 * Returns the run with the best plan that the checker accepts (docs/reward-rate/standby-air.md). Each plan is made for
 * the air flow that its own standby nodes cause.
 *
 * The first plan has all nodes on. Then a plan for the same air flow chooses its nodes on standby. The air flow that
 * these cause is computed, and a plan is made for it. This continues until a set of nodes on standby occurs again.
 */
export async function bestOnOwnAir<Solved extends Run>(
  opened: OpenedModel,
  { solve, choose, shouldStop }: AirRuns<Solved>,
): Promise<Solved> {
  const tried = new Set<string>([keyOf([])]);
  const warnings: string[] = [];
  let matrix = opened.matrix;
  const allOn = await solve({ ...opened, model: withAsleep(opened.model, []) });
  let best = allOn;
  let last = keyOf([]);
  let settled = false;
  let asleep: readonly StandbyNodes[] = [];
  for (let round = 0; round < MAX_ROUNDS && !shouldStop(); round++) {
    const wanted = await choose(withStillZones(opened, matrix, asleep));
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
    const model = rewardRateModel(opened.instance, matrix, opened.model);
    const solved = await solve({ ...opened, matrix, model: withAsleep(model, asleep) });
    if (isBetter(solved, best)) best = solved;
  }
  return inComputedAir(withRounds(besideAllOn(best, allOn), { sets: tried.size, settled }, warnings), opened.instance);
}

/**
 * Returns the run. Its plan is marked as infeasible if the checker, which computes the air flow itself, gets other
 * temperatures.
 */
function inComputedAir<Solved extends Run>(solved: Solved, instance: RewardRateInstance): Solved {
  const { plan, matrix, record } = solved;
  const { result, evaluation } = record;
  if (plan === null || evaluation === null) return solved;
  const { violations } = checkPlan(instance, matrix, plan, { recomputesAir: true });
  const others = violations.filter(({ constraint }) => constraint === 'matrix');
  if (others.length === 0 || evaluation.violations.some(({ constraint }) => constraint === 'matrix')) return solved;
  const all = [...evaluation.violations, ...others];
  const failed = {
    ...result,
    feasible: false,
    termination: 'failed' as const,
    violations: all,
    gap: null,
    gapReason: OTHER_AIR,
    warnings: [...result.warnings, `Not to be applied: ${OTHER_AIR}. Please report this instance.`],
  };
  return { ...solved, record: { ...record, result: failed, evaluation: { ...evaluation, violations: all } } };
}

/** Why a plan is rejected: it was made for another air flow than the checker computes. */
const OTHER_AIR = 'the air that the plan was made on is not the one that the checker computes from the layout';

/**
 * Returns the best run. If its plan has nodes on standby, the bound on plans with all nodes on is added, from the run
 * with all nodes on.
 */
function besideAllOn<Solved extends Run>(best: Solved, { record: { result: allOn } }: Solved): Solved {
  const { result } = best.record;
  const isNone = allOn.infeasibility?.proven === true;
  if (result.standby === undefined || (allOn.bound === null && !isNone)) return best;
  const standby = { ...result.standby, allOn: { bound: isNone ? null : allOn.bound } };
  return { ...best, record: { ...best.record, result: { ...result, standby } } };
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
function isBetter({ record }: Run, { record: other }: Run): boolean {
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

function withRounds<Solved extends Run>(solved: Solved, air: AirRounds, warnings: readonly string[]): Solved {
  const { result } = solved.record;
  const { infeasibility } = result;
  const found = ' found (other sets of nodes on standby were not all tried)';
  const unproven =
    infeasibility === undefined
      ? {}
      : {
          infeasibility: {
            ...infeasibility,
            proven: false,
            message: infeasibility.message.replace(/^No feasible plan( found)?/, `No feasible plan${found}`),
            others: (infeasibility.others ?? []).map((one) => ({ ...one, proven: false })),
            fixes: [],
          },
          gapReason: 'no feasible plan was found',
        };
  return {
    ...solved,
    // Nothing to start a neighbour's run from: its air is another.
    next: null,
    record: { ...solved.record, result: { ...result, ...unproven, air, warnings: [...result.warnings, ...warnings] } },
  };
}
