import { totalPowerW } from '../../../models/physics/cooling/power-budget.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { type ZoneState, zoneState } from '../../../models/problems/reward-rate/set-points.js';
import {
  firstBrokenPowerLimit,
  idleNodes,
  independentSetPoints,
  measure,
  type PlanMeasures,
  zonePowersW,
} from './node-plan.js';

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
 * A plan exists exactly when all cores idle is one: work only adds power and heat. Returns the first limit the idle facility
 * breaks at the best set-points found, or null. With one CRAC at work those are the best there are; with several the message
 * says so where it is proven.
 */
export function idleConflict(problem: RewardRateProblem): IdleConflict | null {
  const idle = idleNodes(problem);
  const { feasible, brokenLimit } = measure(problem, idle);
  if (feasible) return null;
  const several = problem.cracs.length > 1;
  const own = several ? independentSetPoints(problem, idle) : null;
  const powersW = zonePowersW(problem, idle);
  const powerLimit = firstBrokenPowerLimit(problem, powersW);
  if (own !== null && own.totalW <= problem.budget.capW && powerLimit === null) return null;
  return (
    redLineConflict(problem, zoneState(problem, powersW)) ??
    (several && own === null && powerLimit === null ? capacityConflict(problem, powersW) : null) ??
    capConflict(problem, powersW, own?.totalW ?? null) ??
    limitConflict(several ? powerLimit : brokenLimit)
  );
}

/** Inlets are coldest at the coldest set-points. */
function redLineConflict(problem: RewardRateProblem, state: ZoneState): IdleConflict | null {
  const coldestC = problem.cracs.map((crac) => crac.setPointMinC);
  const inletC = problem.thermal.inletFromSetPointsC(coldestC).map((value, b) => value + state.riseC[b]!);
  const hottest = inletC.indexOf(inletC.reduce((most, value) => Math.max(most, value), -Infinity));
  const overC = inletC[hottest]! - problem.redLineC;
  if (!(overC > 0)) return null;
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
  );
}

/** No set-points were found at which the capacities suffice; proven when together they are less than the idle heat. */
function capacityConflict(problem: RewardRateProblem, powersW: Float64Array): IdleConflict {
  const idleW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  const capacityW = problem.cracs.reduce((sum, crac) => sum + crac.capacityW, 0);
  const proven = idleW > capacityW;
  const overW = proven
    ? idleW - capacityW
    : Math.max(
        ...problem.coolingLimits.map(({ crac, capacityW: limitW }) => {
          const share = problem.thermal.cracHeatRow(crac);
          return share.reduce((sum, value, b) => sum + value * powersW[b]!, 0) - limitW;
        }),
      );
  return conflict(
    'coolingCapacity',
    '',
    'W',
    overW,
    (amount) =>
      proven
        ? `the heat of the idle nodes is ${amount} above what all CRACs together can remove`
        : `no set-points were found at which every CRAC can remove the heat that reaches it with all nodes idle (${amount} too much at a common set-point)`,
    proven,
  );
}

function capConflict(problem: RewardRateProblem, powersW: Float64Array, ownTotalW: number | null): IdleConflict | null {
  const { budget, redLineC, setPointMaxC } = problem;
  const nodePowerW = powersW.reduce((sum, powerW) => sum + powerW, 0);
  if (ownTotalW !== null) {
    const overW = ownTotalW - budget.capW;
    return overW <= 0
      ? null
      : conflict(
          'powerCap',
          '',
          'W',
          overW,
          (amount) =>
            `idle nodes and their cooling at the best set-points found need ${amount} more than the cap of ${budget.capW / 1000} kW`,
          // Whatever the set-points, the nodes draw their power, and cooling no less than none.
          nodePowerW / budget.upsEfficiency + budget.otherLoadW > budget.capW,
        );
  }
  const hottestC = Math.max(...problem.thermal.inletRiseC(powersW));
  const warmestC = Math.min(setPointMaxC, redLineC - hottestC);
  const missingW = totalPowerW(budget, nodePowerW, warmestC) - budget.capW;
  if (missingW <= 0) return null;
  return conflict(
    'powerCap',
    '',
    'W',
    missingW,
    (amount) =>
      `idle nodes and their cooling at the warmest allowed set-point (${warmestC.toFixed(2)} C) need ${amount} more than the cap of ${budget.capW / 1000} kW`,
  );
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
