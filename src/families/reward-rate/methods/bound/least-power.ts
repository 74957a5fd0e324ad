import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { configurationBound } from '../config-lp.js';
import { idleConflict } from '../infeasibility.js';
import type { WarmStart } from '../outcome.js';

/** Share of the plan's power within which the proven least power is searched for. Ours. */
export const POWER_PRECISION = 1e-4;
/** Share of the target that the reward bound at a cap must fall short of, more than the bound's own rounding (1e-12). Ours. */
const CLEARLY_BELOW = 1e-9;

export interface LeastPowerInput {
  /** Problem whose bound the run proved; its cap is replaced. */
  readonly problem: RewardRateProblem;
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly start: WarmStart | null;
  /** Reward that plans must have to count, reward/s. */
  readonly targetRewardPerS: number;
  /** Meter power of a plan that has it, W. */
  readonly powerW: number;
}

/**
 * Power at the meter, W, below which no plan draws that earns the target: the largest cap tried at which the certified
 * reward bound is below the target. Bisection over caps; docs/reward-rate/least-power.md has the proof.
 */
export async function leastPowerBoundW(input: LeastPowerInput): Promise<number> {
  const { problem, powerW } = input;
  const precisionW = POWER_PRECISION * powerW;
  let provenW = idleFloorW(problem);
  let searchFromW = provenW;
  let searchToW = powerW;
  // Where the cap binds, one cap just below the plan's power settles it.
  let capW = powerW - precisionW;
  while (searchToW - searchFromW > precisionW && capW > provenW) {
    const answer = await answerAt(input, capW);
    if (answer === 'stopped') break;
    if (answer === 'none') provenW = capW;
    if (answer === 'open') searchToW = capW;
    else searchFromW = capW;
    capW = (searchFromW + searchToW) / 2;
  }
  return provenW;
}

/** Problem with another cap, W, at the meter. */
export function withCap(problem: RewardRateProblem, powerCapW: number): RewardRateProblem {
  return { ...problem, budget: { ...problem.budget, powerCapW } };
}

/** Power of the idle facility without cooling, W: every plan draws that. */
export function idleFloorW({ zones, budget }: RewardRateProblem): number {
  return zones.reduce((sum, zone) => sum + zone.idleW, 0) / budget.upsEfficiency + budget.otherLoadW;
}

/** 'none': proven that no plan under this cap earns the target. 'noIdle': no idling is known under it, nor that there is none. */
type Answer = 'none' | 'noIdle' | 'open' | 'stopped';

async function answerAt(input: LeastPowerInput, capW: number): Promise<Answer> {
  const { engine, control, start, targetRewardPerS } = input;
  const problem = withCap(input.problem, capW);
  const conflict = idleConflict(problem);
  if (conflict !== null) return [conflict, ...conflict.others].some(({ proven }) => proven) ? 'none' : 'noIdle';
  const asked = { wasStopped: false };
  const isBelow = (bound: number): boolean => bound < targetRewardPerS * (1 - CLEARLY_BELOW);
  const untilBelow: RunControl = {
    step: async (progress) => {
      asked.wasStopped = await control.step(progress);
      return asked.wasStopped || (progress.bound !== null && isBelow(progress.bound));
    },
  };
  const certificate = await configurationBound({ problem, engine, control: untilBelow, start }, null);
  if (certificate !== null && isBelow(certificate.boundRewardPerS)) return 'none';
  return asked.wasStopped ? 'stopped' : 'open';
}
