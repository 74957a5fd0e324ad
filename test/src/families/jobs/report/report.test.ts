import { describe, expect, it } from 'vitest';
import { policyOf } from '../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../src/families/jobs/methods/month/simulate-month.js';
import type { JobsRunResult } from '../../../../../src/families/jobs/runs/result.js';
import { embeddedIn, pageOf, pageOfMonth, recordOf } from '../../../../support/jobs/report-page.js';
import { bare, shortMonth, type ShortJob } from '../../../../support/jobs-months.js';

/** Sections of every page. */
const SECTIONS = [
  'worth',
  'trust',
  'time',
  'prices',
  'frontier',
  'apply',
  'rejected',
  'fronts',
  'graphs',
  'provenance',
];

/** Exact value of a figure on a page, as text. */
function shown(page: string, field: string): string | undefined {
  return new RegExp(`data-field="${field}" (?:data-)?value="([^"]*)"`).exec(page)?.[1];
}

/** Text that a reader sees. */
function visible(page: string): string {
  const { main } = /<main>(?<main>.*)<\/main>/s.exec(page)!.groups as { main: string };
  return main.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
}

describe('the report of a month of jobs', () => {
  it.each([
    ['tiny-fork-join', 'price'],
    ['tiny-node-types', 'val-en-adapt-opt'],
    ['tiny-paces', 'val-opt'],
  ])('%s by %s: has every section, and shows the figures of its result', async (name, method) => {
    const [result, page] = await pageOf(name, { method });
    for (const id of SECTIONS) expect(page).toContain(`<section id="${id}"`);
    const { outcomes, jobs, moves, fronts, exactFronts, startingValue, rejectedShare } = result;
    const { inTime, late, worthless, dropped } = outcomes!;
    const { objective, bound, gap, energyJ, valuePerMJ, feasible, termination } = result;
    const { rigidBound, malleableBound, valueBoundAtEnergy, energyBoundForValueJ } = result;
    for (const [field, truth] of Object.entries({
      objective,
      bound,
      gap,
      energyJ,
      valuePerMJ,
      jobs,
      inTime,
      late,
      rejected: worthless + dropped,
      dropped,
      worthless,
      moves,
      fronts,
      exactFronts,
      startingValue,
      rejectedShare,
      feasible,
      termination,
      rigidBound,
      malleableBound,
      valueBoundAtEnergy,
      energyBoundForValueJ,
    })) {
      expect([field, shown(page, field)]).toEqual([field, truth === null ? undefined : String(truth)]);
    }
    for (const key of ['ran', 'waitMeanS', 'wait95S', 'slowdownMean', 'slowdown95', 'utilisation'] as const)
      expect([key, shown(page, `service.${key}`)]).toEqual([key, String(result.service![key])]);
    expect(embeddedIn(page).result).toEqual({ ...result, files: { report: 'report.html' } });
    expect(visible(page)).not.toMatch(/NaN|Infinity|undefined|\[object/);
  });

  it('a room around the nodes is there with its parts, and with its set-point where that never changes', async () => {
    const [{ room }, page] = await pageOf('facility-4', { method: 'val-opt' });
    const { idleJ, jobsJ, coolingJ, totalJ, valuePerMJ, setPoints } = room!;
    for (const [part, joules] of Object.entries({ idleJ, jobsJ, coolingJ, totalJ, valuePerMJ })) {
      expect([part, shown(page, `room-${part}`)]).toEqual([part, String(joules)]);
    }
    expect(setPoints).toHaveLength(1);
    expect(visible(page)).toContain(
      `The set-point of the CRACs is ${setPoints[0]!.setPointC.toFixed(3)} °C throughout.`,
    );
  });

  it('energies stand in the unit that fits, value per megajoule', () => {
    const month = shortMonth([[2]], 1, [{ atS: 0, curve: [7, 500, 600] }]);
    const of = (energyJ: number): string => {
      const schedule = simulateMonth(month, [[[bare(1, 100, energyJ)]]], policyOf('price'));
      return visible(pageOfMonth(month, recordOf(month, schedule), 3600));
    };
    expect(of(425)).toContain('Energy 425.0 J');
    expect(of(42_500)).toContain('Energy 42.50 kJ');
    const large = of(3_500_000);
    expect(large).toContain('Energy 3.500 MJ');
    expect(large).toContain('2.000 value/MJ');
    expect(large).toContain('They earned 7.000 for 3.500 MJ of energy');
  });

  it('a month in which no job ran says so, section by section', () => {
    const month = shortMonth([[2]], 1, [{ atS: 5, curve: [1, 10, 20] }]);
    const schedule = simulateMonth(month, [[[bare(1, 100, 1)]]], policyOf('price'));
    expect(schedule.ledger.jobs.dropped).toBe(1);
    const text = visible(pageOfMonth(month, recordOf(month, schedule), 3600));
    expect(text).toContain('Nothing to show, because no job runs from 0 s to 5 s.');
    expect(text).toContain('Nothing to show, because this run proves no bound.');
    expect(text).toContain('1 earned nothing (1 never ran, 0 ended too late)');
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('a run without a schedule has no drawings', () => {
    const month = shortMonth([[2]], 1, [{ atS: 5, curve: [1, 10, 20] }]);
    const page = pageOfMonth(month, recordOf(month, null), 3600);
    expect(page).not.toContain('<svg');
    expect(visible(page)).toContain('✗ No feasible schedule');
  });

  it('names cannot become elements, and long ones are cut in drawings', () => {
    const name = `<script>alert(1)</script>${'very long '.repeat(40)}`;
    const short = shortMonth([[2]], 1, [{ atS: 0, curve: [1, 10, 20] }]);
    const month = { ...short, types: [{ name, graphs: [] }], nodeTypes: [{ ...short.nodeTypes[0]!, name }] };
    const schedule = simulateMonth(month, [[[bare(1, 5, 1)]]], policyOf('price'));
    const result: Partial<JobsRunResult> = { instance: name, warnings: [name], method: name };
    const page = pageOfMonth(month, recordOf(month, schedule, { result }), 3600, () => name);
    expect(page).not.toContain('<script>alert');
    expect(page).toContain('&lt;script&gt;');
    const labels = [...page.matchAll(/<text[^>]*>([^<]*)</g)].map(([, label]) => label!.length);
    expect(Math.max(...labels)).toBeLessThan(70);
  });

  it('stays below 2 MB for 2,000 jobs on 40 nodes of 64 cores, and names what is left out', () => {
    const jobs = Array.from({ length: 2000 }, (_, j): ShortJob => ({
      atS: 60 * j,
      curve: [10, 1e5, 2e5],
      type: j % 50,
    }));
    const month = shortMonth([Array.from({ length: 40 }, () => 64)], 50, jobs);
    const tables = month.types.map((_, t) => [[bare(1, 5000 + t, 1000), bare(2, 3000 + t, 1100)]]);
    const schedule = simulateMonth(month, tables, policyOf('val-en-join-opt'));
    const page = pageOfMonth(month, recordOf(month, schedule), 200_000);
    expect(page.length).toBeLessThan(2e6);
    const { gantt } = embeddedIn(page).figures;
    expect([gantt!.nodes.length, gantt!.moreNodes, gantt!.boxes.length]).toEqual([3, 37, gantt!.boxes.length]);
    expect(visible(page)).toContain('37 more nodes are not shown');
  });
});
