import { describe, expect, it } from 'vitest';
import { leniencyPageOf } from '../../../../../src/families/utility/report/html/sweep-page.js';
import { leniencyTexts } from '../../../../../src/families/utility/report/sweep.js';
import {
  LENIENCIES,
  type LeniencyRequest,
  type LeniencySweep,
  sweepOutcome,
  sweepSettings,
} from '../../../../../src/families/utility/studies/leniency.js';
import type { TrialAnswer } from '../../../../../src/families/utility/studies/trials.js';
import { trialsAxis } from '../../../../../src/families/sweep.js';
import { sweepPage } from '../../../../../src/reports/sweep/page.js';
import { sweepCsv, sweepText } from '../../../../../src/reports/sweep/table.js';
import type { SweepAxis } from '../../../../../src/studies/sweep/axes.js';
import { smallSerialDay } from '../../../../support/utility/small-days.js';

function axisOf(...over: string[]): SweepAxis {
  const axis = trialsAxis(over, LENIENCIES);
  if (!('path' in axis)) throw new Error(JSON.stringify(axis));
  return axis;
}

const QUESTION: LeniencyRequest = { method: 'upe', filter: 'task', axis: axisOf('leniency=0.5,1,2'), trials: 2 };

function textOf(sweep: LeniencySweep): string {
  return sweepText(leniencyTexts('small', 'upe', sweep));
}

function pageOf(sweep: LeniencySweep): string {
  return sweepPage(leniencyTexts('small', 'upe', sweep), { ...leniencyPageOf(sweep), record: sweep, made: [] });
}

/** Utilities by setting on trials 1 to 4: 1 is best on the first two, 2 on the last two. */
const UTILITIES: Readonly<Record<string, readonly number[]>> = {
  'leniency 0.5': [50, 52, 51, 49],
  'leniency 1': [80, 84, 60, 62],
  'leniency 2': [70, 72, 68, 70],
  online: [75, 77, 61, 61],
  'no filter': [60, 60, 58, 60],
  price: [90, 90, 88, 90],
};

/** Answers as trials give them, with a bound of 100 on every trial. */
function answers(): TrialAnswer[] {
  return Object.entries(UTILITIES).flatMap(([label, utilities]) =>
    utilities.map((utility, n): TrialAnswer => {
      return {
        trial: n + 1,
        label,
        utility,
        bound: 100,
        gap: 1 - utility / 100,
        shareOfImmediate: null,
        shareOfStarting: null,
        energyJ: [0, smallSerialDay().energyBudgetJPerDay! / 2],
        completed: 1,
        dropped: 0,
        preemptions: 0,
        used98S: null,
        used99S: null,
        events: 1,
        candidates: 1,
        taken: 1,
      };
    }),
  );
}

describe('a sweep of leniencies', () => {
  it('chooses by the mean of the tuning trials alone, and reports that leniency on the held-out ones', () => {
    const sweep = sweepOutcome(QUESTION, smallSerialDay(), answers());
    expect([sweep.best, sweep.bestHeldOut]).toEqual([1, 2]);
    const chosen = sweep.points.find(({ leniency }) => leniency === 1)!;
    expect([chosen.tuning.objective!.mean, chosen.heldOut.objective!.mean]).toEqual([82, 61]);
    expect(chosen.heldOut.shareOfBound!.mean).toBeCloseTo(0.61, 12);
    expect(chosen.heldOut.budgetUsed!.mean).toBeCloseTo(0.5, 12);
    expect(sweep.optimism).toBeCloseTo(0.21, 12);
  });

  it('names all leniencies that tie on the tuning trials, takes the least of some, and none where all tie', () => {
    const alike = (labels: readonly string[]): TrialAnswer[] =>
      answers().map((one) =>
        labels.includes(one.label) && one.trial <= 2 ? { ...one, utility: 80 + 4 * one.trial } : one,
      );
    const some = sweepOutcome(QUESTION, smallSerialDay(), alike(['leniency 1', 'leniency 2']));
    expect([some.best, some.ties, some.bestHeldOut]).toEqual([1, [1, 2], 2]);
    expect(textOf(some)).toContain('leniencies 1, 2 on the tuning trials: the least is taken');
    expect(pageOf(some)).toContain('Leniencies 1, 2 earn the same');
    const all = sweepOutcome(QUESTION, smallSerialDay(), alike(['leniency 0.5', 'leniency 1', 'leniency 2']));
    expect([all.best, all.ties, all.bestHeldOut, all.optimism]).toEqual([null, [0.5, 1, 2], 2, null]);
  });

  it('holds it against the leniency learnt on line, no filter and the price, on the same held-out trials', () => {
    const { differences } = sweepOutcome(QUESTION, smallSerialDay(), answers());
    expect(differences.map(({ to, objective, wins }) => [to, objective.mean, wins])).toEqual([
      ['online', 0, 1],
      ['no filter', 2, 2],
      ['price', -28, 0],
    ]);
    expect(sweepSettings(QUESTION).map(({ label }) => label)).toEqual(Object.keys(UTILITIES));
  });

  it('reads leniencies as a range or a list, ascending, and refuses what is no axis of positive numbers', () => {
    expect(axisOf('leniency=0.3:1.2:0.3').values).toEqual([0.3, 0.6, 0.9, 1.2]);
    expect(axisOf('leniency=2,0.5').values).toEqual([0.5, 2]);
    const wrong = [
      'leniency=0:1:0.5',
      'leniency=1:0.5:0.1',
      'leniency=1,1',
      'leniency=1e-9,1',
      'leniency=1e-9:1e-8:1e-9',
      'gain=1',
      'leniency',
      'leniency=0.001:1:0.001',
    ];
    for (const text of wrong) expect(trialsAxis([text], LENIENCIES)).toMatchObject([{ path: '--over' }]);
    expect(trialsAxis(['leniency=1', 'leniency=2'], LENIENCIES)).toMatchObject([{ path: '--over' }]);
  });

  it('says in text, table and page which leniency was chosen and what it is worth held out', () => {
    const sweep = sweepOutcome(QUESTION, smallSerialDay(), answers());
    const text = textOf(sweep);
    expect(text).toContain('best by tuning  leniency 1: 82.00 (82.00 % of the bound)');
    expect(text).toContain('optimism 21.00 points of the bound');
    const csv = sweepCsv(leniencyTexts('small', 'upe', sweep)).split('\r\n');
    expect(csv).toHaveLength(1 + 2 * 6 + 1);
    expect(csv.find((line) => line.startsWith('leniency 1,1,3-4,held-out'))).toContain('leniency 1,1,3-4,held-out,61,');
    const page = pageOf(sweep);
    expect(page).toContain('leniency 1, chosen');
    expect(page).toContain('Optimism');
  });
});
