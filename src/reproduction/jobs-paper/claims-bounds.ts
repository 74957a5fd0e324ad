import type { Claim } from '../claim.js';
import { type FigureData, levelsOf } from '../data.js';
import { type ByTrial, number, type Part, PERCENT, untested } from '../rules.js';
import { meanInterval } from '../../experiments/statistics.js';
import { valuesFor } from './data.js';
import { methodOf } from './settings.js';

/** Maximum relative excess of a recorded value over its bound due to rounding. */
const ROUNDING = 1e-8;

/**
 * Returns the comparison "no value exceeds its bound in any trial", without a confidence interval, because every trial
 * is tested.
 */
function below(where: string, ofBound: ByTrial, ofFrontier: ByTrial): Part {
  if (ofBound.size === 0 || ofFrontier.size === 0) return untested(where);
  const greatest = Math.max(...ofBound.values(), ...ofFrontier.values());
  const figure = `${meanText(ofBound)} of the bound, ${meanText(ofFrontier)} of that at its energy, at most ${number(greatest, PERCENT)}`;
  return { where, figure, answer: greatest <= 1 + ROUNDING ? 'yes' : 'no' };
}

function meanText(values: ByTrial): string {
  const { mean, interval } = meanInterval([...values.values()]);
  const half = interval === null ? '' : ` ± ${number(interval.high - mean, { ...PERCENT, unit: '' })}`;
  return `${number(mean, { ...PERCENT, unit: '' })}${half} %`;
}

/** Returns the comparisons for all settings and methods in the data's reading (interpretation of the paper). */
function parts(data: FigureData): Part[] {
  const methods = levelsOf(data, 'method').filter((level) => methodOf(level).variant === null);
  return levelsOf(data, 'setting').flatMap((setting) =>
    methods.flatMap((method) => {
      const of = (value: string): ByTrial => valuesFor(data, setting, method, value);
      // As printed there is no method of Plenum.
      if (method === 'price' && of('ofBound').size === 0) return [];
      return [below(`${setting}: ${method}`, of('ofBound'), of('ofFrontier'))];
    }),
  );
}

/** Claims that no method exceeds a proven bound. */
export const BOUND_CLAIMS: readonly Claim[] = [
  {
    id: 'within-bound',
    figure: 'jobs-bounds',
    says: 'No method earns more than what bounds all schedules, nor more than what bounds all of its energy (ours).',
    rule: 'value over the bound for jobs that may move, and over the bound at the energy drawn: at most 1 in every trial',
    parts,
  },
];
