import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, solve } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { plenumJson } from '../../support/run-cli.js';
import { lastingDirectory } from '../../support/small-instance.js';

const INSTANCE = 'instances/reward-rate/tiny-colocation.json';
const directory = lastingDirectory();

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

  it('a run stopped with a plan that breaks them says that there was no feasible one yet', async () => {
    const { ended, record } = accepted(await solve(INSTANCE, { constraints: moduleOf(IDLE_ONLY), workLimit: 1 }));
    expect([ended, record.termination, record.feasible]).toEqual(['stopped', 'workLimit', false]);
  });

  it('config-ls keeps them', async () => {
    const { ended, record } = accepted(
      await solve(INSTANCE, { method: 'config-ls', constraints: moduleOf(IDLE_ONLY) }),
    );
    expect(ended).toBe('solved');
    expect(record).toMatchObject({ feasible: true, objective: 0, gap: 1 });
  });

  it('plenum check holds a plan against them as well', async () => {
    const plan = accepted(await solve(INSTANCE)).plan!;
    expect(accepted(await check(INSTANCE, plan)).record.feasible).toBe(true);
    const { record } = accepted(await check(INSTANCE, plan, { constraints: moduleOf(IDLE_ONLY) }));
    expect(record.feasible).toBe(false);
    expect(record.violations).toMatchObject([{ constraint: 'own', where: 'no work' }]);
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
  ])('a module with %s is refused with the place of the fault', async (_, text, path) => {
    const file = text === null ? join(directory, 'missing.mjs') : moduleOf(text);
    expect(faultsOf(await solve(INSTANCE, { constraints: file }))).toMatchObject([{ file, path }]);
  });
});
