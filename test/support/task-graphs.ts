import type { CorePower, TaskGraph } from '../../models/families/jobs/task-graph.js';
import type { RandomStream } from '../../src/random/stream.js';
import type { PlainJob } from '../oracle/job-fronts.js';

/** Frequencies of six levels, GHz: estimates of a mobile part. */
const FREQUENCY_GHZ = [0.8, 1, 1.2, 1.5, 1.8, 2];
/** Voltages of the same levels, V: estimates. */
const VOLTAGE_V = [0.65, 0.7, 0.75, 0.83, 0.92, 1];

/** Estimated powers of a 4.5 W mobile part with six levels: 1.75 W x (V / 1 V)^2 x (f / 2 GHz), .25 W static. */
export const SIX_LEVELS: CorePower = {
  dynamicPowerW: Float64Array.from(FREQUENCY_GHZ, (ghz, level) => 1.75 * VOLTAGE_V[level]! ** 2 * (ghz / 2)),
  staticPowerW: 0.25,
};

/** The fastest `levels` of the six. */
export function fastestLevels(levels: number): CorePower {
  return { ...SIX_LEVELS, dynamicPowerW: SIX_LEVELS.dynamicPowerW.slice(-levels) };
}

/** Graph whose tasks depend on each earlier one with a probability; times of 1 to 9 s at 2 GHz, in inverse proportion to the frequency, transfers up to 2 s. */
export function randomTaskGraph(
  random: RandomStream,
  { tasks, levels, edgeShare }: { readonly tasks: number; readonly levels: number; readonly edgeShare: number },
): TaskGraph {
  const timeS = new Float64Array(tasks * levels);
  const [edgeFrom, transferS, firstEdge]: [number[], number[], number[]] = [[], [], [0]];
  for (let task = 0; task < tasks; task++) {
    const fastestS = random.uniform(1, 9);
    for (let level = 0; level < levels; level++) {
      timeS[task * levels + level] = (fastestS * 2) / FREQUENCY_GHZ[6 - levels + level]!;
    }
    for (let from = 0; from < task; from++) {
      if (random.uniform() >= edgeShare) continue;
      edgeFrom.push(from);
      transferS.push(random.uniform(0, 2));
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

/** The same job as plain lists, for enumeration. */
export function plainJob(graph: TaskGraph, { dynamicPowerW, staticPowerW }: CorePower): PlainJob {
  const { tasks, levels, timeS, firstEdge, edgeFrom, transferS } = graph;
  const all = Array.from({ length: tasks }, (_, task) => task);
  return {
    timeS: all.map((task) => Array.from(timeS.subarray(task * levels, (task + 1) * levels))),
    edges: all.flatMap((task) =>
      Array.from(edgeFrom.subarray(firstEdge[task], firstEdge[task + 1]), (from, n): [number, number, number] => [
        from,
        task,
        transferS[firstEdge[task]! + n]!,
      ]),
    ),
    dynamicPowerW: Array.from(dynamicPowerW),
    staticPowerW,
  };
}
