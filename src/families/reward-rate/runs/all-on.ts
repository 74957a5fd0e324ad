import { hasAirOfStandby } from '../../../../models/problems/reward-rate/standby-air.js';
import { hasStandby, withStandby } from '../../../../models/problems/reward-rate/standby.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import type { RunControl } from '../../../methods/control.js';
import type { LpEngine } from '../../../solvers/linear/engine.js';
import { configurationBound } from '../methods/config-lp.js';
import type { WarmStart } from '../methods/outcome.js';
import { withIdleRoom } from '../methods/idle-room.js';
import { idleConflict } from '../methods/infeasibility.js';

/** Proof on the plans in which all nodes stay on, although some may be on standby. */
export interface AllOn {
  /** Reward/s that no such plan exceeds; null if there is no such plan. */
  readonly bound: number | null;
}

/**
 * Bound on the plans of a problem in which all nodes stay on: the bound of the problem compiled without standby. Null where none may be on standby, or nothing
 * was proven. `start`: the end of the run with standby.
 */
export async function allOnBound(
  problem: RewardRateProblem,
  engine: LpEngine,
  control: RunControl,
  start: WarmStart | null = null,
): Promise<AllOn | null> {
  if (hasAirOfStandby(problem.instance) || !hasStandby(withStandby(problem))) return null;
  const conflict = idleConflict(problem);
  if (conflict !== null) return conflict.proven ? { bound: null } : null;
  const certificate = await configurationBound({ problem: withIdleRoom(problem), engine, control, start }, null);
  return certificate === null ? null : { bound: certificate.boundRewardPerS };
}
