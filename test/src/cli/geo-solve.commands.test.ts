import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GeoPlan } from '../../../models/families/geo/plan.js';
import { GEO_METHODS } from '../../../src/families/geo/methods/registry.js';
import type { GeoFront } from '../../../src/families/geo/studies/front/front.js';
import { check, solve as solveByLibrary } from '../../../src/library/index.js';
import { accepted, faultsOf } from '../../support/accepted.js';
import { once } from '../../support/once.js';
import { withDetails } from '../../support/run-cli.js';
import { lastingDirectory, temporaryDirectory } from '../../support/small-instance.js';
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
      const { ended, record } = await solve(geoFile(name), { method });
      const { feasible, objective, bound, gap, gapReason, infeasibility } = record;
      const bounded = bound !== null && bound <= bestUsd + room;
      const priced = feasible
        ? ended === 'solved' && objective! >= bestUsd - room && gap !== null
        : ended === 'noFeasiblePlan' && gap === null && gapReason !== null;
      if (!bounded || !priced || infeasibility !== null) wrong.push({ method, ended, record });
      if (method === 'gld-lp' && !feasible) wrong.push({ method, record });
    }
    expect(wrong).toEqual([]);
  });
});

describe('the record of a run', () => {
  const arbitrage = geoFile('tiny-arbitrage');
  const out = join(lastingDirectory(), 'out');
  const solved = once(() => solve(arbitrage, { out }));

  test('has a bill, a ledger and a CSV that add up to the cost', async () => {
    const { ended, record: json, plan } = await solved();
    expect(ended).toBe('solved');
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
    expect(withDetails(stored)).toEqual(JSON.parse(JSON.stringify(json)));
    expect(Object.keys(report as object).sort()).toEqual(['evaluation', 'ledger', 'trajectory']);
    expect(readJson(join(out, 'plan.json'))).toEqual(JSON.parse(JSON.stringify(plan)));
    expect((plan as unknown as GeoPlan).claimedCostUsd).toBe(json.claimedCostUsd);

    const checked = accepted(await check(arbitrage, plan!)).record;
    expect(checked).toMatchObject({ feasible: true, objective, family: 'geo', violations: [] });
    expect(checked.details).toMatchObject({ ledger: { total: ledger } });
  });

  test('removes files of an earlier run that this one has no plan for', async () => {
    const directory = temporaryDirectory();
    const out = join(directory, 'out');
    await solve(arbitrage, { out });
    const { ended, record } = await solve(writtenGeo(directory, overloaded()), { out });
    expect(ended).toBe('noFeasiblePlan');
    expect(record.files).not.toHaveProperty('plan');
    expect(['plan.json', 'plan.csv', 'ledger.csv'].filter((name) => existsSync(join(out, name)))).toEqual([]);
  });

  test.each(NAMES)('%s says that nothing is feasible, with epoch, task type and missing rate', async (method) => {
    const { ended, record: json } = await solve(writtenGeo(temporaryDirectory(), overloaded()), { method });
    expect(ended).toBe('noFeasiblePlan');
    expect(json).toMatchObject({ termination: 'infeasible', feasible: false, bound: null, gap: null });
    expect(json.gapReason).toBe('there is no feasible plan');
    expect(json.infeasibility).toMatchObject({ epoch: 0, taskType: 'a', unit: 'tasks/s', proven: true });
    expect(json.infeasibility!.missingPerS).toBeGreaterThan(90);
  });

  test('shows the limits that bind with their amounts, and no other', async () => {
    const { record: json } = await solved();
    const setPoint = { constraint: 'setPointRange', where: 'west', unit: 'C', value: 25, limit: 25, epochs: 2 };
    expect(json.binding).toContainEqual(setPoint);
    const instance = geoInstance('tiny-arbitrage');
    const powerCapW = json.ledger!.gridKwh * 1000;
    const capped = { ...instance, dataCentres: instance.dataCentres.map((one) => ({ ...one, powerCapW })) };
    const loose = await solve(writtenGeo(temporaryDirectory(), capped));
    expect(loose.record.binding.filter(({ constraint }) => constraint === 'powerCap')).toEqual([]);
    expect(loose.record.objective).toBeCloseTo(json.objective!, 9);
  });

  test('limited by work is the same each time, and says that it was', async () => {
    for (const method of ['gald-cl', 'fdld-so', 'gld-lp']) {
      const run = async (): Promise<string> => {
        const out = join(temporaryDirectory(), 'out');
        await solve(arbitrage, { method, workLimit: 2, out });
        return timeless(readFileSync(join(out, 'result.json'), 'utf8')).replaceAll(out, '');
      };
      expect(await run()).toBe(await run());
    }
    const { record } = await solve(geoFile('tiny-restricted'), { method: 'gald-cl', workLimit: 1 });
    expect(record).toMatchObject({ termination: 'workLimit', work: { steps: 1 } });
  });

  test('a bound is left out where none is wanted, and a limit of time ends it', async () => {
    const file = geoFile('tiny-transition');
    const without = await solve(file, { method: 'fdld-so', bound: false });
    expect(without.record).toMatchObject({
      bound: null,
      boundByCupUsd: null,
      gap: null,
      gapReason: 'no bound was computed',
    });
    const { record } = await solve(file, { method: 'fdld-so', boundTimeLimitS: 0 });
    expect(record.warnings.some((text) => text.includes('--bound-time-limit'))).toBe(true);
  });
});

describe('options', () => {
  const file = geoFile('tiny-one-epoch');

  test.each([
    [{ method: 'config-lp' }, 'method'],
    [{ method: 'gld-pl' }, 'method'],
    [{ problem: 'mo-ec' }, 'problem'],
    [{ constraint: 'static' }, 'constraint'],
    [{ improve: 'all' }, 'improve'],
    [{ naive: true }, 'naive'],
    [{ engine: 'glpk' }, 'engine'],
    [{ start: 'plan.json' }, 'start'],
    [{ front: 3 }, 'front'],
    [{ boundTimeLimitS: 3 }, 'boundTimeLimitS'],
    [{ boundTimeLimitS: 3, bound: false, method: 'fdld-so' }, 'boundTimeLimitS'],
  ])('%j is refused for a geo instance', async (options, path) => {
    expect(faultsOf(await solveByLibrary(file, options as object))).toMatchObject([{ file: 'call', path }]);
  });

  test('a method of another family is refused with the families of both', async () => {
    const [fault] = faultsOf(await solveByLibrary(file, { method: 'tabu' }));
    expect(fault!.remedy).toContain('is a method for robust instances, this is a geo one');
  });

  test('a folder that holds the instance under the name of an output is refused', async () => {
    const directory = temporaryDirectory();
    const own = writtenGeo(directory, { ...geoInstance('tiny-one-epoch'), name: 'plan' });
    const before = readFileSync(own, 'utf8');
    expect(faultsOf(await solveByLibrary(own, { out: directory, overwrite: true }))).toHaveLength(1);
    expect(readFileSync(own, 'utf8')).toBe(before);
  });
});

describe('--front', () => {
  test('has both ends of the trade-off, and no bound above a plan', async () => {
    const directory = temporaryDirectory();
    const out = join(directory, 'out');
    const file = writtenGeo(directory, withCarbon());
    const { ended, record: json } = await solve(file, { front: 5, out });
    expect(ended).toBe('solved');
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
    if (under.record.feasible) expect(under.record.objective).toBeGreaterThanOrEqual(pareto[0]!.boundUsd! - ROUNDING);
    expect(under.record.bound).toBeLessThanOrEqual(pareto[0]!.costUsd! + ROUNDING);
  });

  test('without carbon intensities is refused', async () => {
    const out = join(temporaryDirectory(), 'out');
    const refused = await solveByLibrary(geoFile('tiny-arbitrage'), { front: 3, out });
    expect(faultsOf(refused)).toMatchObject([{ path: 'dataCentres[0].carbon' }]);
    expect(existsSync(join(out, 'result.json'))).toBe(false);
  });
});
