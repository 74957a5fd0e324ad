import type { FamilyRunResult, Infeasibility } from '../runs/result.js';
import type { Figure } from './figures.js';
import { oneLine } from './format.js';
import { TERMINATIONS } from './wording.js';

/** What is told of the result of any run. */
export type ToldResult = Omit<FamilyRunResult, 'infeasibility' | 'objectiveUnit'> & {
  readonly infeasibility?: Partial<Infeasibility> & Pick<Infeasibility, 'message'>;
  readonly planFrom?: string;
};

/** A finished run as its summary and its page tell it. What differs between families is here; how it is told is the same for all. */
export interface ToldRun<Of> {
  readonly result: ToldResult;
  /** What the figures are of. */
  readonly of: Of;
  readonly figures: readonly Figure<Of>[];
  readonly hasPlan: boolean;
  readonly noun: 'plan' | 'schedule';
  /** What the checker says of a feasible one: "found no limit violated". */
  readonly passed: string;
  /** What is done with a plan that is not feasible: "must not be applied"; empty for nothing. */
  readonly beware: string;
  /** Method with what it was told besides: "ga, constraint handling dynamic". */
  readonly method: string;
  /** Relation of a plan taken from another method to the method's own: "earns no less than". */
  readonly atLeast: 'earns no less than' | 'costs no more than';
  /** Words behind the instance's name. */
  readonly title?: string;
  /** Currency of the instance, where it has money. */
  readonly currency?: string;
}

/** Returns the method whose plan it is, where the method asked for has none as good; null if it has. */
export function planOrigin(
  { planFrom, method }: { readonly planFrom?: string; readonly method: string },
  atLeast: ToldRun<never>['atLeast'],
): string | null {
  return planFrom === undefined ? null : `${oneLine(planFrom)}, which ${atLeast} what ${oneLine(method)} found itself`;
}

/** Reason why there is no plan, as far as the record tells. */
export function whyNoPlan({ infeasibility, termination }: Pick<ToldResult, 'infeasibility' | 'termination'>): string {
  if (infeasibility) return infeasibility.message;
  if (termination === 'infeasible') return 'the run found the instance infeasible';
  return `the run ended before it had one: ${TERMINATIONS[termination]}`;
}
