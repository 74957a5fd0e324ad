import type { Baseline } from '../runs/baseline.js';
import { countOf, inUnit, oneLine, percent, plain } from './format.js';

/**
 * Returns the last line of a run's summary. It names the baseline (reference plan) and says by how much the run's plan
 * is better or worse.
 */
export function baselineText(baseline: Baseline, objective: number | null): string {
  return `Against the baseline, ${oneLine(baseline.name)}: ${baselineWords(baseline, objective)}.\n`;
}

/** Returns the baseline's objective in words, and by how much the run's plan is better or worse. */
export function baselineWords(baseline: Baseline, objective: number | null): string {
  const { objective: reached, objectiveUnit: unit, gain, gainShare, feasible, violations } = baseline;
  const value = reached === null ? 'no plan that can be rated' : plain(inUnit(reached, unit));
  if (!feasible && reached !== null)
    return `${value}, with ${countOf(violations.length, 'limit')} broken: not compared`;
  if (gain === null) return objective === null ? `${value}; there is no plan to compare` : value;
  const share = gainShare === null ? '' : ` (${plain(percent(Math.abs(gainShare)))})`;
  if (gain === 0) return `${value}, the same`;
  return `${value}; the plan is ${gain > 0 ? 'better' : 'worse'} by ${plain(inUnit(Math.abs(gain), unit))}${share}`;
}
