import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoPlan } from '../../../models/families/geo/plan.js';
import {
  bound,
  check,
  generate,
  type GenerateOptions,
  type Plan,
  solve,
  validate,
} from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { once } from '../../support/once.js';
import { repository } from '../../support/repository.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { geoFile, geoInstance, overloaded, solveGeo, writtenGeo } from './geo-cases.js';

describe('plenum check', () => {
  const file = geoFile('tiny-transition');
  const solved = once(async () => (await solveGeo(file)).plan as unknown as GeoPlan);

  async function planned(change: (plan: GeoPlan) => object = () => ({})): Promise<Plan> {
    const plan = await solved();
    return { ...plan, ...change(plan) };
  }

  test('prints the bill and the ledger, with the sums of the record', async () => {
    const { record, lines } = accepted(await check(file, await planned()));
    const text = lines.join('\n');
    expect(text).toMatch(/^Feasible: .* costs [\d.]+ USD on tiny-transition\.\nBill: energy [\d.]+ USD, transitions /);
    expect(text).toMatch(/\n {2}west: nodes .* = sun and wind .* kWh/);
    const { ledger } = record.details as {
      ledger: Record<'byCentre' | 'byEpoch', { gridKwh: number }[]> & { total: { gridKwh: number } };
    };
    for (const parts of [ledger.byCentre, ledger.byEpoch]) {
      expect(parts.reduce((sum, { gridKwh }) => sum + gridKwh, 0)).toBeCloseTo(ledger.total.gridKwh, 9);
    }
  });

  test('a plan that serves nothing is infeasible', async () => {
    const idle = await planned(({ epochs }) => ({
      epochs: epochs.map((row) => row.map((cell) => ({ ...cell, nodes: [] }))),
    }));
    const { record } = accepted(await check(file, idle));
    expect(record.feasible).toBe(false);
    expect(record.violations!.map(({ constraint }) => constraint)).toContain('unservedRate');
  });

  test.each([
    ['of unknown nodes', { loads: [{ nodeType: 'mainframe', cores: [] }] }, 'loads[0].nodeType'],
    ['without its epochs', { epochs: [] }, 'epochs.length'],
    ['of another instance', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) } }, 'instance.name'],
    // That it does not fit follows.
    ['of another shape', { instance: { name: 'elsewhere', sha256: '0'.repeat(64) }, epochs: [] }, 'instance.name'],
    ['of another format', { format: 'plenum.plan' }, 'format'],
  ])('a plan %s is refused', async (_, change, path) => {
    const paths = faultsOf(await check(file, await planned(() => change))).map((fault) => fault.path);
    expect(path === 'instance.name' ? paths : paths.slice(0, 1)).toEqual([path]);
  });

  test('what a plan wrongly claims to cost, and that it is for other bytes, is noted', async () => {
    const warnings = async (change: (plan: GeoPlan) => object): Promise<readonly string[]> => {
      const { record } = accepted(await check(file, await planned(change)));
      expect(record.feasible).toBe(true);
      return record.warnings;
    };
    expect(await warnings(() => ({ claimedCostUsd: 1 }))).toEqual([
      expect.stringMatching(/^The plan claims to cost 1\.000 USD, and costs [\d.]+ USD\.$/),
    ]);
    expect(await warnings(({ instance }) => ({ instance: { ...instance, sha256: '0'.repeat(64) } }))).toEqual([
      expect.stringContaining('SHA-256'),
    ]);
    expect(await warnings(() => ({}))).toEqual([]);
  });
});

describe('plenum bound', () => {
  test('proves the same bound as solve', async () => {
    const { ended, record } = accepted(await bound(geoFile('tiny-arbitrage')));
    const { bound: usd, boundByCupUsd, boundByEpochUsd } = (await solveGeo(geoFile('tiny-arbitrage'))).record;
    expect(ended).toBe('proven');
    const details = { boundByCupUsd, boundByEpochUsd };
    expect(record).toMatchObject({ family: 'geo', bound: usd, objectiveUnit: 'USD', details });
  });

  test('what cannot be served is infeasible', async () => {
    const { ended, record } = accepted(await bound(writtenGeo(temporaryDirectory(), overloaded())));
    expect(ended).toBe('infeasible');
    expect(record).toMatchObject({ bound: null, infeasibility: { epoch: 0, taskType: 'a' } });
  });

  test('options of another family are refused', async () => {
    expect(faultsOf(await bound(geoFile('tiny-arbitrage'), { problem: 'mo-ec' }))).toMatchObject([{ path: 'problem' }]);
    expect(faultsOf(await bound(geoFile('tiny-arbitrage'), { engine: 'glpk' }))).toMatchObject([{ path: 'engine' }]);
  });
});

describe('plenum validate', () => {
  test('geo instances are judged along with others', async () => {
    const { instances } = accepted(await validate(['tiny-restricted', 'tiny-one-task']));
    expect(instances.map(({ record }) => record)).toMatchObject([
      { family: 'geo', warnings: [], details: { dataCentres: 2, nodes: 4, epochs: 1, taskTypes: 2 } },
      { family: 'robust' },
    ]);
  });

  test.each([
    ['geo-many-faults', 'dataCentres[1].name'],
    ['geo-other-format', 'plenum.geo'],
  ])('%s is refused, and what is named is %s', async (name, said) => {
    expect(JSON.stringify(faultsOf(await validate([`instances/malformed/${name}.json`])))).toContain(said);
  });
});

test.each(['geo-duplicate-data-centre', 'geo-prices-too-short', 'geo-unknown-time-zone', 'geo-truncated', 'geo-nan'])(
  'the malformed instance %s is refused by solve, check and bound',
  async (name) => {
    const file = join(repository, 'instances/malformed', `${name}.json`);
    for (const refused of [await solve(file), await bound(file), await check(file, file)]) {
      const [fault] = faultsOf(refused);
      expect(fault).toMatchObject({ file });
      expect(fault!.remedy).not.toBe('');
    }
  },
);

describe('plenum generate of data centres', () => {
  const generated = async (options: Omit<GenerateOptions, 'out'>): Promise<GeoInstance[]> => {
    const { instances } = accepted(await generate(null, { ...options, out: temporaryDirectory() }));
    return instances.map((file) => JSON.parse(readFileSync(file, 'utf8')) as GeoInstance);
  };

  test('a group of the thesis is the bundled one, for any workload and date', async () => {
    expect(await generated({ centres: 4 })).toEqual([geoInstance('us-4')]);
    expect(await generated({ centres: 4, workload: 'mixed' })).toEqual([geoInstance('us-4')]);
    expect(await generated({ centres: 4, workload: 'cpu' })).toEqual([geoInstance('us-4-cpu')]);
    const [winter] = await generated({ centres: 8, date: '2018-01-05' });
    expect(winter!.dataCentres).toHaveLength(8);
    expect(winter!.horizon.start).toBe('2018-01-05T00:00');
    expect(Object.values(winter!.tariffs)[0]!.holidays).toContain('2018-07-04');
  });

  test('drawn centres are the same for the same seed alone', async () => {
    const [one, two] = await generated({ centres: 3, seed: 7, count: 2, workload: 'memory' });
    const [again] = await generated({ centres: 3, seed: 8, workload: 'memory' });
    expect(one).toMatchObject({ name: 'us-3-memory-seed-7' });
    // Another instance, hence another file.
    const [more] = await generated({ centres: 3, taskTypes: 7 });
    expect(more).toMatchObject({ name: 'us-3-7-types-seed-1' });
    expect(more!.taskTypes).toHaveLength(7);
    expect(two).toEqual(again);
    expect(one!.dataCentres).not.toEqual(two!.dataCentres);
    expect(one!.taskTypes.map(({ name }) => name)).toEqual(['canneal', 'cg', 'ua', 'sp', 'lu']);
  });

  test.each<[string, object, string?]>([
    ['date', { centres: 4, date: '2017-02-30' }],
    ['date', { centres: 4, date: '9999-01-01' }],
    ['workload', { centres: 4, workload: 'all' }],
    ['seed', { centres: 4, seed: 2 }],
    ['taskTypes', { centres: 16, taskTypes: 20 }],
    ['racks', { centres: 4, racks: 30 }],
    ['centres', { centres: 0 }],
    ['date', { racks: 30, date: '2017-07-12' }],
    ['centres', { centres: 4 }, geoFile('tiny-arbitrage')],
  ])('%s is refused: %j', async (path, options, instance) => {
    const refused = await generate(instance ?? null, { ...options, out: temporaryDirectory() });
    expect(faultsOf(refused)).toMatchObject([{ path }]);
  });
});
