import { MAX_SHOWN } from '../../../../models/facility/limits.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { Infeasibility, Termination } from '../../../runs/result.js';
import type { AirRounds, LeastPower, Money, SharingOfNodes } from '../runs/result.js';
import type { Solved } from '../runs/solve.js';
import type { Broken } from '../../../studies/broken.js';

/** Result on least power without its scope, which a study states once for all runs. */
export type PowerOfEquals = Omit<LeastPower, 'scope'>;
/** Result on money without its prices and its scope, which a study states once for all runs. */
export type MoneyOfRun = Omit<Money, 'scope' | 'prices'>;

/** The part of a run's result that a sweep or a day stores. */
export interface RunSummary {
  readonly termination: Termination;
  readonly feasible: boolean;
  /** Cheaper method that found the plan; absent if the run's own method did. */
  readonly planFrom?: string;
  /**
   * How nodes alternate between mixes of tasks, and by how much limits are exceeded at some moments. Absent if no nodes
   * alternate.
   */
  readonly sharing?: SharingOfNodes;
  readonly objective: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly gapReason?: string;
  readonly power: PowerSplit | null;
  /** Power of the plan and a lower bound on it; absent if not requested or not found. */
  readonly leastPower?: PowerOfEquals;
  /** Money of the plan and an upper bound on it; absent if not requested or not found. */
  readonly money?: MoneyOfRun;
  /**
   * Number of nodes on standby, and how the search for the matching air flow went. Absent if air flow does not depend
   * on which nodes are on standby.
   */
  readonly air?: AirRounds & { readonly onStandby: number };
  /** Says for which plans the run's bound holds; absent if the study states it once for all runs. */
  readonly boundScope?: string;
  readonly setPointsC: Readonly<Record<string, number>> | null;
  readonly hottestInletC: number | null;
  readonly binding: readonly BindingConstraint[];
  readonly violations: readonly Violation[];
  readonly infeasibility?: Infeasibility;
  /** Why the run crashed, or why its method gave no answer of its own. */
  readonly failure?: string;
  readonly warnings: readonly string[];
  readonly timeS: number;
}

/**
 * Scope of the bounds in a study whose runs have different nodes on standby. Each bound holds only for plans with the
 * same nodes on standby as the plan of its run.
 */
export const SCOPE_OF_EACH =
  'each only plans with exactly the nodes on standby of the plan beside it, in the air that they cause (boundScope of each)';

/**
 * Returns the summary of a run.
 *
 * @param known warnings about the instance, which the study shows once and the summary leaves out
 */
export function summaryOf({ record, plan }: Solved, known: readonly string[]): RunSummary {
  const { result, evaluation } = record;
  const { termination, feasible, objective, bound, gap, gapReason, infeasibility, planFrom, sharing } = result;
  const { leastPower, money } = result;
  const warnings = result.warnings.filter((warning) => !known.includes(warning));
  return {
    termination,
    feasible,
    ...(planFrom === undefined ? {} : { planFrom }),
    ...(sharing === undefined ? {} : { sharing }),
    objective,
    bound,
    gap,
    ...(gapReason === undefined ? {} : { gapReason }),
    power: evaluation?.power ?? null,
    ...(leastPower === undefined ? {} : { leastPower: powerOfEquals(leastPower) }),
    ...(money === undefined ? {} : { money: moneyOfRun(money) }),
    ...(result.air === undefined
      ? {}
      : { air: { ...result.air, onStandby: result.standby?.nodes ?? 0 }, boundScope: result.boundScope }),
    setPointsC: plan?.setPointsC ?? null,
    hottestInletC:
      evaluation === null ? null : evaluation.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity),
    binding: result.binding.filter(({ constraint, where }) => constraint !== 'redLine' || where === ''),
    violations: result.violations,
    ...(infeasibility === undefined ? {} : { infeasibility: shortened(infeasibility) }),
    ...(termination === 'failed' ? { failure: warnings.join(' ') || 'the method gave no answer' } : {}),
    warnings,
    timeS: result.timeS['total'] ?? 0,
  };
}

export function powerOfEquals({ scope: _, ...found }: LeastPower): PowerOfEquals {
  return found;
}

export function moneyOfRun(money: Money): MoneyOfRun {
  const { usdPerH, boundUsdPerH, gapUsdPerH, gap, revenueUsdPerH, energyUsdPerH } = money;
  return { usdPerH, boundUsdPerH, gapUsdPerH, gap, revenueUsdPerH, energyUsdPerH };
}

/** Returns the infeasibility with only as many limits as reports show, because a study stores many summaries. */
function shortened(infeasibility: Infeasibility): Infeasibility {
  const { others = [], omitted = 0 } = infeasibility;
  const dropped = Math.max(0, others.length - MAX_SHOWN);
  return { ...infeasibility, others: others.slice(0, MAX_SHOWN), omitted: omitted + dropped };
}

export function brokenSummary({ failure }: Broken): RunSummary & Broken {
  return {
    termination: 'failed',
    feasible: false,
    objective: null,
    bound: null,
    gap: null,
    gapReason: 'the run broke down',
    power: null,
    setPointsC: null,
    hottestInletC: null,
    binding: [],
    violations: [],
    failure,
    warnings: [],
    timeS: 0,
  };
}

/**
 * Two scopes (texts on the plans for which a bound holds) count as similar if at least this many first characters are
 * equal. Then only the end of the second one is shown.
 */
const MIN_ALIKE = 40;

/**
 * Returns text that says for which plans the bounds of a study's runs hold. The first scope is given in full. Of each
 * other scope only the difference from the first is given, if the two are similar.
 *
 * @param runs noun for the runs
 */
export function scopesText([first = '', ...others]: readonly string[], runs: 'points' | 'epochs'): string {
  const told = others.map((scope) => {
    let alike = 0;
    while (alike < scope.length && scope[alike] === first[alike]) alike++;
    const from = scope.lastIndexOf(', ', alike) + 2;
    return from < MIN_ALIKE
      ? `; at other ${runs}: ${scope}`
      : `; at other ${runs}, otherwise alike: ${scope.slice(from)}`;
  });
  return first + told.join('');
}
