/** Function of one variable u. It writes its value, first and second derivative into `jet`. */
export type Curve = (u: number, jet: Float64Array) => void;

/**
 * Returns the monotone piecewise cubic through points of ascending u (Fritsch and Carlson 1980). It is once
 * continuously differentiable and does not overshoot.
 */
export function monotoneCubic(u: readonly number[], value: readonly number[]): Curve {
  const n = u.length;
  if (n === 1) {
    return (_, jet) => {
      jet[0] = value[0]!;
      jet[1] = jet[2] = 0;
    };
  }
  const chord = Array.from({ length: n - 1 }, (_, i) => (value[i + 1]! - value[i]!) / (u[i + 1]! - u[i]!));
  const slope = value.map((_, i) => {
    if (i === 0) return chord[0]!;
    if (i === n - 1) return chord[n - 2]!;
    const [left, right] = [chord[i - 1]!, chord[i]!];
    if (left * right <= 0) return 0;
    const [before, after] = [u[i]! - u[i - 1]!, u[i + 1]! - u[i]!];
    // Weighted harmonic mean: never more than three times the flatter chord.
    return (3 * (before + after)) / ((2 * after + before) / left + (after + 2 * before) / right);
  });
  return (at, jet) => {
    let i = 0;
    while (i < n - 2 && at > u[i + 1]!) i++;
    const width = u[i + 1]! - u[i]!;
    const t = (at - u[i]!) / width;
    const [left, right, mean] = [slope[i]!, slope[i + 1]!, chord[i]!];
    const bend = 3 * mean - 2 * left - right;
    const twist = left + right - 2 * mean;
    jet[0] = value[i]! + width * t * (left + t * (bend + t * twist));
    jet[1] = left + t * (2 * bend + 3 * t * twist);
    jet[2] = (2 * bend + 6 * t * twist) / width;
  };
}

/**
 * Writes a smooth approximation of max(0, z) to `jet`, with its first and second derivative:
 *
 * (z + sqrt(z^2 + width^2)) / 2
 *
 * It exceeds max(0, z) by at most width / 2.
 */
export function softPositive(z: number, width: number, jet: Float64Array): void {
  const root = Math.sqrt(z * z + width * width);
  jet[0] = (z + root) / 2;
  jet[1] = (1 + z / root) / 2;
  jet[2] = (width * width) / (2 * root ** 3);
}
