import { oneLine, significant } from '../../reports/format.js';
import type { Driver } from '../../runs/control.js';
import type { BoundOfFamily, Proven } from '../family.js';
import { utilityBound } from './methods/bound/utility-bound.js';
import type { OpenedUtility } from './runs/open.js';
import { BOUND_SCOPE } from './runs/result-of.js';

/** Bound on the utility that any schedule earns in the measured time. */
export const boundOfUtility: BoundOfFamily<OpenedUtility> = {
  progressUnit: '',
  prove,
  tightens: 'lower',
  least: 'a bound',
  mayBeEmpty: false,
};

/** Significant digits of utilities in a sentence. Ours. */
const DIGITS = 7;

async function prove({ problem, instance }: OpenedUtility, control: Driver): Promise<Proven> {
  if (problem === null) {
    return {
      ...{ bound: null, reason: 'its jobs are in a log that is not named: name it with --trace' },
      ...{ objectiveUnit: 'utility', boundScope: '', warnings: [], work: {}, details: {}, lines: [] },
    };
  }
  const { bound, method, utilityPerMJ, utilityPerNodeH, borderS, passes } = await utilityBound(problem, control);
  const pools = problem.pools.map(({ name }, j) => ({ pool: name, utilityPerNodeH: [...utilityPerNodeH[j]!] }));
  return {
    bound,
    objectiveUnit: 'utility',
    boundScope: BOUND_SCOPE,
    warnings: [],
    work: { passes },
    details: { relaxation: method, utilityPerMJ, borderS: [...borderS], pools },
    lines: [
      `No schedule for ${oneLine(instance.name)} earns more than ${significant(bound, DIGITS)} in the measured time.`,
      ...(utilityPerMJ === null ? [] : [`One more MJ raises the bound by at most ${significant(utilityPerMJ, 4)}.`]),
      `Holds for ${BOUND_SCOPE}.`,
    ],
  };
}
