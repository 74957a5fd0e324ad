import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import { repository } from '../../support/repository.js';
import { bound, compare } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { solveGeo } from './geo-cases.js';

/** Asleep, both nodes of a centre draw 0.4 kW, and 1.375 times that at the meter with cooling and losses: 550 W (known optimum of the instance). */
function cappedBelowSleep(): string {
  const text = readFileSync(join(repository, 'instances/geo/tiny-arbitrage.json'), 'utf8');
  const instance = JSON.parse(text) as GeoInstance;
  const caps = [500, 400];
  const dataCentres = instance.dataCentres.map((centre, d) => ({ ...centre, powerCapW: caps[d] }));
  const file = join(temporaryDirectory(), 'capped.json');
  writeFileSync(file, JSON.stringify({ ...instance, dataCentres }));
  return file;
}

test('every data centre that passes its cap asleep is named by bound and solve, in the record and in the report', async () => {
  const file = cappedBelowSleep();
  const out = `${file}.out`;
  const { ended, record, lines } = accepted(await bound(file));
  expect(ended).toBe('infeasible');
  // The worst first: 550 - 400 and 550 - 500, less a millionth for what a set-point within tolerance saves
  expect(record.infeasibility).toMatchObject({
    constraint: 'powerCap',
    where: 'east',
    unit: 'W',
    proven: true,
    amount: expect.closeTo(150, 2) as number,
    others: [{ constraint: 'powerCap', where: 'west', unit: 'W', amount: expect.closeTo(50, 2) as number }],
  });
  for (const centre of ['west', 'east']) expect(lines.join('\n')).toContain(`${centre} cannot keep its power cap`);

  const solved = await solveGeo(file, { out });
  expect(solved.ended).toBe('noFeasiblePlan');
  expect(solved.text).toMatch(/why +east cannot keep its power cap/);
  expect(solved.text).toMatch(/also +west cannot keep its power cap/);
  const stored = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Record<string, unknown>;
  expect(stored['infeasibility']).toEqual(JSON.parse(JSON.stringify(record.infeasibility)));
  const report = readFileSync(join(out, 'report.html'), 'utf8');
  expect(report).toContain('<li>west cannot keep its power cap');
});

/** The instance with changes, in a file of its own. */
function written(change: (instance: GeoInstance) => object): string {
  const text = readFileSync(join(repository, 'instances/geo/tiny-arbitrage.json'), 'utf8');
  const instance = JSON.parse(text) as GeoInstance;
  const file = join(temporaryDirectory(), 'changed.json');
  writeFileSync(file, JSON.stringify({ ...instance, ...change(instance) }));
  return file;
}

interface Told {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly amount: number;
  readonly others: readonly Told[];
}

/** Every limit that makes an instance infeasible. */
async function limitsOf(file: string): Promise<readonly Told[]> {
  const { ended, record } = accepted(await bound(file));
  expect(ended).toBe('infeasible');
  const first = record.infeasibility as unknown as Told;
  return [first, ...first.others];
}

/** Both rooms 0.5 C below their coldest air, with 100 W of cooling for 400 W, and the caps of above. */
const uncooled = (): string =>
  written(({ rooms, dataCentres }) => ({
    rooms: Object.fromEntries(
      Object.entries(rooms).map(([name, room]) => [
        name,
        { ...room, redLineC: 9.5, cracs: room.cracs.map((crac) => ({ ...crac, coolingCapacityW: 100 })) },
      ]),
    ),
    dataCentres: dataCentres.map((centre, d) => ({ ...centre, powerCapW: [500, 400][d] })),
  }));

test('rooms that cannot be cooled asleep are named with every limit they pass, beside the caps, and compare names as many', async () => {
  const file = uncooled();
  const limits = await limitsOf(file);
  expect(limits.map(({ constraint, where, unit }) => `${constraint} ${where} ${unit}`)).toEqual([
    'redLine west C',
    'coolingCapacity west, CRAC1 W',
    'powerCap east W',
    'redLine east C',
    'coolingCapacity east, CRAC1 W',
    'powerCap west W',
  ]);
  for (const { constraint, amount } of limits) {
    if (constraint === 'coolingCapacity') expect(amount).toBeCloseTo(400 - 100, 6);
    // 400 W warm 5 m3/s by less than 0.1 K.
    if (constraint === 'redLine') expect([amount > 0.5, amount < 0.6]).toEqual([true, true]);
  }
  const { text: told, record } = accepted(await compare(file, ['gld-lp'], { trials: 1, workLimit: 1 }));
  const text = [told, ...record.warnings].join('\n');
  for (const centre of ['west', 'east']) {
    expect(text).toContain(`${centre} cannot be cooled: with all its nodes asleep, at the coldest set-point (10 C)`);
    expect(text).toContain(`${centre} cannot be cooled: with all its nodes asleep, 300.0 W more heat reaches CRAC1`);
    expect(text).toContain(`${centre} cannot keep its power cap`);
  }
});

test('each epoch that cannot be served is named, and no other', async () => {
  // 4 nodes of 4 cores do 1.6 tasks/s at most, 1.2 with three quarters of their time.
  const file = written(({ taskTypes, horizon, dataCentres }) => ({
    horizon: { ...horizon, epochs: 4 },
    taskTypes: taskTypes.map((task) => ({ ...task, arrivalRatePerS: [9, 0.5, 5, 3] })),
    dataCentres: dataCentres.map((centre) => ({
      ...centre,
      price: { source: 'series', usdPerKwh: [0.1, 0.2, 0.1, 0.2] },
    })),
    knownOptimum: undefined,
  }));
  const limits = await limitsOf(file);
  expect(limits.map(({ constraint, where }) => `${constraint} ${where}`)).toEqual([
    'unservedRate epochs[0], a',
    'unservedRate epochs[2], a',
    'unservedRate epochs[3], a',
  ]);
  for (const [n, arrival] of [9, 5, 3].entries()) {
    expect(limits[n]!.amount).toBeGreaterThan(arrival - 1.7);
    expect(limits[n]!.amount).toBeLessThanOrEqual(arrival);
  }
});
