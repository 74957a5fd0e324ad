import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { once } from '../../support/once.js';
import { plenum, plenumDetails } from '../../support/run-cli.js';
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
  expect(await plenum('templates', 'build', instance, '--out', out, '--workers', '1')).toMatchObject({ code: 0 });
  return readFileSync(out);
}

function written(database: Uint8Array): string {
  const out = join(newDirectory(), 'room.sqlite');
  writeFileSync(out, database);
  return out;
}

it('an infeasible state names every limit that running work breaks, and by how much', async () => {
  const out = written(await hot());
  const words = (power: string) => [
    'templates',
    'query',
    out,
    '--arriving',
    '1',
    '--running',
    '20,10',
    '--power',
    power,
  ];
  const both = await plenumDetails(...words('2kW'));
  expect(both.code).toBe(3);
  const { powerW, hottestOutletC } = both.json as { readonly powerW: number; readonly hottestOutletC: number };
  const limits = both.json['violations'] as readonly Limit[];
  expect(limits.map(({ constraint, unit }) => `${constraint} ${unit}`)).toEqual(['outletLimit C', 'powerLimit W']);
  expect(limits[0]!.amount).toBeCloseTo(hottestOutletC - 10.1, 9);
  expect(limits[1]!.amount).toBeCloseTo(powerW - 2000, 9);
  const one = (await plenumDetails(...words('4kW'))).json['violations'] as readonly Limit[];
  expect(one.map(({ constraint }) => constraint)).toEqual(['outletLimit']);
  const text = await plenum(...words('2kW'));
  expect(text.stdout).toMatch(/breaks +the outlet limit by \d[\d.]* K; the power limit by \d[\d.]* kW/);
});

it('by the power limit alone: the amount is what running work takes above it', async () => {
  const out = written(await databaseOf(30));
  const { json } = await plenumDetails(
    'templates',
    'query',
    out,
    '--arriving',
    '1',
    '--running',
    '20,10',
    '--power',
    '2kW',
  );
  const limits = json['violations'] as readonly Limit[];
  expect(limits.map(({ constraint }) => constraint)).toEqual(['powerLimit']);
  expect(limits[0]!.amount).toBeCloseTo(2520 - 2000, 6);
  const feasible = await plenumDetails(
    'templates',
    'query',
    out,
    '--arriving',
    '1',
    '--running',
    '0,0',
    '--power',
    '4kW',
  );
  expect(feasible.json['violations']).toEqual([]);
});

it('are counted by info and, from figures of its own, by check', async () => {
  const out = written(await hot());
  const info = (await plenumDetails('templates', 'info', out)).json as unknown as Counted;
  const check = (await plenumDetails('templates', 'check', out)).json as unknown as Counted;
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
  const [told, checked] = [await plenum('templates', 'info', out), await plenum('templates', 'check', out)];
  for (const { stdout } of [told, checked])
    expect(stdout).toMatch(/running work alone breaks the outlet limit in 24 \(by/);
});
