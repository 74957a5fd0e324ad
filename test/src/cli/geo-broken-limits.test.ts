import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/problems/geo/instance.js';
import { plenum, plenumJson, repository } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

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
  const bound = await plenumJson('bound', file);
  expect(bound.code).toBe(3);
  // 550 - 500 and 550 - 400, less a millionth for what a set-point within tolerance saves
  expect(bound.json['infeasibility']).toMatchObject({
    ...{ constraint: 'powerCap', where: 'west', unit: 'W', proven: true },
    amount: expect.closeTo(50, 2) as number,
    others: [{ constraint: 'powerCap', where: 'east', unit: 'W', amount: expect.closeTo(150, 2) as number }],
  });
  const told = await plenum('bound', file);
  expect(told.stdout).toContain('west cannot keep its power cap');
  expect(told.stdout).toContain('east cannot keep its power cap');

  const solved = await plenum('solve', file, '--out', out);
  expect(solved.code).toBe(3);
  expect(solved.stdout).toMatch(/why +west cannot keep its power cap/);
  expect(solved.stdout).toMatch(/also +east cannot keep its power cap/);
  const record = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8')) as Record<string, unknown>;
  expect(record['infeasibility']).toEqual(bound.json['infeasibility']);
  const report = readFileSync(join(out, 'report.html'), 'utf8');
  expect(report).toContain('<li>east cannot keep its power cap');
});
