import type { Configuration } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';

/** Returns all configurations with one task type in one P-state, on 1 to all cores; most cores first. */
export function singleTasks({ nodeTypes, taskNames }: RewardRateModel): Configuration[] {
  return nodeTypes.flatMap((nodeType, type) =>
    Array.from({ length: nodeType.cores }, (_, n) => nodeType.cores - n).flatMap((count) =>
      nodeType.tasks.flatMap((task, k) =>
        task.pStates.flatMap((_, choice) => {
          const counts = new Uint16Array(nodeType.tasks.length);
          const choices = new Uint8Array(nodeType.tasks.length);
          counts[k] = count;
          choices[k] = choice;
          return configurationFrom(type, nodeType, taskNames.length, counts, choices) ?? [];
        }),
      ),
    ),
  );
}
