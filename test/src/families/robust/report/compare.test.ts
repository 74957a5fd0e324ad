import { describe, expect, it } from 'vitest';
import { difference, probability, shortProbability } from '../../../../../src/families/robust/report/compare-format.js';
import { rangeOf } from '../../../../../src/families/robust/report/html/compare.js';
import type { RobustComparisonRecord } from '../../../../../src/families/robust/studies/compare/comparison.js';
import type { Convergence } from '../../../../../src/studies/compare/record.js';
import {
  robustCompareCsv,
  robustComparePage,
  robustCompareText,
  robustComparison,
  robustRun,
} from '../../../../fixtures/report/robust-comparison.js';

const GOLDEN = '../../../../fixtures/report/golden';
const nothing: Convergence = { axis: 'steps', at: [], level: null, methods: [] };
const CASES: [string, RobustComparisonRecord][] = [
  ['mo-ec', robustComparison()],
  ['eo-mc', robustComparison({ problem: 'eo-mc' })],
  [
    'infeasible',
    robustComparison({
      termination: 'interrupted',
      bounds: [
        {
          trial: 0,
          seed: 7,
          bound: null,
          boundZ: null,
          source: 'bound',
          energyBoundJ: null,
          infeasibility: 'the budget is 1 J short',
          timeS: 0,
        },
      ],
      convergence: nothing,
      differences: [],
      warnings: ['No plan is feasible: the budget is 1 J short'],
      workers: 2,
    }),
  ],
];

/** Text a reader sees, one line per block; drawings are left to the browser test. */
function visibleText(html: string): string {
  const body = html
    .slice(html.indexOf('<body>'))
    .replace(/<(script|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<\/(td|th|dt)>/g, ' | ')
    .replace(/<\/(p|div|tr|li|h\d|caption|summary|dd)>/g, '\n')
    .replace(/<[^>]*>/g, '');
  const lines = body.split('\n').map((line) => line.replace(/[ \t]+/g, ' ').trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

describe.each(CASES)('a comparison of robust methods, %s', (name, record) => {
  const html = robustComparePage(record);

  it('says what the checked-in text says', async () => {
    await expect(visibleText(html)).toMatchFileSnapshot(`${GOLDEN}/robust-compare-${name}.txt`);
    await expect(robustCompareText(record)).toMatchFileSnapshot(`${GOLDEN}/robust-compare-summary-${name}.txt`);
  });

  it('embeds the record, escapes names and shows no number for a missing value', () => {
    const embedded = /<script type="application\/json" id="plenum-data">([\s\S]*?)<\/script>/.exec(html)![1]!;
    expect(JSON.parse(embedded)).toEqual(JSON.parse(JSON.stringify(record)));
    expect(html).not.toContain('<b>');
    const shown = html.slice(0, html.indexOf('id="plenum-data"'));
    for (const text of [shown, robustCompareText(record), robustCompareCsv(record)]) {
      expect(text.match(/.{0,60}(NaN|undefined|Infinity|1e\+?308|null).{0,40}/)?.[0]).toBeUndefined();
    }
    expect(html).not.toMatch(/(src|href|data)\s*=\s*["'](?!#)/i);
  });

  it('shows the figures of the record', () => {
    const [{ bound, energyBoundJ }] = record.bounds as readonly [(typeof record.bounds)[number]];
    const means = new Map<string, number | undefined>([
      ['bound', bound ?? undefined],
      ['energyBoundJ', energyBoundJ ?? undefined],
    ]);
    for (const { method, ...one } of record.summary) {
      for (const field of [
        'allInTime',
        'budgetUntilLastCore',
        'objective',
        'psiGap',
        'deadlineSlackPercent',
        'gap',
        'energyGap',
        'energyMeanJ',
      ] as const) {
        means.set(`${field}.${method}`, one[field]?.mean);
      }
    }
    for (const { method, objective, objectiveZ } of record.differences) {
      means.set(`difference.objective.${method}`, objective?.mean);
      means.set(`difference.objectiveZ.${method}`, objectiveZ?.mean);
    }
    const figures = [...html.matchAll(/<data data-field="([^"]+)" value="([^"]+)">/g)];
    for (const [, field, exact] of figures) expect([field, Number(exact)]).toEqual([field, means.get(field!)]);
    const own = record.problem === 'mo-ec' ? 'deadlineSlackPercent' : 'energyGap';
    expect(figures.map(([, field]) => field)).toContain(`${own}.tabu`);
  });

  it('leads with what can be promised of deadline and budget, before the thesis’ measures', () => {
    // By hand: every feasible run of the fixture has 10^-2 and a quantile of -1.28155, hence 0.1.
    const [tabu] = record.summary.filter(({ method }) => method === 'tabu');
    expect([tabu!.allInTime!.mean, tabu!.budgetUntilLastCore!.mean]).toEqual([0.01, 0.1]);
    const of = record.problem === 'mo-ec' ? 'Psi' : 'phi';
    const rows = robustCompareText(record).split('\n');
    const heads = rows.find((row) => row.startsWith('Method'));
    expect(heads!.replaceAll(/ +/g, ' ')).toContain(
      `Method Plans All in time Budget until last core ${of} 95 % interval`,
    );
    expect(rows.find((row) => row.startsWith('tabu'))).toMatch(/^tabu +2 of 3 +0\.010000 +0\.100000 +0\.\d{6} /);
    const table = html.slice(html.indexOf('<thead'), html.indexOf('</thead>')).replaceAll(/<[^>]*>/g, '|');
    expect(table).toMatch(new RegExp(`All in time\\|+Budget until last core\\|+${of}\\|`));
    const [columns, first] = robustCompareCsv(record).split('\r\n');
    expect(columns).toContain(
      'feasible,all_cores_in_time,all_cores_in_time_log10,budget_until_last_core,budget_until_last_core_z,deadline_95_s,budget_95_j,joint_deadline_95_s,joint_budget_95_j,psi,psi_z,phi',
    );
    expect(first).toContain(',true,0.01,-2,0.1,-1.2815515655446004,');
  });

  it('writes one row of the table for each run, with all its fields', () => {
    const rows = robustCompareCsv(record).trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + record.runs.length);
    expect(new Set(rows.map((row) => row.split(',').length))).toEqual(new Set([28]));
  });
});

describe('the range drawn', () => {
  const flat = (method: string, ...median: (number | null)[]): Convergence['methods'][number] => ({
    method,
    trials: 1,
    plans: 1,
    median,
    least: median,
    greatest: median,
  });
  const range = (z: number | null, ...methods: Convergence['methods']): ReturnType<typeof rangeOf> =>
    rangeOf({ level: z === null ? null : { median: z, least: z, greatest: z }, methods });

  it('is not stretched by a far first plan or a method that stays far off', () => {
    const { min, max, isCut } = range(1.5, flat('A', -30, 1), flat('B', -25, -20));
    expect(min).toBeGreaterThan(-1.5);
    expect(max).toBeGreaterThan(1.5);
    expect(isCut).toBe(true);
  });

  it('holds the bound, and the end of a method that is not far off', () => {
    const { min, max, isCut } = range(3, flat('A', -1, -1), flat('B', null, 2));
    expect([min < -1, max > 3, isCut]).toEqual([true, true, false]);
  });

  it.each([
    ['a certain bound', 1e308, 1e308],
    ['certain plans without a bound', null, 1e308],
    ['impossible plans', 0, -1e308],
    ['no difference at all', 2, 2],
  ])('has a width that can be drawn: %s', (_, boundZ, z) => {
    const { min, max, interval } = range(boundZ, flat('A', z, z));
    expect(max - min).toBeGreaterThan(0);
    expect((max - min) / interval).toBeLessThan(20);
    expect(Math.max(Math.abs(min), Math.abs(max))).toBeLessThan(50);
  });
});

describe('a certain bound', () => {
  it('is said to be infinite, and not drawn', () => {
    const bound = { trial: 0, seed: 7, bound: 1, boundZ: 1e308, source: 'bound', energyBoundJ: 1, timeS: 0 };
    const level = { median: 1e308, least: 1e308, greatest: 1e308 };
    const record = robustComparison({ bounds: [bound] });
    const certain = { ...record, convergence: { ...record.convergence, level } };
    const html = robustComparePage(certain);
    expect(html).toContain('There is no finite bound to draw.');
    expect(html).not.toContain('>proven bound<');
    expect(robustCompareText(certain)).toMatch(/bound +1\.000000.*\nbound in z +infinite\n/);
    expect(robustComparePage(record)).toContain('>proven bound<');
  });

  it('a run without a feasible plan is not drawn, and counted as none', () => {
    const html = robustComparePage(robustComparison());
    expect(html).toContain('Not drawn for want of feasible plans: the median of min-energy.');
    expect(robustRun('A', 0, null).trajectory).toEqual([]);
  });
});

describe('digits', () => {
  it.each([
    [0, '0.000000', '0.0000'],
    [1, '1.000000', '1.0000'],
    [1 - 1e-12, '1 - 1.00e-12', '1 - 1e-12'],
    [0.99996, '0.999960', '1 - 0.00004'],
    [3e-9, '3.000e-9', '3.0e-9'],
    [0.93377654, '0.933777', '0.9338'],
  ])('%s is not rounded to certainty', (value, long, short) => {
    expect([probability(value)!.digits, shortProbability(value)!.digits]).toEqual([long, short]);
  });

  it('what rounding leaves of no difference is shown as 0', () => {
    expect([1e-15, 0.00014423, -2].map((value) => difference(value)!.digits)).toEqual(['0', '0.000144', '-2.00']);
  });
});
