import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import {
  allowedBeside,
  type SetPointRange,
  steppedCracs,
  withSetPointRanges,
} from '../../../../models/families/reward-rate/set-point-steps.js';
import { boundScope } from './bound/certificate.js';
import { configurationBound } from './config-lp.js';
import { withIdleRoom } from './idle-room.js';
import { idleConflict } from './infeasibility.js';
import type { BoundMethodRequest, Certificate } from './outcome.js';

/** A bound for stepped set-points is reported only if it is lower than the general one by more than this fraction. */
const WORTH_SAYING = 1e-9;

/**
 * Returns a bound on plans whose set-point is a multiple of the step of the only working CRAC
 * (docs/reward-rate/set-point-steps.md). The relaxation's set-point lies between two such multiples. Plans lie at or
 * below the lower one, or at or above the upper one. Both ranges are bounded, and the larger bound holds.
 *
 * @param free certificate for all set-points; returned if nothing better is proven. Its dual values and scopes of
 * limits are kept.
 */
export async function steppedBound(input: BoundMethodRequest, free: Certificate): Promise<Certificate> {
  const { model } = input;
  const sides = sidesOf(model, free);
  if (sides === null) return free;
  let most: number | null = null;
  for (const side of sides) {
    const narrow = withSetPointRanges(model, [side]);
    const conflict = idleConflict(narrow);
    if (conflict?.proven === true) continue;
    if (conflict !== null) return free;
    const certificate = await configurationBound({ ...input, model: withIdleRoom(narrow) }, null);
    if (certificate === null) return free;
    most = Math.max(most ?? 0, certificate.boundRewardPerS);
  }
  if (most === null || most >= free.boundRewardPerS * (1 - WORTH_SAYING)) return free;
  // The prices are those of all set-points; along them the lower bound need not move.
  return { ...free, boundRewardPerS: most, scope: boundScope(model, true), lines: null };
}

/**
 * Returns two ranges of the only CRAC's set-point that together contain all multiples of its step: below and above the
 * relaxation's set-point. Null if the relaxation's set-point is itself a multiple, or if there are several CRACs.
 */
export function sidesOf(model: RewardRateModel, { setPointsC }: Certificate): SetPointRange[] | null {
  const [stepped] = steppedCracs(model);
  const [own] = setPointsC ?? [];
  if (stepped === undefined || own === undefined || model.cracs.length !== 1) return null;
  const { crac, setPointMinC: leastC, setPointMaxC: mostC } = stepped;
  const { belowC, aboveC } = allowedBeside(stepped, stepped.stepK, own);
  if (belowC !== null && belowC === aboveC) return null;
  return [
    ...(belowC === null ? [] : [{ crac, leastC, mostC: belowC }]),
    ...(aboveC === null ? [] : [{ crac, leastC: aboveC, mostC }]),
  ];
}
