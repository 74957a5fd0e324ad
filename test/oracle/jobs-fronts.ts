import { type Design, execute } from '../../models/problems/jobs/design-point.js';
import type { CorePower, TaskGraph } from '../../models/problems/jobs/task-graph.js';

/** Response time, s, and energy, J. */
export interface Point {
  readonly timeS: number;
  readonly energyJ: number;
}

/** Front by enumeration of all designs on exactly k cores, levels by core: maps of tasks to cores, levels, topological orders. For up to 5 tasks. */
export function frontByEnumeration(graph: TaskGraph, power: CorePower, cores: number): Point[] {
  const orders = topologicalOrders(graph);
  const points: Point[] = [];
  for (const coreOf of mapsOnto(graph.tasks, cores)) {
    for (const levels of tuples(cores, graph.levels)) {
      const levelOf = Uint8Array.from(coreOf, (core) => levels[core]!);
      for (const order of orders) {
        const design: Design = { cores, coreOf: Uint8Array.from(coreOf), levelOf, order };
        const { timeS, energyJ } = execute(graph, power, design);
        points.push({ timeS, energyJ });
      }
    }
  }
  return nonDominated(points);
}

/** Points that no other one dominates, by time. */
export function nonDominated(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.timeS - b.timeS || a.energyJ - b.energyJ);
  let leastJ = Infinity;
  return sorted.filter(({ energyJ }) => {
    const kept = energyJ < leastJ * (1 - 1e-12);
    leastJ = Math.min(leastJ, energyJ);
    return kept;
  });
}

/** Area that points dominate within 1.1 times the exact front's greatest time and energy, as a share of the exact front's. */
export function hypervolumeShare(found: readonly Point[], exact: readonly Point[]): number {
  const limit = {
    timeS: 1.1 * Math.max(...exact.map(({ timeS }) => timeS)),
    energyJ: 1.1 * Math.max(...exact.map(({ energyJ }) => energyJ)),
  };
  return area(found, limit) / area(exact, limit);
}

function area(points: readonly Point[], limit: Point): number {
  let [sum, height] = [0, limit.energyJ];
  for (const { timeS, energyJ } of nonDominated(points)) {
    if (timeS >= limit.timeS || energyJ >= height) continue;
    sum += (limit.timeS - timeS) * (height - energyJ);
    height = energyJ;
  }
  return sum;
}

function topologicalOrders({ tasks, firstEdge, edgeFrom }: TaskGraph): Uint8Array[] {
  const orders: Uint8Array[] = [];
  const extend = (order: readonly number[]): void => {
    if (order.length === tasks) orders.push(Uint8Array.from(order));
    for (let task = 0; task < tasks; task++) {
      const into = edgeFrom.subarray(firstEdge[task], firstEdge[task + 1]);
      if (!order.includes(task) && into.every((from) => order.includes(from))) extend([...order, task]);
    }
  };
  extend([]);
  return orders;
}

/** Maps of tasks onto cores that leave none empty; equal cores in the order of their first tasks. */
function mapsOnto(tasks: number, cores: number): number[][] {
  let maps: number[][] = [[]];
  for (let task = 0; task < tasks; task++) {
    maps = maps.flatMap((map) =>
      Array.from({ length: Math.min(cores, Math.max(-1, ...map) + 2) }, (_, core) => [...map, core]),
    );
  }
  return maps.filter((map) => new Set(map).size === cores);
}

function tuples(length: number, values: number): number[][] {
  let all: number[][] = [[]];
  for (let n = 0; n < length; n++) {
    all = all.flatMap((one) => Array.from({ length: values }, (_, value) => [...one, value]));
  }
  return all;
}
