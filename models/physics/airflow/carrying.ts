import type { SparseRows } from '../thermal/influence-matrix.js';
import { airDrawn } from './balance.js';

/** Share of all flows that is no shortage, and no stream of air, but rounding (ours). */
const ROUNDING = 1e-12;
/** Share of all flows by which sources may give more than reaches anybody before no scaling makes up for it (ours): the tolerance of imports is 1e-10 of each flow. */
const SHORTAGE = 1e-9;

/** Sources that give more air than all sinks draw to which weights above 0 lead from them: a proof that no scaling of the weights balances. */
export interface Stranded {
  readonly sources: readonly number[];
  readonly givenM3PerS: number;
  /** Air that all sinks draw together which take any from these sources, m3/s. */
  readonly drawnM3PerS: number;
}

/** Streams of air that weights above 0 can carry, m3/s. */
export interface Carrying {
  /** Proof that the flows cannot be carried; null where they can. */
  readonly stranded: Stranded | null;
  /** Positions of stored weights that are 0 in every pattern of air that carries the flows. */
  readonly idle: readonly number[];
}

/**
 * Test whether the weights above 0 can carry the flows, by a greatest flow from sources to sinks: begun with the streams of the weights, made
 * whole along paths on which every stream may grow and those above 0 may shrink.
 *
 * @param flows m3/s, above 0; as many sinks as sources.
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

  /** Position by which each sink, and then each source, was reached from sources that have air left; -1 of none, -2 of a first source. */
  const reach = (): { readonly sink: Int32Array; readonly source: Int32Array; readonly end: number } => {
    const sink = new Int32Array(size).fill(-1);
    const source = Int32Array.from(left, (value) => (value > least ? -2 : -1));
    const queue = [...source.keys()].filter((j) => source[j] === -2);
    for (const j of queue) {
      for (const n of ofSource[j]!) {
        const i = sinkOf[n]!;
        if (sink[i] !== -1) continue;
        sink[i] = n;
        if (open[i]! > least) return { sink, source, end: i };
        for (let back = start[i]!; back < start[i + 1]!; back++) {
          const other = column[back]!;
          if (source[other] !== -1 || !(stream[back]! > least)) continue;
          source[other] = back;
          queue.push(other);
        }
      }
    }
    return { sink, source, end: -1 };
  };
  let reached = reach();
  // Each path fills a sink, empties a source or a stream; far more than that many are rounding.
  for (let paths = 0; reached.end >= 0 && paths < 50 * size; paths++) {
    const grow: number[] = [];
    const shrink: number[] = [];
    let first = -1;
    for (let i = reached.end; first < 0;) {
      const n = reached.sink[i]!;
      grow.push(n);
      const back = reached.source[column[n]!]!;
      if (back === -2) first = column[n]!;
      else {
        shrink.push(back);
        i = sinkOf[back]!;
      }
    }
    const by = shrink.reduce((most, n) => Math.min(most, stream[n]!), Math.min(left[first]!, open[reached.end]!));
    for (const n of grow) stream[n]! += by;
    for (const n of shrink) stream[n]! -= by;
    left[first]! -= by;
    open[reached.end]! -= by;
    reached = reach();
  }
  const sources = [...reached.source.keys()].filter((j) => reached.source[j] !== -1);
  const givenM3PerS = sources.reduce((sum, j) => sum + flows[j]!, 0);
  const drawnM3PerS = flows.reduce((sum, flow, i) => sum + (reached.sink[i] === -1 ? 0 : flow), 0);
  if (reached.end < 0 && givenM3PerS - drawnM3PerS > SHORTAGE * total)
    return { stranded: { sources, givenM3PerS, drawnM3PerS }, idle: [] };
  return { stranded: null, idle: idleOf(weights, ofSource, sinkOf, stream, least) };
}

/** Streams of the weights, with those of a source that gives too little lessened alike. */
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
 * Weights above 0 whose stream is 0 in every greatest flow: those on no cycle along which streams can be moved. Sinks and sources lie on one
 * exactly when each is reached from the other (strongly connected).
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

/** Visit in depth of all that is reached from a vertex and was not seen before; `end` is called of each after all that it reaches. */
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
