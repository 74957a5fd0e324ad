import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderReport } from '../../src/families/reward-rate/report/report.js';
import type { ComparisonRecord } from '../../src/studies/compare/compare.js';
import type { SimulationRecord } from '../../src/families/reward-rate/studies/uncertainty/record.js';
import { facilityInput } from '../fixtures/report/facility.js';
import { browserDesk, skipsBrowser } from '../support/browser.js';
import { type ChartPanel, readChart } from '../support/chart-data.js';
import { expectDrawn } from '../support/chart-near.js';
import { repository } from '../support/repository.js';
import { plenum } from '../support/run-cli.js';

const room = (name: string): string => join(repository, 'instances/reward-rate', `${name}.json`);
/**
 * By its own derivation: idle node 20 W, CoP 4; a core at 1 GHz draws 4 W and does 1/16 task/s, at 2 GHz 10 W and 1/10; reward 5
 * per task, cap 45 W.
 */
const TINY = room('tiny-power-cap');

const RUNS: readonly (readonly string[])[] = [
  ['sweep', TINY, '--over', 'powerCapW=40:80:20', '--out', 'sweep'],
  ['sweep', TINY, '--over', 'powerCapW=45,80', '--over', 'redLineC=28,30', '--out', 'grid'],
  ['sweep', TINY, '--over', 'powerCapW=0.04kW,0.06kW,1kW', '--out', 'kilowatts'],
  ['day', TINY, '--arrivals', 'day.csv', '--out', 'day'],
  [
    'compare',
    room('tiny-two-node-types'),
    '--methods',
    'greedy,fcfs,config-lp',
    // Plans of different rules are not compared.
    '--sharing',
    'never',
    '--trials',
    '3',
    '--work-limit',
    '40',
    '--out',
    'compare',
  ],
  ['solve', TINY, '--method', 'greedy', '--out', 'plan'],
  ['simulate', TINY, 'plan/plan.json', 'plan/plan.json', '--samples', '50', '--out', 'simulate'],
];

describe.skipIf(skipsBrowser)('charts of reward-rate pages, read back in the units of their axes', () => {
  const desk = browserDesk();
  const input = facilityInput(30);
  const { evaluation, result } = input.record;

  beforeAll(async () => {
    await writeFile(join(desk.folder, 'day.csv'), 'epochS,a,powerCapW\n1800,0,\n1800,0.2,60\n1800,0.2,20\n');
    await writeFile(join(desk.folder, 'report.html'), renderReport(input));
    const inFolder = (word: string, n: number, words: readonly string[]): string =>
      words[n - 1] === '--out' || /^(?:day\.csv|plan\/)/.test(word) ? join(desk.folder, word) : word;
    for (const words of RUNS) {
      const { code, stderr } = await plenum(...words.map(inFolder));
      expect([words[0], code, stderr]).toEqual([words[0], 0, '']);
    }
  });

  const read = async (name: string, title: string): Promise<ChartPanel> => {
    const page = await desk.open(name);
    const chart = await readChart(page, title);
    return chart;
  };
  const json = (name: string): unknown => JSON.parse(readFileSync(join(desk.folder, name), 'utf8'));

  it('a sweep draws rewards and bounds per second over watts', async () => {
    const { xName, yName, series } = await read('sweep/sweep.html', 'Proven bound, Plans');
    expect([xName, yName]).toEqual(['powerCapW', 'reward/s']);
    // 12 W for three slow cores, 28 W for two slow and two fast ones, 40 W for four fast ones.
    expectDrawn(series['Plans'], [
      [40, 15 / 16],
      [60, 1.625],
      [80, 2],
    ]);
    // Its corners are where four slow cores and where four fast ones just fit.
    expectDrawn(series['Proven bound'], [
      [40, 15 / 16],
      [45, 1.25],
      [60, 1.625],
      [75, 2],
      [80, 2],
    ]);
  });

  it('a sweep over the cap draws the proven steps, the plans below them and the knee over W at the meter', async () => {
    const { xName, yName, series } = await read('sweep/sweep.html', 'Steps over the power at the meter');
    expect([xName, yName]).toEqual(['power at the meter, W', 'reward/s']);
    // The plans draw 40, 60 and 75 W. From the least of them on each bound holds down to the cap before, and lines go round their corners.
    expectDrawn(series['Proven bound'], [
      [40, 15 / 16],
      [40, 1.625],
      [60, 1.625],
      [60, 2],
      [80, 2],
    ]);
    expectDrawn(series['Plans'], [
      [40, 15 / 16],
      [60, 15 / 16],
      [60, 1.625],
      [75, 1.625],
      [75, 2],
      [80, 2],
    ]);
    // The straight line from 15/16 at 40 W to 2 at 80 W is at 1.47 at 60 W.
    expectDrawn(series['Knee'], [[60, 1.625]]);
  });

  it('a sweep of a kilowatt or more is drawn over kW', async () => {
    for (const title of ['Proven bound, Plans', 'Areas over', 'Hottest inlet']) {
      const { xName, series } = await read('kilowatts/sweep.html', title);
      expect(xName).toBe('powerCap, kW');
      for (const [name, line] of Object.entries(series)) {
        if (name !== 'Proven bound')
          expectDrawn(
            line.map(([x]) => x),
            [0.04, 0.06, 1],
          );
      }
    }
    const { series } = await read('kilowatts/sweep.html', 'Proven bound, Plans');
    expectDrawn(series['Proven bound'], [
      [0.04, 15 / 16],
      [0.045, 1.25],
      [0.06, 1.625],
      [0.075, 2],
      [1, 2],
    ]);
  });

  it('a sweep draws powers in the unit in which they are near 1, one on the other', async () => {
    const { yName, series } = await read('sweep/sweep.html', 'Areas over');
    expect(yName).toBe('W');
    const tops = (name: string) => series[name]!.map(([, powerW]) => powerW);
    expectDrawn(tops('Idle nodes'), [20, 20, 20]);
    expectDrawn(tops('Cores at work'), [32, 48, 60]);
    expectDrawn(tops('Cooling'), [40, 60, 75]);
  });

  it('a sweep draws temperatures in degrees Celsius', async () => {
    const { yName, series } = await read('sweep/sweep.html', 'Hottest inlet');
    const { points } = (json('sweep/sweep.json') as { details: { points: { setPointsC: Record<string, number> }[] } })
      .details;
    expect(yName).toBe('°C');
    expectDrawn(series['Hottest inlet'], [
      [40, 30],
      [60, 30],
      [80, 30],
    ]);
    expectDrawn(
      series['CRAC1']!.map(([, celsius]) => celsius - 29),
      points.map(({ setPointsC }) => setPointsC['CRAC1']! - 29),
    );
  });

  it('a sweep over two fields draws one line for each value of the second', async () => {
    const { yName, series } = await read('grid/sweep.html', 'Lines');
    expect(yName).toBe('reward/s');
    expect(Object.keys(series)).toHaveLength(2);
    for (const line of Object.values(series)) {
      expectDrawn(line, [
        [45, 1.25],
        [80, 2],
      ]);
    }
  });

  it('a day draws rewards per second, kW and percent over hours, also in half hours', async () => {
    const reward = await read('day/day.html', 'the reward rate of the plans');
    expect([reward.xName, reward.yName]).toEqual(['hours since the start', 'reward/s']);
    // Without arrivals nothing; 0.2 tasks/s of reward 5; under 20 W no plan.
    const halves = [
      [0, 0],
      [0.5, 0],
      [0.5, 1],
      [1, 1],
    ];
    expectDrawn(reward.series['Plans'], halves);
    expectDrawn(reward.series['Proven bound'], halves);
    const power = await read('day/day.html', 'Areas over the day');
    expect(power.yName).toBe('W');
    expectDrawn(power.series['Power cap'], [
      [0, 45],
      [0.5, 45],
      [0.5, 60],
      [1, 60],
      [1, 20],
      [1.5, 20],
    ]);
    const at = (name: string, hour: number): number => power.series[name]!.find(([x]) => Math.abs(x - hour) < 0.01)![1];
    expectDrawn([at('Idle nodes', 0), at('Cooling', 0)], [20, 25]);
    expectDrawn(power.series['Cooling']!.at(-1), [1.5, 0]);
    const lost = await read('day/day.html', 'not served');
    expect(lost.yName).toBe('not served, %');
    expectDrawn(lost.series['a']!.at(-1), [1.5, 100]);
    expectDrawn([lost.series['a']!.find(([x]) => Math.abs(x - 0.5) < 0.01)![1] - 100], [-100]);
  });

  it('a comparison draws gaps in percent of the bound, and differences in percent of the reference', async () => {
    const { runs } = (json('compare/compare.json') as { details: ComparisonRecord }).details;
    const gaps = (method: string): number[] =>
      runs.filter((run) => run.method === method).map(({ objective, bound }) => 100 * (1 - objective! / bound!));
    const gap = await read('compare/compare.html', 'mean gap of each method');
    expect(gap.xName).toMatch(/^mean gap to the bound, %/);
    expect(gap.rows.map(({ name }) => name)).toEqual(['greedy', 'fcfs', 'config-lp']);
    expectDrawn(
      gap.rows.map(({ dots }) => dots),
      ['greedy', 'fcfs', 'config-lp'].map((method) => [gaps(method).reduce((sum, one) => sum + one / 3, 0)]),
    );
    const more = await read('compare/compare.html', 'mean difference of each method');
    expect(more.xName).toBe('% more than greedy');
    const earned = (method: string): number => runs.find((run) => run.method === method)!.objective!;
    expectDrawn(more.rows.find(({ name }) => name === 'config-lp')!.dots, [
      100 * (earned('config-lp') / earned('greedy') - 1),
    ]);
  });

  it('a simulation draws shares of the epochs in percent over rewards per second', async () => {
    const { plans } = (json('simulate/simulation.json') as { details: SimulationRecord }).details;
    const { nominalRewardPerS, histogram } = plans[0]!;
    const { xName, yName, lines } = await read('simulate/simulation.html', 'Outlines of histograms');
    expect([xName, yName]).toEqual(['reward/s', 'share of epochs, %']);
    const outline = lines.find(({ dashed }) => !dashed)!.points;
    const all = histogram.counts.reduce((sum, count) => sum + count, 0);
    expectDrawn(Math.max(...outline.map(([, share]) => share)), (100 * Math.max(...histogram.counts)) / all);
    expectDrawn([outline[0]![0], outline.at(-1)![0]], [histogram.low, histogram.high]);
    expectDrawn(lines.find(({ dashed }) => dashed)!.points[0]![0], nominalRewardPerS);
  });

  it('a report draws powers end to end, in kW or W by their size, and the cap where it is', async () => {
    const { idleW, coresW, coolingW, upsLossW, otherW, totalW, capW } = evaluation!.power;
    const { xName, rows, levels } = await read('report.html', 'Bars laid end to end');
    expect(xName).toBe('kW');
    const length = (name: string): number => {
      const [bar] = rows.find((row) => row.name === name)!.bars;
      return bar!.to - bar!.from;
    };
    const names = ['Idle nodes', 'Cores at work', 'Cooling', 'UPS loss', 'Other load', 'Total'];
    const wanted = [idleW, coresW, coolingW, upsLossW, otherW, totalW].map((watts) => watts / 1000);
    expectDrawn(names.map(length), wanted);
    expectDrawn(levels, [capW / 1000]);
    // A room of 45 W is drawn in W, and the line of its cap where it is: it was once set to two decimals of a kW.
    const small = await read('plan/report.html', 'Bars laid end to end');
    expect(small.xName).toBe('W');
    expectDrawn(small.levels, [45]);
  });

  it('a report draws tasks per second within their arrivals, and shares in percent', async () => {
    const { taskTypes } = input.instance.workload;
    const served = await read('report.html', 'completed tasks per second');
    // More than arrives cannot be completed.
    const rate = evaluation!.ratePerS.map((perS, i) => Math.min(perS, taskTypes[i]!.arrivalRatePerS));
    expect(served.rows).toHaveLength(taskTypes.length);
    for (const { name, bars } of served.rows) {
      const i = taskTypes.findIndex((type) => type.name === name);
      expectDrawn(
        bars.map(({ to }) => to).sort((a, b) => a - b),
        [rate[i]!, taskTypes[i]!.arrivalRatePerS].sort((a, b) => a - b),
      );
    }
    const share = await read('report.html', 'share of the reward rate');
    for (const { name, bars } of share.rows) {
      const i = taskTypes.findIndex((type) => type.name === name);
      expectDrawn([bars[0]!.to], [(100 * taskTypes[i]!.rewardPerTask * rate[i]!) / result.objective!]);
    }
  });

  it('a report draws core time in percent, and the course of the run over seconds', async () => {
    const { rows } = await read('plan/report.html', 'share of the core time of S');
    // Four cores of one node at work all the time in one P-state.
    expectDrawn(
      rows.map(({ bars }) => bars[0]!.to).sort((a, b) => b - a),
      [100, 0, 0],
    );
    const mix = await read('plan/report.html', 'share of core time on each task type');
    expectDrawn(Math.max(...mix.rows[0]!.bars.map(({ to }) => to)), 100);
    const course = await read('report.html', 'Lines over time');
    expect([course.xName, course.yName]).toEqual(['seconds since the start', 'reward/s']);
    const last = input.record.trajectory.at(-1)!;
    expectDrawn(course.series['Best plan so far']!.at(-1)![1], last.incumbent);
  });
});
