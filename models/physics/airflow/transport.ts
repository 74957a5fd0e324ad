import type { ConductanceGrid } from './grid.js';
import type { AirPort } from './ports.js';
import { AirflowStopped, TO_THE_END, type ShouldStop } from './stop.js';

/**
 * Cells and, for each, the cells that feed it with air. Potential flow runs downhill in phi only, so the cells form a
 * directed acyclic graph and are numbered here such that every cell comes after those that feed it.
 */
export interface FlowNetwork {
  /** Position of a cell in downstream order, -1 for cells no air passes. */
  readonly positionOfCell: Int32Array;
  readonly cellCount: number;
  /** Neighbours feeding position p: upstream[start[p] .. start[p+1]), with the fractions of p's air they supply. */
  readonly start: Int32Array;
  readonly upstream: Int32Array;
  readonly fraction: Float64Array;
  /** 1 / (air entering position p from neighbours and from ports), s/m3. */
  readonly inverseInflow: Float64Array;
}

/**
 * Upwind face fluxes F = g (phi_i - phi_j) from a potential, as a network in downstream order.
 *
 * @param entering air from ports per cell, m3/s (>= 0).
 */
export function flowNetwork(faces: ConductanceGrid, phi: Float64Array, entering: Float64Array): FlowNetwork {
  const { nx, alongX, alongY, alongZ } = faces;
  const layer = nx * faces.ny;
  const count = phi.length;
  const offsets = [1, -1, nx, -nx, layer, -layer] as const;
  const conductances = [alongX, alongX, alongY, alongY, alongZ, alongZ] as const;
  /** Flux from the neighbour in direction d into the cell; negative when it leaves. */
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
  return { positionOfCell, cellCount: position, start, upstream, fraction, inverseInflow };
}

/** Sources carried through the network together. Wide enough to use a cache line fully, narrow enough to stay in cache. */
export const BATCH = 32;

/** A quantity of a batch of sources in every position: value[p * BATCH + k]. */
export interface BatchField {
  readonly value: Float64Array;
  /** 1 for positions some source of the batch has reached; the values of others mean nothing. */
  readonly touched: Uint8Array;
}

/**
 * Transport of the air of every source through the network, which calls receive(sink, source, share) with share =
 * flow-weighted mean over the sink's cells of the fraction of air from the source. Pairs without any exchange are left
 * out.
 *
 * In every cell C_p = sum over feeders q of fraction_pq C_q + emitted_p / inflow_p ; what a sink withdraws leaves with
 * C_p.
 *
 * @param shouldStop asked before every batch of sources.
 * @throws AirflowStopped when `shouldStop` says so.
 */
export function transport(
  network: FlowNetwork,
  sources: readonly AirPort[],
  sinks: readonly AirPort[],
  receive: (sink: number, source: number, share: number) => void,
  shouldStop: ShouldStop = TO_THE_END,
): void {
  const field = batchField(network);
  for (let first = 0; first < sources.length; first += BATCH) {
    if (shouldStop()) throw new AirflowStopped('Air transport: stopped');
    const width = Math.min(BATCH, sources.length - first);
    const earliest = emit(network, sources.slice(first, first + width), field);
    sweep(network, field, earliest);
    sinks.forEach((sink, index) => {
      const mean = sinkMean(network, sink, field);
      for (let k = 0; k < width; k++) if (mean[k]! > 0) receive(index, first + k, mean[k]!);
    });
  }
}

export function batchField({ cellCount }: FlowNetwork): BatchField {
  return { value: new Float64Array(cellCount * BATCH), touched: new Uint8Array(cellCount) };
}

/** Start of a field: emitted / inflow of at most BATCH sources, into `value`. @returns the first position touched. */
export function emit(network: FlowNetwork, sources: readonly AirPort[], { value, touched }: BatchField): number {
  const { positionOfCell, inverseInflow } = network;
  touched.fill(0);
  let earliest = network.cellCount;
  sources.forEach(({ cells, flowM3PerS }, k) => {
    for (let c = 0; c < cells.length; c++) {
      const position = positionOfCell[cells[c]!]!;
      if (position < 0) throw new Error('Transport: a source emits into a cell no air passes');
      if (!touched[position]) {
        touched[position] = 1;
        value.fill(0, position * BATCH, (position + 1) * BATCH);
      }
      value[position * BATCH + k]! += flowM3PerS[c]! * inverseInflow[position]!;
      if (position < earliest) earliest = position;
    }
  });
  return earliest;
}

/** One pass in downstream order: every position adds its feeders' values times their fractions to what it holds. */
export function sweep(network: FlowNetwork, { value, touched }: BatchField, earliest: number): void {
  const { cellCount, start, upstream, fraction } = network;
  for (let p = earliest; p < cellCount; p++) {
    const base = p * BATCH;
    for (let face = start[p]!; face < start[p + 1]!; face++) {
      const q = upstream[face]!;
      if (!touched[q]) continue;
      const f = fraction[face]!;
      const from = q * BATCH;
      if (touched[p]) {
        for (let k = 0; k < BATCH; k++) value[base + k]! += f * value[from + k]!;
      } else {
        touched[p] = 1;
        for (let k = 0; k < BATCH; k++) value[base + k] = f * value[from + k]!;
      }
    }
  }
}

/** Flow-weighted means of a batch over a sink's cells, length BATCH. */
export function sinkMean(network: FlowNetwork, sink: AirPort, { value, touched }: BatchField): Float64Array {
  const { cells, flowM3PerS } = sink;
  const mean = new Float64Array(BATCH);
  let total = 0;
  for (let c = 0; c < cells.length; c++) {
    total += flowM3PerS[c]!;
    const position = network.positionOfCell[cells[c]!]!;
    if (position < 0 || !touched[position]) continue;
    for (let k = 0; k < BATCH; k++) mean[k]! += flowM3PerS[c]! * value[position * BATCH + k]!;
  }
  for (let k = 0; k < BATCH; k++) mean[k]! /= total;
  return mean;
}
