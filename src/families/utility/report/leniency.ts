import type { ComparedFigure, MeanInterval } from '../../../reports/compare/report.js';
import { withoutIntervalsOfFew } from '../../../reports/few-values.js';
import { fixed, oneLine, percent, plain, type Shown, significant } from '../../../reports/format.js';
import { sweptCsv, sweptLines, type SweptRow } from '../../../reports/sweep.js';
import type { LeniencySweep, SetFigures } from '../studies/leniency/result.js';

/** Figures of a setting on a set of trials. */
export const SWEPT: readonly ComparedFigure[] = [
  { key: 'utility', label: 'utility', unit: '' },
  { key: 'shareOfBound', label: 'of the bound', unit: 'share' },
  { key: 'budgetUsed', label: 'of the budget', unit: 'share' },
];

/** The two sets of trials, with what their tables are called. */
export const SETS = [
  { set: 'tuning', title: 'Tuning trials' },
  { set: 'heldOut', title: 'Held-out trials' },
] as const;

/** Text of a sweep for a terminal. Ends with a newline. */
export function leniencyText(name: string, given: LeniencySweep): string {
  const sweep = withoutIntervalsOfFew(given);
  const { method, filter, trials, differences } = sweep;
  const lines = [
    `${oneLine(name)}: ${method}, filter ${filter}, leniency tuned on trials 1 to ${trials}, held out ${trials + 1} to ${2 * trials}`,
    ...SETS.flatMap(({ set, title }) => sweptLines(title, rowsOf(sweep, set), SWEPT)),
    ...choiceLines(sweep),
    ...differences.map(({ to, utility, wins }) => {
      return `held out, tuned less ${to}: ${significant(utility.mean, 6)}, more in ${wins} of ${utility.n} trials`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Settings with their means on a set of trials. */
export function rowsOf({ points, others, best }: LeniencySweep, set: 'tuning' | 'heldOut'): SweptRow[] {
  return [...points, ...others].map((one) => ({
    method: `${oneLine(one.label)}${best !== null && one.leniency === best ? ', chosen' : ''}`,
    means: one[set],
  }));
}

/** Lines on the leniency that was chosen, or on why none was. */
function choiceLines(sweep: LeniencySweep): string[] {
  const { points, best, bestHeldOut, ties, optimism } = sweep;
  const chosen = points.find(({ leniency }) => leniency === best);
  if (best === null || chosen === undefined || optimism === null) {
    return [`nothing to tune  all ${points.length} leniencies earn the same on the tuning trials: none is chosen`];
  }
  const gap = isShare(sweep) ? `${fixed(100 * optimism, 2)} points of the bound` : significant(optimism, 4);
  const shown = ({ utility, shareOfBound }: SetFigures): string =>
    `${significant(utility.mean, 6)}${shareOfBound === null ? '' : ` (${plain(percent(shareOfBound.mean))} of the bound)`}`;
  return [
    `best by tuning  leniency ${best}: ${shown(chosen.tuning)} on tuning trials, ${shown(chosen.heldOut)} held out; optimism ${gap}`,
    ...(ties.length < 2
      ? []
      : [`equally good    leniencies ${ties.join(', ')} on the tuning trials: the least is taken`]),
    `best held out   ${bestHeldOut === null ? 'none: all earn the same' : `leniency ${bestHeldOut}`}`,
  ];
}

/** Text of one record per setting and set of trials: means with their 95 % intervals. */
export function leniencyCsv({ points, others, trials }: LeniencySweep): string {
  const rows = [...points, ...others].flatMap(({ label, leniency, tuning, heldOut }) => [
    { first: [label, leniency, `1-${trials}`, 'tuning'], means: tuning },
    { first: [label, leniency, `${trials + 1}-${2 * trials}`, 'held-out'], means: heldOut },
  ]);
  return sweptCsv(['setting', 'leniency', 'trials', 'set'], rows, SWEPT);
}

/** True if figures are shares of the bound, not utilities. */
export function isShare({ points }: LeniencySweep): boolean {
  return points.every(({ tuning, heldOut }) => tuning.shareOfBound !== null && heldOut.shareOfBound !== null);
}

export function worthOf(sweep: LeniencySweep, figures: SetFigures): MeanInterval {
  return isShare(sweep) ? figures.shareOfBound! : figures.utility;
}

export function writeWorth(sweep: LeniencySweep): (value: number) => Shown | null {
  return isShare(sweep) ? percent : (value) => ({ digits: significant(value, 6), unit: '' });
}
