import type { ComparisonRecord } from '../../studies/compare/record.js';
import { aligned, gapPercent, oneLine, percent, seconds } from '../../../../reports/format.js';
import { planOrigins } from '../../../../reports/plan-origins.js';
import { TERMINATIONS } from '../../../../reports/wording.js';
import { interval } from '../../../../reports/html/interval.js';
import { markup, nameOf, quantity } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Aware against naive: what naive forms claim, earn and lose. */
export function naiveSection({ naive }: ComparisonRecord): SectionOptions {
  const reward = aligned(naive.flatMap(({ claimed, actual }) => [claimed?.mean, actual?.mean]));
  return {
    id: 'naive',
    title: 'Aware against naive',
    body: [
      table({
        caption:
          'A naive form plans as if nothing interfered. Claimed: what its plans would then earn; actual: what they earn; lost: the share co-location takes, with its 95 % interval (Fieller). Means over the trials.',
        columns: [
          { head: 'Method' },
          { head: 'Trials', numeric: true },
          { head: 'Claimed, reward/s', numeric: true },
          { head: 'Actual, reward/s', numeric: true },
          { head: 'Lost', numeric: true },
          { head: '95 % interval', numeric: true },
          { head: 'Aware earns more, reward/s', numeric: true },
          { head: '95 % interval', numeric: true },
        ],
        rows: naive.map(({ method, plans, claimed, actual, kept, awareLessNaive }) => [
          nameOf(method),
          String(plans),
          quantity(reward(claimed?.mean)),
          quantity(reward(actual?.mean)),
          quantity(percent(kept === null ? null : 1 - kept.ratio)),
          interval(kept?.interval ? { low: 1 - kept.interval.high, high: 1 - kept.interval.low } : null, percent),
          quantity(reward(awareLessNaive?.mean), 'aware form not compared'),
          interval(awareLessNaive?.interval ?? null, reward),
        ]),
      }),
    ],
  };
}

/** Every run, and every trial's bound. */
export function runsSection({ runs, bounds }: ComparisonRecord): SectionOptions {
  const reward = aligned([...runs.map(({ objective }) => objective), ...bounds.map(({ bound }) => bound)], 7);
  const withOrigin = runs.some(({ planFrom }) => planFrom !== undefined);
  return {
    id: 'runs',
    title: 'Runs and bounds',
    body: [
      table({
        caption: 'The proven bound of each trial, whose certificate it is, and how long the trial’s own took.',
        columns: [
          { head: 'Trial' },
          { head: 'Seed', numeric: true },
          { head: 'Bound, reward/s', numeric: true },
          { head: 'Certificate of' },
          { head: 'Time', numeric: true },
        ],
        rows: bounds.map(({ trial, seed, bound, source, timeS }) => [
          String(trial + 1),
          String(seed),
          quantity(reward(bound)),
          source === 'bound' ? 'the trial’s own configuration LP' : (source ?? 'nobody'),
          quantity(seconds(timeS)),
        ]),
      }),
      ...planOrigins(runs).map((text) => markup`<p>${text}.</p>\n`),
      markup`<details><summary>Every run</summary>
${table({
  caption: 'Every run.',
  columns: [
    { head: 'Method' },
    { head: 'Seed', numeric: true },
    { head: 'Reward/s', numeric: true },
    { head: 'Gap', numeric: true },
    { head: 'Time', numeric: true },
    { head: 'Steps', numeric: true },
    { head: 'Ended' },
    ...(withOrigin ? [{ head: 'Plan from' }] : []),
  ],
  rows: runs.map((run) => [
    nameOf(run.method),
    String(run.seed),
    quantity(reward(run.objective), 'no feasible plan'),
    quantity(gapPercent(run.gap)),
    quantity(seconds(run.timeS)),
    String(run.steps),
    run.failure === undefined ? TERMINATIONS[run.termination] : `broke down: ${oneLine(run.failure)}`,
    ...(withOrigin ? [run.planFrom ?? run.method] : []),
  ]),
})}</details>\n`,
    ],
  };
}
