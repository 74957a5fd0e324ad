import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { boundIfAny, oraclesOf } from '../config-lp.js';
import { firstColumns, sharedOracles } from '../room-program/warm-start.js';
import type { WarmStart } from '../outcome.js';
import { rewardScale } from '../reward-scale.js';
import { idleFloorW, withCap } from '../with-cap.js';
import { type CapsLeft, hasRowsOfCaps, riseCap, ROUNDING } from './rising-cap.js';

/** Required accuracy of the lower bound on power, as a fraction of the known plan's power. */
export const POWER_PRECISION = 1e-4;
/**
 * A cap is ruled out only if its reward bound is below the target reward by more than this fraction of the target. The
 * fraction is larger than the rounding error of bounds (1e-12).
 */
const CLEARLY_BELOW = 1e-9;

export interface LeastPowerRequest {
  /** Model whose bound was proven before. The search solves it again under other caps. */
  readonly model: RewardRateModel;
  readonly engine: LpEngine;
  readonly control: RunControl;
  readonly start: WarmStart | null;
  /** Reward that the plans must earn at least, reward/s. */
  readonly targetRewardPerS: number;
  /** Meter power of a known plan that earns the target reward, W. */
  readonly powerW: number;
  /** True (default) if the power cap had a positive dual value before. Decides at which cap the search begins. */
  readonly capBinds?: boolean;
}

/** Proven lower bound on the power of any plan that earns the target reward. */
export interface LeastPowerProof {
  /**
   * Largest cap tried at which the certified reward bound is below the target, W: no plan that earns the target draws
   * less at the meter.
   */
  readonly boundW: number;
  /**
   * Configurations used by the last LP, [zone][configuration]: initial columns for the search for a plan of low power.
   * Null if no LP was solved.
   */
  readonly configurations: readonly (readonly Configuration[])[] | null;
}

/**
 * Returns a lower bound on the meter power of any plan that earns the target. It is close to the lowest cap whose
 * reward bound reaches the target: unless the run is stopped, they differ by at most POWER_PRECISION times the known
 * plan's power.
 *
 * First the cap rises within one LP, if its rows allow that. The rest of the range is bisected with one LP for each
 * cap. Proof: docs/reward-rate/bounds.md, "Other caps".
 */
export async function leastPowerProof(input: LeastPowerRequest): Promise<LeastPowerProof> {
  const { model, powerW, control } = input;
  const precisionW = POWER_PRECISION * powerW;
  const floorW = idleFloorW(model);
  const scale = rewardScale(model);
  const first = hasRowsOfCaps(model) ? firstColumns(scale.model, input.start) : null;
  const targetRewardPerS = scale.toScaled(input.targetRewardPerS)!;
  const left =
    first === null
      ? { provenW: 0, fromW: floorW, toW: powerW, configurations: null, wasStopped: false }
      : await riseCap({
          model: scale.model,
          oracles: sharedOracles(scale.model, input.start) ?? oraclesOf(scale.model),
          engine: input.engine,
          control: scale.control(control),
          first,
          targetRewardPerS,
          precisionW,
          fromW: floorW,
          toW: powerW,
          capBinds: input.capBinds !== false,
          isBelow: (bound) => isBelow(bound, targetRewardPerS),
        });
  const provenW = Math.max(floorW, left.provenW);
  const boundW = left.wasStopped ? provenW : await bisected(input, { ...left, provenW }, precisionW);
  return { boundW, configurations: left.configurations };
}

/** Returns the largest cap, W, under which bisection proved that no plan earns the target. */
async function bisected(
  input: LeastPowerRequest,
  { provenW, fromW, toW }: Pick<CapsLeft, 'provenW' | 'fromW' | 'toW'>,
  precisionW: number,
): Promise<number> {
  let proven = provenW;
  let searchFromW = fromW;
  let searchToW = toW;
  // Where the cap binds, one cap just below the plan's power settles it.
  let capW = toW === input.powerW ? toW - precisionW : (fromW + toW) / 2;
  while (searchToW - searchFromW > precisionW * (1 + ROUNDING) && capW > proven) {
    const answer = await answerAt(input, capW);
    if (answer === 'stopped') break;
    if (answer === 'none') proven = capW;
    if (answer === 'open') searchToW = capW;
    else searchFromW = capW;
    capW = (searchFromW + searchToW) / 2;
  }
  return proven;
}

function isBelow(boundRewardPerS: number, targetRewardPerS: number): boolean {
  return boundRewardPerS < targetRewardPerS * (1 - CLEARLY_BELOW);
}

/**
 * Result for one cap. 'none': it is proven that no plan earns the target. 'unknown': unknown whether even the idle
 * facility keeps the cap. 'open': not excluded that a plan earns the target. 'stopped': the run ended.
 */
type Answer = 'none' | 'unknown' | 'open' | 'stopped';

async function answerAt(input: LeastPowerRequest, capW: number): Promise<Answer> {
  const { engine, control, start, targetRewardPerS } = input;
  const asked = { wasStopped: false };
  const untilBelow: RunControl = {
    step: async (progress) => {
      asked.wasStopped = await control.step(progress);
      return asked.wasStopped || (progress.bound !== null && isBelow(progress.bound, targetRewardPerS));
    },
  };
  const found = await boundIfAny({ model: withCap(input.model, capW), engine, control: untilBelow, start });
  if (typeof found === 'string') return found;
  if (found !== null && isBelow(found.boundRewardPerS, targetRewardPerS)) return 'none';
  return asked.wasStopped ? 'stopped' : 'open';
}
