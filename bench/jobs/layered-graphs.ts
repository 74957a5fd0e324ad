import type { CorePower, TaskGraph } from '../../models/families/jobs/task-graph.js';
import { randomStream } from '../../src/random/stream.js';

const FREQUENCY_GHZ = [0.8, 1, 1.2, 1.5, 1.8, 2];
const VOLTAGE_V = [0.65, 0.7, 0.75, 0.83, 0.92, 1];

/**
 * Estimated powers of a 4.5 W mobile processor core with six frequency levels: dynamic 1.75 W x (V / 1 V)^2 x (f / 2
 * GHz), static 0.25 W (docs/jobs/profiles-nsga.md).
 */
export const MOBILE_CORE: CorePower = {
  dynamicPowerW: Float64Array.from(FREQUENCY_GHZ, (ghz, level) => 1.75 * VOLTAGE_V[level]! ** 2 * (ghz / 2)),
  staticPowerW: 0.25,
};

/** Mean time of a task at 2 GHz, s. */
const MEAN_S = 3600;
/** Mean transfer time between tasks, as a share of the mean time of a task. */
const TRANSFER_SHARE = 0.05;

/**
 * Returns a random task graph of 2 to 5 layers. Each task has 1 or 2 predecessors in the previous layer. Task times are
 * uniform in 0.25 to 1.75 times their mean, transfer times in 0 to 2 times theirs.
 */
export function layeredGraph(tasks: number, seed: number): TaskGraph {
  const random = randomStream(seed, `layered graph of ${tasks} tasks`);
  const levels = FREQUENCY_GHZ.length;
  const layers = random.integer(2, 5);
  const layerOf = Array.from({ length: tasks }, (_, task) => (task < layers ? task : random.integer(0, layers - 1)));
  layerOf.sort((a, b) => a - b);
  const timeS = new Float64Array(tasks * levels);
  const [edgeFrom, transferS, firstEdge]: [number[], number[], number[]] = [[], [], [0]];
  for (let task = 0; task < tasks; task++) {
    const fastestS = MEAN_S * random.uniform(0.25, 1.75);
    for (const [level, ghz] of FREQUENCY_GHZ.entries()) timeS[task * levels + level] = (fastestS * 2) / ghz;
    const before = [...layerOf.keys()].filter((other) => layerOf[other] === layerOf[task]! - 1);
    const wanted = Math.min(before.length, random.integer(1, 2));
    const chosen = new Set<number>();
    while (chosen.size < wanted) chosen.add(before[random.integer(0, before.length - 1)]!);
    for (const from of [...chosen].sort((a, b) => a - b)) {
      edgeFrom.push(from);
      transferS.push(MEAN_S * TRANSFER_SHARE * random.uniform(0, 2));
    }
    firstEdge.push(edgeFrom.length);
  }
  return {
    tasks,
    levels,
    timeS,
    firstEdge: Int32Array.from(firstEdge),
    edgeFrom: Int32Array.from(edgeFrom),
    transferS: Float64Array.from(transferS),
  };
}
