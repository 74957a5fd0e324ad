import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bound, check, type Plan, solve } from '../../../../../src/library/index.js';
import { accepted, faultsOf } from '../../../../support/accepted.js';
import { once } from '../../../../support/once.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** Two nodes under a cap of 62.5 W and a red line of 30 C; its CRAC has no capacity. */
const ROOM = 'tiny-two-node-types';

/** Plan of the room that leaves 10 W free. */
const reserved = once(async () => accepted(await solve(ROOM, { reservePower: 10 })).plan!);

/** The plan with another reserve in it. */
async function withReserve(reserve: unknown): Promise<Plan> {
  return { ...(await reserved()), reserve };
}

describe('reserves as options', () => {
  it('are those of an instance that has them, for solve and bound', async () => {
    const file = join(temporaryDirectory(), 'room.json');
    const instance = roomOf();
    writeFileSync(file, JSON.stringify({ ...instance, limits: { powerCapW: 52.5, redLineC: 29 } }));
    const lowered = accepted(await solve(file)).record;
    const options = { reservePower: 10, reserveInlet: 1 };
    const asked = accepted(await solve(ROOM, options)).record;
    expect([asked.objective, asked.bound]).toEqual([lowered.objective, lowered.bound]);
    expect(asked.boundScope).toContain('leaves free 10 W below the power cap, 1 K below the red line');
    expect(accepted(await bound(ROOM, options)).record.bound).toBeCloseTo(lowered.bound!, 9);
  });

  it('are kept in the plan, which check then judges by them unless it is told others', async () => {
    const { record } = accepted(await check(ROOM, await reserved()));
    expect([record.feasible, (record.details as { reserves: unknown[] }).reserves.length]).toEqual([true, 1]);
    expect(record.warnings).toEqual([
      "the plan was judged with the reserve it was made for (10 W below the power cap), not the instance's (nothing reserved).",
    ]);
    const more = accepted(await check(ROOM, await reserved(), { reservePower: 12 })).record;
    const none = accepted(await check(ROOM, await withReserve({ powerW: 14 }))).record;
    for (const [{ violations }, amount] of [
      [more, 2],
      [none, 4],
    ] as const) {
      expect(violations).toMatchObject([{ constraint: 'powerReserve', amount: expect.closeTo(amount, 6) as number }]);
    }
  });

  it('that this room cannot have are refused, of options and of plans', async () => {
    expect(faultsOf(await solve(ROOM, { reservePower: 70 }))).toMatchObject([{ path: 'reservePower', value: 70 }]);
    const [share] = faultsOf(await bound(ROOM, { reserveCooling: 0.1 }));
    expect(share!.allowed).toContain('0 where no CRAC has coolingCapacityW');
    const planned = faultsOf(await check(ROOM, await withReserve({ powerW: 70 })));
    expect(planned).toMatchObject([{ path: 'reserve.powerW', value: 70 }]);
    const [negative] = faultsOf(await check(ROOM, await withReserve({ inletK: -1 })));
    expect(negative!.allowed).toContain('a number of at least 0');
  });

  it('that are less than the instance has are obeyed, with a warning', async () => {
    const file = join(temporaryDirectory(), 'room.json');
    const limits = { powerCapW: 62.5, redLineC: 30, reserve: { powerW: 10, inletK: 1 } };
    writeFileSync(file, JSON.stringify({ ...roomOf(), limits }));
    expect(accepted(await solve(file, { reservePower: 0 })).record.warnings).toContain(
      'limits.reserve: 1 K below the red line, where the instance has 10 W below the power cap, 1 K below the red line: plans may use what it reserves.',
    );
  });
});

/** The room as it is written, air and all. */
function roomOf(): Record<string, unknown> {
  return JSON.parse(readFileSync(`instances/reward-rate/${ROOM}.json`, 'utf8')) as Record<string, unknown>;
}
