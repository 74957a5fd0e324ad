import type { MeanInterval } from '../../../experiments/statistics.js';
import { oneLine, significant } from '../../../reports/format.js';
import type { LeniencySweep, SetFigures, SettingFigures } from '../studies/leniency/result.js';

/** Significant digits of utilities. Ours. */
const DIGITS = 6;
/** Width of the column of settings, characters. Ours. */
const WIDTH = 16;

/** Text of a sweep for a terminal. Ends with a newline. */
export function leniencyText(name: string, sweep: LeniencySweep): string {
  const { method, filter, trials, points, others, best, bestHeldOut, optimism, differences } = sweep;
  const chosen = points.find(({ leniency }) => leniency === best)!;
  const unit = chosen.tuning.shareOfBound === null ? '' : ' points of the bound';
  const gap = chosen.tuning.shareOfBound === null ? significant(optimism, 4) : (100 * optimism).toFixed(2);
  const lines = [
    `${oneLine(name)}: ${method}, filter ${filter}, leniency tuned on trials 1 to ${trials}, held out ${trials + 1} to ${2 * trials}`,
    ...[...points, ...others].map((one) => settingLine(one, best)),
    `best by tuning  leniency ${best}: ${figureText(chosen.tuning)} on tuning trials, ${figureText(chosen.heldOut)} held out; optimism ${gap}${unit}`,
    `best held out   leniency ${bestHeldOut}`,
    ...differences.map(({ to, utility, wins }) => {
      return `held out, tuned less ${to}: ${meanText(utility)}, more in ${wins} of ${utility.n} trials`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function settingLine({ label, leniency, tuning, heldOut }: SettingFigures, best: number): string {
  const mark = leniency === best ? ' (tuned)' : '';
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
