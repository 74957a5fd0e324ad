import { heldBound } from '../../models/families/bound.js';
import type { Violation } from '../../models/families/violation.js';
import type { Driver } from './control.js';
import { relativeGap } from './relative-gap.js';
import type { FamilyRunResult, Infeasibility } from './result.js';
import { terminationOf } from './termination.js';

/** How a plan's value compares with a proven bound: the bound to report, and the gap. */
export interface Standing {
  /**
   * Bound to report; null if none is proven. If the objective is better than the proven bound by a rounding error only,
   * the objective is reported as bound.
   */
  readonly bound: number | null;
  /** Relative gap |bound - objective| / |bound|. Null without a feasible plan or a bound, or if only the bound is 0. */
  readonly gap: number | null;
  /** True if the plan is better than the bound by more than rounding error, so that one of the two must be wrong. */
  readonly isRefuted: boolean;
}

/**
 * Compares a plan's value with a proven bound.
 *
 * @param objective value of a feasible plan for which the bound holds; null without one
 * @param scale magnitude of the numbers that were summed or subtracted, for the tolerance of rounding errors
 */
export function standing(proven: number | null, objective: number | null, isUpper: boolean, scale = 1): Standing {
  if (proven === null || objective === null) return { bound: proven, gap: null, isRefuted: false };
  const { bound, isRefuted } = heldBound(proven, objective, isUpper, scale);
  return { bound, gap: relativeGap(bound, objective), isRefuted };
}

/** A value of the plan, with a bound on it that is proven for all plans. */
export interface Claim {
  /** The proven bound; null if there is none. */
  readonly proven: number | null;
  /** The plan's value; null without a plan. The value is compared with the bound only if the plan is feasible. */
  readonly own: number | null;
  /** True for an upper bound, false for a lower one. */
  readonly isUpper: boolean;
  /** Magnitude of the numbers that were summed or subtracted, for the tolerance of rounding errors; default 1. */
  readonly scale?: number;
  /** Words for the plan's value, to follow "The plan", such as "costs 5 USD". */
  readonly says: string;
  /** Words for the bound in messages, such as "a proven bound of 6 USD". */
  readonly proof: string;
}

/** Facts of a finished run: the method's plan and bound, how the search ended, and words for messages. */
export interface RunFacts<Name extends string> extends Pick<FamilyRunResult, 'instance' | 'method' | 'seed' | 'work'> {
  readonly family: Name;
  readonly objective: number | null;
  readonly objectiveUnit: string;
  /** Violated limits that the checker found in the plan; null if no plan can be evaluated. */
  readonly verdict: { readonly violations: readonly Violation[] } | null;
  readonly boundScope: string;
  readonly driver: Pick<Driver, 'stopReason'>;
  /** True if a limit of time or work ended the search early. */
  readonly stoppedEarly: boolean;
  /** True if the method ended with an error. */
  readonly isFailed?: boolean;
  /** True if the user ended the run before all work that can affect the plan was done. */
  readonly wasHurried?: boolean;
  /** Proof that no plan meets the limits; absent if there is none. */
  readonly infeasibility?: Infeasibility | undefined;
  /** Noun for a plan in messages. */
  readonly what?: 'plan' | 'schedule';
  /** What an infeasible plan violates, for the warning that a feasible plan may exist. Absent for no warning. */
  readonly breaks?: 'the limit' | 'limits';
  /** Why there is no gap, for runs without a plan. */
  readonly withoutPlan: string;
  /** Why the bound does not hold for the plan; null if it does. */
  readonly uncovered?: string | null;
  /** Why there is no gap although a bound was proven. */
  readonly provenYet?: string;
  /** True to report no gap, even if it can be computed. */
  readonly isGapless?: boolean;
  /** True if the search for a bound ran to its end. */
  readonly isTried?: boolean;
  /** True if the run was stopped before it could prove a bound; by default, if the user ended it. */
  readonly wasStopped?: boolean;
  /** Warnings to show before those on plan and bound. */
  readonly warnings?: readonly string[];
}

/** Result of a run, and the comparison of each of the plan's values with its proven bound. */
export interface EndOfRun<Name extends string, Key extends string> {
  readonly feasible: boolean;
  readonly held: Readonly<Record<Key | 'objective', Standing>>;
  readonly result: FamilyRunResult & { readonly family: Name };
}

/**
 * Returns the result of a run. If the plan is better than a proven bound, one of the two must be wrong. The run then
 * counts as failed, with a message.
 *
 * @param claims values to compare with proven bounds; the objective comes first
 */
export function endOfRun<Name extends string, Key extends string = 'objective'>(
  facts: RunFacts<Name>,
  claims: Readonly<Record<Key | 'objective', Claim>>,
): EndOfRun<Name, Key> {
  const { instance, family, method, seed, objective, objectiveUnit, verdict, boundScope, driver, work } = facts;
  const { infeasibility, what = 'plan', breaks } = facts;
  const violations = verdict?.violations ?? [];
  const feasible = verdict !== null && violations.length === 0;
  const each = Object.entries<Claim>(claims).map(
    ([key, claim]) =>
      [key, claim, standing(claim.proven, feasible ? claim.own : null, claim.isUpper, claim.scale)] as const,
  );
  const held = Object.fromEntries(each.map(([key, , one]) => [key, one])) as Record<Key | 'objective', Standing>;
  const { bound } = held.objective;
  const gap = facts.isGapless === true ? null : held.objective.gap;
  const refuted = [
    ...(infeasibility !== undefined && feasible ? [[claims.objective.says, 'a proof that no plan is feasible']] : []),
    ...each.filter(([, , { isRefuted }]) => isRefuted).map(([, { says, proof }]) => [says, proof]),
  ];
  const isInfeasible = infeasibility !== undefined && !feasible;
  return {
    feasible,
    held,
    result: {
      instance,
      family,
      method,
      seed,
      termination:
        refuted.length > 0 || facts.isFailed === true
          ? 'failed'
          : facts.wasHurried === true && gap !== 0
            ? 'interrupted'
            : terminationOf(driver, { isRefuted: isInfeasible, stoppedEarly: facts.stoppedEarly, gap }),
      feasible,
      objective,
      objectiveUnit,
      bound,
      gap,
      ...(gap === null ? { gapReason: gapReason(facts, feasible, bound !== null) } : {}),
      boundScope,
      violations,
      ...(isInfeasible ? { infeasibility } : {}),
      warnings: [
        ...(facts.warnings ?? []),
        ...(breaks === undefined || verdict === null || feasible || isInfeasible ? [] : [notProvenInfeasible(breaks)]),
        ...new Set(
          refuted.map(
            ([says, proof]) =>
              `The ${what} ${says} against ${proof}: one of them is wrong. Please report this instance.`,
          ),
        ),
      ],
      timeS: {},
      work,
      files: {},
    },
  };
}

function gapReason(facts: RunFacts<string>, feasible: boolean, isProven: boolean): string {
  const { verdict, infeasibility, driver, what = 'plan', uncovered = null } = facts;
  if (infeasibility !== undefined) return 'there is no feasible plan';
  if (verdict === null) return facts.withoutPlan;
  if (!feasible) return `the ${what} does not pass the checker`;
  if (uncovered !== null) return uncovered;
  if (isProven) return facts.provenYet ?? 'the bound is 0 and the objective is not';
  if (facts.wasStopped ?? driver.stopReason === 'interrupted') return 'the run was stopped before a bound was proven';
  return facts.isTried === true ? 'no bound was proven' : 'no bound was computed';
}

/** Returns the warning that the plan violates limits although a feasible one may exist. */
function notProvenInfeasible(limits: 'the limit' | 'limits'): string {
  const them = limits === 'limits' ? 'them' : 'it';
  return `This plan breaks ${limits} and must not be applied. Nothing proves that no plan keeps ${them}: try another method, more time or another seed.`;
}
