import type { SparseRows } from '../thermal/influence-matrix.js';
import { airDrawn } from './balance.js';

/** Rounding error of a difference between air flows, as a fraction of the sum of all flows. */
const ROUNDING = 1e-12;
/**
 * Least excess of air that proves that flows cannot be balanced, as a fraction of all flows. The excess is the air of
 * some sources minus what their sinks take. Imports tolerate 1e-10.
 */
const SHORTAGE = 1e-9;

/**
 * Sources that together give more air than their sinks can take. The sinks of a source are those with a positive weight
 * for its air. Such sources prove that no scaling of the weights balances the flows.
 */
export interface Stranded {
  readonly sources: readonly number[];
  readonly givenM3PerS: number;
  readonly drawnM3PerS: number;
}

/** Result of testing whether all flows can be balanced if air passes only where the influence weight is positive. */
export interface Carrying {
  /** Sources that prove that the flows cannot be balanced; null if the flows can be balanced. */
  readonly stranded: Stranded | null;
  /** Indices of the stored weights along which no air can flow if all flows are balanced. */
  readonly idle: readonly number[];
}

/**
 * Tests whether the flows of all sources and sinks can be balanced if air passes only where the influence weight is
 * positive. It computes a maximum flow from sources to sinks (Dinic 1970), starting from the flows that the weights
 * give.
 *
 * @param flows air flow of each source, equal to that of the sink with the same index, m3/s, above 0
 */
export function carrying(weights: SparseRows, flows: Float64Array): Carrying {
  const { start, column, value } = weights;
  const size = flows.length;
  const total = flows.reduce((sum, flow) => sum + flow, 0);
  const sinkOf = new Int32Array(value.length);
  const ofSource = Array.from({ length: size }, (): number[] => []);
  for (let sink = 0; sink < size; sink++) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) {
      sinkOf[n] = sink;
      if (value[n]! > 0) ofSource[column[n]!]!.push(n);
    }
  }
  const stream = firstStreams(weights, flows);
  const left = flows.slice();
  const open = flows.slice();
  for (let n = 0; n < stream.length; n++) {
    left[column[n]!]! -= stream[n]!;
    open[sinkOf[n]!]! -= stream[n]!;
  }
  const least = ROUNDING * total;

  // Vertices: sources, then sinks. Any stream may grow; one above 0 may shrink.
  const level = new Int32Array(2 * size);
  const tried = new Int32Array(2 * size);
  /**
   * Breadth-first search of Dinic's algorithm, which sets the levels. Returns true if it reaches a sink that lacks air.
   */
  const levelled = (): boolean => {
    level.fill(-1);
    const queue = [...left.keys()].filter((j) => left[j]! > least);
    for (const j of queue) level[j] = 0;
    let isOpen = false;
    const see = (vertex: number, from: number): void => {
      if (level[vertex] !== -1) return;
      level[vertex] = level[from]! + 1;
      queue.push(vertex);
    };
    for (const vertex of queue) {
      if (vertex < size) for (const n of ofSource[vertex]!) see(size + sinkOf[n]!, vertex);
      else {
        const sink = vertex - size;
        isOpen ||= open[sink]! > least;
        for (let n = start[sink]!; n < start[sink + 1]!; n++) if (stream[n]! > least) see(column[n]!, vertex);
      }
    }
    return isOpen;
  };
  /**
   * Depth-first search of Dinic's algorithm. Pushes at most `mostM3PerS` of air from a vertex along ascending levels.
   * Returns the air that reaches a sink, m3/s.
   */
  const pushed = (vertex: number, mostM3PerS: number): number => {
    let done = 0;
    const sink = vertex - size;
    if (sink >= 0) {
      done = Math.min(open[sink]!, mostM3PerS);
      open[sink]! -= done;
    }
    const from = sink < 0 ? 0 : start[sink]!;
    const count = sink < 0 ? ofSource[vertex]!.length : start[sink + 1]! - from;
    for (; tried[vertex]! < count && mostM3PerS - done > least; tried[vertex]!++) {
      const n = sink < 0 ? ofSource[vertex]![tried[vertex]!]! : from + tried[vertex]!;
      const next = sink < 0 ? size + sinkOf[n]! : column[n]!;
      if (level[next] !== level[vertex]! + 1 || (sink >= 0 && !(stream[n]! > least))) continue;
      const moved = pushed(next, Math.min(mostM3PerS - done, sink < 0 ? Infinity : stream[n]!));
      stream[n]! += sink < 0 ? moved : -moved;
      done += moved;
      if (mostM3PerS - done <= least) break;
    }
    return done;
  };
  let isOpen = levelled();
  for (let moved = Infinity; isOpen && moved > least; isOpen = levelled()) {
    tried.fill(0);
    moved = 0;
    for (let source = 0; source < size; source++) {
      if (!(left[source]! > least)) continue;
      const own = pushed(source, left[source]!);
      left[source]! -= own;
      moved += own;
    }
  }
  const sources = [...left.keys()].filter((j) => level[j] !== -1);
  const givenM3PerS = sources.reduce((sum, j) => sum + flows[j]!, 0);
  const drawnM3PerS = flows.reduce((sum, flow, i) => sum + (level[size + i] === -1 ? 0 : flow), 0);
  if (!isOpen && givenM3PerS - drawnM3PerS > SHORTAGE * total)
    return { stranded: { sources, givenM3PerS, drawnM3PerS }, idle: [] };
  return { stranded: null, idle: idleOf(weights, ofSource, sinkOf, stream, least) };
}

/**
 * Returns the starting flow along each weight, m3/s. It is the flow of the sink x weight, scaled down if the source has
 * less air.
 */
function firstStreams(weights: SparseRows, flows: Float64Array): Float64Array {
  const { start, column, value } = weights;
  const drawn = airDrawn(weights, flows);
  const stream = new Float64Array(value.length);
  for (let sink = 0; sink < flows.length; sink++) {
    let sum = 0;
    for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]!;
    for (let n = start[sink]!; n < start[sink + 1]!; n++) {
      const share = Math.min(1, flows[column[n]!]! / drawn[column[n]!]!) / Math.max(1, sum);
      if (value[n]! > 0) stream[n] = flows[sink]! * value[n]! * share;
    }
  }
  return stream;
}

/**
 * Returns the indices of the positive weights whose flow is 0 in every maximum flow. Such a weight has no flow now, and
 * its sink and source are in different strongly connected components of the residual graph.
 */
function idleOf(
  { start, column, value }: SparseRows,
  ofSource: readonly (readonly number[])[],
  sinkOf: Int32Array,
  stream: Float64Array,
  least: number,
): number[] {
  const size = ofSource.length;
  const carries = (n: number): boolean => stream[n]! > least;
  // Vertices: sources, then sinks. Any stream may grow; one that carries may shrink.
  const next = (vertex: number): number[] =>
    vertex < size
      ? ofSource[vertex]!.map((n) => size + sinkOf[n]!)
      : positions(start, vertex - size)
          .filter(carries)
          .map((n) => column[n]!);
  const before = (vertex: number): number[] =>
    vertex < size
      ? ofSource[vertex]!.filter(carries).map((n) => size + sinkOf[n]!)
      : positions(start, vertex - size)
          .filter((n) => value[n]! > 0)
          .map((n) => column[n]!);
  const ended: number[] = [];
  const seen = new Uint8Array(2 * size);
  for (let first = 0; first < 2 * size; first++) visit(first, next, seen, (vertex) => ended.push(vertex));
  const part = new Int32Array(2 * size).fill(-1);
  const again = new Uint8Array(2 * size);
  for (const first of ended.reverse()) visit(first, before, again, (vertex) => (part[vertex] = first));
  return [...value.keys()].filter((n) => value[n]! > 0 && !carries(n) && part[column[n]!] !== part[size + sinkOf[n]!]);
}

function positions(start: Int32Array, sink: number): number[] {
  return Array.from({ length: start[sink + 1]! - start[sink]! }, (_, n) => start[sink]! + n);
}

/**
 * Depth-first search from a vertex over vertices not marked in `seen`. Calls `end` with each vertex after all vertices
 * reached from it (postorder).
 */
function visit(
  first: number,
  next: (vertex: number) => number[],
  seen: Uint8Array,
  end: (vertex: number) => void,
): void {
  if (seen[first]) return;
  seen[first] = 1;
  const stack = [{ vertex: first, to: next(first), n: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const to = top.to[top.n++];
    if (to === undefined) {
      end(top.vertex);
      stack.pop();
    } else if (!seen[to]) {
      seen[to] = 1;
      stack.push({ vertex: to, to: next(to), n: 0 });
    }
  }
}
