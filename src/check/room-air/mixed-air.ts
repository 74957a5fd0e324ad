import { CheckerLimitError } from '../limit-error.js';
import { type Cells, eachNeighbour } from './cells.js';

/** Air that flows by a potential, in downstream order of the cells, and mixes between neighbours. */
interface MixedAir {
  readonly phi: Float64Array;
  readonly order: Int32Array;
  readonly entering: Float64Array;
  readonly mixingM2PerS: number;
}

/**
 * Equations of the concentrations in mixed air: in every cell, the air that enters times the concentration is what
 * neighbours and ports carry in. Row n is that of cell order[n], whose neighbours are from[first[n]] .. from[first[n + 1] -
 * 1]. Cells that no air passes have no air.
 */
interface Equations {
  readonly order: Int32Array;
  readonly first: Int32Array;
  readonly from: Int32Array;
  /** Air from each neighbour, m3/s, exchanged air included. */
  readonly air: Float64Array;
  /** All air that enters the cell of each row, m3/s. */
  readonly airOf: Float64Array;
}

/** Returns the concentration in every cell for what is carried into each, m3/s times concentration. */
type Spread = (carriedPerS: Float64Array) => Float64Array;

/** Fields of mixed air are exact to this fraction of what is carried in. */
const LEFT_OVER = 1e-10;
/** Maximum number of passes, down and up in turn. Our choice: rooms take 200 to 1,500, those with hardly any flow many more. */
const MAX_PASSES = 5000;
/** Number of passes after which what is left over is computed. */
const PASSES_BETWEEN = 20;
/** Maximum number of entries of the band for elimination, 64 MB. */
const MAX_BAND_ENTRIES = 8_000_000;

/**
 * Returns `spread` of a flow whose air also mixes between neighbours. Cells that no air passes are left out.
 *
 * Fields follow from Gauss-Seidel passes, down and up in turn. They are exact to 1e-10 of what is carried in, since no
 * sinks can draw more wrongly than the equations leave over. Where air mixes much faster than it flows, passes hardly
 * converge: then the equations are solved by elimination.
 *
 * @throws CheckerLimitError when spreading, if passes do not converge in a room too large for elimination
 */
export function mixedSpread(cells: Cells, air: MixedAir): Spread {
  const equations = equationsOf(cells, air);
  let eliminated: Spread | null = null;
  return (carriedPerS) => {
    if (eliminated !== null) return eliminated(carriedPerS);
    const held = passed(equations, cells.count, carriedPerS);
    if (held !== null) return held;
    eliminated = elimination(cells, equations);
    return eliminated(carriedPerS);
  };
}

function equationsOf(cells: Cells, { phi, order, entering, mixingM2PerS }: MixedAir): Equations {
  const isPassed = entering.map((air, cell) => {
    let found = air > 0;
    eachNeighbour(cells, cell, (other) => (found ||= phi[other] !== phi[cell]));
    return found ? 1 : 0;
  });
  const first = new Int32Array(order.length + 1);
  const from: number[] = [];
  const inward: number[] = [];
  const airOf = new Float64Array(order.length);
  for (const [n, cell] of order.entries()) {
    airOf[n] = isPassed[cell] === 1 ? entering[cell]! : 0;
    eachNeighbour(cells, cell, (other, conductance) => {
      if (isPassed[cell] === 0 || isPassed[other] === 0) return;
      const flow = conductance * (phi[other]! - phi[cell]!);
      const air = Math.max(0, flow) + Math.max(0, conductance * mixingM2PerS - Math.abs(flow) / 2);
      if (air === 0) return;
      from.push(other);
      inward.push(air);
      airOf[n]! += air;
    });
    first[n + 1] = from.length;
  }
  return { order, first, from: Int32Array.from(from), air: Float64Array.from(inward), airOf };
}

/** Returns the concentration in every cell after passes; null if they do not converge. */
function passed(
  { order, first, from, air, airOf }: Equations,
  count: number,
  carriedPerS: Float64Array,
): Float64Array | null {
  const held = new Float64Array(count);
  const all = carriedPerS.reduce((sum, carried) => sum + Math.abs(carried), 0);
  const valueOf = (n: number): number => {
    let carried = carriedPerS[order[n]!]!;
    for (let k = first[n]!; k < first[n + 1]!; k += 1) carried += air[k]! * held[from[k]!]!;
    return carried / airOf[n]!;
  };
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    for (let n = 0; n < order.length; n += 1) if (airOf[n]! > 0) held[order[n]!] = valueOf(n);
    for (let n = order.length - 1; n >= 0; n -= 1) if (airOf[n]! > 0) held[order[n]!] = valueOf(n);
    if (pass % PASSES_BETWEEN > 0) continue;
    let left = 0;
    for (let n = 0; n < order.length; n += 1) {
      if (airOf[n]! > 0) left += airOf[n]! * Math.abs(valueOf(n) - held[order[n]!]!);
    }
    if (left <= LEFT_OVER * all) return held;
  }
  return null;
}

/**
 * Returns the solution of the equations by elimination in a band, with cells ordered along the shortest axis first. No
 * pivots are needed: the matrix has positive diagonals that are at least the sum of the rest of their rows.
 */
function elimination({ size, steps, count }: Cells, { order, first, from, air, airOf }: Equations): Spread {
  const [short, middle, long] = [0, 1, 2].toSorted((a, b) => size[a]! - size[b]!) as [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2];
  const band = size[short] * size[middle];
  const width = 2 * band + 1;
  if (count * width > MAX_BAND_ENTRIES)
    throw new CheckerLimitError(
      `The air of the room mixes so much faster than it flows that its transport did not converge in ${MAX_PASSES} passes, and ${count} cells are too many for elimination.`,
    );
  const along = (cell: number, axis: 0 | 1 | 2): number => Math.floor(cell / steps[axis]) % size[axis];
  const rowOf = Int32Array.from({ length: count }, (_, cell) => {
    return along(cell, short) + size[short] * (along(cell, middle) + size[middle] * along(cell, long));
  });
  // Row r holds columns r - band .. r + band.
  const matrix = new Float64Array(count * width);
  const at = (row: number, column: number): number => row * width + column - row + band;
  for (let row = 0; row < count; row += 1) matrix[at(row, row)] = 1;
  for (const [n, cell] of order.entries()) {
    if (airOf[n] === 0) continue;
    const row = rowOf[cell]!;
    matrix[at(row, row)] = airOf[n]!;
    for (let k = first[n]!; k < first[n + 1]!; k += 1) matrix[at(row, rowOf[from[k]!]!)]! -= air[k]!;
  }
  for (let pivot = 0; pivot < count; pivot += 1) {
    const end = Math.min(count, pivot + band + 1);
    for (let row = pivot + 1; row < end; row += 1) {
      const factor = matrix[at(row, pivot)]! / matrix[at(pivot, pivot)]!;
      if (factor === 0) continue;
      matrix[at(row, pivot)] = factor;
      for (let column = pivot + 1; column < end; column += 1)
        matrix[at(row, column)]! -= factor * matrix[at(pivot, column)]!;
    }
  }
  return (carriedPerS) => {
    const value = new Float64Array(count);
    for (const [n, cell] of order.entries()) if (airOf[n]! > 0) value[rowOf[cell]!] = carriedPerS[cell]!;
    for (let row = 0; row < count; row += 1) {
      for (let column = Math.max(0, row - band); column < row; column += 1)
        value[row]! -= matrix[at(row, column)]! * value[column]!;
    }
    for (let row = count - 1; row >= 0; row -= 1) {
      for (let column = row + 1; column < Math.min(count, row + band + 1); column += 1)
        value[row]! -= matrix[at(row, column)]! * value[column]!;
      value[row]! /= matrix[at(row, row)]!;
    }
    return Float64Array.from(rowOf, (row) => value[row]!);
  };
}
