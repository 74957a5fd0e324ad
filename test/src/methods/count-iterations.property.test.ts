import { describe, expect, it } from 'vitest';
import { countIterations } from '../../../src/methods/count-iterations.js';
import { UNLIMITED } from '../../../src/methods/control.js';
import { configurationBound } from '../../../src/families/reward-rate/methods/config-lp.js';
import { modelInMemory } from '../../../src/families/reward-rate/runs/open.js';
import { loadLpEngine } from '../../../src/solvers/linear/load.js';
import { clusterRoom } from '../../oracle/clusters.js';

describe('iterations of LPs as work', () => {
  it('a count that an engine does not tell is left out, not 0', () => {
    const work: { lps: number; iterations?: number } = { lps: 1, iterations: 3 };
    countIterations(work, 'iterations', 4);
    expect(work.iterations).toBe(7);
    countIterations(work, 'iterations', null);
    countIterations(work, 'iterations', 4);
    expect(work).toEqual({ lps: 1 });
  });

  it.each(['highs', 'glpk'] as const)(
    'a bound by %s tells iterations above 0, or none where the engine counts none',
    async (name) => {
      const { instance, matrix } = clusterRoom(1, 2, 1);
      const { model } = modelInMemory(instance, matrix);
      const engine = await loadLpEngine(name);
      const certificate = await configurationBound({ model, engine, control: UNLIMITED, start: null }, null);
      const { masterSolves, simplexIterations } = certificate!.work;
      expect(masterSolves).toBeGreaterThan(0);
      if (name === 'glpk') expect(simplexIterations).toBeUndefined();
      else expect(simplexIterations).toBeGreaterThan(0);
    },
  );
});
