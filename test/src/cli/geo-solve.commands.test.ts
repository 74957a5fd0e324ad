import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoPlan } from '../../../models/families/geo/plan.js';
import { GEO_METHODS } from '../../../src/families/geo/methods/registry.js';
import type { GeoFront } from '../../../src/families/geo/studies/front/front.js';
import { plenum, plenumJson, withDetails } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { geoFile, geoInstance, overloaded, solveGeo as solve, TINY_GEO, withCarbon, writtenGeo } from './geo-cases.js';
import { readJson, timeless } from './robust-cases.js';

const NAMES = GEO_METHODS.map(({ name }) => name);
const ROUNDING = 1e-9;

describe('solve of every tiny instance by every method', () => {
  test.each(TINY_GEO)('%s: every plan costs at least the optimum, every bound at most', async (name) => {
    const bestUsd = geoInstance(name).knownOptimum!.costUsd;
    const room = ROUNDING * Math.max(1, Math.abs(bestUsd));
    const wrong: unknown[] = [];
    for (const method of NAMES) {
      const { code, json, stderr } = await solve(geoFile(name), '--method', method);
      const bounded = json.bound !== null && json.bound <= bestUsd + room;
      const priced = json.feasible
        ? code === 0 && json.objective! >= bestUsd - room && json.gap !== null
        : code === 3 && json.gap === null && json.gapReason !== null;
      if (!bounded || !priced || json.infeasibility !== null || stderr !== '') wrong.push({ method, code, json });
      if (method === 'gld-lp' && !json.feasible) wrong.push({ method, json });
    }
    expect(wrong).toEqual([]);
  });
});

describe('the record of a run', () => {
  test('has a bill, a ledger and a CSV that add up to the cost', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { json, code } = await solve(geoFile('tiny-arbitrage'), '--out', out);
    expect(code).toBe(0);
    expect(json).toMatchObject({ family: 'geo', objectiveUnit: 'USD', feasible: true, violations: [], warnings: [] });
    const { objective, energyUsd, transitionUsd, demandUsd, carbonUsd, costByEpochUsd, ledger } = json;
    expect(energyUsd! + transitionUsd! + demandUsd! + carbonUsd!).toBeCloseTo(objective!, 12);
    expect(costByEpochUsd!.reduce((sum, one) => sum + one, 0)).toBeCloseTo(objective!, 12);
    const drawnKwh = ledger!.nodesKwh + ledger!.cracsKwh + ledger!.overheadKwh + ledger!.transitionsKwh;
    expect(ledger!.renewablesUsedKwh + ledger!.gridKwh).toBeCloseTo(drawnKwh, 9);
    expect(json.boundByEpochUsd!.reduce((sum, one) => sum + one, 0)).toBeCloseTo(json.bound!, 9);
    expect(json.gap).toBeCloseTo((objective! - json.bound!) / json.bound!, 12);
    expect(json.gapByCup).toBeCloseTo((json.costByCupUsd! - json.boundByCupUsd!) / json.boundByCupUsd!, 12);
    expect(json.claimedCostUsd).toBeCloseTo(objective!, 9);

    expect(Object.keys(json.files).sort()).toEqual(['ledgerCsv', 'plan', 'planCsv', 'report', 'result']);
    expect(readdirSync(out).sort()).toEqual([
      'ledger.csv',
      'plan.csv',
      'plan.json',
      'plenum.sha256',
      'report.html',
      'result.json',
    ]);
    const [header, ...rows] = readFileSync(join(out, 'ledger.csv'), 'utf8').trim().split('\r\n');
    const column = header!.split(',').indexOf('cost_usd');
    expect(rows.reduce((sum, row) => sum + Number(row.split(',')[column]), 0)).toBeCloseTo(objective!, 9);
    const { report, ...stored } = readJson(join(out, 'result.json'));
    expect(withDetails(stored)).toEqual(json);
    expect(Object.keys(report as object).sort()).toEqual(['evaluation', 'ledger', 'trajectory']);
    expect((readJson(join(out, 'plan.json')) as unknown as GeoPlan).claimedCostUsd).toBe(json.claimedCostUsd);

    const checked = await plenumJson('check', geoFile('tiny-arbitrage'), join(out, 'plan.json'));
    expect(checked).toMatchObject({ code: 0, json: { feasible: true, objective, family: 'geo', violations: [] } });
    expect(checked.json['details']).toMatchObject({ ledger: { total: ledger } });
  });

  test('removes files of an earlier run that this one has no plan for', async () => {
    const directory = temporaryDirectory();
    const out = join(directory, 'out');
    await solve(geoFile('tiny-arbitrage'), '--out', out);
    const { code, json } = await solve(writtenGeo(directory, overloaded()), '--out', out);
    expect(code).toBe(3);
    expect(json.files).not.toHaveProperty('plan');
    expect(['plan.json', 'plan.csv', 'ledger.csv'].filter((name) => existsSync(join(out, name)))).toEqual([]);
  });

  test.each(NAMES)('%s says that nothing is feasible, with epoch, task type and missing rate', async (method) => {
    const { code, json } = await solve(writtenGeo(temporaryDirectory(), overloaded()), '--method', method);
    expect(code).toBe(3);
    expect(json).toMatchObject({ termination: 'infeasible', feasible: false, bound: null, gap: null });
    expect(json.gapReason).toBe('there is no feasible plan');
    expect(json.infeasibility).toMatchObject({ epoch: 0, taskType: 'a', unit: 'tasks/s', proven: true });
    expect(json.infeasibility!.missingPerS).toBeGreaterThan(90);
  });

  test('shows the limits that bind with their amounts, and no other', async () => {
    const { json } = await solve(geoFile('tiny-arbitrage'));
    const setPoint = { constraint: 'setPointRange', where: 'west', unit: 'C', value: 25, limit: 25, epochs: 2 };
    expect(json.binding).toContainEqual(setPoint);
    const instance = geoInstance('tiny-arbitrage');
    const powerCapW = json.ledger!.gridKwh * 1000;
    const capped = { ...instance, dataCentres: instance.dataCentres.map((one) => ({ ...one, powerCapW })) };
    const loose = await solve(writtenGeo(temporaryDirectory(), capped));
    expect(loose.json.binding.filter(({ constraint }) => constraint === 'powerCap')).toEqual([]);
    expect(loose.json.objective).toBeCloseTo(json.objective!, 9);
  });

  test('limited by work is the same each time, and says that it was', async () => {
    for (const method of ['gald-cl', 'fdld-so', 'gld-lp']) {
      const run = async (): Promise<string> => {
        const out = join(temporaryDirectory(), 'out');
        await solve(geoFile('tiny-arbitrage'), '--method', method, '--work-limit', '2', '--out', out);
        return timeless(readFileSync(join(out, 'result.json'), 'utf8')).replaceAll(out, '');
      };
      expect(await run()).toBe(await run());
    }
    const { json } = await solve(geoFile('tiny-restricted'), '--method', 'gald-cl', '--work-limit', '1');
    expect(json).toMatchObject({ termination: 'workLimit', work: { steps: 1 } });
  });

  test('--no-bound proves none, --bound-time-limit ends it', async () => {
    const words = [geoFile('tiny-transition'), '--method', 'fdld-so'];
    const without = await solve(...words, '--no-bound');
    expect(without.json).toMatchObject({
      bound: null,
      boundByCupUsd: null,
      gap: null,
      gapReason: 'no bound was computed',
    });
    const { json } = await solve(...words, '--bound-time-limit', '0');
    expect(json.warnings.some((text) => text.includes('--bound-time-limit'))).toBe(true);
  });
});

describe('options', () => {
  test.each([
    ['--method', 'config-lp'],
    ['--method', 'gld-pl'],
    ['--problem', 'mo-ec'],
    ['--constraint', 'static'],
    ['--improve', 'all'],
    ['--naive'],
    ['--engine', 'glpk'],
    ['--start', 'plan.json'],
    ['--front', '3'],
    ['--bound-time-limit', '3'],
    ['--bound-time-limit', '3', '--no-bound', '--method', 'fdld-so'],
    ['--out', ' '],
  ])('%s %s %s is refused for a geo instance', async (...words) => {
    const { code, json } = await plenumJson('solve', geoFile('tiny-one-epoch'), ...words);
    expect(code).toBe(2);
    expect(json).toMatchObject({
      error: 'badInput',
      faults: [{ file: 'command line', path: expect.stringMatching(/^--/) as string }],
    });
  });

  test('a method of another family is refused with the families of both', async () => {
    const { json } = await plenumJson('solve', geoFile('tiny-one-epoch'), '--method', 'tabu');
    expect(JSON.stringify(json['faults'])).toContain('is a method for robust instances, this is a geo one');
  });

  test('--out that overwrites the instance is refused', async () => {
    const directory = temporaryDirectory();
    const file = writtenGeo(directory, { ...geoInstance('tiny-one-epoch'), name: 'plan' });
    const before = readFileSync(file, 'utf8');
    expect((await plenum('solve', file, '--out', directory)).code).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('--front', () => {
  test('has both ends of the trade-off, and no bound above a plan', async () => {
    const directory = temporaryDirectory();
    const out = join(directory, 'out');
    const file = writtenGeo(directory, withCarbon());
    const { code, json } = await solve(file, '--front', '5', '--out', out);
    expect(code).toBe(0);
    const { front } = readJson(join(out, 'result.json')).report as { readonly front: GeoFront };
    const [cheapest] = front.points;
    expect(cheapest).toMatchObject({ carbonUsdPerTonne: 0, carbonCapKg: null });
    expect(cheapest!.costUsd).toBeCloseTo(json.objective!, 9);
    const pareto = front.pareto.map((n) => front.points[n]!);
    expect(pareto.length).toBeGreaterThanOrEqual(2);
    for (const [n, { carbonKg, costUsd, boundUsd, gap }] of pareto.entries()) {
      expect(boundUsd).toBeLessThanOrEqual(costUsd! + ROUNDING);
      expect(gap).toBeGreaterThanOrEqual(-ROUNDING);
      if (n > 0) {
        expect(carbonKg).toBeGreaterThan(pareto[n - 1]!.carbonKg!);
        expect(costUsd).toBeLessThan(pareto[n - 1]!.costUsd!);
      }
    }
    // A plan found under a cap must lie above the line proven for it.
    const { carbonKg } = pareto[0]!;
    const instance = withCarbon();
    const capped = { ...instance, name: 'capped', rules: { ...instance.rules, carbonCapKg: carbonKg! * (1 + 1e-9) } };
    const under = await solve(writtenGeo(directory, capped));
    if (under.json.feasible) expect(under.json.objective).toBeGreaterThanOrEqual(pareto[0]!.boundUsd! - ROUNDING);
    expect(under.json.bound).toBeLessThanOrEqual(pareto[0]!.costUsd! + ROUNDING);
  });

  test('without carbon intensities is refused', async () => {
    const out = join(temporaryDirectory(), 'out');
    const { code, json } = await plenumJson('solve', geoFile('tiny-arbitrage'), '--front', '3', '--out', out);
    expect(code).toBe(2);
    expect(json).toMatchObject({ faults: [{ path: 'dataCentres[0].carbon' }] });
    expect(existsSync(join(out, 'result.json'))).toBe(false);
  });
});
