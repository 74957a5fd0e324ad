import {
  type CoreFractions,
  type CoreLayout,
  idleFractions,
  normaliseCore,
} from '../../models/families/reward-rate/core-fractions.js';
import type { RandomStream } from '../../src/random/stream.js';

/** Core fractions of every kind: idle, dedicated, mixed and deactivated cores, alike nodes and full cores among them. */
export function randomFractions(layout: CoreLayout, random: RandomStream): CoreFractions {
  const plan = idleFractions(layout);
  for (let node = 0; node < layout.nodeCount; node++) {
    const tasks = layout.tasksOfType[layout.nodeType[node]!]!;
    const kind = random.integer(0, 3);
    for (let core = layout.nodeFirstGene[node]!; core < layout.nodeFirstGene[node + 1]!; core += tasks) {
      for (let k = 0; k < tasks; k++) {
        plan.choice[core + k] = random.integer(0, layout.deactivated[layout.nodeType[node]!]![k]!);
        if (kind === 2 || kind === 3) plan.fraction[core + k] = random.integer(0, 1) * random.uniform();
      }
      if (kind === 1) plan.fraction[core + random.integer(0, tasks - 1)] = 1;
      if (kind === 3) for (let k = 0; k < tasks; k++) plan.fraction[core + k]! *= 3;
      normaliseCore(plan.fraction, core, tasks);
    }
  }
  return plan;
}
