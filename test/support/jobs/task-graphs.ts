import type { CorePower, TaskGraph } from '../../../models/families/jobs/task-graph.js';
import type { PlainJob } from '../../oracle/job-fronts.js';

/**
 * Levels estimated from a 4.5 W mobile processor: power 1.75 W (V / 1.0)^2 (f / 2.0) rounded to .1 mW, times relative to 2.0 GHz, 0.25 W static.
 */
export const SIX_LEVELS = {
  dynamicPowerW: [0.2958, 0.4287, 0.5906, 0.9042, 1.3331, 1.75],
  timeFactor: [2.5, 2, 5 / 3, 4 / 3, 10 / 9, 1],
  staticPowerW: 0.25,
} as const;

/** Job whose times at the fastest level (s) grow by the six levels' factors. */
export function jobOf(fastestS: readonly number[], edges: PlainJob['edges']): PlainJob {
  const { dynamicPowerW, timeFactor, staticPowerW } = SIX_LEVELS;
  return {
    timeS: fastestS.map((time) => timeFactor.map((factor) => time * factor)),
    edges,
    dynamicPowerW,
    staticPowerW,
  };
}

/** Compiled graph and powers of a plain job. */
export function graphOf(job: PlainJob): { graph: TaskGraph; power: CorePower } {
  const edges = [...job.edges].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const tasks = job.timeS.length;
  const firstEdge = Int32Array.from({ length: tasks + 1 }, (_, task) => edges.filter(([, to]) => to < task).length);
  return {
    graph: {
      tasks,
      levels: job.dynamicPowerW.length,
      timeS: Float64Array.from(job.timeS.flat()),
      firstEdge,
      edgeFrom: Int32Array.from(edges, ([from]) => from),
      transferS: Float64Array.from(edges, ([, , transferS]) => transferS),
    },
    power: { dynamicPowerW: Float64Array.from(job.dynamicPowerW), staticPowerW: job.staticPowerW },
  };
}

/** Layered job: work (s at the fastest level) .25 to 1.75 times an hour, one or two predecessors in the layer before, transfers about 5 % of it. */
export function layeredJob(tasks: number, draw: () => number): PlainJob {
  const layers = 2 + Math.floor(draw() * 4);
  const layerOf = Array.from({ length: tasks }, () => Math.floor(draw() * layers)).sort((a, b) => a - b);
  const edges: [number, number, number][] = [];
  layerOf.forEach((layer, task) => {
    const last = Math.max(...layerOf.filter((other) => other < layer));
    const above = layerOf.flatMap((other, from) => (other === last ? [from] : []));
    const count = Math.min(above.length, 1 + Math.floor(draw() * 2));
    const first = Math.floor(draw() * above.length);
    for (let number = 0; number < count; number++) {
      edges.push([above[(first + number) % above.length]!, task, 3600 * 0.05 * (0.5 + draw())]);
    }
  });
  return jobOf(
    layerOf.map(() => 3600 * (0.25 + 1.5 * draw())),
    edges,
  );
}
