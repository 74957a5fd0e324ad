import type { Violation } from '../../../../models/families/violation.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { Infeasibility, Termination } from '../../../runs/result.js';
import type { AirRounds, LeastPower, Money, SharingOfNodes } from '../runs/result.js';
import type { Solved } from '../runs/solve.js';
import type { Broken } from '../../../studies/broken.js';

/** Content of `LeastPower` without its scope: that of the study's bounds. */
export type PowerOfEquals = Omit<LeastPower, 'scope'>;
/** Content of `Money` without its scope and prices: those of the study. */
export type MoneyOfRun = Omit<Money, 'scope' | 'prices'>;

/** Part of a run's result that a study keeps. */
export interface RunSummary {
  readonly termination: Termination;
  readonly feasible: boolean;
  /** Name of the cheaper method that found the plan; absent if the method found it itself. */
  readonly planFrom?: string;
  /** Nodes that share time as a whole, and by how much limits are exceeded at moments; absent if there are none. */
  readonly sharing?: SharingOfNodes;
  readonly objective: number | null;
  readonly bound: number | null;
  readonly gap: number | null;
  readonly gapReason?: string;
  readonly power: PowerSplit | null;
  /** Power of the plan, and the least power of any plan with its reward; absent if not requested or not found. */
  readonly leastPower?: PowerOfEquals;
  /** Money of the plan, and the greatest of any plan; absent if not requested or not found. */
  readonly money?: MoneyOfRun;
  /**
   * Number of nodes of the plan on standby, and the sets of such nodes that were tried; absent if the air does not
   * depend on them.
   */
  readonly air?: AirRounds & { readonly onStandby: number };
  /** Plans for which the run's bound holds; absent if that is stated once for the whole study. */
  readonly boundScope?: string;
  readonly setPointsC: Readonly<Record<string, number>> | null;
  readonly hottestInletC: number | null;
  readonly binding: readonly BindingConstraint[];
  readonly violations: readonly Violation[];
  readonly infeasibility?: Infeasibility;
  /** Reason why the run broke down or its method gave no answer of its own; present only then. */
  readonly failure?: string;
  readonly warnings: readonly string[];
  readonly timeS: number;
}

/** Scope of bounds that hold for the nodes on standby of their own plan alone. */
export const SCOPE_OF_EACH =
  'each only plans with exactly the nodes on standby of the plan beside it, in the air that they cause (boundScope of each)';

/** Returns the summary of a run; `known` are warnings about the instance, which the study itself gives once. */
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

/** Returns the result on least power without the scope of its proof. */
export function powerOfEquals({ powerW, boundW, gap, rewardPerS, toleranceReward }: LeastPower): PowerOfEquals {
  return { powerW, boundW, gap, rewardPerS, toleranceReward };
}

/** Returns the result on money without its scope and prices. */
export function moneyOfRun({
  usdPerH,
  boundUsdPerH,
  gapUsdPerH,
  gap,
  revenueUsdPerH,
  energyUsdPerH,
}: Money): MoneyOfRun {
  return { usdPerH, boundUsdPerH, gapUsdPerH, gap, revenueUsdPerH, energyUsdPerH };
}

/** Maximum number of limits named besides the first, since a study keeps many summaries. */
const MAX_OTHERS = 10;

function shortened(infeasibility: Infeasibility): Infeasibility {
  const { others = [], omitted = 0 } = infeasibility;
  const dropped = Math.max(0, others.length - MAX_OTHERS);
  return { ...infeasibility, others: others.slice(0, MAX_OTHERS), omitted: omitted + dropped };
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

/** Least length of a common beginning of two scopes for which only the end of the second is shown, characters. */
const MIN_ALIKE = 40;

/**
 * Returns a text that says for which plans the bounds of a study's runs hold: the first scope in full, and of each
 * further one only what differs from the first. `runs`: the word for the runs.
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
