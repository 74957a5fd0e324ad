import type { Configuration } from '../../models/facility/configuration.js';
import { configurationFrom } from '../../models/facility/configuration-from.js';
import type { RewardRateModel } from '../../models/families/reward-rate/model.js';
import type { Uniform } from '../../src/random/stream.js';

/** A random configuration for every node (idle where the literal model has no time for the one drawn). */
export function randomNodes(model: RewardRateModel, draw: Uniform): Configuration[][] {
  return model.zones.map((zone) => {
    const type = model.nodeTypes[zone.type]!;
    return Array.from({ length: zone.nodeCount }, () => {
      const counts = new Uint16Array(type.tasks.length);
      const choices = Uint8Array.from(type.tasks, (task) => Math.floor(draw(0, task.pStates.length)));
      for (let core = 0; core < type.cores; core++) {
        const k = Math.floor(draw(0, type.tasks.length + 1));
        if (k < type.tasks.length) counts[k]!++;
      }
      const tasks = model.taskNames.length;
      return (
        configurationFrom(zone.type, type, tasks, counts, choices) ??
        configurationFrom(zone.type, type, tasks, new Uint16Array(counts.length), choices)!
      );
    });
  });
}
