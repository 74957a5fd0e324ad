import type { LinearProgram } from '../../../models/forms/linear-program.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { certificateOf } from './certificate.js';
import { solveConfigurationLp } from './configuration-lp.js';
import { measure } from './node-plan.js';
import {
  assignmentsOf,
  type BoundInput,
  type Certificate,
  commonSetPoint,
  type MethodInput,
  type MethodOutcome,
  setPointToApply,
} from './outcome.js';
import { greedyPowerNodes } from './greedy-power.js';
import { pricingOracle, type PricingOracle } from './pricing.js';
import { roundToNodes } from './rounding.js';

/**
 * `config-lp`: the configuration LP with its certified bound, rounded to one configuration per node. The greedy plan is the
 * incumbent from the start, so that there is an answer whenever the run is stopped.
 */
export async function configLp(input: MethodInput): Promise<MethodOutcome> {
  const { problem, control } = input;
  const greedy = greedyPowerNodes(problem);
  let nodes = greedy.nodes;
  let rewardPerS = greedy.rewardPerS;
  const oracles = oraclesOf(problem);
  const work: Record<string, number> = {};
  const outcome = (certificate: Certificate | null, stoppedEarly: boolean, warnings: string[]): MethodOutcome => {
    const { coldestC, warmestC } = measure(problem, nodes);
    work['pricingEvaluations'] = oracles.reduce((sum, oracle) => sum + oracle.evaluations, 0);
    return {
      plan: { setPointsC: commonSetPoint(problem, setPointToApply(coldestC, warmestC)), assignments: assignmentsOf(problem, nodes) },
      claimedRewardPerS: rewardPerS,
      certificate,
      stoppedEarly,
      warnings,
      work: { ...certificate?.work, ...work },
    };
  };

  if (await control.step({ phase: 'greedy', bound: null, incumbent: rewardPerS })) return outcome(null, true, []);
  const lp = await solveConfigurationLp({
    problem,
    oracles,
    unitsPerNode: problem.nodeTypes.map(() => 1),
    engine: input.engine,
    control,
    incumbent: rewardPerS,
  });
  if (lp === null) return outcome(null, true, []);
  if ('failure' in lp) {
    return outcome(null, false, [
      `The LP engine did not finish (${lp.failure}): the plan is the greedy one and has no bound.`,
    ]);
  }
  const certificate = certificateOf(problem, lp);
  const { solution, bound, rows } = lp;
  const rounded = await roundToNodes({ problem, oracles, solution, bound, rows, engine: input.engine, control });
  work['roundingPrograms'] = rounded?.programs ?? 0;
  if (rounded !== null && rounded.rewardPerS > rewardPerS) {
    nodes = rounded.nodes;
    rewardPerS = rounded.rewardPerS;
  }
  return outcome(certificate, lp.stoppedEarly, []);
}

/** Only the bound (for methods that give none): the configuration LP without rounding. */
export async function configurationBound(
  input: BoundInput,
  incumbent: number | null,
  onProgram?: (program: LinearProgram) => unknown,
): Promise<Certificate | null> {
  const { problem, engine, control } = input;
  const lp = await solveConfigurationLp({
    problem,
    oracles: oraclesOf(problem),
    unitsPerNode: problem.nodeTypes.map(() => 1),
    engine,
    control,
    incumbent,
    onProgram,
  });
  return lp === null || 'failure' in lp ? null : certificateOf(problem, lp);
}

export function oraclesOf(problem: RewardRateProblem): PricingOracle[] {
  return problem.nodeTypes.map((_, type) => pricingOracle(problem, type));
}
