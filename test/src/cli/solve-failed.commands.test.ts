import { afterAll, expect, test, vi } from 'vitest';
import type { LpAnswer, LpEngine } from '../../../src/solvers/linear/engine.js';
import type * as Load from '../../../src/solvers/linear/load.js';
import { writeSmall } from '../../support/small-instance.js';

vi.mock('../../../src/solvers/linear/load.js', async (original) => {
  const load = await original<typeof Load>();
  const answer: LpAnswer = {
    stopped: 'failed',
    proven: 'nothing',
    point: null,
    duals: null,
    iterations: 0,
    detail: 'out of luck',
  };
  const loadLpEngine = async (): Promise<LpEngine> => {
    const engine = await load.loadLpEngine('highs');
    return { ...engine, open: (program) => Object.assign(engine.open(program), { solve: () => answer }) };
  };
  return { ...load, loadLpEngine };
});

// Test files of one process share their modules: what others loaded knows no mock, and they are not to meet it.
afterAll(() => {
  vi.doUnmock('../../../src/solvers/linear/load.js');
  vi.resetModules();
});

test('an LP engine that gives no answer, hence no plan, ends with exit code 1', async () => {
  vi.resetModules();
  const { plenumJson } = await import('../../support/run-cli.js');
  const { file } = writeSmall();
  const { code, json } = await plenumJson('solve', file, '--method', 'lp');
  expect(json).toMatchObject({ termination: 'failed', feasible: false, objective: null });
  expect(code).toBe(1);
});
