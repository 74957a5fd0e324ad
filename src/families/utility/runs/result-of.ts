import { J_PER_MJ } from '../../../../models/units.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import { arrivingUtility } from '../../../../models/families/utility/arriving.js';
import { LIMITS, unitOf } from '../../../../models/facility/limits.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import { ROW_CONSTRAINTS, type RowPeak } from '../../../../models/families/utility/row-peaks.js';
import type { Driver } from '../../../runs/control.js';
import { endOfRun } from '../../../runs/end-of-run.js';
import type { ScheduleVerdict } from '../check/check-schedule.js';
import type { UtilityBound } from '../methods/bound/utility-bound.js';
import type { SimulationWork } from '../methods/outcome.js';
import type { FilterBranches } from '../methods/policy.js';
import type { ChargedMeans } from './charged.js';
import type { CompanyError } from './company-error.js';
import type { NotRun } from './not-run.js';
import type { UtilityChoices } from './choices.js';
import type { UtilityRunResult } from './result.js';

export interface UtilityResultParts {
  readonly model: UtilityModel;
  /** Currency of prices and budgets of money. */
  readonly currency: string;
  readonly choices: UtilityChoices;
  readonly seed: number;
  readonly verdict: ScheduleVerdict | null;
  readonly work: SimulationWork | null;
  /**
   * Numbers of mapping events at which each term of the filter `per-task` set its limit: free resources, or energy
   * left. Null for other filters.
   */
  readonly branches: FilterBranches | null;
  readonly bound: UtilityBound | null;
  /** Error of the assumed execution times due to co-location; null if unknown. */
  readonly companyError: CompanyError | null;
  readonly notRun: NotRun | null;
  readonly charged: ChargedMeans | null;
  readonly driver: Pick<Driver, 'steps' | 'stopReason'>;
  /**
   * Returns the moment at which a fraction of the measured time's budget was used up, s from the start of the measured
   * time; null if it never was.
   */
  readonly usedS: (share: number) => number | null;
  /**
   * Largest rise of each limited quantity above its value with all nodes idle, and the moment at which it occurs. The
   * quantities are inlet temperatures, meter power and CRAC heat.
   */
  readonly peaks: readonly RowPeak[];
}

/**
 * Largest unused fraction of a limit that counts as binding. Our choice: the unused part may be too small for any task.
 */
const BINDING_SHARE = 1e-2;

/** Returns words that say which limits the upper bound takes into account. */
export function boundScopeOf({ powerRows, charging, days, pools, room }: UtilityModel): string {
  const budget = charging === undefined ? 'energy budget' : 'budget of money';
  const before = (days.at(-2)?.budgetJ ?? Infinity) < Infinity ? ' and of the day before' : '';
  const limits = [
    ...(days.at(-1)!.budgetJ < Infinity ? [`the ${budget} of the measured time${before}`] : []),
    ...(pools.some(({ allowed }) => allowed !== undefined) ? ['the cores allowed over time'] : []),
    ...(powerRows?.unit.includes('K') === true ? ['red lines'] : []),
    ...(powerRows?.names.includes(LIMITS.powerCap.name) === true ? ['the power cap'] : []),
    ...(powerRows?.names.some((name, r) => powerRows.unit[r] === 'W' && name !== LIMITS.powerCap.name) === true
      ? ['cooling capacities']
      : []),
  ];
  const kept = limits.length === 0 ? '' : `, that keeps ${limits.join(', ')}`;
  const idle =
    room === undefined
      ? 'idle nodes draw nothing'
      : 'all nodes stay on (none sleeps or is switched off) and draw idle power throughout';
  return `every schedule of these tasks on these nodes, also one made with knowledge of all arrivals${kept}; ${idle}`;
}

/** Returns the result of a finished run (docs/utility/results.md). */
export function utilityResultOf(parts: UtilityResultParts): UtilityRunResult {
  const { model, choices, seed, verdict, work, bound: proven, driver, peaks } = parts;
  const { days, tasks, environment, charging } = model;
  const objective = verdict?.utility ?? null;
  const arriving = arrivingUtility(model);
  const events = Math.ceil(model.endS / model.eventIntervalS);
  const { result } = endOfRun(
    {
      instance: model.name,
      family: 'utility',
      method: choices.method.name,
      seed,
      objective,
      objectiveUnit: 'utility',
      verdict,
      boundScope: proven === null ? '' : boundScopeOf(model),
      driver,
      stoppedEarly: verdict === null,
      what: 'schedule',
      withoutPlan: `the simulation was stopped after ${driver.steps} of ${events} mapping events: there is no schedule`,
      work: { steps: driver.steps, ...work, ...(proven === null ? {} : { boundPasses: proven.passes }) },
    },
    {
      objective: {
        proven: proven?.bound ?? null,
        own: objective,
        isUpper: true,
        says: `earns ${objective}`,
        proof: `a proven bound of ${proven?.bound}`,
      },
    },
  );
  const energyBudgetJ = days.map(({ budgetJ }) => (charging === undefined && budgetJ < Infinity ? budgetJ : null));
  const costBudgetUsd = days.map(({ budgetJ }) =>
    charging !== undefined && budgetJ < Infinity ? budgetJ * charging.usdPerJ : null,
  );
  const unspentJ = unspent(energyBudgetJ, verdict?.energyJ);
  const unspentUsd = unspent(costBudgetUsd, verdict?.costUsd);
  const left = unspentJ ?? unspentUsd;
  const budget = energyBudgetJ.at(-1) ?? costBudgetUsd.at(-1) ?? 0;
  return {
    ...result,
    environment,
    filter: choices.filter.name,
    leniency: choices.leniency,
    filterBranches: parts.branches,
    preemption: choices.preemption,
    energyJ: verdict?.energyJ ?? null,
    energyBudgetJ,
    costUsd: verdict?.costUsd ?? null,
    costBudgetUsd,
    earnedPerUsd: earnedPerUsd(objective, verdict),
    annualBudget: verdict?.annualBudget ?? null,
    tasks: tasks.count,
    completed: verdict?.completed ?? null,
    dropped: verdict?.dropped ?? null,
    preemptions: verdict?.preemptions ?? null,
    service: verdict?.service ?? null,
    notRun: parts.notRun,
    charged: parts.charged,
    unspentJ,
    unspentUsd,
    unspentShare: budget > 0 && left !== null ? left / budget : null,
    startingUtility: arriving.starting,
    immediateUtility: arriving.immediate,
    onArrivalUtility: arriving.onArrival,
    used98S: parts.usedS(0.98),
    used99S: parts.usedS(0.99),
    utilityPerMJ: proven?.utilityPerMJ ?? null,
    utilityPerUsd: proven?.utilityPerUsd ?? null,
    binding: [...binding(parts, verdict, proven), ...bindingRows(peaks, proven)],
    idleW: model.room?.idle.totalW ?? null,
    companyError: parts.companyError,
  };
}

/** Returns the budget of the last day less what was used on it; null if either is unknown. */
function unspent(budget: readonly (number | null)[], used: readonly number[] | null | undefined): number | null {
  const [limit, spent] = [budget.at(-1), used?.at(-1)];
  return limit == null || spent === undefined ? null : limit - spent;
}

/**
 * Returns the utility per cost of energy in the measured time, utility/USD; null if either is unknown or the cost is 0.
 */
function earnedPerUsd(utility: number | null, verdict: ScheduleVerdict | null): number | null {
  const usd = verdict?.costUsd?.at(-1) ?? 0;
  return utility === null || !(usd > 0) ? null : utility / usd;
}

function binding(
  { model: { days, charging }, currency }: Pick<UtilityResultParts, 'model' | 'currency'>,
  verdict: ScheduleVerdict | null,
  proven: UtilityBound | null,
): BindingConstraint[] {
  return days.flatMap(({ startS, budgetJ }, d): BindingConstraint[] => {
    const isMeasured = d === days.length - 1;
    const where = `day from ${startS} s`;
    if (charging !== undefined) {
      const usd = verdict?.costUsd?.[d] ?? 0;
      const limit = budgetJ * charging.usdPerJ;
      if (!(limit < Infinity) || usd < limit * (1 - BINDING_SHARE)) return [];
      const marginalValue = isMeasured ? (proven?.utilityPerUsd ?? null) : null;
      return [{ constraint: 'costBudget', where, unit: currency, value: usd, limit, marginalValue }];
    }
    const value = verdict?.energyJ[d] ?? 0;
    if (!(budgetJ < Infinity) || value < budgetJ * (1 - BINDING_SHARE)) return [];
    const perMJ = isMeasured ? (proven?.utilityPerMJ ?? null) : null;
    const marginalValue = perMJ === null ? null : perMJ / J_PER_MJ;
    return [{ constraint: 'energyBudget', where, unit: unitOf('energyBudget'), value, limit: budgetJ, marginalValue }];
  });
}

/**
 * Returns the power limits that bind at some moment, with their marginal values. A marginal value is the dual value of
 * raising the limit throughout the measured time, utility/K or utility/W; null without a bound.
 */
function bindingRows(peaks: readonly RowPeak[], proven: UtilityBound | null): BindingConstraint[] {
  const worth = new Map(proven?.rows.map(({ name, utilityPerUnit }) => [name, utilityPerUnit]));
  return peaks
    .filter(({ value, limit }) => value >= limit * (1 - BINDING_SHARE))
    .map(({ name, unit, value, limit, atS }) => ({
      constraint: ROW_CONSTRAINTS[unit],
      where: `${name} at ${atS} s`,
      unit,
      value,
      limit,
      marginalValue: proven === null ? null : (worth.get(name) ?? 0),
    }));
}
