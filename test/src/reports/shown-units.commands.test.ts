import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type {
  AnalyticFigures,
  ComparedShare,
  LawRecord,
} from '../../../src/families/robust/studies/simulation/record.js';
import type { BinomialShare } from '../../../src/experiments/binomial.js';
import { robustMethodNamed } from '../../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../../src/families/robust/methods/outcome.js';
import { renderRobustReport } from '../../../src/families/robust/report/html/report.js';
import { robustSimulationText } from '../../../src/families/robust/report/simulation-summary.js';
import { robustSummaryText } from '../../../src/families/robust/report/summary.js';
import { coverageText } from '../../../src/families/templates/report/coverage-text.js';
import { templatesRobustnessText } from '../../../src/families/templates/report/robustness-text.js';
import { openRobust } from '../../../src/families/robust/runs/open.js';
import { solveOpenedRobust } from '../../../src/families/robust/runs/solve.js';
import type { CoverageRecord, Distribution } from '../../../src/families/templates/studies/coverage/record.js';
import type { OtherRoomRecord, RobustnessRecord } from '../../../src/families/templates/studies/robustness/record.js';
import { templatesDayFixture } from '../../fixtures/report/templates-day.js';
import { repository } from '../../support/repository.js';

const share = (probability: number, low: number, high: number): BinomialShare => ({
  successes: 1,
  trials: 4,
  probability,
  low,
  high,
});

describe('what a grid covers, in words', () => {
  const mean = (value: number, low: number, high: number) => ({ n: 9, mean: value, sd: 1, interval: { low, high } });
  const distribution = (scale: number): Distribution => ({
    mean: mean(0.25 * scale, 0.125 * scale, 0.375 * scale),
    median: { value: 0.2 * scale, low: 0.1 * scale, high: null },
    p95: { value: 0.5 * scale, low: null, high: 0.75 * scale },
    worst: 0.875 * scale,
    worseShare: 0.03,
  });
  const loss = { tasksPerJ: distribution(1), workPerS: distribution(8) };
  const record: CoverageRecord = {
    instance: 'room',
    family: 'templates',
    study: 'coverage',
    database: 'room.sqlite',
    sha256: '',
    seed: 7,
    feasibility: {
      states: 12,
      infeasible: 5,
      byBinding: [{ binding: 'power', states: 7 }],
      byPowerLimit: [{ value: 150_000, states: 6, infeasiblePower: 2, infeasibleOutlet: 1 }],
      byArrivingWork: [],
      byRunningCores: [],
      vectors: 4,
      tooHotVectors: 1,
      leastPowerW: { least: 61_500, median: 98_700, largest: 143_200 },
    },
    sampling: {
      samples: 4,
      ranges: { arrivingWorkPerS: { low: 0, high: 1 }, runningCores: [], powerLimitW: { low: 0, high: 1 } },
      outcomes: {
        bothFeasible: share(0.5, 0.25, 0.75),
        onlyTrueState: share(0.125, 0.1, 0.2),
        onlyTemplate: share(0.0625, 0.05, 0.08),
        neither: share(0.3125, 0.3, 0.4),
      },
      asSet: {
        power: { share: share(0.04, 0.02, 0.07), excess: distribution(8000) },
        outlet: { share: share(0.06, 0.03, 0.09), excess: distribution(4) },
      },
      regret: { asSet: loss, kept: loss, broken: share(0.1, 0.05, 0.15), notKept: share(0.01, 0, 0.02) },
    },
    refinement: [
      {
        axis: 'power limit',
        values: 3,
        halved: 0.015,
        exact: 0.005,
        brokenHalved: 0.035,
        gainHalved: mean(0.01, 0.0075, 0.0125),
        gainExact: mean(0.02, 0.01, 0.03),
      },
    ],
    matrixProvenance: '',
    warnings: [],
    timeS: {},
    files: {},
  };
  const text = coverageText(record);

  it('powers stand in kW: 61,500 W are 61.50', () => {
    expect(text).toContain('150.0 kW: 3 of 6');
    expect(text).toContain('61.50 to 143.2 kW, median 98.70 kW');
    // 0.25 and 0.875 of 8,000 W.
    expect(text).toContain('power limit broken 4.00 % (2.00 % to 7.00 %) (by 2.00 kW on average, 7.00 at worst)');
    expect(text).toContain('outlet limit 6.00 % (3.00 % to 9.00 %) (by 1.00 K on average, 3.50 at worst)');
  });

  it('shares and losses of tasks/J stand in per cent, work in tasks/s', () => {
    expect(text).toContain('state and template 50.00 % (25.00 % to 75.00 %); state only 12.50 % (10.00 % to 20.00 %)');
    const lost =
      'tasks/J lost  mean 25.0 (12.5 to 37.5), median 20.0 (10.0 to ?), p95 50.0 (? to 75.0), worst 87.5 %; ' +
      'worse in at most 3.00 % of states';
    expect(text.split(lost)).toHaveLength(3);
    const work =
      'work lost     mean 2.00 (1.00 to 3.00), median 1.60 (0.800 to ?), p95 4.00 (? to 6.00), worst 7.00 tasks/s';
    expect(text.split(work)).toHaveLength(3);
    expect(text).toContain(
      '3 to 6 values: 1.50 % (gains 1.00 %, 0.75 % to 1.25 %); not rounded 0.50 %; limits broken 3.50 %',
    );
  });
});

it('templates in other rooms are told in core hours, per cent and kelvins', () => {
  const { record: day } = templatesDayFixture({ methods: [['greedy', 'templates']] });
  const [{ outcome, closure }] = day.methods[0]!.budgets as [(typeof day.methods)[0]['budgets'][0]];
  const room = (throttledCoreS: number, tooHot: number) => ({
    steady: { templates: 80, tooHot, excessK: { median: -1.5, high: 0.25, worst: 0.75, worstState: 3 } },
    day: { outcome: { ...outcome, reward: 4000, throttledCoreS, hottestOutletC: 31.5 }, closure },
  });
  const noisy = (change: number): OtherRoomRecord => ({
    ...room(9000, 6),
    kind: 'noise',
    seed: 4,
    share: null,
    largestChange: 0.1,
    rewardChange: change,
  });
  const record: RobustnessRecord = {
    instance: 'room',
    sha256: '',
    family: 'templates',
    study: 'robustness',
    seed: 4,
    spread: 0.125,
    database: 'room.sqlite',
    outletLimitC: 33,
    arrivals: day.arrivals,
    options: day.options,
    asPlanned: room(1800, 0),
    rooms: [
      noisy(-0.015),
      { ...room(36_000, 2), kind: 'recirculation', seed: null, share: 0.25, largestChange: 0.2, rewardChange: 0.02 },
    ],
    rewardChange: { mean: -0.015, interval: { low: -0.02, high: -0.01 } },
    roomsLeft: 0,
    warnings: [],
    timeS: {},
    files: {},
  };
  const text = templatesRobustnessText(record);
  expect(text).toContain('off by up to 12.5 %');
  const cellsOf = (name: string): string[] =>
    text
      .split('\n')
      .find((row) => row.startsWith(name))!
      .split(/ {2,}/);
  // 1,800, 9,000 and 36,000 core seconds; 6 and 2 of 80 templates.
  const [median, high, worst] = ['-1.50 K', '0.25 K', '0.75 K'];
  expect(cellsOf('noise, seed 4')).toEqual([
    'noise, seed 4',
    '6 (7.5 %)',
    median,
    high,
    worst,
    '4000',
    '-1.50 %',
    '2.50 core h',
    '31.50 C',
  ]);
  expect(cellsOf('as planned')).toContain('0.500 core h');
  expect(cellsOf('recirculation +25.0 %')).toEqual(
    expect.arrayContaining(['2 (2.5 %)', '2.00 %', '10.0 core h']) as string[],
  );
  expect(text).toContain('changes the reward by -1.50 % [-2.00 %, -1.00 %] on average');
});

it('energy above the least stands in per cent, in the terminal and in the report: 1,062.5 J above 1,000 J are 6.25', async () => {
  const opened = openRobust(join(repository, 'instances/robust/tiny-one-task.json'));
  if (!opened.ok) throw new Error('the instance is refused');
  const { record } = await solveOpenedRobust(
    {
      method: robustMethodNamed('lagrange')!,
      goal: 'eo-mc',
      handling: 'dynamic',
      improvements: PRINTED,
      seed: 1,
      limits: { timeLimitS: null, workLimit: 40 },
      withBound: true,
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    opened,
  );
  // The instance's derivation: the only plan that keeps the budget takes 1000 J, which is the least.
  expect(record.result.energyBoundJ).toBeCloseTo(1000, 9);
  expect(record.result.energyGap).toBeCloseTo(0, 9);
  const dearer = { ...record, result: { ...record.result, energyMeanJ: 1062.5, energyGap: 0.0625 } };
  expect(robustSummaryText(dearer)).toMatch(/^energy above it +6\.25 %$/m);
  const html = renderRobustReport({ instance: opened.instance, record: dearer, front: null });
  expect(html).toMatch(
    /<dt>Energy above it<\/dt><dd><span[^>]*><data data-field="energyGap" value="0.0625">6.25<\/data>\u00a0%/,
  );
});

describe('a simulation of robust plans, in words', () => {
  const compared = (analytic: number): ComparedShare => ({ ...share(0.9, 0.85, 0.95), analytic, inside: true });
  const energy = {
    mean: 9e5,
    interval: { low: 8.9e5, high: 9.1e5 },
    analytic: 9e5,
    excess: 0,
    inside: true,
    excessInterval: { low: -1, high: 1 },
  };
  const analytic: AnalyticFigures = {
    leastCore: { node: 'n', core: 0 },
    psi: 0.9,
    jointPsi: 0.9,
    phi: 0.9,
    phiPrinted: 0.9,
    phiCorrelated: 0.8,
    energyMeanJ: 9e5,
    energySdPrintedJ: 12_000,
    energySdCorrelatedJ: 34_000,
    overheadJ: 1,
    untilLastCore: { phi: 0.9, energyMeanJ: 9e5, energySdJ: 5, overheadJ: 1 },
    bothAtLeast: 0.81,
    bothAtMost: 0.9,
  };
  const law: LawRecord = {
    law: 'gaussian',
    samples: 100,
    tasksOneByOne: 1,
    tasksInSums: 0,
    coresOutside: 0,
    coresUsed: 1,
    negativeTimes: { largestProbability: 0, expectedTasks: 0, anyProbability: 0 },
    least: { node: 'n', core: 0, ...compared(0.9) },
    worst: { node: 'n', core: 0, ...share(0.9, 0.85, 0.95) },
    joint: compared(0.9),
    phi: compared(0.9),
    phiPrinted: compared(0.9),
    phiCorrelated: compared(0.8),
    both: { ...share(0.9, 0.85, 0.95), analyticAtLeast: 0.81, analyticAtMost: 0.9, inside: true },
    energyJ: energy,
    energySdJ: 20_000,
    overheadJ: energy,
    convolved: null,
    againstGaussian: null,
    untilLastCore: { phi: compared(0.9), energyJ: energy, overheadJ: energy },
  };
  const textOf = (phi: number): string =>
    robustSimulationText({
      instance: 'bag',
      family: 'robust',
      seed: 1,
      samples: 100,
      confidence: 0.95,
      termination: 'finished',
      plans: [
        {
          name: 'plan.json',
          method: 'ga',
          problem: 'mo-ec',
          feasible: true,
          laws: [law],
          warnings: [],
          analytic: { ...analytic, phi },
        },
      ],
      warnings: [],
    });

  it.each([
    ['printed', 0.9, '12.00 kJ'],
    ['correlated', 0.8, '34.00 kJ'],
  ])('the standard deviation is that of the reading whose phi is told: %s', (_, phi, sd) => {
    const text = textOf(phi);
    expect(text).toMatch(new RegExp(`^its standard deviation +${sd} +20\\.00 kJ$`, 'm'));
    expect(text).toContain(`Eq. 10 gives the energy a standard deviation of ${sd}, it has 20.00 kJ.`);
  });
});
