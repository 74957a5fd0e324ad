import { totalPowerW } from '../../../models/physics/cooling/power-budget.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { type ZoneState, zoneState } from '../../../models/problems/reward-rate/set-points.js';
import { coolingOf, warmestCommon } from './best-set-points.js';
import { idleNodes, independentSetPoints, measure, type PlanMeasures, zonePowersW } from './node-plan.js';

/** What the checker tolerates (docs/checker.md): a facility that idles within these of its limits can idle. */
export const TOLERATED_C = 1e-6;
export const TOLERATED_W = 1e-3;
/** Search for set-points ends this much (share) short of what is tolerated, for the rounding of two programs. */
const SHORT_OF = 1e-3;

/** What keeps even an idle facility from meeting its limits, and by how much. */
export interface IdleConflict {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly amount: number;
  /** Whether no set-points at all would do; false where several CRACs leave it open. */
  readonly proven: boolean;
  readonly message: string;
}

/**
 * A plan exists exactly when all cores idle is one: work only adds power and heat. Returns a limit the idle facility
 * breaks at the best set-points found by more than the checker tolerates, or null. With one CRAC at work those are the best there
 * are; with several the message says so where it is proven.
 */
export function idleConflict(problem: RewardRateProblem): IdleConflict | null {
  const idle = idleNodes(problem);
  if (measure(problem, idle).feasible) return null;
  const powersW = zonePowersW(problem, idle);
  const state = zoneState(problem, powersW);
  const red = redLineConflict(problem, state);
  if (red !== null) return red;
  if (problem.cracs.length === 1) {
    return capConflictOfOne(problem, powersW) ?? limitConflict(brokenLimit(problem, powersW, state));
  }
  const power = limitConflict(brokenLimit(problem, powersW));
  const own = independentSetPoints(problem, idle) ?? independentSetPoints(loosened(problem), idle);
  if (own === null) return power ?? capacityConflict(problem, powersW, state);
  return capConflict(problem, powersW, own.totalW) ?? power;
}

/** The problem with as much more room as is tolerated, for set-points that the checker accepts. */
function loosened(problem: RewardRateProblem): RewardRateProblem {
  const share = 1 - SHORT_OF;
  return {
    ...problem,
    redLineC: problem.redLineC + share * TOLERATED_C,
    coolingLimits: problem.coolingLimits.map((limit) => ({
      ...limit,
      capacityW: limit.capacityW + share * TOLERATED_W,
    })),
  };
}

/** Inlets are coldest at the coldest set-points. */
function redLineConflict(problem: RewardRateProblem, state: ZoneState): IdleConflict | null {
  const coldestC = problem.cracs.map((crac) => crac.setPointMinC);
  const inletC = problem.thermal.inletFromSetPointsC(coldestC).map((value, b) => value + state.riseC[b]!);
  const hottest = inletC.indexOf(inletC.reduce((most, value) => Math.max(most, value), -Infinity));
  const overC = inletC[hottest]! - problem.redLineC;
  if (!(overC > (1 - SHORT_OF) * TOLERATED_C)) return null;
  const zone = problem.zones[hottest]!.name;
  const setPoints =
    coldestC.length > 1 ? 'all CRACs at their coldest set-points' : `at the coldest set-point (${coldestC[0]} C)`;
  return conflict(
    'redLine',
    zone,
    'C',
    overC,
    (amount) =>
      `even idle and ${setPoints} the inlet of ${zone} is ${amount} above the red line of ${problem.redLineC} C`,
    overC > TOLERATED_C,
  );
}

/** No set-points were found at which the capacities suffice; proven when together they are less than the idle heat. */
function capacityConflict(problem: RewardRateProblem, powersW: Float64Array, state: ZoneState): IdleConflict {
  const idleW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const capacityW = problem.cracs.reduce((sum, crac) => sum + crac.capacityW, 0);
  const proven = idleW > capacityW + problem.cracs.length * TOLERATED_W;
  const setPointsC =
    warmestCommon(loosened(problem), state)?.setPointsC ?? problem.cracs.map((crac) => crac.setPointMinC);
  const overW = proven ? idleW - capacityW : coolingOf(problem, state, setPointsC).overW;
  return conflict(
    'coolingCapacity',
    '',
    'W',
    overW,
    (amount) =>
      proven
        ? `the heat of the idle nodes is ${amount} above what all CRACs together can remove`
        : `no set-points were found at which every CRAC can remove the heat that reaches it with all nodes idle (${amount} too much where all are as near to one set-point as their ranges allow)`,
    proven,
  );
}

/** Several CRACs, drawing `totalW` with the nodes at the best set-points found. */
function capConflict({ budget }: RewardRateProblem, powersW: Float64Array, totalW: number): IdleConflict | null {
  const overW = totalW - budget.capW;
  if (overW <= TOLERATED_W) return null;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  return conflict(
    'powerCap',
    '',
    'W',
    overW,
    (amount) =>
      `idle nodes and their cooling at the best set-points found need ${amount} more than the cap of ${budget.capW / 1000} kW`,
    // Whatever the set-points, the nodes draw their power, and cooling no less than none.
    nodePowerW / budget.upsEfficiency + budget.otherLoadW > budget.capW + TOLERATED_W,
  );
}

function capConflictOfOne(problem: RewardRateProblem, powersW: Float64Array): IdleConflict | null {
  const { budget, redLineC, setPointMinC, setPointMaxC } = problem;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const hottestC = Math.max(...problem.thermal.inletRiseC(powersW));
  const warmestC = Math.max(setPointMinC, Math.min(setPointMaxC, redLineC - hottestC));
  const missingW = totalPowerW(budget, nodePowerW, warmestC) - budget.capW;
  if (missingW <= TOLERATED_W) return null;
  return conflict(
    'powerCap',
    '',
    'W',
    missingW,
    (amount) =>
      `idle nodes and their cooling at the warmest allowed set-point (${warmestC.toFixed(2)} C) need ${amount} more than the cap of ${budget.capW / 1000} kW`,
    // A set-point warmer by what is tolerated costs a little less.
    totalPowerW(budget, nodePowerW, warmestC + TOLERATED_C) > budget.capW + TOLERATED_W,
  );
}

/** The first rack, PDU or (for one CRAC, with its heat in `state`) cooling limit that is passed by more than is tolerated. */
function brokenLimit(
  problem: RewardRateProblem,
  powersW: Float64Array,
  state?: ZoneState,
): PlanMeasures['brokenLimit'] {
  const drawn = problem.powerLimits.map(({ constraint, where, zones, limitW }) => ({
    constraint,
    where,
    overW: [...new Set(zones)].reduce((sum, b) => sum + powersW[b]!, 0) - limitW,
  }));
  const removed = (state === undefined ? [] : problem.coolingLimits).map(({ where, crac, capacityW }) => ({
    constraint: 'coolingCapacity',
    where,
    overW: state!.heatW[crac]! - capacityW,
  }));
  return [...drawn, ...removed].find(({ overW }) => overW > TOLERATED_W) ?? null;
}

function limitConflict(brokenLimit: PlanMeasures['brokenLimit']): IdleConflict | null {
  if (brokenLimit === null) return null;
  const { constraint, where, overW } = brokenLimit;
  const whose = constraint === 'coolingCapacity' ? 'heat that reaches' : 'draw of the racks under';
  return conflict(
    constraint,
    where,
    'W',
    overW,
    (amount) => `the ${whose} ${where} with all nodes idle is ${amount} above its limit`,
  );
}

function conflict(
  constraint: string,
  where: string,
  unit: string,
  amount: number,
  say: (amount: string) => string,
  proven = true,
): IdleConflict {
  return {
    constraint,
    where,
    unit,
    amount,
    proven,
    message: `No feasible plan${proven ? '' : ' found'}: ${say(unit === 'W' ? `${(amount / 1000).toPrecision(5)} kW` : `${amount.toPrecision(4)} ${unit}`)}.`,
  };
}
