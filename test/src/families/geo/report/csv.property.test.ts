import { describe, expect, it } from 'vitest';
import { GEO_LEDGER_CSV_COLUMNS, geoLedgerCsv } from '../../../../../src/families/geo/report/ledger-csv.js';
import { GEO_PLAN_CSV_COLUMNS, geoPlanCsv, loadText } from '../../../../../src/families/geo/report/plan-csv.js';
import { bindingText, figureText } from '../../../../../src/families/geo/report/format.js';
import { geoSummaryText } from '../../../../../src/families/geo/report/summary.js';
import { bindingGroups, energyUse } from '../../../../../src/families/geo/report/sums.js';
import { tinyGeoInstances } from '../../../../support/bundled.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import { csvRows, manyCentres, randomReportCase, reportCase } from './case.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const tiny = (name: string) => reportCase(tinyGeoInstances().find((one) => one.name === `tiny-${name}`)!);

describe('the ledger as CSV', () => {
  it.each([
    ['plain', {}],
    ['with demand charges', { prices: 'tariff' }],
    ['with a price of carbon', { carbon: 'price' }],
    ['with surplus as printed', { surplus: { rule: 'printed' }, renewables: 1 }],
  ] as const)('%s: adds up to the bill', (_, options) => {
    for (let seed = 40; seed < 40 + fuzzCount(6); seed++) {
      const { instance, series, evaluation } = randomReportCase(seed, options);
      const text = geoLedgerCsv(instance, series, evaluation);
      const rows = csvRows(text);
      const sum = (column: string): number => rows.reduce((total, row) => total + Number(row[column]), 0);
      const near = (value: number, truth: number): void => {
        expect(Math.abs(value - truth)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(truth)));
      };
      near(sum('cost_usd'), evaluation.costUsd);
      near(sum('energy_usd'), evaluation.energyUsd);
      near(sum('transitions_usd'), evaluation.transitionUsd);
      near(sum('carbon_usd'), evaluation.carbonUsd);
      near(sum('demand_usd'), evaluation.demandUsd);
      near(sum('carbon_kg'), evaluation.carbonKg);
      near(sum('own_kwh') + sum('grid_kwh'), sum('drawn_kwh'));
      near(sum('own_kwh') + sum('surplus_kwh'), sum('renewable_kwh'));
      near(sum('nodes_kwh') + sum('cracs_kwh') + sum('overhead_kwh') + sum('transitions_kwh'), sum('drawn_kwh'));
      const cells = instance.horizon.epochs * instance.dataCentres.length;
      expect(rows).toHaveLength(cells + evaluation.demand.length);
      for (const row of text.trimEnd().split('\r\n').slice(1)) {
        expect(row.split(',')).toHaveLength(GEO_LEDGER_CSV_COLUMNS.length);
      }
      for (const [n, row] of rows.slice(0, cells).entries()) {
        const [t, d] = [Math.floor(n / instance.dataCentres.length), n % instance.dataCentres.length];
        expect(row['epoch']).toBe(String(t));
        expect(row['data_centre']).toBe(instance.dataCentres[d]!.name);
        expect(row['local_begin']).toBe(series.centres[d]!.localBeginnings[t]);
        expect(Number(row['usd_per_kwh'])).toBe(series.centres[d]!.usdPerKwh[t]);
      }
      for (const [n, row] of rows.slice(cells).entries()) {
        const { dataCentre, period, greatestKw } = evaluation.demand[n]!;
        expect([row['data_centre'], row['demand_period']]).toEqual([dataCentre, period]);
        expect(Number(row['greatest_kw'])).toBe(greatestKw);
      }
    }
  });

  it('the seeds above have demand charges, carbon and surplus', () => {
    const seeds = [40, 41, 42, 43, 44, 45];
    const any = (options: object, pick: (one: ReturnType<typeof randomReportCase>) => number): boolean =>
      seeds.some((seed) => pick(randomReportCase(seed, options)) > 0);
    expect(any({ prices: 'tariff' }, ({ evaluation }) => evaluation.demandUsd)).toBe(true);
    expect(any({ carbon: 'price' }, ({ evaluation }) => evaluation.carbonUsd)).toBe(true);
    const surplus = { surplus: { rule: 'printed' }, renewables: 1 };
    expect(any(surplus, ({ evaluation }) => Math.max(...evaluation.cells.flat().map((cell) => cell.surplusKwh)))).toBe(
      true,
    );
  });
});

describe('the plan as CSV', () => {
  it('has every node, and what it runs is what the plan says', () => {
    for (let seed = 50; seed < 50 + fuzzCount(6); seed++) {
      const { instance, series, plan, evaluation } = randomReportCase(seed);
      const rows = csvRows(geoPlanCsv(instance, series, plan));
      for (const [t, cells] of evaluation.cells.entries()) {
        for (const [d, cell] of cells.entries()) {
          const { name, room } = instance.dataCentres[d]!;
          const here = rows.filter((row) => row['epoch'] === String(t) && row['data_centre'] === name);
          for (const [j, type] of instance.nodeTypes.entries()) {
            const own = here.filter((row) => row['node_type'] === type.name);
            const sum = (some: typeof own): number => some.reduce((total, row) => total + Number(row['nodes']), 0);
            expect(sum(own.filter((row) => row['load'] !== ''))).toBe(cell.awake[j]);
            const groups = instance.rooms[room]!.nodeGroups.filter(({ nodeType }) => nodeType === type.name);
            expect(sum(own)).toBe(groups.reduce((total, { count }) => total + count, 0));
          }
          for (const row of here) {
            expect(row['local_begin']).toBe(series.centres[d]!.localBeginnings[t]);
            expect(Number(row['set_point_c'])).toBe(cell.setPointC);
            expect(row['runs']).toBe(row['load'] === '' ? 'asleep' : loadText(plan.loads[Number(row['load'])]!));
          }
        }
      }
    }
  });

  it('what a node runs is told core by core', () => {
    const slices = [
      { taskType: 'dedup', pState: 0, fraction: 0.75 },
      { taskType: 'x264', pState: 3, fraction: 0.25 },
    ];
    expect(
      loadText({
        nodeType: 'A',
        cores: [
          { count: 4, slices },
          { count: 1, slices: slices.slice(1) },
        ],
      }),
    ).toBe('4 cores: dedup P0 0.75, x264 P3 0.25; 1 core: x264 P3 0.25');
    expect(loadText({ nodeType: 'A', cores: [] })).toBe('idle');
    expect(loadText({ nodeType: 'A', cores: [{ count: 2, slices: [] }] })).toBe('idle');
    expect(GEO_PLAN_CSV_COLUMNS.join()).toBe('epoch,local_begin,data_centre,set_point_c,node_type,nodes,load,runs');
  });
});

describe('the text summary', () => {
  it('is the checked-in text', () => {
    const { instance, record } = tiny('surplus-feed-in');
    const lines = geoSummaryText(instance, {
      ...record,
      result: {
        ...record.result,
        feasible: true,
        violations: [],
        binding: [
          { constraint: 'redLine', where: 'west', epochs: 1 },
          { constraint: 'redLine', where: 'east', epochs: 1 },
        ],
        warnings: ['mind\nthis'],
      },
    });
    expect(lines).toBe(GOLDEN);
  });

  it('an instance in another currency is told in it, also in the headings of the ledger', () => {
    const { instance, series, record, evaluation } = tiny('surplus-feed-in');
    const inFrancs = { ...instance, currency: 'CHF' };
    const text = geoSummaryText(inFrancs, record);
    expect(text).toMatch(/^cost +0\.7550 CHF,/m);
    expect(text).not.toContain('USD');
    expect(geoLedgerCsv(inFrancs, series, evaluation)).toMatch(/^epoch,.*,chf_per_kwh,.*,demand_chf,cost_chf\r\n/);
  });

  it('shows centres with their carbon, with the decimals of the bill', () => {
    const { instance, record, evaluation } = randomReportCase(44, { carbon: 'price', centres: 2 });
    const text = geoSummaryText(instance, record);
    const shown = [...text.matchAll(/centre\d: [\d.]+ \w+, ([\d.]+) USD/g)].map(([, usd]) => Number(usd));
    expect(shown).toHaveLength(2);
    const { costUsd, demandUsd, carbonUsd } = evaluation;
    expect(carbonUsd).toBeGreaterThan(0.01 * costUsd);
    expect(shown[0]! + shown[1]!).toBeCloseTo(costUsd - demandUsd, 3);
    const large = { ...evaluation, costUsd: 1605.31, energyUsd: 1562.07, transitionUsd: 43.2392812, carbonUsd: 0 };
    const { result } = record;
    expect(geoSummaryText(instance, { evaluation: large, result: { ...result, objective: 1605.31 } })).toContain(
      'energy 1562 USD, transitions 43.24 USD',
    );
  });

  it('names the centres that draw most', () => {
    const { instance, record } = reportCase(manyCentres(randomGeoInstance(45, { centres: 3, epochs: 1 }), 8));
    const text = geoSummaryText(instance, record);
    const shownKwh = [...text.matchAll(/c\d{3}: ([\d.]+) (\w+)/g)].map(
      ([, kwh, unit]) => Number(kwh) * (unit === 'Wh' ? 1e-3 : unit === 'MWh' ? 1e3 : 1),
    );
    const drawnKwh = instance.dataCentres.map(
      (_, d) => energyUse(record.evaluation!.cells.map((row) => row[d]!)).drawnKwh,
    );
    drawnKwh.sort((a, b) => b - a);
    expect(drawnKwh[0]).toBeGreaterThan(drawnKwh[7]!);
    expect(shownKwh).toHaveLength(5);
    for (const [n, kwh] of shownKwh.entries()) expect(kwh / drawnKwh[n]!).toBeCloseTo(1, 3);
    expect(text).toContain('and 3 more data centres of less energy');
  });

  it('figures of methods have names in words, and their unit', () => {
    expect(figureText('phiC dedup', 0.7734567)).toEqual({ label: 'over-provisioning phi_C of dedup', text: '0.7735' });
    expect(figureText('estimatedCostUsd', 6064.5123)).toEqual({
      label: 'the bill as the search estimates it',
      text: '6065 USD',
    });
    expect(figureText('somethingNew', 3)).toEqual({ label: 'somethingNew', text: '3' });
  });

  it('what could still be saved is told with a gap alone, and is never below 0', () => {
    const { instance, record } = tiny('arbitrage');
    const saved = (change: object): string | undefined =>
      /^gap .*at most (.*) could still be saved$/m.exec(
        geoSummaryText(instance, { ...record, result: { ...record.result, ...change } }),
      )?.[1];
    expect(saved({ objective: 4, bound: -1, gap: 5 })).toBe('5.000 USD');
    expect(saved({ objective: 4, bound: 4 + 1e-12, gap: 0 })).toBe('0 USD');
    expect(saved({ objective: 4, bound: 1, gap: null, gapReason: 'none' })).toBeUndefined();
  });

  it('limits met are counted by place and by time', () => {
    const groups = bindingGroups([
      { constraint: 'nodeCount', where: 'a', epochs: 1 },
      { constraint: 'redLine', where: 'a', epochs: 2 },
      { constraint: 'redLine', where: 'b', epochs: 5 },
    ]);
    expect(groups.map(bindingText)).toEqual([
      'red line: at 2 places, 7 times in all',
      'all nodes of a type awake: at 1 place, once in all',
    ]);
  });
});

const GOLDEN = `tiny-surplus-feed-in: feasible (checked), finished (the method ran to its end)
method          plain, seed 1
cost            0.7550 USD, as billed by the checker, cooling by the rooms’ own temperatures
lower bound     0.6606 USD, no plan within its scope costs less
gap             12.50 % of the bound: at most 0.09437 USD could still be saved
cooling by CUP  0.7550 USD by Eq. 43, bound 0.5663 USD, gap 25.00 %
of it           energy 0.7550 USD
energy          33.00 kWh at the meter (nodes 24.00 kWh, CRACs 6.000 kWh, overhead 3.000 kWh, transitions 0 kWh)
bought          16.50 kWh; 16.50 kWh used of the 20.00 kWh that sun and wind give
bound covers    every plan of a test
by centre       west: 16.50 kWh, -0.07000 USD
                east: 16.50 kWh, 0.8250 USD
binds           red line: at 2 places, 2 times in all
of the method   cost with nodes in fractions: 0.7550 USD
plan            plan.json
`;
