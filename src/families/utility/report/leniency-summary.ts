import type { MeanInterval } from '../../../experiments/statistics.js';
import { oneLine, significant } from '../../../reports/format.js';
import type { LeniencySweep, SetFigures, SettingFigures } from '../studies/leniency/result.js';

/** Significant digits of utilities. Ours. */
const DIGITS = 6;
/** Width of the column of settings, characters. Ours. */
const WIDTH = 16;

/** Text of a sweep for a terminal. Ends with a newline. */
export function leniencyText(name: string, sweep: LeniencySweep): string {
  const { method, filter, trials, points, others, best, differences } = sweep;
  const lines = [
    `${oneLine(name)}: ${method}, filter ${filter}, leniency tuned on trials 1 to ${trials}, held out ${trials + 1} to ${2 * trials}`,
    ...[...points, ...others].map((one) => settingLine(one, best)),
    ...choiceLines(sweep),
    ...differences.map(({ to, utility, wins }) => {
      return `held out, tuned less ${to}: ${meanText(utility)}, more in ${wins} of ${utility.n} trials`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

/** Lines on the leniency that was chosen, or on why none was. */
function choiceLines({ points, best, bestHeldOut, ties, optimism }: LeniencySweep): string[] {
  const chosen = points.find(({ leniency }) => leniency === best);
  if (best === null || chosen === undefined || optimism === null) {
    return [`nothing to tune  all ${points.length} leniencies earn the same on the tuning trials: none is chosen`];
  }
  const isShare = chosen.tuning.shareOfBound !== null;
  const gap = isShare ? `${(100 * optimism).toFixed(2)} points of the bound` : significant(optimism, 4);
  const flat = bestHeldOut === null ? 'none: all earn the same' : `leniency ${bestHeldOut}`;
  return [
    `best by tuning  leniency ${best}: ${figureText(chosen.tuning)} on tuning trials, ${figureText(chosen.heldOut)} held out; optimism ${gap}`,
    ...(ties.length < 2
      ? []
      : [`equally good    leniencies ${ties.join(', ')} on the tuning trials: the least is taken`]),
    `best held out   ${flat}`,
  ];
}

function settingLine({ label, leniency, tuning, heldOut }: SettingFigures, best: number | null): string {
  const mark = best !== null && leniency === best ? ' (tuned)' : '';
  return `${label.padEnd(WIDTH)}tuning ${figureText(tuning)}   held out ${figureText(heldOut)}${mark}`;
}

function figureText({ utility, shareOfBound }: SetFigures): string {
  const share = shareOfBound === null ? '' : ` (${(100 * shareOfBound.mean).toFixed(2)} % of the bound)`;
  return `${meanText(utility)}${share}`;
}

function meanText({ mean, interval }: MeanInterval): string {
  const half = interval === null ? '' : ` ± ${significant((interval.high - interval.low) / 2, 3)}`;
  return `${significant(mean, DIGITS)}${half}`;
}
