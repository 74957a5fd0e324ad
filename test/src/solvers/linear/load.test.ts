import { describe, expect, it } from 'vitest';
import { loadFailure } from '../../../../src/solvers/linear/load-failure.js';
import { loadLpEngine, lpEngineNames, type LpEngineName } from '../../../../src/solvers/linear/load.js';

describe('loadLpEngine', () => {
  it('gives each engine under its own name', async () => {
    for (const name of lpEngineNames) expect((await loadLpEngine(name)).name).toBe(name);
  });

  it('names the known engines when asked for an unknown one, also one that every object has', async () => {
    for (const name of ['cplex', 'toString']) {
      await expect(loadLpEngine(name as LpEngineName)).rejects.toThrow(/highs, glpk, javascript-lp-solver/);
    }
  });

  it('a failed load says how to install the package and repeats at most a line of the cause', () => {
    const error = loadFailure('GLPK', 'npm install glpk.js', new Error(`${'x'.repeat(5000)}\nsecond`));
    expect(error.message).toContain('npm install glpk.js');
    expect(error.message.length).toBeLessThan(400);
    expect(error.message).not.toContain('second');
    expect(error.cause).toBeUndefined();
  });
});
