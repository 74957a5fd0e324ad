import type { FamilyRunResult, Infeasibility } from '../runs/result.js';
import type { Figure } from './figures.js';
import { oneLine } from './format.js';
import { TERMINATIONS } from './wording.js';

/** The part of a run's result that reports show. */
export type ToldResult = Omit<FamilyRunResult, 'infeasibility' | 'objectiveUnit'> & {
  readonly infeasibility?: Partial<Infeasibility> & Pick<Infeasibility, 'message'>;
  readonly planFrom?: string;
};

/**
 * A finished run with the data and words that its summary and its page need. It contains all that differs between
 * families.
 */
export interface ToldRun<Of> {
  readonly result: ToldResult;
  /** Data from which the family's figures are computed. */
  readonly of: Of;
  readonly figures: readonly Figure<Of>[];
  readonly hasPlan: boolean;
  readonly noun: 'plan' | 'schedule';
  /** Checker's verdict on a feasible plan in words, such as "found no limit violated". */
  readonly passed: string;
  /** Advice for an infeasible plan, such as "must not be applied"; empty if there is none. */
  readonly beware: string;
  /** Method with its settings, such as "ga, constraint handling dynamic". */
  readonly method: string;
  /** Words that compare a plan adopted from another method with the plan of the method asked for. */
  readonly atLeast: 'earns no less than' | 'costs no more than';
  /** Words after the instance's name in headings. */
  readonly title?: string;
  /** Currency of the instance's amounts; absent if it has none. */
  readonly currency?: string;
}

/** Returns words for the method that found the plan; null if the plan is from the method asked for. */
export function planOrigin(
  { planFrom, method }: { readonly planFrom?: string; readonly method: string },
  atLeast: ToldRun<never>['atLeast'],
): string | null {
  return planFrom === undefined ? null : `${oneLine(planFrom)}, which ${atLeast} what ${oneLine(method)} found itself`;
}

/** Returns why a run has no plan, as far as its record says. */
export function whyNoPlan({ infeasibility, termination }: Pick<ToldResult, 'infeasibility' | 'termination'>): string {
  if (infeasibility) return infeasibility.message;
  if (termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended before it had one: ${TERMINATIONS[termination]}`;
}
