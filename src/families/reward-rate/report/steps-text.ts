import { celsius, headlineReward, oneLine, percent, plain } from '../../../reports/format.js';
import type { SetPointSteps } from '../runs/result.js';

/** Sentence without its full stop on what steps of set-points cost. */
export function stepsCostText({ cracs, lost, lostShare, withoutStep }: SetPointSteps): string {
  const steps = [...new Set(cracs.map(({ stepK }) => `${stepK} K`))].join(', ');
  const share = lostShare === null || lost === 0 ? '' : ` (${plain(percent(lostShare))})`;
  const less = lost === 0 ? 'no reward' : `${plain(headlineReward(lost))}${share}`;
  const bound = withoutStep.bound === null ? '' : `, bound ${plain(headlineReward(withoutStep.bound))}`;
  const at = Object.entries(withoutStep.setPointsC).map(
    ([crac, valueC]) => `${oneLine(crac)} ${plain(celsius(valueC))}`,
  );
  return `of ${steps}, counted from 0 °C, cost ${less}: with any set-point the run earns ${plain(headlineReward(withoutStep.objective))}${bound}, at ${at.join(', ')}`;
}
