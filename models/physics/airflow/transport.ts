import { type Exchange, exchangeOf } from './exchange.js';
import { BATCH } from './exchange-grids.js';
import type { ConductanceGrid } from './grid.js';
import type { AirPort } from './ports.js';
import { AirflowStopped, TO_THE_END, type ShouldStop } from './stop.js';

/**
 * Network of grid cells through which air flows. For each cell it lists the feeders, the neighbours from which air
 * comes. Potential flow only runs from high to low potential, so there are no cycles. Positions number the cells in
 * downstream order: every cell comes after its feeders.
 */
export interface FlowNetwork {
  /** Position of each cell in downstream order; -1 for cells that no air passes. */
  readonly positionOfCell: Int32Array;
  readonly cellCount: number;
  /**
   * For each position, index of its first feeder. The feeders of p are upstream[start[p]] .. upstream[start[p + 1] -
   * 1].
   */
  readonly start: Int32Array;
  readonly upstream: Int32Array;
  /** Fraction of a position's inflow that comes from each feeder, in the order of `upstream`. */
  readonly fraction: Float64Array;
  /**
   * For each position, index of the first position that it feeds. Position p feeds downstream[k] for k =
   * downstreamStart[p] .. downstreamStart[p + 1] - 1.
   */
  readonly downstreamStart: Int32Array;
  readonly downstream: Int32Array;
  /** For each position, 1 / the air that enters it from neighbours, ports and by exchange, s/m3. */
  readonly inverseInflow: Float64Array;
  /** Transport that also mixes air between neighbours; null if the room states no mixing. */
  readonly exchange: Exchange | null;
}

/**
 * Returns the flow network of a potential phi. The air flow from cell i to j is g (phi_i - phi_j), with conductance g.
 *
 * @param entering air that enters each cell from ports, m3/s, >= 0
 * @param mixingM2PerS diffusivity with which air mixes, m2/s; 0 if only the cells mix it
 */
export function flowNetwork(
  faces: ConductanceGrid,
  phi: Float64Array,
  entering: Float64Array,
  mixingM2PerS = 0,
): FlowNetwork {
  const { nx, alongX, alongY, alongZ } = faces;
  const layer = nx * faces.ny;
  const count = phi.length;
  const offsets = [1, -1, nx, -nx, layer, -layer] as const;
  const conductances = [alongX, alongX, alongY, alongY, alongZ, alongZ] as const;
  /** Returns the air flow into a cell from its neighbour in direction d; negative if air leaves. */
  const inward = (cell: number, d: number): number => {
    const offset = offsets[d]!;
    const conductance = conductances[d]![offset > 0 ? cell : cell + offset];
    return conductance === undefined || conductance === 0 ? 0 : conductance * (phi[cell + offset]! - phi[cell]!);
  };

  const waiting = new Uint8Array(count);
  const stack: number[] = [];
  const positionOfCell = new Int32Array(count).fill(-1);
  let faceCount = 0;
  for (let cell = count - 1; cell >= 0; cell--) {
    let fed = 0;
    let touched = entering[cell]! > 0;
    for (let d = 0; d < 6; d++) {
      const flux = inward(cell, d);
      if (flux > 0) fed++;
      if (flux !== 0) touched = true;
    }
    waiting[cell] = fed;
    faceCount += fed;
    if (fed === 0 && touched) stack.push(cell);
  }

  const start = new Int32Array(count + 1);
  const upstream = new Int32Array(faceCount);
  const fraction = new Float64Array(faceCount);
  const inverseInflow = new Float64Array(count);
  let position = 0;
  let face = 0;
  // A cell follows as soon as its last feeder is numbered: depth first keeps feeders close in memory.
  for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
    positionOfCell[cell] = position;
    start[position] = face;
    let inflow = entering[cell]!;
    for (let d = 0; d < 6; d++) {
      const flux = inward(cell, d);
      if (flux > 0) {
        upstream[face] = positionOfCell[cell + offsets[d]!]!;
        fraction[face++] = flux;
        inflow += flux;
      } else if (flux < 0) {
        const next = cell + offsets[d]!;
        if (--waiting[next]! === 0) stack.push(next);
      }
    }
    inverseInflow[position] = inflow > 0 ? 1 / inflow : 0;
    for (let f = start[position]!; f < face; f++) fraction[f]! *= inverseInflow[position]!;
    position++;
  }
  start[position] = face;
  const network = { positionOfCell, cellCount: position, start, upstream, fraction };
  const exchange = mixingM2PerS === 0 ? null : exchangeOf(faces, phi, entering, network, mixingM2PerS);
  return { ...network, ...downstreamOf(network), inverseInflow: exchange?.inverseDiagonal ?? inverseInflow, exchange };
}

function downstreamOf({
  cellCount,
  start,
  upstream,
}: Pick<FlowNetwork, 'cellCount' | 'start' | 'upstream'>): Pick<FlowNetwork, 'downstreamStart' | 'downstream'> {
  const downstreamStart = new Int32Array(cellCount + 1);
  for (const q of upstream) downstreamStart[q + 1]!++;
  for (let p = 0; p < cellCount; p++) downstreamStart[p + 1]! += downstreamStart[p]!;
  const next = downstreamStart.slice();
  const downstream = new Int32Array(upstream.length);
  for (let p = 0; p < cellCount; p++) {
    for (let face = start[p]!; face < start[p + 1]!; face++) downstream[next[upstream[face]!]!++] = p;
  }
  return { downstreamStart, downstream };
}

/**
 * Values of one batch of sources, BATCH values at each position. Only positions that air of some source has reached
 * take memory. In a large room, they are a small part of all positions.
 */
export class BatchField {
  /** For each position, index in `value` of the first of its BATCH values; -1 for positions not reached. */
  readonly baseOf: Int32Array;
  /** 1 for each position that a reached position feeds, else 0; used by `sweep`. */
  readonly isFed: Uint8Array;
  /** Positions reached, in the order in which their values are stored. */
  readonly reached: number[] = [];
  #value = new Float64Array(FIRST_REACHED * BATCH);

  constructor({ cellCount }: FlowNetwork) {
    this.baseOf = new Int32Array(cellCount).fill(-1);
    this.isFed = new Uint8Array(cellCount);
  }

  /** Values of all reached positions. `reach` may replace this array by a larger one. */
  get value(): Float64Array {
    return this.#value;
  }

  /** Returns BATCH values for each position of the network, in the order of positions; 0 where none is reached. */
  dense(): Float64Array {
    const values = new Float64Array(this.baseOf.length * BATCH);
    for (const position of this.reached) {
      const base = this.baseOf[position]!;
      values.set(this.#value.subarray(base, base + BATCH), position * BATCH);
    }
    return values;
  }

  /** Replaces the values at all positions. `values` has BATCH values for each, in the order of positions. */
  fill(values: Float64Array): void {
    this.clear();
    for (let position = 0; position < this.baseOf.length; position++) this.reach(position);
    this.#value.set(values);
  }

  clear(): void {
    for (const position of this.reached) this.baseOf[position] = -1;
    this.reached.length = 0;
  }

  /**
   * Adds a position with values of 0.
   *
   * @returns the index of the first of its values
   */
  reach(position: number): number {
    const base = this.reached.length * BATCH;
    if (base === this.#value.length) {
      const wider = new Float64Array(2 * base);
      wider.set(this.#value);
      this.#value = wider;
    }
    this.#value.fill(0, base, base + BATCH);
    this.reached.push(position);
    this.baseOf[position] = base;
    return base;
  }
}

/** Initial capacity of a BatchField, in positions. It doubles when needed. */
const FIRST_REACHED = 1024;

/**
 * Carries the air of every source through the network. Calls receive(sink, source, share) for every pair that exchanges
 * air. `share` is the fraction of air from the source, averaged over the sink's cells and weighted by air flow.
 *
 * In every cell p, the fraction of air from the source is
 *
 * C_p = sum over feeders q of fraction_pq C_q + emitted_p / inflow_p
 *
 * @param shouldStop called before every batch of sources
 * @throws AirflowStopped if `shouldStop` returns true
 */
export function transport(
  network: FlowNetwork,
  sources: readonly AirPort[],
  sinks: readonly AirPort[],
  receive: (sink: number, source: number, share: number) => void,
  shouldStop: ShouldStop = TO_THE_END,
): void {
  const field = new BatchField(network);
  const receivers = sinksByPosition(network, sinks);
  const mean = new Float64Array(BATCH);
  for (let first = 0; first < sources.length; first += BATCH) {
    if (shouldStop()) throw new AirflowStopped('Air transport: stopped');
    const width = Math.min(BATCH, sources.length - first);
    carry(network, field, emit(network, sources.slice(first, first + width), field), shouldStop);
    for (const index of receivers.of(field)) {
      sinkMean(network, sinks[index]!, field, mean);
      for (let k = 0; k < width; k++) if (mean[k]! > 0) receive(index, first + k, mean[k]!);
    }
  }
}

/**
 * Writes the starting values of at most BATCH sources to a field. A starting value is the air that a source emits into
 * a cell, divided by the total inflow of the cell.
 *
 * @returns the first position reached
 */
export function emit(network: FlowNetwork, sources: readonly AirPort[], field: BatchField): number {
  const { positionOfCell, inverseInflow } = network;
  field.clear();
  let earliest = network.cellCount;
  sources.forEach(({ cells, flowM3PerS }, k) => {
    for (let c = 0; c < cells.length; c++) {
      const position = positionOfCell[cells[c]!]!;
      if (position < 0) throw new Error('Transport: a source emits into a cell no air passes');
      const base = field.baseOf[position]! < 0 ? field.reach(position) : field.baseOf[position]!;
      field.value[base + k]! += flowM3PerS[c]! * inverseInflow[position]!;
      if (position < earliest) earliest = position;
    }
  });
  return earliest;
}

/**
 * Replaces the starting values of a field by the concentrations that follow from them in every cell.
 *
 * @param earliest first position with a starting value
 * @throws MixingNotConverged
 * @throws AirflowStopped if `shouldStop` returns true
 */
export function carry(
  network: FlowNetwork,
  field: BatchField,
  earliest: number,
  shouldStop: ShouldStop = TO_THE_END,
): void {
  if (network.exchange === null) sweep(network, field, earliest);
  else field.fill(network.exchange.solve(field.dense(), shouldStop));
}

/**
 * Traverses the network once in downstream order. To the values of every position it adds the values of each feeder,
 * times the fraction of air from that feeder.
 *
 * @param earliest position at which to start
 */
function sweep(network: FlowNetwork, field: BatchField, earliest: number): void {
  const { cellCount, start, upstream, fraction, downstreamStart, downstream } = network;
  const { baseOf, isFed } = field;
  isFed.fill(0);
  for (let p = earliest; p < cellCount; p++) {
    if (isFed[p] === 0 && baseOf[p]! < 0) continue;
    const base = baseOf[p]! < 0 ? field.reach(p) : baseOf[p]!;
    const { value } = field;
    for (let face = start[p]!; face < start[p + 1]!; face++) {
      const from = baseOf[upstream[face]!]!;
      if (from < 0) continue;
      const f = fraction[face]!;
      for (let k = 0; k < BATCH; k++) value[base + k]! += f * value[from + k]!;
    }
    for (let d = downstreamStart[p]!; d < downstreamStart[p + 1]!; d++) isFed[downstream[d]!] = 1;
  }
}

export interface SinksByPosition {
  /** Returns the indices of the sinks that draw air at a reached position of a field, ascending. */
  of(field: BatchField): Int32Array;
}

export function sinksByPosition(
  { positionOfCell, cellCount }: FlowNetwork,
  sinks: readonly AirPort[],
): SinksByPosition {
  const start = new Int32Array(cellCount + 1);
  const forEachCell = (take: (position: number, sink: number) => void): void => {
    for (const [index, { cells }] of sinks.entries()) {
      for (const cell of cells) if (positionOfCell[cell]! >= 0) take(positionOfCell[cell]!, index);
    }
  };
  forEachCell((position) => start[position + 1]!++);
  for (let p = 0; p < cellCount; p++) start[p + 1]! += start[p]!;
  const next = start.slice();
  const sinkAt = new Int32Array(start[cellCount]!);
  forEachCell((position, index) => {
    sinkAt[next[position]!++] = index;
  });
  return {
    of({ reached }) {
      const found = new Set<number>();
      for (const position of reached) {
        for (let n = start[position]!; n < start[position + 1]!; n++) found.add(sinkAt[n]!);
      }
      return Int32Array.from(found).sort();
    },
  };
}

/** Writes to `mean` (length BATCH) the mean of a batch's values over the cells of a sink, weighted by air flow. */
export function sinkMean(
  { positionOfCell }: FlowNetwork,
  { cells, flowM3PerS }: AirPort,
  { value, baseOf }: BatchField,
  mean: Float64Array,
): void {
  mean.fill(0);
  let total = 0;
  for (let c = 0; c < cells.length; c++) {
    const flow = flowM3PerS[c]!;
    total += flow;
    const position = positionOfCell[cells[c]!]!;
    const base = position < 0 ? -1 : baseOf[position]!;
    if (base < 0) continue;
    for (let k = 0; k < BATCH; k++) mean[k]! += flow * value[base + k]!;
  }
  for (let k = 0; k < BATCH; k++) mean[k]! /= total;
}
