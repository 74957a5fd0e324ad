import type { Mapping } from '../../../../models/families/robust/mapping.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../../src/random/stream.js';

/** A core that can run the task, any P-state. */
export function randomPlace(model: RobustModel, task: number, random: RandomStream): { core: number; pState: number } {
  for (;;) {
    const core = random.integer(0, model.coreCount - 1);
    const node = model.nodes[model.nodeOfCore[core]!]!;
    if (model.meanS[task * model.columnCount + node.column] === Infinity) continue;
    return { core, pState: random.integer(0, node.pStateCount - 1) };
  }
}

export function randomMapping(model: RobustModel, random: RandomStream): Mapping {
  const places = Array.from({ length: model.taskCount }, (_, task) => randomPlace(model, task, random));
  return { core: Int32Array.from(places, ({ core }) => core), pState: Uint8Array.from(places, ({ pState }) => pState) };
}
