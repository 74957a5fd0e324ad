import { type Cells, eachNeighbour } from './cells.js';
import { mixedSpread } from './mixed-air.js';

/** Solved air flow through a grid of cells. */
export interface Flow {
  /** Largest error of a cell's mass balance, relative to the air that enters and leaves the grid. */
  readonly residual: number;
  /**
   * Returns the concentration in every cell of a quantity that the air carries. Each cell holds a mixture of the air
   * that enters it.
   *
   * @param carriedPerS air that enters each cell from outside, m3/s, times its concentration
   */
  readonly spread: (carriedPerS: Float64Array) => Float64Array;
}

/** Conjugate gradients end at this relative error of the mass balances. */
const RESIDUAL = 1e-12;
/** A flow is also accepted with this relative error of the mass balances, if rounding errors prevent a smaller one. */
const ACCEPTED = 1e-10;
/** Maximum number of conjugate-gradient iterations. Our choice: rooms of 30 racks take some 300. */
const MAX_STEPS = 6000;

/**
 * Returns the potential flow of air through a grid (docs/facility/room-airflow.md). The flow from cell i to j is
 * g_ij (phi_i - phi_j), with conductances g. The potential phi solves, in every cell i with s = entering - leaving air,
 *
 * sum over neighbours j of g_ij (phi_i - phi_j) = s_i
 *
 * @param entering air that enters each cell from outside, m3/s
 * @param leaving air that leaves each cell to the outside, m3/s
 * With a diffusivity D = `mixingM2PerS` above 0, neighbours also exchange air: max(0, g D - |air flow| / 2).
 *
 * @returns null if the mass balances cannot be met
 */
export function flowOf(cells: Cells, entering: Float64Array, leaving: Float64Array, mixingM2PerS = 0): Flow | null {
  const source = entering.map((air, cell) => air - leaving[cell]!);
  const { phi, residual } = potentialOf(cells, source);
  if (!(residual <= ACCEPTED)) return null;
  // Air runs from greater phi to less: in this order every cell comes after all that feed it.
  const order = Int32Array.from(phi.keys()).sort((one, other) => phi[other]! - phi[one]!);
  const spread = (carriedPerS: Float64Array): Float64Array => {
    const held = new Float64Array(cells.count);
    for (const cell of order) {
      let air = entering[cell]!;
      let carried = carriedPerS[cell]!;
      eachNeighbour(cells, cell, (other, conductance) => {
        const inward = conductance * (phi[other]! - phi[cell]!);
        if (inward <= 0) return;
        air += inward;
        carried += inward * held[other]!;
      });
      held[cell] = air > 0 ? carried / air : 0;
    }
    return held;
  };
  if (mixingM2PerS > 0) return { residual, spread: mixedSpread(cells, { phi, order, entering, mixingM2PerS }) };
  return { residual, spread };
}

/** Returns the indices of the cells that air can reach from cell `start`. */
export function reachedFrom(cells: Cells, start: number): ReadonlySet<number> {
  const reached = new Set([start]);
  for (const cell of reached) eachNeighbour(cells, cell, (other) => void reached.add(other));
  return reached;
}

/** Writes to `out` the net air that leaves each cell through its faces, under the potential phi. */
function outflowInto(out: Float64Array, { faces, steps, count }: Cells, phi: Float64Array): void {
  out.fill(0);
  for (let axis = 0; axis < 3; axis += 1) {
    const [face, step] = [faces[axis]!, steps[axis]!];
    for (let cell = 0; cell + step < count; cell += 1) {
      const air = face[cell]! * (phi[cell]! - phi[cell + step]!);
      out[cell]! += air;
      out[cell + step]! -= air;
    }
  }
}

function potentialOf(cells: Cells, source: Float64Array): { readonly phi: Float64Array; readonly residual: number } {
  const { count } = cells;
  const phi = new Float64Array(count);
  const left = source.slice();
  const scale = Math.sqrt(product(source, source));
  if (scale === 0) return { phi, residual: 0 };
  const inverse = inverseDiagonal(cells);
  const scaled = left.map((value, cell) => value * inverse[cell]!);
  const direction = scaled.slice();
  const image = new Float64Array(count);
  let measure = product(left, scaled);
  for (let step = 0, squared = Infinity; step < MAX_STEPS && Math.sqrt(squared) > RESIDUAL * scale; step += 1) {
    outflowInto(image, cells, direction);
    const along = measure / product(direction, image);
    if (!Number.isFinite(along)) break;
    squared = 0;
    for (let cell = 0; cell < count; cell += 1) {
      phi[cell]! += along * direction[cell]!;
      const rest = left[cell]! - along * image[cell]!;
      left[cell] = rest;
      squared += rest * rest;
      scaled[cell] = rest * inverse[cell]!;
    }
    const next = product(left, scaled);
    const kept = next / measure;
    measure = next;
    for (let cell = 0; cell < count; cell += 1) direction[cell] = scaled[cell]! + kept * direction[cell]!;
  }
  // What is left by the equations themselves, not by the steps.
  outflowInto(image, cells, phi);
  for (let cell = 0; cell < count; cell += 1) image[cell] = source[cell]! - image[cell]!;
  return { phi, residual: Math.sqrt(product(image, image)) / scale };
}

/** Returns 1 / sum of each cell's face conductances (inverse diagonal of the equations); 0 without a neighbour. */
function inverseDiagonal({ count, faces, steps }: Cells): Float64Array {
  const diagonal = new Float64Array(count);
  for (let axis = 0; axis < 3; axis += 1) {
    for (let cell = 0; cell + steps[axis]! < count; cell += 1) {
      diagonal[cell]! += faces[axis]![cell]!;
      diagonal[cell + steps[axis]!]! += faces[axis]![cell]!;
    }
  }
  return diagonal.map((sum) => (sum === 0 ? 0 : 1 / sum));
}

function product(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < one.length; n += 1) sum += one[n]! * other[n]!;
  return sum;
}
