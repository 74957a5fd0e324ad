import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plenum, plenumJson } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** Two nodes under a cap of 62.5 W and a red line of 30 C; its CRAC has no capacity. */
const ROOM = 'tiny-two-node-types';

/** File of a plan of the room with reserves. */
async function reserved(...words: readonly string[]): Promise<string> {
  const out = temporaryDirectory();
  await plenumJson('solve', ROOM, ...words, '--out', out);
  return join(out, 'plan.json');
}

/** Plan file with another reserve in it, beside the one of a plan. */
function withReserve(planFile: string, reserve: unknown): string {
  const file = join(temporaryDirectory(), 'other.json');
  const plan = JSON.parse(readFileSync(planFile, 'utf8')) as Record<string, unknown>;
  writeFileSync(file, JSON.stringify({ ...plan, reserve }));
  return file;
}

describe('reserves on the command line', () => {
  it('are those of an instance that has them, for solve and bound', async () => {
    const file = join(temporaryDirectory(), 'room.json');
    const instance = roomOf();
    writeFileSync(file, JSON.stringify({ ...instance, limits: { powerCapW: 52.5, redLineC: 29 } }));
    const { json: lowered } = await plenumJson('solve', file);
    const words = ['--reserve-power', '10', '--reserve-inlet', '1'];
    const { json: asked } = await plenumJson('solve', ROOM, ...words);
    expect([asked['objective'], asked['bound']]).toEqual([lowered['objective'], lowered['bound']]);
    expect(asked['boundScope']).toContain('leaves free 0.01 kW below the power cap, 1 K below the red line');
    const { json: bound } = await plenumJson('bound', ROOM, ...words);
    expect(bound['bound']).toBeCloseTo(lowered['bound'] as number, 9);
  });

  it('are kept in the plan, which check then judges by them unless it is told others', async () => {
    const planFile = await reserved('--reserve-power', '10');
    const { json, code } = await plenumJson('check', ROOM, planFile);
    expect([code, (json['details'] as { reserves: unknown[] }).reserves.length]).toEqual([0, 1]);
    expect(json['warnings']).toEqual([
      "the plan was judged with the reserve it was made for (0.01 kW below the power cap), not the instance's (nothing reserved).",
    ]);
    const more = await plenumJson('check', ROOM, planFile, '--reserve-power', '12');
    expect([more.code, more.json['violations']]).toMatchObject([
      3,
      [{ constraint: 'powerReserve', amount: expect.closeTo(2, 6) as number }],
    ]);
    const none = await plenumJson('check', ROOM, withReserve(planFile, { powerW: 14 }));
    expect([none.code, none.json['violations']]).toMatchObject([
      3,
      [{ constraint: 'powerReserve', amount: expect.closeTo(4, 6) as number }],
    ]);
  });

  it('that this room cannot have are refused, of options and of plans', async () => {
    const planFile = await reserved('--reserve-power', '10');
    const asked = await plenum('solve', ROOM, '--reserve-power', '70');
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringMatching(/--reserve-power\n\s+found:\s+70\n/)]);
    const share = await plenum('bound', ROOM, '--reserve-cooling', '0.1');
    expect([share.code, share.stderr]).toEqual([2, expect.stringContaining('0 where no CRAC has coolingCapacityW')]);
    const planned = await plenum('check', ROOM, withReserve(planFile, { powerW: 70 }));
    expect([planned.code, planned.stderr]).toEqual([2, expect.stringMatching(/reserve\.powerW\n\s+found:\s+70\n/)]);
    const negative = await plenum('check', ROOM, withReserve(planFile, { inletK: -1 }));
    expect([negative.code, negative.stderr]).toEqual([2, expect.stringContaining('a number of at least 0')]);
  });

  it('that are less than the instance has are obeyed, with a warning', async () => {
    const file = join(temporaryDirectory(), 'room.json');
    const instance = roomOf();
    const limits = { powerCapW: 62.5, redLineC: 30, reserve: { powerW: 10, inletK: 1 } };
    writeFileSync(file, JSON.stringify({ ...instance, limits }));
    const { json } = await plenumJson('solve', file, '--reserve-power', '0');
    expect(json['warnings']).toContain(
      'limits.reserve: 1 K below the red line, where the instance has 0.01 kW below the power cap, 1 K below the red line: plans may use what it reserves.',
    );
  });
});

/** The room as it is written, air and all. */
function roomOf(): Record<string, unknown> {
  return JSON.parse(readFileSync(`instances/reward-rate/${ROOM}.json`, 'utf8')) as Record<string, unknown>;
}
