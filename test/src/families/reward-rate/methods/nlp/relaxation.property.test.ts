import { describe, expect, it } from 'vitest';
import { rewardRateModel, type RewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { continuousTask } from '../../../../../../src/families/reward-rate/methods/nlp/continuous-task.js';
import { monotoneCubic } from '../../../../../../src/families/reward-rate/methods/nlp/continuous-task.js';
import { softPositive } from '../../../../../../src/families/reward-rate/methods/nlp/node-block.js';
import { type Relaxation, relaxation } from '../../../../../../src/families/reward-rate/methods/nlp/relaxation.js';
import { nodeClasses } from '../../../../../../src/families/reward-rate/methods/nlp/starts.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

function tinyProgram(seed: number): { model: RewardRateModel; program: Relaxation } {
  const { instance, matrix } = tinyRandom(seed);
  const model = rewardRateModel(instance, matrix);
  const rows = { redLined: [...model.zones.keys()], points: [new Float64Array(model.zones.length)] };
  return { model, program: relaxation(model, nodeClasses(model, 8), rows) };
}

function interiorPointOf({ lower, upper }: Relaxation, seed: number): Float64Array {
  const { uniform } = randomStream(seed, 'point');
  return lower.map((least, j) => least + (Math.min(upper[j]!, least + 5) - least) * uniform(0.15, 0.85));
}

/** Largest |a - b| relative to the largest |b|. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  let size = 1e-6;
  for (let k = 0; k < b.length; k++) {
    most = Math.max(most, Math.abs(a[k]! - b[k]!));
    size = Math.max(size, Math.abs(b[k]!));
  }
  return most / size;
}

function dense(program: Relaxation, x: Float64Array): Float64Array {
  const { start, column } = program.pattern;
  const values = new Float64Array(column.length);
  program.jacobianInto(values, x);
  const n = x.length;
  const all = new Float64Array(program.rowUpper.length * n);
  for (let i = 0; i + 1 < start.length; i++) {
    for (let e = start[i]!; e < start[i + 1]!; e++) all[i * n + column[e]!]! += values[e]!;
  }
  return all;
}

describe('the continuous relaxation', () => {
  it('has the Jacobian that finite differences give, on random facilities of every co-location model', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { program } = tinyProgram(seed);
      const x = interiorPointOf(program, seed);
      const n = x.length;
      const m = program.rowUpper.length;
      const byDifference = new Float64Array(n * m);
      const [above, below] = [new Float64Array(m), new Float64Array(m)];
      for (let j = 0; j < n; j++) {
        const step = 1e-6;
        const [more, less] = [x.slice(), x.slice()];
        more[j]! += step;
        less[j]! -= step;
        program.rowsInto(above, more);
        program.rowsInto(below, less);
        for (let i = 0; i < m; i++) byDifference[i * n + j] = (above[i]! - below[i]!) / (2 * step);
      }
      expect([seed, difference(dense(program, x), byDifference) < 1e-6]).toEqual([seed, true]);
    }
  });

  it('has the block Hessian that differences of the Jacobian give, and no second derivatives between blocks', () => {
    for (let seed = 1; seed <= fuzzCount(60); seed++) {
      const { program } = tinyProgram(seed);
      const x = interiorPointOf(program, seed);
      const n = x.length;
      const m = program.rowUpper.length;
      const { uniform } = randomStream(seed, 'weights');
      const weight = Float64Array.from({ length: m }, () => uniform(0.2, 1));
      const { blockStart } = program;
      const squares = blockStart.slice(1).reduce((sum, end, b) => sum + (end - blockStart[b]!) ** 2, 0);
      const hessian = new Float64Array(squares);
      program.hessianInto(hessian, x, 1, weight);
      const full = new Float64Array(n * n);
      let at = 0;
      for (let b = 0; b + 1 < blockStart.length; b++) {
        for (let j = blockStart[b]!; j < blockStart[b + 1]!; j++) {
          for (let k = blockStart[b]!; k < blockStart[b + 1]!; k++) full[j * n + k] = hessian[at++]!;
        }
      }
      const byDifference = new Float64Array(n * n);
      for (let j = 0; j < n; j++) {
        const step = 1e-6;
        const [more, less] = [x.slice(), x.slice()];
        more[j]! += step;
        less[j]! -= step;
        const [above, below] = [dense(program, more), dense(program, less)];
        for (let k = 0; k < n; k++) {
          for (let i = 0; i < m; i++) {
            byDifference[j * n + k]! += (weight[i]! * (above[i * n + k]! - below[i * n + k]!)) / (2 * step);
          }
        }
      }
      expect([seed, difference(full, byDifference) < 1e-4]).toEqual([seed, true]);
    }
  });

  it('has curves that pass through every discrete P-state', () => {
    const jet = new Float64Array(3);
    for (let seed = 1; seed <= fuzzCount(40); seed++) {
      const { instance, matrix } = tinyRandom(seed, { colocation: 'anchored' });
      for (const type of rewardRateModel(instance, matrix).nodeTypes) {
        for (const [k, task] of type.tasks.entries()) {
          const continuous = continuousTask(type, k);
          for (const [p, phi] of continuous.phiOfChoice.entries()) {
            continuous.baseS(phi, jet);
            expect(jet[0]! / task.timeS[p]!).toBeCloseTo(1, 10);
            continuous.powerW(phi, jet);
            expect(jet[0]).toBeCloseTo(task.powerW[p]!, 9);
          }
        }
      }
    }
  });
});

describe('interpolation', () => {
  it('is the straight line itself through points on one, and never leaves the range of its neighbours', () => {
    const jet = new Float64Array(3);
    const line = monotoneCubic([0, 1, 3], [1, 3, 7]);
    for (const u of [0, 0.4, 1, 2.2, 3]) {
      line(u, jet);
      expect([...jet]).toEqual([expect.closeTo(1 + 2 * u, 12), expect.closeTo(2, 12), expect.closeTo(0, 10)]);
    }
    const steps = monotoneCubic([0, 1, 2, 3], [0, 0.01, 5, 5]);
    let last = -1;
    for (let u = 0; u <= 3; u += 0.01) {
      steps(u, jet);
      expect(jet[0]).toBeGreaterThanOrEqual(last - 1e-12);
      expect(jet[0]).toBeLessThanOrEqual(5 + 1e-12);
      last = jet[0]!;
    }
  });

  it('rounds max(0, z) from above by at most half its width', () => {
    const jet = new Float64Array(3);
    for (const z of [-3, -0.1, 0, 0.1, 3]) {
      softPositive(z, 0.2, jet);
      expect(jet[0]! - Math.max(0, z)).toBeGreaterThan(0);
      expect(jet[0]! - Math.max(0, z)).toBeLessThanOrEqual(0.1 + 1e-12);
    }
  });
});
