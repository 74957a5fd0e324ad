import { type DesignPoint, execute } from '../../models/families/jobs/design-point.js';
import type { JobsInstance } from '../../models/families/jobs/instance.js';
import type { Month } from '../../models/families/jobs/month.js';
import { DROP_REASONS, type MonthSchedule, type PointTables } from '../../models/families/jobs/month-schedule.js';
import type { DroppedJob, JobsPlan, PlannedJob, PlannedPiece, PlannedPoint } from '../../models/families/jobs/plan.js';
import type { TaskGraph } from '../../models/families/jobs/task-graph.js';
import type { CompiledMonth, MonthNames } from '../../src/families/jobs/instances/compile.js';
import type { RandomStream } from '../../src/random/stream.js';

/** Plain writing of a design point, without looking at what solve writes. */
export function plannedPoint(
  { month, names }: { readonly month: Month; readonly names: MonthNames },
  [type, nodeType]: readonly [number, number],
  design: DesignPoint,
): PlannedPoint {
  const { power, name } = month.nodeTypes[nodeType]!;
  const { startS, endS } = execute(month.types[type]!.graphs[nodeType]!, power, design);
  const tasks = Array.from(design.order, (task) => ({
    task: names.tasks[type]![task]!,
    core: design.coreOf[task]!,
    level: design.levelOf[task]!,
    startS: startS[task]!,
    endS: endS[task]!,
  }));
  return {
    jobType: month.types[type]!.name,
    nodeType: name,
    cores: design.cores,
    timeS: design.timeS,
    energyJ: design.energyJ,
    tasks: tasks.sort((a, b) => a.startS - b.startS),
  };
}

/** Random design on exactly k cores, with one level for each core or for each task. */
export function randomDesign(
  random: RandomStream,
  graph: TaskGraph,
  power: Month['nodeTypes'][number]['power'],
  cores: number,
  levelsOf: 'core' | 'task' = 'core',
): DesignPoint {
  const { tasks, levels } = graph;
  const coreOf = Uint16Array.from({ length: tasks }, (_, n) => (n < cores ? n : random.integer(0, cores - 1)));
  for (let n = tasks - 1; n > 0; n--) {
    const other = random.integer(0, n);
    [coreOf[n], coreOf[other]] = [coreOf[other]!, coreOf[n]!];
  }
  const levelOfCore = Array.from({ length: cores }, () => random.integer(0, levels - 1));
  const levelOf = Uint8Array.from(coreOf, (core) =>
    levelsOf === 'core' ? levelOfCore[core]! : random.integer(0, levels - 1),
  );
  const design = { cores, coreOf, levelOf, order: randomOrder(random, graph) };
  const { timeS, energyJ } = execute(graph, power, design);
  return { ...design, timeS, energyJ };
}

function randomOrder(random: RandomStream, { tasks, firstEdge, edgeFrom }: TaskGraph): Uint16Array {
  const order: number[] = [];
  while (order.length < tasks) {
    const ready = Array.from({ length: tasks }, (_, task) => task).filter((task) => {
      const before = edgeFrom.subarray(firstEdge[task], firstEdge[task + 1]);
      return !order.includes(task) && before.every((from) => order.includes(from));
    });
    order.push(ready[random.integer(0, ready.length - 1)]!);
  }
  return Uint16Array.from(order);
}

/** Small random instance: drawn job types on one or two node types, jobs close together, overheads. */
export function randomJobsInstance(random: RandomStream, levelsOf: 'core' | 'task' = 'core'): JobsInstance {
  const nodeTypes = Array.from({ length: random.integer(1, 2) }, (_, n) => ({
    name: `n${n}`,
    nodes: random.integer(1, 3),
    coresPerNode: random.integer(2, 4),
    staticPowerW: random.uniform(0.1, 1),
    speed: random.uniform(0.5, 2),
    levels: [
      { frequencyGHz: 1, dynamicPowerW: random.uniform(0.5, 1) },
      { frequencyGHz: 1.6, dynamicPowerW: random.uniform(1, 3) },
    ],
  }));
  return {
    format: 'plenum.jobs',
    formatVersion: 1,
    name: 'drawn',
    seed: random.integer(0, 1e6),
    period: { durationS: 3600 },
    platform: { source: 'nodes', bytesPerS: 1e6, levelsOf, nodeTypes },
    jobTypes: {
      source: 'layered',
      count: 3,
      tasks: { least: 3, most: 6 },
      layers: { least: 2, most: 3 },
      predecessors: { least: 1, most: 2 },
      meanTimeS: 60,
      typeFactor: { least: 0.5, most: 1.5 },
      taskFactor: { least: 0.25, most: 1.75 },
      cpuShare: 0.8,
      transferShare: 0.2,
    },
    value: {
      softDeadlineOverLeastTime: { least: 1.2, most: 2.5 },
      fallOverLeastTime: { least: 1, most: 4 },
      worthPerCoreHour: { least: 50, most: 150 },
    },
    pace: { least: 0.6, most: 1.5 },
    overheads: {
      checkS: random.uniform(0, 3),
      moveInNodeS: random.uniform(0, 8),
      moveToNodeS: random.uniform(0, 60),
      changeLevelS: random.uniform(0, 5),
    },
    arrivals: {
      source: 'generated',
      jobs: 12,
      rates: { weekday: Array.from({ length: 24 }, () => 1), weekend: Array.from({ length: 24 }, () => 1) },
    },
  };
}

/** Months compiled from instances: what a schedule is made and judged by. */
export type CompiledJobs = Extract<CompiledMonth, { readonly ok: true }>;

/** Plain writing of a schedule as a plan, without looking at what solve writes. */
export function plannedMonth(
  name: string,
  compiled: CompiledJobs,
  schedule: MonthSchedule,
  checkpointIntervalS: number | undefined,
): JobsPlan {
  const { month, names } = compiled;
  const nodes = month.nodeTypes.flatMap((type, n) =>
    Array.from({ length: type.nodes }, (_, node) => [n, node] as const),
  );
  const points: PlannedPoint[] = [];
  const placeOf = new Map<string, number>();
  const runs: PlannedJob[] = [];
  const dropped: DroppedJob[] = [];
  for (const [job, type] of month.typeOf.entries()) {
    const pieces: PlannedPiece[] = [];
    for (let p = schedule.firstPiece[job]!; p < schedule.firstPiece[job + 1]!; p++) {
      const [nodeType, node] = nodes[schedule.pieceNode[p]!]!;
      const key = `${type} ${nodeType} ${schedule.piecePoint[p]!}`;
      if (!placeOf.has(key)) {
        placeOf.set(key, points.length);
        const design = schedule.points[type]![nodeType]![schedule.piecePoint[p]!]!;
        points.push(plannedPoint(compiled, [type, nodeType], design));
      }
      const overheadS = schedule.pieceOverheadS[p]!;
      const moments = { startS: schedule.pieceStartS[p]!, endS: schedule.pieceEndS[p]! };
      pieces.push({ node, point: placeOf.get(key)!, ...moments, ...(overheadS === 0 ? {} : { overheadS }) });
    }
    const atS = schedule.endS[job]!;
    if (pieces.length > 0) runs.push({ job: names.job(job), value: schedule.value[job]!, pieces });
    else dropped.push({ job: names.job(job), atS, reason: DROP_REASONS[schedule.dropReason[job]!]! });
  }
  return {
    format: 'plenum.jobs-plan',
    formatVersion: 1,
    instance: { name, sha256: 'a'.repeat(64) },
    method: 'drawn',
    ...(checkpointIntervalS === undefined ? {} : { checkpointIntervalS }),
    claimed: { value: schedule.ledger.value, energyJ: schedule.ledger.energyJ },
    points,
    runs,
    dropped,
  };
}

/** Random designs of every type on every node type, for each number of cores. */
export function randomTables(random: RandomStream, { month }: CompiledJobs): PointTables {
  return month.types.map(({ graphs }) =>
    graphs.map((graph, n) => {
      const { power, coresPerNode } = month.nodeTypes[n]!;
      return Array.from({ length: Math.min(graph.tasks, coresPerNode) }, (_, k) =>
        randomDesign(random, graph, power, k + 1, month.levelsOf),
      );
    }),
  );
}
