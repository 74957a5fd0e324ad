import { describe, expect, it } from 'vitest';
import { lengthText } from '../../../../src/families/jobs/report/html/page-input.js';
import { shownAxis } from '../../../../src/reports/sweep/axis.js';
import { sweepPage } from '../../../../src/reports/sweep/page.js';
import { sweepCsv, sweepText } from '../../../../src/reports/sweep/table.js';
import { trialPageOf } from '../../../../src/reports/sweep/trial-page.js';
import { type ShownTrials, trialTexts } from '../../../../src/reports/sweep/trials.js';
import type { SweepAxis } from '../../../../src/studies/sweep/axes.js';
import { ON_OBJECTIVE, type RunFrame } from '../../../../src/studies/compare/certificates.js';
import type { RunFigure } from '../../../../src/studies/compare/comparison.js';
import { trialSweep, type TrialsAsked, type TrialSweep } from '../../../../src/studies/sweep/trials.js';
import { meanIn } from '../../../support/swept.js';

const AXIS: SweepAxis = { field: 'leniency', places: [], factors: false, values: [0.5, 1, 2] };

/** Utilities by setting on trials 1 to 4: 1 is best on the first two, 2 on the last two. */
const UTILITIES: Readonly<Record<string, readonly number[]>> = {
  'leniency 0.5': [50, 52, 51, 49],
  'leniency 1': [80, 84, 60, 62],
  'leniency 2': [70, 72, 68, 70],
  online: [75, 77, 61, 61],
  'no filter': [60, 60, 58, 60],
  price: [90, 90, 88, 90],
};

type Figure = Omit<RunFigure, 'in'>;
/** A run of a setting on a trial, counted from 1, with its figures under their keys. */
type SettingRun = Readonly<Record<string, number | string | null>> & {
  readonly trial: number;
  readonly setting: string;
};

const FIGURES = [
  { key: 'objective', label: 'utility', unit: '' },
  { key: 'shareOfBound', label: 'of the bound', unit: 'share' },
];

const ASKED: TrialsAsked = {
  axis: AXIS,
  settings: Object.keys(UTILITIES).map((label, n) => ({ label, at: AXIS.values[n] ?? null, asked: {} })),
  trials: 2,
  isHeldOut: true,
  figures: FIGURES,
  chosenBy: ['objective'],
};

const SHOWN: ShownTrials = { name: 'small', sha256: '', asking: 'upe', figures: FIGURES, axisOf: shownAxis };

/** Runs of the settings, with a bound of 100 on every trial. */
function runsOf(utilities: Readonly<Record<string, readonly number[]>> = UTILITIES): SettingRun[] {
  return Object.entries(utilities).flatMap(([setting, all]) =>
    all.map((objective, n) => ({ trial: n + 1, setting, objective, bound: 100, shareOfBound: objective / 100 })),
  );
}

/** Result of a sweep of which these are the runs. */
function resultOf(
  asked: TrialsAsked & { readonly figures: readonly Figure[] },
  runs: readonly SettingRun[],
): TrialSweep {
  const rules = {
    figures: asked.figures.map((one) => ({ ...one, in: ['sweep'] })),
    certificates: [ON_OBJECTIVE],
    better: 'more',
  } as const;
  const frames = runs.map(({ trial, setting, ...run }) => ({ ...run, trial: trial - 1, method: setting }));
  return trialSweep(rules, asked, frames as unknown as readonly RunFrame[]);
}

/** Runs in which some settings earn 84 and 88 on the tuning trials. */
function alike(...labels: readonly string[]): SettingRun[] {
  return runsOf(
    Object.fromEntries(
      Object.entries(UTILITIES).map(([label, all]) => [
        label,
        labels.includes(label) ? [84, 88, ...all.slice(2)] : all,
      ]),
    ),
  );
}

const textOf = (sweep: TrialSweep): string => sweepText(trialTexts(sweep, SHOWN));

function pageOf(sweep: TrialSweep, shown = SHOWN): string {
  return sweepPage(trialTexts(sweep, shown), trialPageOf(sweep, shown), sweep);
}

describe('a sweep over tuning and held-out trials', () => {
  it('chooses by the mean of the tuning trials alone, and reports that value on the held-out ones', () => {
    const sweep = resultOf(ASKED, runsOf());
    expect(sweep.best).toEqual([
      { figure: 'objective', at: 1, ties: [1], atHeldOut: 2, optimism: expect.closeTo(0.21, 12) as number },
    ]);
    const of = (set: string): number => {
      return meanIn(
        sweep.points.find((one) => one.values[0] === 1 && one.set === set)!,
        'objective',
      )!.mean;
    };
    expect([of('tuning'), of('held-out')]).toEqual([82, 61]);
  });

  it('names all values that tie on the tuning trials, takes the least of some, and none where all tie', () => {
    const some = resultOf(ASKED, alike('leniency 1', 'leniency 2'));
    expect(some.best).toMatchObject([{ at: 1, ties: [1, 2], atHeldOut: 2 }]);
    expect(textOf(some)).toContain('1, 2 are equally good, and the least is taken');
    expect(pageOf(some)).toContain('1, 2 are equally good, and the least is taken');
    const all = resultOf(ASKED, alike('leniency 0.5', 'leniency 1', 'leniency 2'));
    expect(all.best).toEqual([{ figure: 'objective', at: null, ties: [0.5, 1, 2], atHeldOut: 2, optimism: null }]);
    expect(all.differences).toEqual([]);
    expect(pageOf(all)).not.toMatch(/, chosen<|Optimism/);
  });

  it('holds the chosen value against the other settings on the same held-out trials', () => {
    const { differences } = resultOf(ASKED, runsOf());
    expect(differences!.map(({ reference, objective }) => [reference, objective!.mean, objective!.wins])).toEqual([
      ['online', 0, 1],
      ['no filter', 2, 2],
      ['price', -28, 0],
    ]);
  });

  it('says in text, table and page which value was chosen and what it is worth held out', () => {
    const sweep = resultOf(ASKED, runsOf());
    const text = textOf(sweep);
    expect(text).toContain('Most utility on the tuning trials: at 1, 82.00 on average, 82.00 % of the bound');
    expect(text).toContain('1 on the held-out trials: 61.00 on average, 61.00 % of the bound, there 2 is best');
    expect(text).toContain('Optimism: 21.00 points of the bound');
    const csv = sweepCsv(trialTexts(sweep, SHOWN)).split('\r\n');
    expect(csv).toHaveLength(1 + 2 * 6 + 1);
    expect(csv.find((line) => line.startsWith('leniency 1,1,3-4,held-out'))).toContain('leniency 1,1,3-4,held-out,61,');
    const page = pageOf(sweep);
    expect(page).toContain('leniency 1, chosen');
    expect(page).toContain('Optimism');
  });
});

it('means over trials have intervals, and the page shows them in the units of its figures and axis', () => {
  const axis = { ...AXIS, field: 'checkpointIntervalS', values: [60, 3600] };
  const figures = [
    { key: 'objective', label: 'value', unit: '' },
    { key: 'shareOfBound', label: 'of the bound', unit: 'share' },
    { key: 'energyJ', label: 'energy', unit: 'J' },
    { key: 'valuePerMJ', label: 'value/energy', unit: 'value/MJ' },
  ];
  const run = (trial: number, setting: string, objective: number): SettingRun => {
    return {
      trial,
      setting,
      objective,
      bound: 16,
      shareOfBound: objective / 16,
      energyJ: 2e6,
      valuePerMJ: objective / 2,
    };
  };
  const settings = axis.values.map((at) => ({ label: `at ${at}`, at, asked: {} }));
  const runs = [run(1, 'at 60', 8), run(1, 'at 3600', 10), run(2, 'at 60', 10), run(2, 'at 3600', 12)];
  const chosenBy = ['objective', 'valuePerMJ'];
  const sweep = resultOf({ axis, settings, trials: 2, isHeldOut: false, figures, chosenBy }, runs);
  const objective = meanIn(sweep.points[0]!, 'objective')!;
  // Two values 8 and 10: 9 -+ 12.7062 sqrt(2) / sqrt(2).
  expect(objective.interval!.low).toBeCloseTo(9 - 12.7062, 3);
  expect(meanIn(sweep.points[0]!, 'shareOfBound')!.mean).toBeCloseTo(9 / 16, 12);
  const axisOf: ShownTrials['axisOf'] = (record) => ({ ...shownAxis(record), digits: lengthText });
  const shown: ShownTrials = { name: 'month', sha256: '', asking: 'price, nodes kept,', figures, axisOf };
  const text = pageOf(sweep, shown)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(text).toMatch(/Most value at 1 h 11\.00 on average/);
  expect(text).toMatch(/Most value\/energy at 1 h 5\.500 value\/MJ on average/);
  expect(text).toMatch(/1 min 9\.00 56\.25 % 2\.000 4\.500/);
  expect(text).toContain('Energy, MJ');
  const [head, line] = sweepCsv(trialTexts(sweep, shown)).split('\r\n');
  expect(head).toContain('setting,checkpointIntervalS,trials,set,objective,objective_low,objective_high');
  expect(line).toMatch(/^at 60,60,1-2,all,9,-3\.7/);
});

it('a figure that some value lacks chooses none, and says so; options and a single trial are named', () => {
  const figures = [{ key: 'objective', label: 'utility', unit: '' }];
  const settings = [0, 1].map((at) => ({ label: `at ${at}`, at, asked: {} }));
  const axis = { ...AXIS, values: [0, 1] };
  const runs: SettingRun[] = [
    { trial: 1, setting: 'at 0', objective: 3, bound: null },
    { trial: 1, setting: 'at 1', objective: null, bound: null },
  ];
  const asked = { axis, settings, trials: 1, isHeldOut: false, figures, chosenBy: ['objective'] };
  const shown = { ...SHOWN, figures, asking: 'upe, filter per-task,' };
  const { lead, lines } = trialTexts(resultOf(asked, runs), shown);
  expect(lead).toBe('upe, filter per-task, over leniency, trial 1');
  expect(lines).toEqual(['Most utility: none chosen, some values have no mean']);
});

it('a value that looks worse on the trials it was chosen on is said to', () => {
  const worse = {
    ...UTILITIES,
    'leniency 0.5': [40, 40, 10, 10],
    'leniency 1': [82, 82, 90, 90],
    'leniency 2': [50, 50, 20, 20],
  };
  const { lines } = trialTexts(resultOf(ASKED, runsOf(worse)), SHOWN);
  expect(lines.join('\n')).toContain(
    'Optimism: 8.00 points of the bound, by so much it looks worse on the trials it was chosen on',
  );
});

it('an interval ends where the range of possible values does', () => {
  const figures = [{ key: 'share', label: 'share', unit: 'share', within: [0, 1] as const }];
  const settings = [{ label: 'at 0', at: 0, asked: {} }];
  const runs: SettingRun[] = [0.9, 0.98].map((share, n) => ({ trial: n + 1, setting: 'at 0', share, bound: null }));
  const asked = { axis: { ...AXIS, values: [0] }, settings, trials: 2, isHeldOut: false, figures, chosenBy: ['share'] };
  // The mean is 0.94; Student's t of one degree of freedom, 12.7, times 0.04 reaches beyond 1.
  const { interval, mean } = meanIn(resultOf(asked, runs).points[0]!, 'share')!;
  expect([mean, interval!.high]).toEqual([0.94, 1]);
  expect(interval!.low).toBeCloseTo(0.94 - 12.7062 * 0.04, 4);
});
