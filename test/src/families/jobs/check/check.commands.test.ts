import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobsPlan } from '../../../../../models/families/jobs/plan.js';
import { plenum, plenumDetails } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

const INSTANCE = 'instances/jobs/tiny-paces.json';

/** Plan that solve has written, and the answer of `check` to it with a change. */
async function solved(
  instance = INSTANCE,
): Promise<{ file: string; plan: JobsPlan; checked: (change: object) => Promise<Checked> }> {
  const folder = temporaryDirectory();
  await plenum('solve', instance, '--method', 'val-opt', '--out', folder);
  const file = join(folder, 'plan.json');
  const plan = JSON.parse(readFileSync(file, 'utf8')) as JobsPlan;
  const checked = async (change: object): Promise<Checked> => {
    const tampered = join(folder, 'tampered.json');
    writeFileSync(tampered, JSON.stringify({ ...plan, ...change }));
    return plenumDetails('check', instance, tampered);
  };
  return { file, plan, checked };
}

type Checked = Awaited<ReturnType<typeof plenumDetails>>;

describe('plenum check of a month', () => {
  it('accepts what solve has written, with its value and energy', async () => {
    const { file, plan } = await solved();
    const { code, json } = await plenumDetails('check', INSTANCE, file);
    expect(code).toBe(0);
    const { value, energyJ } = plan.claimed;
    expect(json).toMatchObject({ feasible: true, objective: value, energyJ, moves: 0, violations: [] });
    const { stdout } = await plenum('check', INSTANCE, file);
    expect(stdout).toMatch(/^Feasible: .*\nValue [\d.]+, energy [\d.]+ MJ\.\n2 jobs: /);
  });

  it('names the limits that a plan breaks, with exit code 3', async () => {
    const { code, json } = await (await solved()).checked({ dropped: [] });
    expect(code).toBe(3);
    expect(json).toMatchObject({ feasible: false, objective: null, energyJ: null });
    expect(json['violations']).toEqual([expect.objectContaining({ constraint: 'jobMissing', unit: 'count' })]);
  });

  it('refuses plans of another form or for another instance, with exit code 2', async () => {
    const { checked } = await solved();
    const negative = await checked({ claimed: { value: -1, energyJ: 0 } });
    expect([negative.code, negative.json['faults']]).toEqual([2, [expect.objectContaining({ path: 'claimed.value' })]]);
    const other = await checked({ instance: { name: 'other', sha256: 'b'.repeat(64) } });
    expect([other.code, other.json['faults']]).toEqual([2, [expect.objectContaining({ path: 'instance.name' })]]);
  });

  it('judges the room that an instance asks for', async () => {
    const { plan, checked } = await solved('instances/jobs/facility-4.json');
    expect(await checked({})).toMatchObject({ code: 0, json: { feasible: true, violations: [] } });
    const room = { ...plan.room!, setPoints: [{ fromS: 0, setPointC: 60 }] };
    const { code, json } = await checked({ room });
    expect(code).toBe(3);
    expect((json['violations'] as { constraint: string }[]).map(({ constraint }) => constraint)).toContain('redLine');
    expect(json).toMatchObject({ objective: plan.claimed.value });
    expect((await checked({ room: { ...room, setPoints: [] } })).code).toBe(2);
  });
});
