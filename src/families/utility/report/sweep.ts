import { figuresIn } from '../../../reports/figures.js';
import { fixed, inUnit, number, oneLine, plain, type Shown, significant } from '../../../reports/format.js';
import type { SweepTexts, SweptValue } from '../../../reports/sweep/table.js';
import { figures } from '../figures.js';
import type { LeniencySweep, SetFigures } from '../studies/leniency.js';

/** Figures that are shown for a setting on one set of trials. */
const SWEPT = figuresIn(figures, 'sweep');

/** A setting with its mean figures on one set of trials. */
export interface SettingRow extends SetFigures {
  readonly label: string;
  readonly leniency: number | null;
  readonly isChosen: boolean;
  readonly set: 'tuning' | 'held-out';
}

/** Returns the content of a sweep's text output, its CSV file and the tables of its page. */
export function leniencyTexts(name: string, method: string, sweep: LeniencySweep): SweepTexts<SettingRow> {
  const { filter, trials, best, points, others, differences } = sweep;
  const ranges = { tuning: `1 to ${trials}`, 'held-out': `${trials + 1} to ${2 * trials}` };
  const rowsOf = (key: 'tuning' | 'heldOut', set: SettingRow['set']): SettingRow[] =>
    [...points, ...others].map((one) => {
      const { label, leniency } = one;
      return { label, leniency, set, isChosen: best !== null && leniency === best, ...one[key] };
    });
  return {
    name,
    lead: `${method}, filter ${filter}, leniency tuned on trials ${ranges.tuning}, held out ${ranges['held-out']}`,
    tables: [
      { title: 'Tuning trials', rows: rowsOf('tuning', 'tuning') },
      { title: 'Held-out trials', rows: rowsOf('heldOut', 'held-out') },
    ],
    heads: [
      {
        column: { head: 'Setting', of: ({ label, isChosen }) => `${oneLine(label)}${isChosen ? ', chosen' : ''}` },
        csv: { name: 'setting', of: ({ label }) => label },
      },
      { csv: { name: 'leniency', of: ({ leniency }) => leniency } },
      { csv: { name: 'trials', of: ({ set }) => ranges[set].replace(' to ', '-') } },
      { csv: { name: 'set', of: ({ set }) => set } },
    ],
    figures: SWEPT,
    lines: [
      ...choiceLines(sweep),
      ...differences.map(({ to, objective, wins }) => {
        return `held out, tuned less ${to}: ${significant(objective.mean)}, more in ${wins} of ${objective.n} trials`;
      }),
    ],
  };
}

/** Returns text lines on the chosen leniency, or on why none was chosen. */
function choiceLines(sweep: LeniencySweep): string[] {
  const { points, best, bestHeldOut, ties, optimism } = sweep;
  const chosen = points.find(({ leniency }) => leniency === best);
  if (best === null || chosen === undefined || optimism === null) {
    return [`nothing to tune  all ${points.length} leniencies earn the same on the tuning trials: none is chosen`];
  }
  const gap = isShare(sweep) ? `${fixed(100 * optimism, 2)} points of the bound` : significant(optimism);
  const shown = ({ objective, shareOfBound }: SetFigures): string => {
    const share = shareOfBound === null ? '' : ` (${plain(inUnit(shareOfBound.mean, 'share'))} of the bound)`;
    return `${significant(objective!.mean)}${share}`;
  };
  return [
    `best by tuning  leniency ${best}: ${shown(chosen.tuning)} on tuning trials, ${shown(chosen.heldOut)} held out; optimism ${gap}`,
    ...(ties.length < 2
      ? []
      : [`equally good    leniencies ${ties.join(', ')} on the tuning trials: the least is taken`]),
    `best held out   ${bestHeldOut === null ? 'none: all earn the same' : `leniency ${bestHeldOut}`}`,
  ];
}

/** Returns true if the results are shown as shares of the bound instead of utilities. */
export function isShare({ points }: LeniencySweep): boolean {
  return points.every(({ tuning, heldOut }) => tuning.shareOfBound !== null && heldOut.shareOfBound !== null);
}

/**
 * Returns the result of a setting on a set of trials: its share of the bound, or its utility if there are no bounds.
 */
export function worthOf(sweep: LeniencySweep, { shareOfBound, objective }: SetFigures): SweptValue {
  return isShare(sweep) ? shareOfBound! : objective!;
}

/** Returns the function that formats such a result. */
export function writeWorth(sweep: LeniencySweep): (value: number) => Shown | null {
  return isShare(sweep) ? (value) => inUnit(value, 'share') : number;
}
