import type { MonthWork } from './month-work.js';

/**
 * For each job type and time slot, the least cost per second at which a job can do work at a given rate. An option is a
 * design point on a node type. Idling and each option are points (rate, cost per second), and the least cost is their
 * lower convex hull. Rates are for a job of pace 1.
 *
 * The hull is stored as segments by ascending cost per unit of work. Along a segment, time at the previous segment's
 * option is replaced by time at the segment's own option. One extra slot at the end has cores at no cost.
 */
export interface RateHulls {
  /**
   * Index of the first option (design point on a node type) of each job type; one more entry at the end. Segments of
   * job type t in slot s start at firstOption[t] x (number of slots + 1) + s x (number of options of t).
   */
  readonly firstOption: Int32Array;
  /** Number of segments of each job type t in each slot s, at t x (number of slots + 1) + s. */
  readonly count: Int32Array;
  /** Cost per unit of work on each segment, value. The unit is the whole work of a job. */
  readonly cost: Float64Array;
  /** Rate of work that each segment adds, 1/s. The unit of work is the whole work of a job. */
  readonly rate: Float64Array;
  /** Option at the upper end of the segment. */
  readonly option: Int32Array;
  /** Index of the node type of each option (design point on a node type). */
  readonly nodeType: Int32Array;
  /** Number of cores of each option (design point on a node type). */
  readonly cores: Float64Array;
  /** Recomputes the hulls for new dual values of a core-second, [node type][slot]. */
  readonly renew: (perCoreS: readonly Float64Array[]) => void;
}

export function rateHulls(work: MonthWork): RateHulls {
  const { month, slots, firstPoint, timeS, cores: coresOf, energyCost } = work;
  const nodeTypes = month.nodeTypes.length;
  const types = month.types.length;
  const firstOption = new Int32Array(types + 1);
  const points: number[] = [];
  const nodes: number[] = [];
  for (let t = 0; t < types; t++) {
    const own: { readonly n: number; readonly point: number }[] = [];
    for (let n = 0; n < nodeTypes; n++) {
      const to = firstPoint[t * nodeTypes + n + 1]!;
      for (let point = firstPoint[t * nodeTypes + n]!; point < to; point++) own.push({ n, point });
    }
    own.sort((a, b) => timeS[b.point]! - timeS[a.point]!);
    points.push(...own.map(({ point }) => point));
    nodes.push(...own.map(({ n }) => n));
    firstOption[t + 1] = points.length;
  }
  const options = points.length;
  const nodeType = Int32Array.from(nodes);
  const cores = Float64Array.from(points, (point) => coresOf[point]!);
  const optionRate = Float64Array.from(points, (point) => 1 / timeS[point]!);
  const perS = Float64Array.from(points, (point) => (energyCost[point]! > 0 ? energyCost[point]! / timeS[point]! : 0));
  const count = new Int32Array(types * (slots + 1));
  const cost = new Float64Array(options * (slots + 1));
  const rate = new Float64Array(cost.length);
  const option = new Int32Array(cost.length);
  // Vertices of the hull at hand, from doing nothing on.
  const most = Math.max(0, ...Array.from({ length: types }, (_, t) => firstOption[t + 1]! - firstOption[t]!));
  const [vertexRate, vertexCost, vertex] = [
    new Float64Array(most + 1),
    new Float64Array(most + 1),
    new Int32Array(most + 1),
  ];

  const renew = (prices: readonly Float64Array[]): void => {
    for (let t = 0; t < types; t++) {
      const [from, to] = [firstOption[t]!, firstOption[t + 1]!];
      for (let s = 0; s <= slots; s++) {
        let top = 0;
        for (let o = from; o < to; o++) {
          const price = s < slots ? prices[nodeType[o]!]![s]! : 0;
          const [r, w] = [optionRate[o]!, cores[o]! * price + perS[o]!];
          if (top > 0 && r === vertexRate[top] && w >= vertexCost[top]!) continue;
          // A vertex above the line from the one before it to this option is none.
          while (
            top > 0 &&
            (vertexCost[top]! - vertexCost[top - 1]!) * (r - vertexRate[top - 1]!) >=
              (w - vertexCost[top - 1]!) * (vertexRate[top]! - vertexRate[top - 1]!)
          )
            top--;
          vertexRate[++top] = r;
          vertexCost[top] = w;
          vertex[top] = o;
        }
        const at = from * (slots + 1) + s * (to - from);
        for (let v = 1; v <= top; v++) {
          rate[at + v - 1] = vertexRate[v]! - vertexRate[v - 1]!;
          cost[at + v - 1] = (vertexCost[v]! - vertexCost[v - 1]!) / rate[at + v - 1]!;
          option[at + v - 1] = vertex[v]!;
        }
        count[t * (slots + 1) + s] = top;
      }
    }
  };
  return { firstOption, count, cost, rate, option, nodeType, cores, renew };
}
