import { describe, expect, it } from 'vitest';
import { highsProgram } from '../../../../src/solvers/linear/highs-program.js';
import { loadHighs } from '../../../../src/solvers/linear/highs.js';
import { loadFailure } from '../../../../src/solvers/linear/load-failure.js';
import { loadLpEngine, lpEngineNames, type LpEngineName } from '../../../../src/solvers/linear/load.js';

describe('loadLpEngine', () => {
  it('gives each engine under its own name', async () => {
    for (const name of lpEngineNames) expect((await loadLpEngine(name)).name).toBe(name);
  });

  it('HiGHS is compiled once, and what one engine of it solves leaves another alone', async () => {
    expect(highsProgram()).toBe(highsProgram());
    const engines = [await loadHighs(), await loadHighs()];
    const sessions = engines.map((engine, n) =>
      engine.open({
        sense: 'minimize',
        columns: [{ name: 'x', cost: 1, lower: 2 + n, upper: Infinity }],
        rows: [{ name: 'r', lower: 1, upper: Infinity, columnIndices: [0], coefficients: [1] }],
      }),
    );
    for (let turn = 0; turn < 2; turn++) {
      expect(sessions.map((session) => session.solve().point!.objective)).toEqual([2, 3]);
    }
    for (const session of sessions) session.dispose();
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
