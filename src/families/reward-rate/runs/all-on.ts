import { hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { hasStandby, withStandby } from '../../../../models/families/reward-rate/standby.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../methods/control.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { configurationBound } from '../methods/config-lp.js';
import type { WarmStart } from '../methods/outcome.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';

export interface AllOn {
  /** Upper bound on the reward of plans with all nodes on, reward/s; null if it is proven that no such plan exists. */
  readonly bound: number | null;
}

/**
 * Returns the bound on plans that keep all nodes on. Null if no node may be on standby, if the air flow depends on
 * which nodes are on standby, or if nothing was proven.
 *
 * @param model model compiled without standby
 * @param start warm start from the run with standby
 */
export async function allOnBound(
  model: RewardRateModel,
  engine: LpEngine,
  control: RunControl,
  start: WarmStart | null = null,
): Promise<AllOn | null> {
  if (hasAirOfStandby(model.instance) || !hasStandby(withStandby(model))) return null;
  const conflict = idleConflict(model);
  if (conflict !== null) return conflict.proven ? { bound: null } : null;
  const certificate = await configurationBound({ model: withIdleRoom(model), engine, control, start }, null);
  return certificate === null ? null : { bound: certificate.boundRewardPerS };
}
