import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { idleOf } from '../room-program/rounding-configurations.js';

export interface Place {
  readonly zone: number;
  readonly node: number;
}

/**
 * Splits the nodes of the LP's answer: a node to which the LP gives one configuration (or idling) as a whole keeps it.
 * All others are returned as `open` and idle for now.
 */
export function wholeShares(
  model: RewardRateModel,
  used: MasterSolution['used'],
): { readonly nodes: Configuration[][]; readonly open: Place[] } {
  const open: Place[] = [];
  const nodes = model.zones.map((zone, b) => {
    const configurations: Configuration[] = [];
    const busy = used[b]!.reduce((sum, { units }) => sum + units, 0);
    const idle = { configuration: idleOf(model, b), units: zone.nodeCount - busy };
    for (const { configuration, units } of [...used[b]!, idle]) {
      for (let n = Math.floor(units + 1e-6); n > 0 && configurations.length < zone.nodeCount; n--) {
        configurations.push(configuration);
      }
    }
    while (configurations.length < zone.nodeCount) {
      open.push({ zone: b, node: configurations.length });
      configurations.push(idle.configuration);
    }
    return configurations;
  });
  return { nodes, open };
}
