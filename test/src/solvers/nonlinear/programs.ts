import type { NonlinearProgram } from '../../../../models/forms/nonlinear-program.js';

/** A small program by functions with gradients; second derivatives by central differences of them. */
export interface SmallProgram {
  readonly objective: Smooth;
  readonly rows: readonly (Smooth & { readonly lower?: number; readonly upper?: number })[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Default: one block. */
  readonly blockStart?: readonly number[];
}

export interface Smooth {
  readonly value: (x: ArrayLike<number>) => number;
  readonly gradient: (x: ArrayLike<number>) => readonly number[];
}

export function programOf(small: SmallProgram): NonlinearProgram {
  const n = small.lower.length;
  const m = small.rows.length;
  const blockStart = Int32Array.from(small.blockStart ?? [0, n]);
  return {
    lower: Float64Array.from(small.lower),
    upper: Float64Array.from(small.upper),
    rowLower: Float64Array.from(small.rows, (row) => row.lower ?? -Infinity),
    rowUpper: Float64Array.from(small.rows, (row) => row.upper ?? Infinity),
    pattern: {
      start: Int32Array.from({ length: m + 1 }, (_, i) => i * n),
      column: Int32Array.from({ length: m * n }, (_, e) => e % n),
    },
    blockStart,
    objective: (x) => small.objective.value(x),
    gradientInto(gradient, x) {
      gradient.set(small.objective.gradient(x));
    },
    rowsInto(values, x) {
      values.set(small.rows.map((row) => row.value(x)));
    },
    jacobianInto(values, x) {
      values.set(small.rows.flatMap((row) => [...row.gradient(x)]));
    },
    hessianInto(values, x, objectiveWeight, rowWeight) {
      const gradientAt = (point: Float64Array): Float64Array => {
        const sum = Float64Array.from(small.objective.gradient(point), (value) => objectiveWeight * value);
        small.rows.forEach((row, i) => {
          row.gradient(point).forEach((value, j) => (sum[j]! += rowWeight[i]! * value));
        });
        return sum;
      };
      let at = 0;
      for (let b = 0; b + 1 < blockStart.length; b++) {
        const [first, end] = [blockStart[b]!, blockStart[b + 1]!];
        const size = end - first;
        for (let j = first; j < end; j++) {
          const step = 1e-5 * Math.max(1, Math.abs(x[j]!));
          const [more, less] = [x.slice(), x.slice()];
          more[j]! += step;
          less[j]! -= step;
          const [above, below] = [gradientAt(more), gradientAt(less)];
          for (let k = first; k < end; k++) {
            values[at + (j - first) * size + k - first] = (above[k]! - below[k]!) / (2 * step);
          }
        }
        for (let j = 0; j < size; j++) {
          for (let k = 0; k < j; k++) {
            const mean = (values[at + j * size + k]! + values[at + k * size + j]!) / 2;
            values[at + j * size + k] = values[at + k * size + j] = mean;
          }
        }
        at += size * size;
      }
    },
  };
}

const FREE = Infinity;

/** Hock and Schittkowski's collection (Springer 1981), by number; optima as printed there. */
export const HOCK_SCHITTKOWSKI: Readonly<
  Record<string, SmallProgram & { readonly start: readonly number[]; readonly optimum: number }>
> = {
  'HS 6, a nonlinear equality': {
    objective: { value: (x) => (1 - x[0]!) ** 2, gradient: (x) => [-2 * (1 - x[0]!), 0] },
    rows: [{ value: (x) => 10 * (x[1]! - x[0]! ** 2), gradient: (x) => [-20 * x[0]!, 10], lower: 0, upper: 0 }],
    lower: [-FREE, -FREE],
    upper: [FREE, FREE],
    start: [-1.2, 1],
    optimum: 0,
  },
  'HS 35, a quadratic program with an active row': {
    objective: {
      value: (x) => {
        const [a, b, c] = [x[0]!, x[1]!, x[2]!];
        return 9 - 8 * a - 6 * b - 4 * c + 2 * a * a + 2 * b * b + c * c + 2 * a * b + 2 * a * c;
      },
      gradient: (x) => [-8 + 4 * x[0]! + 2 * x[1]! + 2 * x[2]!, -6 + 4 * x[1]! + 2 * x[0]!, -4 + 2 * x[2]! + 2 * x[0]!],
    },
    rows: [{ value: (x) => x[0]! + x[1]! + 2 * x[2]!, gradient: () => [1, 1, 2], upper: 3 }],
    lower: [0, 0, 0],
    upper: [FREE, FREE, FREE],
    start: [0.5, 0.5, 0.5],
    optimum: 1 / 9,
  },
  'HS 43, Rosen and Suzuki': {
    objective: {
      value: (x) =>
        x[0]! ** 2 + x[1]! ** 2 + 2 * x[2]! ** 2 + x[3]! ** 2 - 5 * x[0]! - 5 * x[1]! - 21 * x[2]! + 7 * x[3]!,
      gradient: (x) => [2 * x[0]! - 5, 2 * x[1]! - 5, 4 * x[2]! - 21, 2 * x[3]! + 7],
    },
    rows: [
      {
        value: (x) => x[0]! ** 2 + x[1]! ** 2 + x[2]! ** 2 + x[3]! ** 2 + x[0]! - x[1]! + x[2]! - x[3]!,
        gradient: (x) => [2 * x[0]! + 1, 2 * x[1]! - 1, 2 * x[2]! + 1, 2 * x[3]! - 1],
        upper: 8,
      },
      {
        value: (x) => x[0]! ** 2 + 2 * x[1]! ** 2 + x[2]! ** 2 + 2 * x[3]! ** 2 - x[0]! - x[3]!,
        gradient: (x) => [2 * x[0]! - 1, 4 * x[1]!, 2 * x[2]!, 4 * x[3]! - 1],
        upper: 10,
      },
      {
        value: (x) => 2 * x[0]! ** 2 + x[1]! ** 2 + x[2]! ** 2 + 2 * x[0]! - x[1]! - x[3]!,
        gradient: (x) => [4 * x[0]! + 2, 2 * x[1]! - 1, 2 * x[2]!, -1],
        upper: 5,
      },
    ],
    lower: [-FREE, -FREE, -FREE, -FREE],
    upper: [FREE, FREE, FREE, FREE],
    start: [0, 0, 0, 0],
    optimum: -44,
  },
  'HS 71, active bounds, an inequality and an equality': {
    objective: {
      value: (x) => x[0]! * x[3]! * (x[0]! + x[1]! + x[2]!) + x[2]!,
      gradient: (x) => [
        x[3]! * (2 * x[0]! + x[1]! + x[2]!),
        x[0]! * x[3]!,
        x[0]! * x[3]! + 1,
        x[0]! * (x[0]! + x[1]! + x[2]!),
      ],
    },
    rows: [
      {
        value: (x) => x[0]! * x[1]! * x[2]! * x[3]!,
        gradient: (x) => [x[1]! * x[2]! * x[3]!, x[0]! * x[2]! * x[3]!, x[0]! * x[1]! * x[3]!, x[0]! * x[1]! * x[2]!],
        lower: 25,
      },
      {
        value: (x) => x[0]! ** 2 + x[1]! ** 2 + x[2]! ** 2 + x[3]! ** 2,
        gradient: (x) => [2 * x[0]!, 2 * x[1]!, 2 * x[2]!, 2 * x[3]!],
        lower: 40,
        upper: 40,
      },
    ],
    lower: [1, 1, 1, 1],
    upper: [5, 5, 5, 5],
    start: [1, 5, 5, 1],
    optimum: 17.0140173,
  },
  'HS 24, three linear rows and a vertex': {
    objective: {
      value: (x) => (((x[0]! - 3) ** 2 - 9) * x[1]! ** 3) / (27 * Math.sqrt(3)),
      gradient: (x) => [
        (2 * (x[0]! - 3) * x[1]! ** 3) / (27 * Math.sqrt(3)),
        (((x[0]! - 3) ** 2 - 9) * 3 * x[1]! ** 2) / (27 * Math.sqrt(3)),
      ],
    },
    rows: [
      { value: (x) => x[0]! / Math.sqrt(3) - x[1]!, gradient: () => [1 / Math.sqrt(3), -1], lower: 0 },
      { value: (x) => x[0]! + Math.sqrt(3) * x[1]!, gradient: () => [1, Math.sqrt(3)], lower: 0, upper: 6 },
    ],
    lower: [0, 0],
    upper: [FREE, FREE],
    start: [1, 0.5],
    optimum: -1,
  },
};
