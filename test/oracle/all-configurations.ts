import type { Configuration } from '../../models/facility/configuration.js';
import { configurationFrom } from '../../models/facility/configuration-from.js';
import { idleAwake } from '../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';

/**
 * All configurations of a node of a zone: every number of cores on every task type in one P-state each. The first is a
 * node without work; where this is on standby, the second is an idle node that is on.
 */
export function allConfigurations(model: RewardRateModel, zone: number): Configuration[] {
  const { type: t } = model.zones[zone]!;
  const type = model.nodeTypes[t]!;
  const all: Configuration[] = [];
  const counts = new Uint16Array(type.tasks.length);
  const choices = new Uint8Array(type.tasks.length);
  const extend = (k: number, left: number): void => {
    if (k === type.tasks.length) {
      const one = configurationFrom(t, type, model.taskNames.length, counts.slice(), choices.slice());
      if (one !== null) all.push(one);
      return;
    }
    for (let count = 0; count <= left; count++) {
      for (let choice = 0; choice < (count === 0 ? 1 : type.tasks[k]!.pStates.length); choice++) {
        counts[k] = count;
        choices[k] = choice;
        extend(k + 1, left - count);
      }
    }
    counts[k] = 0;
    choices[k] = 0;
  };
  extend(0, type.cores);
  return (type.wakeW ?? 0) > 0 ? [all[0]!, idleAwake(model, zone), ...all.slice(1)] : all;
}
