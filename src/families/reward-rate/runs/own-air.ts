import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withAsleep } from '../../../../models/families/reward-rate/standby-air.js';
import { checkPlan } from '../check/check-plan.js';
import type { OpenedModel } from './open.js';
import type { AirRounds, RunRecord } from './result.js';
import { airWithStandby } from './standby-air.js';

/** Maximum number of sets of nodes on standby that are tried beside that of none: most runs settle in two. */
const MAX_ROUNDS = 4;
/** Share of the reward by which a plan must earn more to be better: less is rounding. */
const BETTER_BY = 1e-9;

/** Finished run. */
interface Run {
  readonly record: RunRecord;
  readonly plan: RewardRatePlan | null;
  readonly matrix: InfluenceMatrix;
  /** Start for a neighbouring model's run. */
  readonly next: unknown;
}

/** Runs that are needed to plan on the air that a plan causes. */
export interface AirRuns<Solved extends Run> {
  /** Run on a model whose nodes on standby are settled. */
  readonly solve: (opened: OpenedModel) => Promise<Solved>;
  /**
   * Nodes on standby in a plan for this air in which they are free; null if the method keeps all nodes on, or has no
   * plan.
   */
  readonly choose: (model: RewardRateModel) => Promise<readonly StandbyNodes[] | null>;
  readonly shouldStop: () => boolean;
}

/**
 * The best checked plan among those planned on the air that they cause (docs/reward-rate/standby-air.md): with all nodes on, then with
 * the set of nodes on standby of a plan for that air, with the set of a plan for the air of this set, and so on until a set comes again.
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

/** The run whose plan's temperatures were held against the air that the checker computes by itself: it fails where they differ. */
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

/** Reason why a plan counts as infeasible whose air the checker finds to be another. */
const OTHER_AIR = 'the air that the plan was made on is not the one that the checker computes from the layout';

/** The run with what is proven of plans with all nodes on, whose air is known, where its own plan has some on standby. */
function besideAllOn<Solved extends Run>(best: Solved, { record: { result: allOn } }: Solved): Solved {
  const { result } = best.record;
  const isNone = allOn.infeasibility?.proven === true;
  if (result.standby === undefined || (allOn.bound === null && !isNone)) return best;
  const standby = { ...result.standby, allOn: { bound: isNone ? null : allOn.bound } };
  return { ...best, record: { ...best.record, result: { ...result, standby } } };
}

/** Text by which sets of nodes on standby are told apart. */
function keyOf(standby: readonly StandbyNodes[]): string {
  return JSON.stringify(standby.map(({ zone, nodes, state }) => `${zone} ${nodes} ${state}`).sort());
}

/** The list with one entry for each zone and state. */
function merged(standby: readonly StandbyNodes[]): StandbyNodes[] {
  const byKey = new Map<string, StandbyNodes>();
  for (const one of standby) {
    const key = JSON.stringify([one.zone, one.state]);
    byKey.set(key, { ...one, nodes: one.nodes + (byKey.get(key)?.nodes ?? 0) });
  }
  return [...byKey.values()];
}

/** Nodes of zones through which no air passes: what their air would be when they are on, this matrix does not say. */
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

/** The model of this air, in which plans choose which nodes are on standby but for those of zones through which no air passes: these stay so. */
function withStillZones(
  opened: OpenedModel,
  matrix: OpenedModel['matrix'],
  asleep: readonly StandbyNodes[],
): RewardRateModel {
  const model = rewardRateModel(opened.instance, matrix, opened.model);
  return { ...withAsleep(model, stillOf(opened, matrix, asleep)), asleep: undefined };
}

/**
 * Returns true if a run's plan is feasible and earns more, or as much with less power; makes more money where that
 * counts.
 */
function isBetter({ record }: Run, { record: other }: Run): boolean {
  const [own, others] = [worthOf(record), worthOf(other)];
  if (own === null || others === null) return own !== null;
  const more = own - others;
  const least = BETTER_BY * Math.abs(others);
  if (Math.abs(more) > least) return more > 0;
  return record.evaluation!.power.totalW < other.evaluation!.power.totalW;
}

/** Worth of a run's feasible plan: its money where that counts, else its reward; null without one. */
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
