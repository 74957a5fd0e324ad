import { type DesignPoint, designFaults, execute } from '../../../../../models/families/jobs/design-point.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import { leastProduct, type Profile } from '../../../../../models/families/jobs/profile.js';
import type { TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import type { PointUse } from './point-use.js';

/**
 * Limits of the drawings: number of graphs, tasks and edges of a graph, listed names of job types without a drawing.
 */
const [MAX_GRAPHS, MAX_TASKS, MAX_EDGES, MAX_NAMES] = [24, 60, 240, 40];

/** Task graph of a job type, with the schedule of one of its design points. */
export interface GraphFigure {
  readonly type: string;
  readonly nodeType: string;
  readonly tasks: readonly {
    readonly name: string;
    /** Execution time of the task at the highest level, s. */
    readonly leastS: number;
    /** Layer of the task in the drawing: number of tasks on the longest chain that leads to it. */
    readonly layer: number;
    readonly isCritical: boolean;
  }[];
  readonly edges: readonly {
    readonly from: number;
    readonly to: number;
    readonly transferS: number;
    readonly isCritical: boolean;
  }[];
  /** Length of the longest path at the highest level without transfer times, s. */
  readonly criticalS: number;
  readonly levels: number;
  /**
   * Schedule of the design point that the run used most. If the run used none, it is that of the design point with the
   * least time x energy; null if there is none.
   */
  readonly schedule: ScheduleFigure | null;
}

export interface ScheduleFigure {
  /** Number of pieces of runs at this design point; 0 if the job type never ran. */
  readonly pieces: number;
  readonly cores: number;
  readonly timeS: number;
  readonly energyJ: number;
  /** Core, level, start and end (s) of each task. */
  readonly tasks: readonly {
    readonly core: number;
    readonly level: number;
    readonly startS: number;
    readonly endS: number;
  }[];
}

export interface GraphFigures {
  readonly graphs: readonly GraphFigure[];
  /** Job types whose graphs are too large to draw. */
  readonly large: readonly { readonly type: string; readonly tasks: number; readonly edges: number }[];
  /** Names of job types not drawn because others were used more. */
  readonly others: readonly string[];
  /** Number of further job types neither drawn nor named. */
  readonly moreNames: number;
}

/** Returns the task graphs of the most used job types, each with one schedule. */
export function graphFigures(
  month: Month,
  taskNames: readonly (readonly string[])[],
  profiles: readonly (readonly Profile[])[],
  uses: readonly PointUse[],
): GraphFigures {
  // Of several node types of a type the most used one: the first.
  const first = uses.filter((use, k) => uses.findIndex(({ type }) => type === use.type) === k);
  const fits = ({ type, nodeType }: PointUse): boolean => {
    const graph = month.types[type]!.graphs[nodeType];
    return graph !== undefined && graph.tasks <= MAX_TASKS && graph.edgeFrom.length <= MAX_EDGES;
  };
  const drawable = first.filter(fits);
  const large = first.flatMap((use) => {
    const { name, graphs } = month.types[use.type]!;
    const graph = graphs[use.nodeType];
    return fits(use) || graph === undefined ? [] : [{ type: name, tasks: graph.tasks, edges: graph.edgeFrom.length }];
  });
  const others = drawable.slice(MAX_GRAPHS).map(({ type }) => month.types[type]!.name);
  return {
    graphs: drawable.slice(0, MAX_GRAPHS).map((use) => graphFigure(month, taskNames[use.type]!, profiles, use)),
    large: large.slice(0, MAX_NAMES),
    others: others.slice(0, MAX_NAMES),
    moreNames: Math.max(0, others.length - MAX_NAMES) + Math.max(0, large.length - MAX_NAMES),
  };
}

function graphFigure(
  month: Month,
  names: readonly string[],
  profiles: readonly (readonly Profile[])[],
  { type, nodeType, points }: PointUse,
): GraphFigure {
  const { name, graphs } = month.types[type]!;
  const graph = graphs[nodeType]!;
  const { power, name: nodeName } = month.nodeTypes[nodeType]!;
  const { layer, head, tail } = pathsOf(graph);
  const leastS = (task: number): number => graph.timeS[(task + 1) * graph.levels - 1]!;
  const criticalS = head.reduce((most, before, task) => Math.max(most, before + leastS(task) + tail[task]!), 0);
  const isLongest = (lengthS: number): boolean => lengthS >= criticalS * (1 - 1e-12);
  const edges: GraphFigure['edges'][number][] = [];
  for (let to = 0; to < graph.tasks; to++) {
    for (let edge = graph.firstEdge[to]!; edge < graph.firstEdge[to + 1]!; edge++) {
      const from = graph.edgeFrom[edge]!;
      const throughS = head[from]! + leastS(from) + leastS(to) + tail[to]!;
      edges.push({ from, to, transferS: graph.transferS[edge]!, isCritical: isLongest(throughS) });
    }
  }
  const used = points[0];
  const chosen = used?.point ?? productPoint(profiles[type]?.[nodeType]);
  const execution = chosen === null || designFaults(graph, chosen).length > 0 ? null : execute(graph, power, chosen);
  return {
    type: name,
    nodeType: nodeName,
    criticalS,
    levels: graph.levels,
    edges,
    tasks: Array.from({ length: graph.tasks }, (_, task) => ({
      name: names[task] ?? `task ${task + 1}`,
      leastS: leastS(task),
      layer: layer[task]!,
      isCritical: isLongest(head[task]! + leastS(task) + tail[task]!),
    })),
    schedule:
      chosen === null || execution === null
        ? null
        : {
            pieces: used?.pieces ?? 0,
            cores: chosen.cores,
            timeS: execution.timeS,
            energyJ: execution.energyJ,
            tasks: Array.from({ length: graph.tasks }, (_, task) => ({
              core: chosen.coreOf[task]!,
              level: chosen.levelOf[task]!,
              startS: execution.startS[task]!,
              endS: execution.endS[task]!,
            })),
          },
  };
}

/**
 * Returns the layer of each task, and the longest paths before and after it at the highest level without transfer
 * times, s.
 */
function pathsOf({ tasks, levels, timeS, firstEdge, edgeFrom }: TaskGraph): {
  readonly layer: Int32Array;
  readonly head: Float64Array;
  readonly tail: Float64Array;
} {
  const [layer, head, tail] = [new Int32Array(tasks), new Float64Array(tasks), new Float64Array(tasks)];
  const leastS = (task: number): number => timeS[(task + 1) * levels - 1]!;
  for (let task = 0; task < tasks; task++) {
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      const from = edgeFrom[edge]!;
      layer[task] = Math.max(layer[task]!, layer[from]! + 1);
      head[task] = Math.max(head[task]!, head[from]! + leastS(from));
    }
  }
  for (let task = tasks - 1; task >= 0; task--) {
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++) {
      const from = edgeFrom[edge]!;
      tail[from] = Math.max(tail[from]!, leastS(task) + tail[task]!);
    }
  }
  return { layer, head, tail };
}

/** Returns the design point with the least time x energy of all fronts of a profile; null if there is none. */
function productPoint(profile: Profile | undefined): DesignPoint | null {
  const points = (profile?.fronts ?? []).flatMap((front) => front.points);
  return points.length === 0 ? null : points[leastProduct(points)]!;
}
