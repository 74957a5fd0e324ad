import { joules, number } from '../../../../reports/format.js';
import { markup, type Markup, NOTHING, quantity, typeset } from '../../../../reports/html/markup.js';
import type { JobsRunResult } from '../../runs/result.js';

/** Returns sentences that explain the main numbers of a run's result. */
export function meaning(result: JobsRunResult): Markup {
  const { objective, outcomes, jobs, startingValue, bound, energyJ } = result;
  if (objective === null || outcomes === null) return NOTHING;
  const { inTime, late, worthless, dropped } = outcomes;
  const jobsOf = (value: number, one: string): string => `${typeset(String(value))} ${value === 1 ? one : `${one}s`}`;
  const left =
    bound === null || !(bound > 0)
      ? 'How much more could have been earned is not known: no bound was proven.'
      : markup`Whatever one does, at most ${quantity(number(bound))} can be earned: a better schedule may gain ${quantity(number(Math.max(0, bound - objective)))} at most.`;
  return markup`<p>Of ${jobsOf(jobs, 'job')}, worth ${quantity(number(startingValue))} in all as they arrive, ${typeset(String(inTime))} ended in time, ${typeset(String(late))} late but with some value, and ${typeset(String(worthless + dropped))} earned nothing (${typeset(String(dropped))} never ran, ${typeset(String(worthless))} ended too late). They earned ${quantity(number(objective))}${energyJ === null ? '' : markup` for ${quantity(joules(energyJ))} of energy`}. ${left}</p>\n`;
}
