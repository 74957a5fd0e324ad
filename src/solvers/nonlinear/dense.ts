/**
 * Replaces the lower triangle of a symmetric n x n matrix by its Cholesky factor L; the upper triangle stays. The
 * matrix starts at index `offset` of `a`. Returns false if a pivot is not above `leastPivot`.
 */
export function choleskyInPlace(a: Float64Array, offset: number, n: number, leastPivot = 0): boolean {
  for (let j = 0; j < n; j++) {
    const rowJ = offset + j * n;
    let pivot = a[rowJ + j]!;
    for (let k = 0; k < j; k++) pivot -= a[rowJ + k]! ** 2;
    if (!(pivot > leastPivot)) return false;
    const root = Math.sqrt(pivot);
    a[rowJ + j] = root;
    for (let i = j + 1; i < n; i++) {
      const rowI = offset + i * n;
      let sum = a[rowI + j]!;
      for (let k = 0; k < j; k++) sum -= a[rowI + k]! * a[rowJ + k]!;
      a[rowI + j] = sum / root;
    }
  }
  return true;
}

/** Computes b := L^-1 b for a lower-triangular n x n matrix L. L starts at index `offset` of `l`, b at index `at`. */
export function forwardSolve(l: Float64Array, offset: number, n: number, b: Float64Array, at: number): void {
  for (let i = 0; i < n; i++) {
    let sum = b[at + i]!;
    const row = offset + i * n;
    for (let k = 0; k < i; k++) sum -= l[row + k]! * b[at + k]!;
    b[at + i] = sum / l[row + i]!;
  }
}

/** Computes b := L^-T b, with arguments as for `forwardSolve`. */
export function backwardSolve(l: Float64Array, offset: number, n: number, b: Float64Array, at: number): void {
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[at + i]!;
    for (let k = i + 1; k < n; k++) sum -= l[offset + k * n + i]! * b[at + k]!;
    b[at + i] = sum / l[offset + i * n + i]!;
  }
}

/**
 * Makes a symmetric n x n matrix positive definite, in place, by Jacobi rotations: each eigenvalue lambda becomes
 * max(|lambda|, floor). Newton steps along directions of negative curvature then go downhill and keep their length.
 */
export function makePositiveDefinite(a: Float64Array, offset: number, n: number, floor: number): void {
  const s = a.slice(offset, offset + n * n);
  const q = new Float64Array(n * n);
  for (let i = 0; i < n; i++) q[i * n + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let i = 0; i < n; i++) {
      diagonal += s[i * n + i]! ** 2;
      for (let j = 0; j < i; j++) off += s[i * n + j]! ** 2;
    }
    if (off <= 1e-24 * diagonal) break;
    for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) rotate(s, q, n, i, j);
  }
  a.fill(0, offset, offset + n * n);
  for (let e = 0; e < n; e++) {
    const eigenvalue = Math.max(Math.abs(s[e * n + e]!), floor);
    for (let i = 0; i < n; i++) {
      const scaled = q[i * n + e]! * eigenvalue;
      for (let j = 0; j < n; j++) a[offset + i * n + j]! += scaled * q[j * n + e]!;
    }
  }
}

function rotate(s: Float64Array, q: Float64Array, n: number, i: number, j: number): void {
  const off = s[i * n + j]!;
  if (off === 0) return;
  const theta = (s[j * n + j]! - s[i * n + i]!) / (2 * off);
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < n; k++) {
    const [ki, kj] = [s[k * n + i]!, s[k * n + j]!];
    s[k * n + i] = cosine * ki - sine * kj;
    s[k * n + j] = sine * ki + cosine * kj;
  }
  for (let k = 0; k < n; k++) {
    const [ik, jk] = [s[i * n + k]!, s[j * n + k]!];
    s[i * n + k] = cosine * ik - sine * jk;
    s[j * n + k] = sine * ik + cosine * jk;
    const [qi, qj] = [q[k * n + i]!, q[k * n + j]!];
    q[k * n + i] = cosine * qi - sine * qj;
    q[k * n + j] = sine * qi + cosine * qj;
  }
}
