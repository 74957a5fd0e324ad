import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check, solve } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { ownCommand } from '../../support/own-command.js';
import { temporaryDirectory } from '../../support/small-instance.js';

describe('a key that stands twice in a plan', () => {
  test.each([
    ['reward-rate/tiny-deadline', '"nodes": 1', 'assignments[0].nodes', 'check'],
    ['robust/tiny-fits-one-node', '"core": 0', 'cores[0].core', 'check'],
    ['geo/tiny-arbitrage', '"method": "gld-lp"', 'method', 'check'],
    ['utility/tiny-serial-budget', '"pState": 0', 'runs[0].pState', 'check'],
    ['jobs/tiny-chains', '"cores": 1', 'points[0].cores', 'check'],
    ['robust/tiny-fits-one-node', '"core": 0', 'cores[0].core', 'start'],
  ] as const)('%s: %s again is refused at %s, whatever its value, by %s', async (name, entry, path, reader) => {
    const { plan } = accepted(await solve(name));
    const text = JSON.stringify(plan, null, 1);
    expect(text).toContain(entry);
    const planFile = join(temporaryDirectory(), 'plan.json');
    const read = (written: string) => {
      writeFileSync(planFile, written);
      return reader === 'check' ? check(name, planFile) : solve(name, { method: 'tabu', start: planFile });
    };
    // Even the same value again: readers differ in which one they take.
    for (const again of [entry, entry.replace(/: .*/, ': 2')]) {
      const faults = faultsOf(await read(text.replace(entry, `${entry}, ${again}`)));
      expect([again, faults.map((fault) => fault.path)]).toEqual([again, expect.arrayContaining([path])]);
    }
    expect((await read(text)).ok).toBe(true);
  });
});

test('templates coverage takes 100,000 samples and no more, and says so before it reads anything', async () => {
  const said = async (samples: number): Promise<string> =>
    JSON.stringify(faultsOf(await ownCommand('templates coverage', ['nowhere.sqlite'], { samples })));
  expect(await said(100_000)).toMatch(/^(?!.*--samples).*nowhere/);
  for (const samples of [100_001, 1e9, -1, 2.5]) expect(await said(samples)).toMatch(/--samples.*100000/);
});
