import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoPlan } from '../../../models/families/geo/plan.js';
import { repository } from '../../support/repository.js';
import { plenum, plenumJson } from '../../support/run-cli.js';
import { once } from '../../support/once.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { geoFile, geoInstance, overloaded, solveGeo, writtenGeo } from './geo-cases.js';
import { readJson } from './robust-cases.js';

describe('plenum check', () => {
  const file = geoFile('tiny-transition');

  const solved = once(async () => {
    const out = join(temporaryDirectory(), 'out');
    await solveGeo(file, '--out', out);
    return readJson(join(out, 'plan.json')) as unknown as GeoPlan;
  });

  async function planned(change: (plan: GeoPlan) => object): Promise<string> {
    const plan = await solved();
    const changed = join(temporaryDirectory(), 'changed.json');
    writeFileSync(changed, JSON.stringify({ ...plan, ...change(plan) }));
    return changed;
  }

  test('prints the bill and the ledger, with the sums of the JSON', async () => {
    const plan = await planned(() => ({}));
    const { code, stdout } = await plenum('check', file, plan);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Feasible: .* costs [\d.]+ USD on tiny-transition\.\nBill: energy [\d.]+ USD, transitions /,
    );
    expect(stdout).toMatch(/\n {2}west: nodes .* = sun and wind .* kWh/);
    const { json } = await plenumJson('check', file, plan);
    const { ledger } = json['details'] as {
      ledger: Record<'byCentre' | 'byEpoch', { gridKwh: number }[]> & { total: { gridKwh: number } };
    };
    const { total } = ledger;
    for (const parts of [ledger.byCentre, ledger.byEpoch]) {
      expect(parts.reduce((sum, { gridKwh }) => sum + gridKwh, 0)).toBeCloseTo(total.gridKwh, 9);
    }
  });

  test('a plan that serves nothing is infeasible', async () => {
    const plan = await planned(({ epochs }) => ({
      epochs: epochs.map((row) => row.map((cell) => ({ ...cell, nodes: [] }))),
    }));
    const { code, json } = await plenumJson('check', file, plan);
    expect(code).toBe(3);
    expect(json).toMatchObject({ feasible: false });
    expect(JSON.stringify(json['violations'])).toContain('unservedRate');
  });

  test.each([
    ['of unknown nodes', { loads: [{ nodeType: 'mainframe', cores: [] }] }, 'loads[0].nodeType'],
    ['without its epochs', { epochs: [] }, 'epochs.length'],
    ['of another instance', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) } }, 'instance.name'],
    // That it does not fit follows.
    ['of another shape', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) }, epochs: [] }, 'instance.name'],
    ['of another format', { format: 'plenum.plan' }, 'format'],
  ])('a plan %s is refused', async (_, change, path) => {
    const { code, json } = await plenumJson('check', file, await planned(() => change));
    expect(code).toBe(2);
    const paths = (json['faults'] as { path: string }[]).map((fault) => fault.path);
    expect(path === 'instance.name' ? paths : paths.slice(0, 1)).toEqual([path]);
  });

  test('an instance that cannot be read is blamed before the format of the plan', async () => {
    const { json } = await plenumJson('check', 'nowhere.json', await planned(() => ({})));
    expect(json['faults']).toMatchObject([{ file: 'nowhere.json' }]);
  });

  test('what a plan wrongly claims to cost is noted', async () => {
    const { code, json } = await plenumJson('check', file, await planned(() => ({ claimedCostUsd: 1 })));
    expect(code).toBe(0);
    expect(json['warnings']).toEqual([
      expect.stringMatching(/^The plan claims to cost 1\.000 USD, and costs [\d.]+ USD\.$/),
    ]);
    expect((await plenumJson('check', file, await planned(() => ({})))).json['warnings']).toEqual([]);
  });

  test('a plan for other bytes is noted', async () => {
    const plan = await planned(({ instance }) => ({ instance: { ...instance, sha256: '0'.repeat(64) } }));
    const { code, stderr } = await plenum('check', file, plan);
    expect(code).toBe(0);
    expect(stderr).toContain('SHA-256');
  });
});

describe('plenum bound', () => {
  test('proves the same bound as solve', async () => {
    const { code, json } = await plenumJson('bound', geoFile('tiny-arbitrage'));
    const solved = await solveGeo(geoFile('tiny-arbitrage'));
    expect(code).toBe(0);
    const { bound, boundByCupUsd, boundByEpochUsd } = solved.json;
    const details = { boundByCupUsd, boundByEpochUsd };
    expect(json).toMatchObject({ family: 'geo', bound, objectiveUnit: 'USD', details });
  });

  test('what cannot be served ends with 3', async () => {
    const { code, json } = await plenumJson('bound', writtenGeo(temporaryDirectory(), overloaded()));
    expect(code).toBe(3);
    expect(json).toMatchObject({ bound: null, infeasibility: { epoch: 0, taskType: 'a' } });
  });

  test('options of another family are refused', async () => {
    for (const words of [
      ['--write-model', 'm.lp'],
      ['--problem', 'mo-ec'],
      ['--engine', 'glpk'],
    ]) {
      expect((await plenum('bound', geoFile('tiny-arbitrage'), ...words)).code).toBe(2);
    }
  });
});

describe('commands that know no geo instances', () => {
  test.each([['sweep', '--over', 'powerCapW=1,2'], ['day', '--profile', 'flat'], ['generate']])(
    '%s refuses them with a remedy',
    async (command, ...words) => {
      const { code, json } = await plenumJson(command, geoFile('tiny-arbitrage'), ...words);
      expect(code).toBe(2);
      expect(json).toMatchObject({ faults: [{ path: 'format', value: 'a geo instance' }] });
      expect(JSON.stringify(json)).toContain('plenum ');
    },
  );
});

describe('malformed instances', () => {
  test.each(['geo-duplicate-data-centre', 'geo-prices-too-short', 'geo-unknown-time-zone', 'geo-truncated', 'geo-nan'])(
    '%s is refused by solve, check and bound',
    async (name) => {
      const file = join(repository, 'instances/malformed', `${name}.json`);
      for (const words of [
        ['solve', file],
        ['bound', file],
        ['check', file, file],
      ]) {
        const { code, json } = await plenumJson(...words);
        expect(code).toBe(2);
        expect(json).toMatchObject({ error: 'badInput' });
        const [fault] = json['faults'] as { file: string; path: string; remedy: string }[];
        expect(fault).toMatchObject({ file });
        expect(fault!.remedy).not.toBe('');
      }
    },
  );
});

describe('plenum generate --centres', () => {
  const generated = async (...words: readonly string[]): Promise<GeoInstance[]> => {
    const { code, json } = await plenumJson('generate', ...words, '--out', temporaryDirectory());
    expect(code).toBe(0);
    return (json['details'] as { instances: string[] }).instances.map(
      (file) => JSON.parse(readFileSync(file, 'utf8')) as GeoInstance,
    );
  };

  test('a group of the thesis is the bundled one, for any workload and date', async () => {
    expect(await generated('--centres', '4')).toEqual([geoInstance('us-4')]);
    expect(await generated('--centres', '4', '--workload', 'mixed')).toEqual([geoInstance('us-4')]);
    expect(await generated('--centres', '4', '--workload', 'cpu')).toEqual([geoInstance('us-4-cpu')]);
    const [winter] = await generated('--centres', '8', '--date', '2018-01-05');
    expect(winter!.dataCentres).toHaveLength(8);
    expect(winter!.horizon.start).toBe('2018-01-05T00:00');
    expect(Object.values(winter!.tariffs)[0]!.holidays).toContain('2018-07-04');
  });

  test('drawn centres are the same for the same seed alone', async () => {
    const [one, two] = await generated('--centres', '3', '--seed', '7', '--count', '2', '--workload', 'memory');
    const [again] = await generated('--centres', '3', '--seed', '8', '--workload', 'memory');
    expect(one).toMatchObject({ name: 'us-3-memory-seed-7' });
    // Another instance, hence another file.
    const [more] = await generated('--centres', '3', '--task-types', '7');
    expect(more).toMatchObject({ name: 'us-3-7-types-seed-1' });
    expect(more!.taskTypes).toHaveLength(7);
    expect(two).toEqual(again);
    expect(one!.dataCentres).not.toEqual(two!.dataCentres);
    expect(one!.taskTypes.map(({ name }) => name)).toEqual(['canneal', 'cg', 'ua', 'sp', 'lu']);
  });

  test.each([
    ['--date', ['--centres', '4', '--date', '2017-02-30']],
    ['--date', ['--centres', '4', '--date', '9999-01-01']],
    ['--workload', ['--centres', '4', '--workload', 'all']],
    ['--seed', ['--centres', '4', '--seed', '2']],
    ['--task-types', ['--centres', '16', '--task-types', '20']],
    ['--racks', ['--centres', '4', '--racks', '30']],
    ['--centres', ['--centres', '0']],
    ['--date', ['--racks', '30', '--date', '2017-07-12']],
    ['--centres', [geoFile('tiny-arbitrage'), '--centres', '4']],
  ])('%s is refused: %j', async (option, words) => {
    const { code, json } = await plenumJson('generate', ...words, '--out', temporaryDirectory());
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ path: option }] });
  });
});
