import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoComparisonRecord } from '../../../src/families/geo/report/html/epoch-section.js';
import { comparisonIn, comparisonOf } from '../../support/comparison.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { geoFile, overloaded, writtenGeo } from './geo-cases.js';

const FILE = geoFile('tiny-transition');

describe('compare of a geo instance', () => {
  test('writes all its files, and says what the record says', async () => {
    const out = temporaryDirectory();
    const words = ['--methods', 'fdld-so,gald-cl,gld-lp', '--trials', '2', '--work-limit', '20', '--out', out];
    const { code, stdout, stderr } = await plenum('compare', FILE, ...words);
    expect([code, stderr]).toEqual([0, '']);
    expect(readdirSync(out).sort()).toEqual([
      'compare-epochs.csv',
      'compare.csv',
      'compare.html',
      'compare.json',
      'compare.records.jsonl',
      'plenum.sha256',
      'records',
    ]);
    const record = comparisonIn<GeoComparisonRecord>(out);
    expect(record).toMatchObject({ family: 'geo', trials: 2, workLimit: 20, reference: 'fdld-so', warnings: [] });
    expect(record.runs).toHaveLength(4);
    expect(readFileSync(join(out, 'compare.csv'), 'utf8').trimEnd().split('\r\n')).toHaveLength(5);
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    expect(page).not.toMatch(/<(link|img|iframe)|src=|@import/);
    const embedded = /<script type="application\/json" id="plenum-data">(.*)<\/script>/.exec(page)![1]!;
    expect(comparisonOf(JSON.parse(embedded))).toEqual({ ...record, files: {} });
    for (const { method, cpuS } of record.summary) {
      expect(stdout).toMatch(new RegExp(`^${method} +[12] `, 'm'));
      expect(cpuS!.mean).toBeGreaterThan(0);
    }
  });

  test('objective and method are those of the cheapest plan, whichever is named first', async () => {
    // The optimum by hand that instances/geo/tiny-arbitrage.json derives.
    const words = ['--methods', 'fdld-so,gld-lp', '--trials', '1', '--work-limit', '500'];
    const { json } = await plenumJson('compare', 'instances/geo/tiny-arbitrage.json', ...words);
    expect(json).toMatchObject({ method: 'gld-lp', feasible: true, objectiveUnit: 'USD' });
    expect(json['objective']).toBeCloseTo(2.255, 9);
    expect(json['gap']).toBeLessThan(1e-6);
    const best = comparisonOf<GeoComparisonRecord>(json).summary.map(({ method, best: times }) => [method, times]);
    expect(best).toEqual([
      ['fdld-so', 0],
      ['gld-lp', 1],
    ]);
  });

  test('an instance without any plan ends with 3 and the proof', async () => {
    const file = writtenGeo(temporaryDirectory(), overloaded());
    const { code, json } = await plenumJson('compare', file, '--methods', 'gld-lp', '--work-limit', '5');
    expect(code).toBe(3);
    const { bounds, warnings, summary } = comparisonOf<GeoComparisonRecord>(json);
    const [bound] = bounds;
    expect(bound).toMatchObject({ bound: null, source: null });
    expect(warnings).toContain(`No plan is feasible: ${bound!.infeasibility!}`);
    expect(summary[0]).toMatchObject({ plans: 0, withoutPlan: 1 });
  });

  const own = ['--methods', 'gld-lp'];
  test.each([
    ['a method of another family', ['--methods', 'config-lp'], '--methods', 'gald-cl'],
    ['a misspelt method', ['--methods', 'gld-lp,fdld-s'], '--methods', '"fdld-so"'],
    ['a form', ['--methods', 'fdld-so:naive'], '--methods', 'Correct "naive"'],
    ['a method twice', ['--methods', 'gld-lp,gld-lp'], '--methods', 'once'],
    ['a reference that does not take part', [...own, '--reference', 'fdld-so'], '--reference', 'compared'],
    ['variants', [...own, '--vary'], '--vary', 'plenum generate'],
    ['an engine', [...own, '--engine', 'highs'], '--engine', 'Leave the option out'],
    ['workers without a limit', [...own, '--workers', '2'], '--workers', '--work-limit'],
    ['a problem', [...own, '--problem', 'mo-ec'], '--problem', 'Leave the option out'],
  ])('refuses %s', async (_, words, path, hint) => {
    const out = join(temporaryDirectory(), 'out');
    const { code, json } = await plenumJson('compare', FILE, ...words, '--out', out);
    const [fault] = json['faults'] as { path: string; remedy: string; allowed: string }[];
    expect([code, fault!.path]).toEqual([2, path]);
    expect(`${fault!.allowed} ${fault!.remedy}`).toContain(hint);
    expect(existsSync(out)).toBe(false);
  });
});

describe('commands that take no geo instance', () => {
  test.each([
    ['sweep', ['--over', 'powerCapW=1'], '--front'],
    ['day', [], 'plenum compare'],
    ['simulate', ['plan.json'], 'plenum check'],
  ])('%s is refused, and the remedy names commands that work', async (command, words, hint) => {
    const { code, json } = await plenumJson(command, FILE, ...words);
    const [fault] = json['faults'] as { path: string; value: string; remedy: string }[];
    expect([code, fault!.path, fault!.value]).toEqual([2, 'format', 'a geo instance']);
    expect(fault!.remedy).toContain('plenum solve');
    expect(fault!.remedy).toContain(hint);
  });
});
