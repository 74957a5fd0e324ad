import type { Mapping } from '../../../../models/problems/robust/mapping.js';
import type { RobustProblem } from '../../../../models/problems/robust/problem.js';
import type { RandomStream } from '../../../../src/random/stream.js';

/** A core that can run the task, any P-state. */
export function randomPlace(
  problem: RobustProblem,
  task: number,
  random: RandomStream,
): { core: number; pState: number } {
  for (;;) {
    const core = random.integer(0, problem.coreCount - 1);
    const node = problem.nodes[problem.nodeOfCore[core]!]!;
    if (problem.meanS[task * problem.columnCount + node.column] === Infinity) continue;
    return { core, pState: random.integer(0, node.pStateCount - 1) };
  }
}

export function randomMapping(problem: RobustProblem, random: RandomStream): Mapping {
  const places = Array.from({ length: problem.taskCount }, (_, task) => randomPlace(problem, task, random));
  return { core: Int32Array.from(places, ({ core }) => core), pState: Uint8Array.from(places, ({ pState }) => pState) };
}
