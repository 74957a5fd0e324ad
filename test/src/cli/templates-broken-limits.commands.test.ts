import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { once } from '../../support/once.js';
import { ownAnswer } from '../../support/own-command.js';
import { newDirectory, tinyTemplates, writeInstance } from '../../support/templates-database.js';

interface Limit {
  readonly constraint: string;
  readonly unit: string;
  readonly amount: number;
}

interface Counted {
  readonly brokenLimits: readonly { readonly constraint: string; readonly states: number; readonly worst: number }[];
  readonly breakingSeveral: number;
}

/** Database of a room whose idle nodes alone are hotter than 10.1 C at the coolest set-point, 10 C; the lowest power limit is 2 kW. */
const hot = once(() => databaseOf(10.1));

/** Returns the bytes of the database of a room with this outlet limit. */
async function databaseOf(outletLimitC: number): Promise<Uint8Array> {
  const directory = newDirectory();
  const changes = { outletLimitC, knownOptimum: undefined };
  const instance = writeInstance(directory, tinyTemplates('tiny-two-quadrants', changes));
  const out = join(directory, 'room.sqlite');
  await ownAnswer('templates build', [instance], { out, workers: 1 });
  return readFileSync(out);
}

function written(database: Uint8Array): string {
  const out = join(newDirectory(), 'room.sqlite');
  writeFileSync(out, database);
  return out;
}

/** Answer for a state of one arriving task/s. */
const query = (database: string, running: string, power: string) =>
  ownAnswer('templates query', [database], { arriving: 1, running, power });

it('an infeasible state names every limit that running work breaks, and by how much', async () => {
  const out = written(await hot());
  const { ended, record, text } = await query(out, '20,10', '2kW');
  expect(ended).toBe('notFeasible');
  const { powerW, hottestOutletC } = record as { readonly powerW: number; readonly hottestOutletC: number };
  const limits = record['violations'] as readonly Limit[];
  expect(limits.map(({ constraint, unit }) => `${constraint} ${unit}`)).toEqual(['outletLimit C', 'powerLimit W']);
  expect(limits[0]!.amount).toBeCloseTo(hottestOutletC - 10.1, 9);
  expect(limits[1]!.amount).toBeCloseTo(powerW - 2000, 9);
  const one = (await query(out, '20,10', '4kW')).record['violations'] as readonly Limit[];
  expect(one.map(({ constraint }) => constraint)).toEqual(['outletLimit']);
  expect(text).toMatch(/breaks +the outlet limit by \d[\d.]* K; the power limit by \d[\d.]* kW/);
});

it('by the power limit alone: the amount is what running work takes above it', async () => {
  const out = written(await databaseOf(30));
  const limits = (await query(out, '20,10', '2kW')).record['violations'] as readonly Limit[];
  expect(limits.map(({ constraint }) => constraint)).toEqual(['powerLimit']);
  expect(limits[0]!.amount).toBeCloseTo(2520 - 2000, 6);
  expect((await query(out, '0,0', '4kW')).record['violations']).toEqual([]);
});

it('are counted by info and, from figures of its own, by check', async () => {
  const out = written(await hot());
  const [told, checked] = [await ownAnswer('templates info', [out]), await ownAnswer('templates check', [out])];
  const [info, check] = [told.record, checked.record] as unknown as readonly [Counted, Counted];
  const [outlet, power] = info.brokenLimits;
  // Idle nodes are too hot in all 24 states.
  expect([outlet!.constraint, outlet!.states]).toEqual(['outletLimit', 24]);
  expect(power!.constraint).toBe('powerLimit');
  expect(power!.states).toBeGreaterThanOrEqual(6);
  expect(info.breakingSeveral).toBe(power!.states);
  expect(check.breakingSeveral).toBe(info.breakingSeveral);
  for (const [n, limit] of info.brokenLimits.entries()) {
    expect(check.brokenLimits[n]).toMatchObject({ constraint: limit.constraint, states: limit.states });
    expect(check.brokenLimits[n]!.worst).toBeCloseTo(limit.worst, 6);
  }
  for (const { text } of [told, checked]) expect(text).toMatch(/running work alone breaks the outlet limit in 24 \(by/);
});
