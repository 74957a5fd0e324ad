import { describe, expect, it } from 'vitest';
import { heatData, heatGrid, widestAxes } from '../../../../src/reports/study/heat-grid.js';
import { placedRuns, type StudyReport } from '../../../../src/reports/study/input.js';
import { studyReportPage } from '../../../../src/reports/study/page.js';
import { packed, type PackedColumn } from '../../../../src/reports/study/runs-table.js';
import { studyText } from '../../../../src/reports/study/text.js';
import type { ClassAnalysis } from '../../../../src/studies/analysis/analysis.js';
import { runsTable } from '../../../../src/studies/tables.js';
import { analysisOf, studyReport } from '../../../fixtures/report/study-report.js';
import { visibleText } from '../../../fixtures/report/visible-text.js';
import { DRAWN_METHODS, type DrawnMethod, drawnStudy } from '../../../support/study-records.js';

const GOLDEN = '../../../fixtures/report/golden';
const LP = DRAWN_METHODS[0]!;
const GREEDY = DRAWN_METHODS[1]!;
const tiny = drawnStudy({
  powerCapsW: [100_000, 120_000],
  seeds: 2,
  title: 'Which method for the rooms of the north wing?',
});
const report = studyReport(tiny);
const html = studyReportPage(report);
const summary = (of: StudyReport): string => studyText({ ...of, records: of.table.records });

/** Figures of a page by their names: the exact value and the text shown. */
function figuresOf(page: string): Map<string, { readonly exact: number; readonly text: string }> {
  const found = page.matchAll(/<data data-field="([^"]+)" value="([^"]+)">(?:<span class="q">)?([^<]*)/g);
  return new Map([...found].map(([, field, exact, text]) => [field!, { exact: Number(exact), text: text! }]));
}

/** Number in a shown text, which has grouped digits and a real minus sign. */
function read(text: string): number {
  return Number(/[\d.]+(?:e[+-]?\d+)?/.exec(text.replaceAll(/[\u202f\u2212<+ ]/g, ''))![0]);
}

describe('the page of a study', () => {
  it('says what the checked-in text says', async () => {
    await expect(visibleText(html)).toMatchFileSnapshot(`${GOLDEN}/study.txt`);
    await expect(summary(report)).toMatchFileSnapshot(`${GOLDEN}/study-summary.txt`);
  });

  it('shows the figures of the analysis, in their units', () => {
    const figures = figuresOf(html);
    const [one] = report.analysis.classes as [ClassAnalysis];
    const [budget] = one.budgets;
    const expected = new Map<string, readonly [exact: number, shown: number, digits: number]>();
    for (const { method, gap, objective, timeS, gapGeometric, feasible, successes } of budget!.methods) {
      const at = `0.0.${method}`;
      expected.set(`gap.mean.${at}`, [gap!.mean, 100 * gap!.mean, 3]);
      expected.set(`gap.median.${at}`, [gap!.median, 100 * gap!.median, 3]);
      expected.set(`gapGeometric.${at}`, [gapGeometric!.mean, 100 * gapGeometric!.mean, 3]);
      expected.set(`objective.mean.${at}`, [objective!.mean, objective!.mean, 4]);
      expected.set(`timeS.mean.${at}`, [timeS!.mean, timeS!.mean, 3]);
      expected.set(`feasible.${at}`, [feasible!.probability, 100 * feasible!.probability, 4]);
      for (const { gap: limit, share } of successes)
        expected.set(`success.${String(limit)}.${at}`, [share.probability, 100 * share.probability, 4]);
    }
    for (const { method, meanRank } of budget!.ranking) expected.set(`meanRank.0.0.${method}`, [meanRank, meanRank, 3]);
    for (const { first, second, pHolm, effect, difference } of budget!.pairs) {
      expected.set(`effect.0.0.${first}.${second}`, [effect!, Math.abs(effect!), 2]);
      expected.set(`effect.0.0.${second}.${first}`, [-effect!, Math.abs(effect!), 2]);
      expected.set(`difference.0.0.${first}.${second}`, [difference!.mean, difference!.mean, 3]);
      if (pHolm! >= 1e-4) expected.set(`pHolm.0.0.${first}.${second}`, [pHolm!, pHolm!, 2]);
    }
    one.anytime!.curves.forEach(({ method, median }) => {
      median.forEach((value, n) => {
        if (value !== null) expected.set(`anytime.0.${method}.${String(n)}`, [value, 100 * value, 3]);
      });
    });
    for (const [field, [exact, shown, digits]] of expected) {
      const found = figures.get(field);
      expect([field, found?.exact]).toEqual([field, exact]);
      const size = Math.abs(shown) < 1e-8 ? 1e-8 : Math.abs(shown);
      // Gaps have two decimals of a per cent.
      const last = /^(gap|anytime)/.test(field) ? 0.01 : size * 10 ** (1 - digits);
      expect([field, Math.abs(read(found!.text) - Math.abs(shown)) <= 0.51 * last]).toEqual([field, true]);
    }
    expect(expected.size).toBeGreaterThan(50);
  });

  it('names the finding of a pair from both sides, in words', () => {
    const matrix = visibleText(html.slice(html.indexOf('<body>')).replace(/<body>/, '<body>')).split('\n');
    const row = (method: string): string =>
      matrix.find((line) => line.startsWith(`${method} | `) && line.includes('effect'))!;
    expect(row('config-lp')).toMatch(
      /^config-lp \| · \| ▲ betterp < 0\.0001effect \+0\.827 \/ 1 \/ 0 \| ≈ not told apartp 0\.31effect −0\.257 \/ 1 \/ 0/,
    );
    expect(row('greedy-power')).toMatch(
      /^greedy-power \| ▼ worsep < 0\.0001effect −0\.821 \/ 7 \/ 0 \| · \| ≈ not told apart/,
    );
  });

  it('names no winner where the study does not distinguish', () => {
    const alike = analysisOf(tiny);
    const classes = alike.classes.map((one) => ({
      ...one,
      budgets: one.budgets.map((budget) => ({
        ...budget,
        distinguishes: false,
        verdict: 'All gaps are under 0.01 %: this study does not distinguish the methods.',
      })),
    }));
    const same = studyReport(tiny, { analysis: { ...alike, classes } });
    const page = visibleText(studyReportPage(same));
    expect(page).toContain('does not distinguish');
    expect(page).toContain('1, all alike | 1 | config-lp');
    expect(page).not.toContain('Methods in one row');
    expect(summary(same)).toMatch(/greedy-power +alike/);
  });

  it('embeds study, analysis and advice, and every column of every run', () => {
    const embedded = (id: string): unknown =>
      JSON.parse(new RegExp(`<script type="application/json" id="${id}">([\\s\\S]*?)</script>`).exec(html)![1]!);
    const { study, analysis, advice, table } = report;
    expect(embedded('plenum-data')).toEqual(JSON.parse(JSON.stringify({ study, analysis, advice })));
    const { columns } = embedded('plenum-runs') as { readonly columns: readonly PackedColumn[] };
    const rows = table.rows.map((_, n) =>
      columns.map((one) => ('one' in one ? one.one : 'of' in one ? one.of[one.at[n]!] : one.values[n])),
    );
    expect(rows).toEqual(table.rows);
    expect(packed(table).map(({ name }) => name)).toEqual(table.columns.map(({ name }) => name));
  });

  it('is the same whatever machine made the runs, where times are left out', () => {
    const machines = [1, 7].map((factor) => {
      const records = tiny.records.map((record) => ({
        ...record,
        machine: {
          ...record.machine,
          host: `host ${String(factor)}`,
          timeS: { total: factor },
          cpuS: factor,
          peakMemoryMiB: factor,
        },
      }));
      const table = runsTable({ runs: tiny.runs, records, times: false });
      return studyReportPage(studyReport(tiny, { table, analysis: report.analysis, times: false }));
    });
    expect(machines[0]).toBe(machines[1]);
    expect(visibleText(machines[0]!)).not.toMatch(/Mean time|host 1|Machines/);
  });
});

describe('names that mean harm', () => {
  const NASTY = `</script><script>alert('x')</script><b>"'&`;
  const methods: readonly DrawnMethod[] = [
    { ...LP, name: NASTY },
    { ...GREEDY, name: `\u202Eevil ${'very '.repeat(99)}long 🧊 שלום` },
    { ...GREEDY, name: '=HYPERLINK("x")', failing: 1 },
  ];
  const drawn = drawnStudy({
    methods,
    name: NASTY,
    title: `${NASTY} שלום 🧊`,
    instances: [NASTY, 'b'],
    unit: '<i>unit</i>',
  });
  const page = studyReportPage(studyReport(drawn));

  it('stay text', () => {
    expect(page).not.toMatch(/<b>"|<i>|alert\('x'\)<\/script>/);
    expect(page.match(/<script/g)).toHaveLength(3);
    expect(page.match(/<\/script>/g)).toHaveLength(3);
    const shown = page.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '');
    expect(shown).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(page).not.toMatch(/\s(src|href)\s*=\s*["'](?!#)/i);
  });
});

describe('studies with little in them', () => {
  const failing: readonly DrawnMethod[] = [{ ...LP, failing: 1 }];
  const cases: readonly (readonly [string, ReturnType<typeof drawnStudy>, RegExp])[] = [
    ['no run', { ...tiny, records: [] }, /no run has been finished/],
    ['one run', drawnStudy({ methods: [LP], seeds: 1, instances: ['a'] }), /What does the method achieve on 1 case/],
    ['one method', drawnStudy({ methods: [GREEDY] }), /What does the method achieve/],
    ['only runs that failed', drawnStudy({ methods: failing }), /passed the limit of (memory|time)/],
    [
      'no feasible plan',
      drawnStudy({
        methods: [
          { ...LP, planless: 1 },
          { ...GREEDY, planless: 1 },
        ],
      }),
      /power cap: /,
    ],
    ['no bound', drawnStudy({ bounded: false }), /config-lp/],
    ['deterministic methods', drawnStudy({ methods: [GREEDY, { ...GREEDY, name: 'two' }] }), /two/],
    ['less is better', drawnStudy({ better: 'less', unit: 'J' }), /less is better/],
  ];

  it.each(cases)('%s: every figure is a number or said to be none', (_, drawn, said) => {
    const failed = drawn.records.every(({ outcome }) => outcome.failure !== null);
    const analysis = analysisOf(drawn);
    const own = studyReport(drawn, failed ? { analysis: { ...analysis, classes: [] } } : {});
    const page = studyReportPage(own);
    expect(page).toMatch(said);
    expect(page).not.toMatch(/="[^"]*(NaN|Infinity|undefined)/);
    expect(visibleText(page)).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
    expect(summary(own)).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  });
});

describe('sections without content', () => {
  it('are left out: pairs of one method, failures where none failed', () => {
    const text = visibleText(studyReportPage(studyReport(drawnStudy({ methods: [GREEDY] }))));
    expect(text).not.toMatch(/Every pair of methods|Failures|Nothing to show/);
    expect(text).toContain('Every run');
  });
});

describe('methods of equal mean rank', () => {
  it('share a place, on the page and on the terminal', () => {
    const drawn = drawnStudy();
    const analysis = analysisOf(drawn);
    const [one] = analysis.classes;
    const [budget] = one!.budgets;
    const ranking = budget!.ranking.map((entry, n) => (n < 2 ? { ...entry, meanRank: 1.5, place: 1 } : entry));
    const own = studyReport(drawn, {
      analysis: { ...analysis, classes: [{ ...one!, budgets: [{ ...budget!, ranking }] }] },
    });
    const [first, second, third] = ranking.map(({ method }) => method);
    expect(visibleText(studyReportPage(own))).toMatch(
      new RegExp(`=1 \\| ${first} [^]*=1 \\| ${second} [^]*\\| 3 \\| ${third} `),
    );
    expect(summary(own)).toMatch(new RegExp(`${first} +\\S+ +=1 +1.50[^]*${second} +\\S+ +=1 +1.50`));
  });
});

describe('the map over two axes', () => {
  it('has the mean of the runs of a cell, by hand', () => {
    const drawn = drawnStudy({ methods: [LP, GREEDY], instances: ['a'], powerCapsW: [1000, 2000], seeds: 2 });
    const values = [1, 3, 10, 20, 5, 5, null, 8];
    const records = drawn.records.map((record, n) => ({
      ...record,
      outcome: { ...record.outcome, feasible: values[n] !== null, objective: values[n]! },
    }));
    const own = studyReport({ ...drawn, records });
    const data = heatData(placedRuns(own), own.analysis.classes, true);
    const [row, column] = ['method', 'limits.powerCapW'].map((name) =>
      data.axes.findIndex((axis) => axis.name === name),
    );
    // Runs come as power caps, then methods, then seeds.
    expect(heatGrid(data, 0, row!, column!, 'objective')).toEqual([
      [
        { mean: 2, runs: 2 },
        { mean: 5, runs: 2 },
      ],
      [
        { mean: 15, runs: 2 },
        { mean: 8, runs: 1 },
      ],
    ]);
  });

  it('begins with the two axes of most levels, seeds last', () => {
    const drawn = drawnStudy({ powerCapsW: [1, 2, 3, 4].map((n) => 1000 * n), seeds: 9 });
    const own = studyReport(drawn);
    const data = heatData(placedRuns(own), own.analysis.classes, true);
    expect(widestAxes(data, 0)!.map((axis) => data.axes[axis]!.name)).toEqual(['limits.powerCapW', 'method']);
  });
});

describe('a page of a thousand runs', () => {
  it.each([
    ['of one class', 1],
    ['of a class each', 1000],
  ])('%s: takes less than 5 MB, and says what is left out', (_, classes) => {
    const drawn = drawnStudy({ instances: ['a', 'b', 'c', 'd'], powerCapsW: [50_000, 100_000, 150_000], seeds: 28 });
    expect(drawn.runs.length).toBeGreaterThan(1000);
    const {
      classes: [one],
      ...rest
    } = analysisOf(drawn);
    const analysis = {
      ...rest,
      classes: Array.from({ length: classes }, (_one, n) => ({ ...one!, name: `class ${String(n)}` })),
    };
    const page = studyReportPage(studyReport(drawn, { analysis }));
    expect(Buffer.byteLength(page)).toBeLessThan(5e6);
    expect(/The first \d+ of 1000 classes/.test(page)).toBe(classes > 1);
    expect(page.match(/id="runs-title"/g)).toHaveLength(1);
    // Every class of which there is a recommendation is in the index, and where its link leads; the later ones are folded.
    const linked = [...page.matchAll(/href="#(class-\d+)"/g)].map(([, id]) => id);
    expect(linked).toEqual(classes === 1 ? [] : Array.from({ length: 60 }, (_one, n) => `class-${String(n)}`));
    for (const id of linked) expect(page.split(`<h3 id="${id!}">`)).toHaveLength(2);
    expect(page.match(/<summary><bdi[^>]*>class \d+/g) ?? []).toHaveLength(classes === 1 ? 0 : 48);
  });
});
