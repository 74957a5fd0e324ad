import { totalPowerW } from '../../../models/physics/cooling/power-budget.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { idleNodes, measure } from './node-plan.js';

/** What keeps even an idle facility from meeting its limits, and by how much. */
export interface IdleConflict {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly amount: number;
  readonly message: string;
}

/**
 * A plan exists exactly when all cores idle is one: work only adds power and heat. Returns the first limit the idle facility
 * breaks, or null. Set-points are common to all CRACs.
 */
export function idleConflict(problem: RewardRateProblem): IdleConflict | null {
  const { riseC, hottestZone, nodePowerW, brokenLimit } = measure(problem, idleNodes(problem));
  const { setPointMinC, setPointMaxC, redLineC, budget } = problem;
  if (setPointMinC > setPointMaxC) {
    return conflict(
      'setPointRange',
      '',
      'C',
      setPointMinC - setPointMaxC,
      () => 'the CRACs have no set-point in common',
    );
  }
  const hottestC = riseC[hottestZone]!;
  const overC = setPointMinC + hottestC - redLineC;
  if (overC > 0) {
    const zone = problem.zones[hottestZone]!.name;
    return conflict(
      'redLine',
      zone,
      'C',
      overC,
      (amount) =>
        `even idle and at the coldest set-point (${setPointMinC} C) the inlet of ${zone} is ${amount} above the red line of ${redLineC} C`,
    );
  }
  const warmestC = Math.min(setPointMaxC, redLineC - hottestC);
  const missingW = totalPowerW(budget, nodePowerW, warmestC) - budget.capW;
  if (missingW > 0) {
    return conflict(
      'powerCap',
      '',
      'W',
      missingW,
      (amount) =>
        `idle nodes and their cooling at the warmest allowed set-point (${warmestC.toFixed(2)} C) need ${amount} more than the cap of ${budget.capW / 1000} kW`,
    );
  }
  if (brokenLimit !== null) {
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
  return null;
}

function conflict(
  constraint: string,
  where: string,
  unit: string,
  amount: number,
  say: (amount: string) => string,
): IdleConflict {
  return {
    constraint,
    where,
    unit,
    amount,
    message: `No feasible plan: ${say(unit === 'W' ? `${(amount / 1000).toPrecision(5)} kW` : `${amount.toPrecision(4)} ${unit}`)}.`,
  };
}
