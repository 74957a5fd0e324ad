import { MAX_SHOWN } from '../../../models/facility/limits.js';
import { W_PER_KW, currencyOf } from '../../../models/units.js';
import { oneLine, significant } from '../../reports/format.js';
import type { Driver } from '../../runs/control.js';
import type { BoundOfFamily, Proven } from '../family.js';
import { type RowValue, utilityBound } from './methods/bound/utility-bound.js';
import { knownOptimumWarnings } from './runs/known-optimum.js';
import type { LoadedUtility } from './instances/load.js';
import { boundScopeOf } from './runs/result-of.js';

/**
 * Command `bound` for utility instances: proves an upper bound on the utility that any schedule earns in the measured
 * time.
 */
export const boundOfUtility: BoundOfFamily<LoadedUtility> = {
  progressUnit: '',
  prove,
  tightens: 'lower',
  least: 'a bound',
  mayBeEmpty: false,
};

async function prove({ model, instance }: LoadedUtility, control: Driver): Promise<Proven> {
  if (model === null) {
    return {
      bound: null,
      reason: 'its jobs are in a log that is not named: name it with --trace',
      objectiveUnit: 'utility',
      boundScope: '',
      warnings: [],
      work: {},
      details: {},
      lines: [],
    };
  }
  const proven = await utilityBound(model, control);
  const {
    bound,
    method,
    utilityPerMJ,
    utilityPerUsd,
    utilityPerNodeH,
    borderS,
    passes,
    rows,
    excluding,
    budgetExcludes,
  } = proven;
  const scope = boundScopeOf(model);
  const pools = model.pools.map(({ name }, j) => ({ pool: name, utilityPerNodeH: [...utilityPerNodeH[j]!] }));
  return {
    bound,
    objectiveUnit: 'utility',
    boundScope: scope,
    warnings: knownOptimumWarnings(instance, { bound, earned: null }),
    work: { passes },
    details: { relaxation: method, utilityPerMJ, utilityPerUsd, borderS: [...borderS], pools, rows: rowDetails(rows) },
    lines: [
      `No schedule for ${oneLine(instance.name)} earns more than ${significant(bound)} in the measured time.`,
      ...(utilityPerMJ === null ? [] : [`One more MJ raises the bound by at most ${significant(utilityPerMJ)}.`]),
      ...(utilityPerUsd === null
        ? []
        : [`One more ${currencyOf(instance)} raises the bound by at most ${significant(utilityPerUsd)}.`]),
      ...dearest(rows).map(rowText),
      ...leftOut([...excluding, ...(budgetExcludes ? ['the budget of the measured time'] : [])]),
      `Holds for ${scope}.`,
    ],
  };
}

/** Returns the power limits (red lines, power cap, CRAC capacities) with their marginal values as JSON objects. */
export function rowDetails(rows: readonly RowValue[]): readonly object[] {
  return rows.map(({ utilityPerUnitH, ...row }) => ({ ...row, utilityPerUnitH: [...utilityPerUnitH] }));
}

/** Returns at most `MAX_SHOWN` power limits: those with the largest product of limit and marginal value. */
function dearest(rows: readonly RowValue[]): readonly RowValue[] {
  return rows.toSorted((a, b) => b.utilityPerUnit * b.limit - a.utilityPerUnit * a.limit).slice(0, MAX_SHOWN);
}

function rowText({ name, unit, utilityPerUnit }: RowValue): string {
  const more = unit === 'K' ? 'One more K' : 'One more kW';
  const worth = unit === 'K' ? utilityPerUnit : utilityPerUnit * W_PER_KW;
  return `${more} of ${oneLine(name)} throughout raises the bound by at most ${significant(worth)}.`;
}

/**
 * Returns a list with one sentence. It names the power limits that some option (pool and P-state of a task) exceeds
 * even if it runs alone. The list is empty if there are none. The bound excludes such options, so it cannot tell what
 * raising these limits is worth.
 */
function leftOut(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > MAX_SHOWN ? ` and ${names.length - MAX_SHOWN} more` : '';
  const shown = names.slice(0, MAX_SHOWN).map((name) => oneLine(name));
  return [`Some options alone break ${shown.join(', ')}${more}: what more of that is worth, no price tells.`];
}
