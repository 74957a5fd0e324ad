import type { Facility } from '../../../../../models/facility/facility.js';
import { COMMAND_LINE, type Problem, type Refused } from '../../../../instances/problem.js';

/** Sets of CRACs that fail at once. */
export interface FailureCases {
  readonly ok: true;
  readonly cases: readonly (readonly string[])[];
}

/**
 * Cases asked for: each CRAC at work on its own where `each` is true, and those of `gone`, names with commas between. No case twice.
 */
export function failureCases({ cracs }: Facility, each: boolean, gone: string | undefined): FailureCases | Refused {
  const atWork = cracs.flatMap(({ name, coolingCapacityW }) => (coolingCapacityW === 0 ? [] : [name]));
  if (atWork.length === 0) {
    const remedy = 'Give a CRAC a capacity above 0, or leave the option out.';
    return refused([problem(each ? '--failures' : '--gone', 'no CRAC at work', 'a room with a CRAC at work', remedy)]);
  }
  const names = gone === undefined ? [] : gone.split(',').map((name) => name.trim());
  const problems = names.flatMap((name, n) => {
    if (!atWork.includes(name)) {
      const hasFailed = cracs.some((crac) => crac.name === name);
      const remedy = hasFailed ? 'It has failed already: leave it out.' : 'Name CRACs as the instance does.';
      return [problem('--gone', name, `CRACs at work (${atWork.slice(0, 12).join(', ')})`, remedy)];
    }
    return names.indexOf(name) < n ? [problem('--gone', name, 'each CRAC once', 'Remove the repetition.')] : [];
  });
  if (problems.length > 0) return refused(problems);
  const named = atWork.filter((name) => names.includes(name));
  const single = each ? atWork.map((name) => [name]) : [];
  const isNew = named.length > 1 || (named.length === 1 && !each);
  return { ok: true, cases: [...single, ...(isNew ? [named] : [])] };
}

function problem(path: string, value: string, allowed: string, remedy: string): Problem {
  return { file: COMMAND_LINE, path, value, allowed, remedy };
}

function refused(problems: readonly Problem[]): Refused {
  return { ok: false, problems };
}
