import type { DesignPoint, LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import type { Month } from '../../../../../models/families/jobs/month.js';
import type { PointTables } from '../../../../../models/families/jobs/month-schedule.js';
import { leastProduct, type Profile } from '../../../../../models/families/jobs/profile.js';
import { undominated } from '../bound/bound-points.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';

/**
 * Design points of all job types in one list. Those of job type t on node type n have the indices first[k] to first[k +
 * 1] - 1, with k = t x nodeTypes + n.
 */
export interface CompiledPoints {
  readonly nodeTypes: number;
  readonly first: Int32Array;
  readonly cores: Int32Array;
  readonly timeS: Float64Array;
  readonly energyJ: Float64Array;
  /** Mean power of a job while it runs at a point, W. */
  readonly powerW: Float64Array;
  /** Number of the levels of each point: equal if job type, node type and the level of every task are equal. */
  readonly levels: Int32Array;
  /** Least response time of each job type over all its points, s. */
  readonly leastS: Float64Array;
  /** Least energy of each job type over all its points, J. */
  readonly leastJ: Float64Array;
  /** Least core-seconds (cores x response time) of each job type over all its points. */
  readonly leastCoreS: Float64Array;
}

/**
 * Returns the design points of all tables as one list.
 *
 * @param single true if there must be at most one point per number of cores
 * @throws RangeError for tables of another size than the month, a job type without points, and points that do not
 * ascend in cores, exceed a node or take no time
 */
export function compilePoints({ nodeTypes, types }: Month, tables: PointTables, single: boolean): CompiledPoints {
  if (tables.length !== types.length) throw new RangeError(`${tables.length} tables for ${types.length} job types`);
  const first = [0];
  const all: DesignPoint[] = [];
  const levels: number[] = [];
  const numberOf = new Map<string, number>();
  const none = (): Float64Array => new Float64Array(types.length).fill(Infinity);
  const [leastS, leastJ, leastCoreS] = [none(), none(), none()];
  for (const [t, table] of tables.entries()) {
    if (table.length !== nodeTypes.length) throw new RangeError(`Job type ${t}: ${table.length} node types`);
    for (const [n, points] of table.entries()) {
      for (const [p, { cores, timeS, energyJ }] of points.entries()) {
        const before = points[p - 1]?.cores ?? 0;
        const ascends = single ? cores > before : cores >= Math.max(1, before);
        const isSound = ascends && cores <= nodeTypes[n]!.coresPerNode && timeS > 0 && timeS < Infinity;
        if (!(isSound && energyJ >= 0 && energyJ < Infinity))
          throw new RangeError(`Job type ${t} on node type ${n}, point ${p}: ${cores} cores, ${timeS} s, ${energyJ} J`);
        leastS[t] = Math.min(leastS[t]!, timeS);
        leastJ[t] = Math.min(leastJ[t]!, energyJ);
        leastCoreS[t] = Math.min(leastCoreS[t]!, cores * timeS);
        all.push(points[p]!);
        const key = [t, n, ...points[p]!.levelOf].join();
        if (!numberOf.has(key)) numberOf.set(key, numberOf.size);
        levels.push(numberOf.get(key)!);
      }
      first.push(all.length);
    }
    if (leastS[t] === Infinity) throw new RangeError(`Job type ${t} has no point`);
  }
  return {
    nodeTypes: nodeTypes.length,
    first: Int32Array.from(first),
    cores: Int32Array.from(all, ({ cores }) => cores),
    timeS: Float64Array.from(all, ({ timeS }) => timeS),
    energyJ: Float64Array.from(all, ({ energyJ }) => energyJ),
    powerW: Float64Array.from(all, ({ timeS, energyJ }) => energyJ / timeS),
    levels: Int32Array.from(levels),
    leastS,
    leastJ,
    leastCoreS,
  };
}

/**
 * Returns for each number of cores the point with the least response time x energy, without points dominated in cores,
 * time and energy.
 */
export function productPoints({ fronts }: Profile): DesignPoint[] {
  return undominated(
    fronts.filter(({ points }) => points.length > 0).map(({ points }) => points[leastProduct(points)]!),
  );
}

/** Returns the points of all fronts, by cores, without those dominated in cores, time and energy. */
export function frontPoints({ fronts }: Profile): DesignPoint[] {
  return undominated(fronts.flatMap(({ points }) => points));
}

/**
 * Returns design points made by `schedule`, one per number of cores, by job type and node type. ValOpt and ValEnSepOpt
 * compute such list schedules when they start a job.
 */
export function scheduledTables(
  { types, nodeTypes, levelsOf }: Month,
  schedule: (graph: TaskGraph, power: CorePower, cores: number, levelsOf: LevelsOf) => DesignPoint,
): PointTables {
  return types.map(({ graphs }) =>
    graphs.map((graph, n) => {
      const { power, coresPerNode } = nodeTypes[n]!;
      const most = Math.min(graph.tasks, coresPerNode);
      return Array.from({ length: most }, (_, k) => schedule(graph, power, k + 1, levelsOf));
    }),
  );
}
