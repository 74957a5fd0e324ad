import { describe, expect, it } from 'vitest';
import { interiorPoint } from '../../../../src/solvers/nonlinear/interior-point.js';
import { largest } from '../../../../src/solvers/nonlinear/kkt.js';
import { HOCK_SCHITTKOWSKI, programOf } from './programs.js';

describe('interior point', () => {
  for (const [name, { start, optimum, ...small }] of Object.entries(HOCK_SCHITTKOWSKI)) {
    it(`finds the printed optimum of ${name}`, async () => {
      const answer = await interiorPoint(programOf(small), Float64Array.from(start), { tolerance: 1e-8 });
      expect(answer.status).toBe('localOptimum');
      expect(answer.objective).toBeCloseTo(optimum, 6);
      expect(largest(answer.kkt)).toBeLessThan(1e-6);
      expect(answer.iterations).toBeLessThan(100);
    });
  }
});
