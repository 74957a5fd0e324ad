import type { RewardRateNodeType } from './instance.js';
import type { StandbyState } from './plan.js';

/**
 * The standby state (asleep or off) of least power of a node type, with this power, W, at the output of the node's
 * power supply.
 */
export interface Standby {
  readonly state: StandbyState;
  readonly powerW: number;
}

/**
 * Returns the standby state of least power of a node type. If both states draw the same power, it is sleep. Returns
 * null if the type has no standby state.
 */
export function standbyOf({ sleepPowerW, offPowerW }: RewardRateNodeType): Standby | null {
  if (offPowerW !== undefined && (sleepPowerW === undefined || offPowerW < sleepPowerW)) {
    return { state: 'off', powerW: offPowerW };
  }
  return sleepPowerW === undefined ? null : { state: 'sleep', powerW: sleepPowerW };
}
