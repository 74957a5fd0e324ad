import type { FamilyRunResult, Infeasibility } from '../runs/result.js';
import type { Figure } from './figures.js';
import { oneLine } from './format.js';
import { TERMINATIONS } from './wording.js';

/** The part of a run's result that reports show. */
export type ToldResult = Omit<FamilyRunResult, 'infeasibility' | 'objectiveUnit'> & {
  readonly infeasibility?: Partial<Infeasibility> & Pick<Infeasibility, 'message'>;
  readonly planFrom?: string;
};

/** A finished run as its summary and its page show it. The parts that differ between families are here. */
export interface ToldRun<Of> {
  readonly result: ToldResult;
  /** What the figures are computed from. */
  readonly of: Of;
  readonly figures: readonly Figure<Of>[];
  readonly hasPlan: boolean;
  readonly noun: 'plan' | 'schedule';
  /** What the checker says about a feasible plan, such as "found no limit violated". */
  readonly passed: string;
  /** What is to be done with an infeasible plan, such as "must not be applied"; empty for nothing. */
  readonly beware: string;
  /** Method with its settings, such as "ga, constraint handling dynamic". */
  readonly method: string;
  /** How a plan taken from another method compares with the method's own, such as "earns no less than". */
  readonly atLeast: 'earns no less than' | 'costs no more than';
  /** Words after the instance's name. */
  readonly title?: string;
  /** Currency of the instance, if it contains money. */
  readonly currency?: string;
}

/** Returns a sentence on the method that found the plan, if it is not the one asked for; otherwise null. */
export function planOrigin(
  { planFrom, method }: { readonly planFrom?: string; readonly method: string },
  atLeast: ToldRun<never>['atLeast'],
): string | null {
  return planFrom === undefined ? null : `${oneLine(planFrom)}, which ${atLeast} what ${oneLine(method)} found itself`;
}

/** Returns the reason why there is no plan, as far as the record shows. */
export function whyNoPlan({ infeasibility, termination }: Pick<ToldResult, 'infeasibility' | 'termination'>): string {
  if (infeasibility) return infeasibility.message;
  if (termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended before it had one: ${TERMINATIONS[termination]}`;
}
