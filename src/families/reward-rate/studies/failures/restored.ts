import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { measure, type NodeConfigurations } from '../../methods/rounding/node-plan.js';

/** Maximum number of plans that the search evaluates. Ours: about a second for a facility of a thousand nodes. */
const MAX_JUDGED = 200;

/**
 * Returns the configurations after undoing changes of nodes, as far as all limits hold and no reward is lost. Changes
 * that save the least power are undone first. Configurations are given as [part][node], where a part is a set of nodes
 * of one zone that do the same in the plan.
 *
 * @param nodes configurations after the changes
 * @param before configurations before the changes
 * @param keeps returns true if all limits hold
 */
export function restored(
  model: RewardRateModel,
  nodes: Configuration[][],
  before: NodeConfigurations,
  keeps: (nodes: NodeConfigurations) => boolean,
): Configuration[][] {
  let now = nodes;
  let { rewardPerS } = measure(model, now);
  let left = MAX_JUDGED;
  const changes = nodes
    .flatMap((ofPart, p) => {
      const first = before[p]![0];
      if (first === undefined) return [];
      const kinds = new Map<string, Configuration>();
      for (const one of ofPart)
        if (configurationKey(one) !== configurationKey(first)) kinds.set(configurationKey(one), one);
      return [...kinds].map(([key, one]) => ({ p, key, first, savedW: first.coreW - one.coreW }));
    })
    .sort((a, b) => a.savedW - b.savedW || a.p - b.p);
  for (const { p, key, first } of changes) {
    const all = now[p]!.filter((one) => configurationKey(one) === key).length;
    for (let count = all; count >= 1 && left > 0; count = Math.floor(count / 2)) {
      let open = count;
      const ofPart = now[p]!.map((one) => (configurationKey(one) === key && open-- > 0 ? first : one));
      const tried = now.map((other, q) => (q === p ? ofPart : other));
      const reward = measure(model, tried).rewardPerS;
      if (reward < rewardPerS) break;
      left--;
      if (!keeps(tried)) continue;
      now = tried;
      rewardPerS = reward;
      break;
    }
  }
  return now;
}
