import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plenumJson } from '../../support/run-cli.js';

const INSTANCE = 'instances/reward-rate/tiny-colocation.json';
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'plenum-own-'));
});
afterAll(() => {
  rmSync(directory, { recursive: true, force: true });
});

let modules = 0;
function moduleOf(text: string): string {
  const file = join(directory, `own-${++modules}.mjs`);
  writeFileSync(file, text);
  return file;
}

const IDLE_ONLY = `export default [{ name: 'no work', unit: 'cores', violation: (plan) =>
  plan.zones.flatMap((zone) => zone.nodes.flatMap((node) => node.cores)).reduce((sum, core) => sum + core.cores, 0) }];`;

describe('--constraints', () => {
  it('a method that does not know them is held against them: its plan is infeasible, its bound stays', async () => {
    const { code, json } = await plenumJson('solve', INSTANCE, '--constraints', moduleOf(IDLE_ONLY));
    expect(code).toBe(3);
    expect(json).toMatchObject({ feasible: false, gap: null });
    expect(json['violations']).toMatchObject([{ constraint: 'own', where: 'no work', unit: 'cores', limit: 0 }]);
    expect(json['bound']).toBeGreaterThan(0);
  });

  it('a run stopped with a plan that breaks them ends with exit code 4: there was no feasible one yet', async () => {
    const words = ['solve', INSTANCE, '--constraints', moduleOf(IDLE_ONLY), '--work-limit', '1'];
    const { code, json } = await plenumJson(...words);
    expect([code, json['termination'], json['feasible']]).toEqual([4, 'workLimit', false]);
  });

  it('config-ls keeps them', async () => {
    const words = ['solve', INSTANCE, '--method', 'config-ls', '--constraints', moduleOf(IDLE_ONLY)];
    const { code, json } = await plenumJson(...words);
    expect(code).toBe(0);
    expect(json).toMatchObject({ feasible: true, objective: 0, gap: 1 });
  });

  it('plenum check holds a plan against them as well', async () => {
    const out = join(directory, 'run');
    await plenumJson('solve', INSTANCE, '--out', out);
    const plan = join(out, 'plan.json');
    expect((await plenumJson('check', INSTANCE, plan)).code).toBe(0);
    const { code, json } = await plenumJson('check', INSTANCE, plan, '--constraints', moduleOf(IDLE_ONLY));
    expect(code).toBe(3);
    expect(json['violations']).toMatchObject([{ constraint: 'own', where: 'no work' }]);
  });

  it.each([
    ['no such file', null, ''],
    ['no module', 'export default [', ''],
    ['no default export', 'export const limits = [];', 'default'],
    ['no list', 'export default { name: "a" };', 'default'],
    ['no function', "export default [{ name: 'a', unit: 'b', violation: 1 }];", 'default[0]'],
    ['no name', "export default [{ name: '', unit: 'b', violation: () => 0 }];", 'default[0]'],
    [
      'a name twice',
      "const a = { name: 'a', unit: 'b', violation: () => 0 }; export default [a, { ...a }];",
      'default[1].name',
    ],
    ['not a number', "export default [{ name: 'a', unit: 'b', violation: () => NaN }];", 'a'],
    ['throws', "export default [{ name: 'a', unit: 'b', violation: () => { throw new Error('no'); } }];", 'a'],
  ])('a module with %s is refused with exit code 2 and the place of the fault', async (_, text, path) => {
    const file = text === null ? join(directory, 'missing.mjs') : moduleOf(text);
    const { code, json } = await plenumJson('solve', INSTANCE, '--constraints', file);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ file, path }] });
  });
});
