import { S_PER_H } from '../../../models/units.js';
import { choiceProblem } from '../../instances/choice-problem.js';
import type { Problem, Refused } from '../../instances/problem.js';
import type { Words } from '../family.js';
import { optionProblem, readChoices, readMethod, textOf } from '../words.js';
import { FILTERS, METHODS } from './methods/registry.js';
import type { UtilityAsked } from './runs/choices.js';

/** Options that take one of a few words, with these words, by the field they fill. Ours. */
const CHOICES = {
  preemption: { option: '--preemption', known: ['none', 'greedy', 'difference', 'pair'] },
  reservations: { option: '--reservations', known: ['place-holders', 'permanent'] },
  binding: { option: '--binding', known: ['late', 'early'] },
  goalCounts: { option: '--goal-counts', known: ['consumed', 'committed'] },
  easyScope: { option: '--easy-scope', known: ['system', 'group'] },
  goal: { option: '--goal', known: ['even', 'arrivals'] },
  capacityPrices: { option: '--capacity-prices', known: ['none', 'previous-day'] },
} as const;

/** Policy, filter and choices by what they mean; whether an instance can heed them is judged once it is read. */
export function readUtilitySolveWords(words: Words): Words | Refused {
  const { filter: filterName = 'none', leniency, trace, ganttFrom, beside } = words;
  if (ganttFrom !== undefined && words['out'] === undefined) {
    const allowed = 'with --out: the hour is in report.html alone';
    return refused(optionProblem('--gantt-from', 'without --out', allowed, 'Name a directory with --out.'));
  }
  if (beside !== undefined && words['out'] === undefined) {
    const allowed = 'with --out: the days are drawn in report.html';
    return refused(optionProblem('--beside', 'without --out', allowed, 'Name a directory with --out.'));
  }
  const method = words['method'] === undefined ? undefined : readMethod(words, METHODS);
  if (method !== undefined && 'problem' in method) return refused(method.problem);
  const filter = FILTERS.find(({ name }) => name === filterName);
  if (filter === undefined) {
    const known = FILTERS.map(({ name }) => name);
    return refused(choiceProblem('--filter', textOf(filterName), known));
  }
  if (leniency !== undefined && filter.name === 'none') {
    const able = FILTERS.map(({ name }) => name).filter((name) => name !== 'none');
    const allowed = `only with --filter ${able.join(', ')}`;
    return refused(optionProblem('--leniency', 'without a filter', allowed, 'Name a filter, or leave the option out.'));
  }
  const read = readChoices(words, CHOICES);
  if ('problem' in read) return refused(read.problem);
  const asked: UtilityAsked = {
    ...{ filter, ...read.chosen },
    ...(method === undefined ? {} : { method }),
    ...(leniency === undefined ? {} : { leniency: leniency === 'online' ? leniency : Number(leniency) }),
  };
  return {
    asked,
    ...(trace === undefined ? {} : { trace }),
    ...(beside === undefined ? {} : { beside }),
    ...(ganttFrom === undefined ? {} : { ganttFromS: Number(ganttFrom) * S_PER_H }),
  };
}

function refused(problem: Problem): Refused {
  return { ok: false, problems: [problem] };
}
