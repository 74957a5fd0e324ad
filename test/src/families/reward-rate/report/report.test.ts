import { describe, expect, it } from 'vitest';
import type { ReportRequest } from '../../../../../src/families/reward-rate/report/input.js';
import { renderReport } from '../../../../../src/families/reward-rate/report/report.js';
import { awkward, failing, infeasiblePlan, withoutPlan } from '../../../../fixtures/report/awkward.js';
import { expectedFigures, readBack } from '../../../../fixtures/report/expected-figures.js';
import { facilityInput } from '../../../../fixtures/report/facility.js';

const GOLDEN = '../../../../fixtures/report/golden';
const CASES: [string, ReportRequest][] = [
  ['room', facilityInput(30)],
  ['awkward', awkward],
  ['without-plan', withoutPlan],
  ['infeasible-plan', infeasiblePlan],
  ['failures', failing],
];

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const decode = (text: string): string => text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!);

/** Text a reader sees, one line per block; drawings are left to the browser test. */
function visibleText(html: string): string {
  const body = html
    .slice(html.indexOf('<body>'))
    .replace(/<(script|svg)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<\/(td|th|dt)>/g, ' | ')
    .replace(/<\/(p|div|tr|li|h\d|caption|summary|dd)>/g, '\n')
    .replace(/<[^>]*>/g, '');
  const lines = decode(body)
    .split('\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trim());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

function embedded(html: string): unknown {
  return JSON.parse(/<script type="application\/json" id="plenum-data">([\s\S]*?)<\/script>/.exec(html)![1]!);
}

describe('set-points to apply', () => {
  // By hand: a supply of 29.306489 °C rounded to four digits is 29.31 °C, 3.5 mK warmer than the red line allows.
  it.each([
    [29.306489, '29.30649\u00a0°C'],
    [7.00000049, '7.000000\u00a0°C'],
    [20, '20.00000\u00a0°C'],
  ])('have seven digits, of %d °C as of others', (setPointC, shown) => {
    const input = facilityInput(30);
    const [crac] = Object.keys(input.plan!.setPointsC);
    const plan = { ...input.plan!, setPointsC: { ...input.plan!.setPointsC, [crac!]: setPointC } };
    const html = renderReport({ ...input, plan });
    const apply = visibleText(`<body>${/<section id="apply"[^]*?<\/section>/.exec(html)![0]}`);
    expect(apply).toContain(`\n${crac!} | ${shown} |`);
  });
});

describe.each(CASES)('renderReport, %s', (name, input) => {
  const html = renderReport(input);

  it('says the same as the checked-in text', async () => {
    await expect(visibleText(html)).toMatchFileSnapshot(`${GOLDEN}/report-${name}.txt`);
  });

  it('embeds the record, whatever its names', () => {
    expect(embedded(html)).toEqual(JSON.parse(JSON.stringify(input.record)));
  });

  it('shows every figure of the record and no other', () => {
    const expected = expectedFigures(input);
    const shown = /<data data-field="([^"]+)" value="([^"]+)">([^<]+)<\/data>([^<]*)/g;
    const seen = new Set<string>();
    const misread: string[] = [];
    for (const [, field, exact, digits, unit] of html.matchAll(shown)) {
      seen.add(field!);
      const truth = expected.get(field!);
      expect([field, Number(exact)]).toEqual([field, (truth ?? NaN) + 0]); // + 0: minus zero is shown as zero.
      const { value, tolerance } = readBack(`${digits!}${unit!}`);
      if (Math.abs(value - truth!) > tolerance) misread.push(`${field!}: ${digits!}`);
    }
    expect(misread).toEqual([]);
    expect([...expected].filter(([field, truth]) => truth !== null && !seen.has(field))).toEqual([]);
  });

  it('loads nothing', () => {
    const withoutNamespaces = html.replace(/xmlns(:xlink)?="[^"]*"/g, '');
    expect(withoutNamespaces).not.toMatch(/(src|href|srcset|data|action)\s*=\s*["'](?!#)/i);
    expect(withoutNamespaces).not.toMatch(/url\((?!#)|@import|@font-face|<link|<iframe|<object|<embed|<img/i);
    expect(withoutNamespaces).not.toMatch(/https?:\/\//);
  });

  it('lets no name become markup', () => {
    expect(html).not.toContain('<b>');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script>/g)).toHaveLength(1);
  });

  it('writes no missing value as a number', () => {
    expect(visibleText(html)).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
    expect(html).not.toMatch(/(x|y|width|height|d|transform)="[^"]*(NaN|Infinity)/);
  });

  it('is the same each time', () => {
    expect(renderReport(input)).toBe(html);
  });

  it('gives every id once, and every picture a title', () => {
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [svg] of html.matchAll(/<svg[^>]*>/g)) expect(svg).toMatch(/role="img" aria-label="[^"]{20,}"/);
  });

  it('draws charts in colours that change with the page', () => {
    const charts = [...html.matchAll(/<svg class="chart[\s\S]*?<\/svg>/g)].map(([svg]) => svg).join('');
    const colours = new Set([...charts.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour!));
    const known =
      /^(none|#(1f2933|52606d|cbd2d9|ffffff|e4e7eb|0072b2|d55e00|009e73|e69f00|56b4e9|cc79a7|f0e442|000000|fefefe))$/;
    for (const colour of colours) expect(colour).toMatch(known);
  });
});

describe('renderReport', () => {
  it('stays below 3 MB for 4,320 nodes in 720 zones', () => {
    const large = facilityInput(120);
    expect(large.matrix.zones).toHaveLength(720);
    expect(Buffer.byteLength(renderReport(large))).toBeLessThan(3_000_000);
  });

  it('outlines exactly the racks near and above the red line', () => {
    const room = facilityInput(30);
    const inlets = room.matrix.zones.map((_, z) => [20, 24.89, 24.9, 25, 25.001][Math.floor(z / 6)] ?? 20);
    const evaluation = { ...room.record.evaluation!, zoneInletC: inlets };
    const html = renderReport({ ...room, record: { ...room.record, evaluation } });
    expect(html.match(/class="rack near"/g)).toHaveLength(2);
    expect(html.match(/class="rack over"/g)).toHaveLength(1);
    expect(visibleText(html)).toContain('Above the red line: 1 of 30 racks: R1-05.');
    expect(visibleText(html)).toContain('Within 0.1 K of the red line: 2 of 30 racks: R1-03, R1-04.');
  });

  it('keeps the digits of the figures inside charts', () => {
    expect(renderReport(awkward)).toContain('>cap 1.000 kW</text>');
    expect(renderReport(awkward)).toContain('>0.915</text>');
  });
});

describe('the headline of a room with reserves', () => {
  it('shows limits less their reserves, with both beside', () => {
    const { record, ...input } = facilityInput(30);
    const row = { where: '', used: null, left: null };
    const reserves = [
      { ...row, constraint: 'powerCap', unit: 'W', limit: 62_500, reserve: 2500, kept: 60_000 },
      { ...row, constraint: 'redLine', unit: 'C', limit: 30, reserve: 1.5, kept: 28.5 },
    ] as const;
    const instance = {
      ...input.instance,
      limits: { powerCapW: 62_500, redLineC: 30, reserve: { powerW: 2500, inletK: 1.5 } },
    };
    const result = { ...record.result, reserves };
    const text = visibleText(renderReport({ ...input, instance, record: { ...record, result } }));
    expect(text).toMatch(/Power \| .*\sof\s60\.00\skW \(62\.50\skW less a reserve of 2\.50*\skW\) \(idle/);
    expect(text).toMatch(/red line 28\.50\s°C \(30\.00\s°C less a reserve of 1\.50*\sK\)\n/);
  });
});
