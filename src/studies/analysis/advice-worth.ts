import { quantile } from '../../experiments/quantiles.js';
import { counted, percentAsKnown } from './advice-words.js';
import type { BudgetAnalysis, CaseLabel, ClassAnalysis } from './analysis.js';
import { TIE } from './cases.js';

/**
 * Minimum gap that the report mentions in a sentence: the median over the cases, a fraction, for the best plans of all
 * methods.
 */
const FAR = 0.5;

/**
 * Returns true if even the best plan of a case earns nothing: the objective is maximized and at most 0 (apart from
 * floating-point error).
 */
export function isWorthless({ better }: Pick<ClassAnalysis, 'better'>, { best, bound }: CaseLabel): boolean {
  return better === 'more' && best !== null && best <= nothing(bound);
}

/** Returns true if there are plans under a budget, and all of them earn nothing. */
export function isBudgetWorthless(of: ClassAnalysis, { methods }: Pick<BudgetAnalysis, 'methods'>): boolean {
  const greatest = methods.flatMap(({ objective }) => objective?.greatest ?? []);
  const limit = Math.min(...of.cases.map(({ bound }) => nothing(bound)));
  return of.better === 'more' && greatest.length > 0 && greatest.every((value) => value <= limit);
}

/**
 * Returns the sentence that no plan in the class earns anything; null if some does.
 *
 * @param start beginning of the sentence
 */
export function worthlessWords(of: ClassAnalysis, start: string): string | null {
  const known = of.cases.filter(({ best }) => best !== null);
  if (known.length === 0 || !known.every((one) => isWorthless(of, one))) return null;
  const none = of.cases.length - known.length;
  const rest = none === 0 ? '' : `, and there is no feasible plan in ${none === 1 ? 'the other' : `the other ${none}`}`;
  const value = known.every(({ best }) => best === 0) ? 'is 0' : 'is 0 or less';
  const where =
    known.length === 1 ? '' : ` in all ${counted(known.length, 'case')}${none === 0 ? '' : ' with a feasible one'}`;
  return `${start} no method found anything worth running: the objective of the best plan ${value}${where}${rest}.`;
}

/** Returns sentences on how good the best plans of all methods are. A recommendation only ranks methods. */
export function worthOf(of: ClassAnalysis): string[] {
  const worthless = of.cases.filter((one) => isWorthless(of, one)).length;
  const some =
    worthless === 0 || worthless === of.cases.length
      ? []
      : [`In ${worthless} of ${counted(of.cases.length, 'case')} no method found anything worth running.`];
  return [...some, ...distance(of)];
}

/**
 * Returns the sentence on the gap between the bound and the best plans of all methods; empty if the median gap is below
 * FAR.
 */
function distance({ better, cases }: ClassAnalysis): string[] {
  const shares = cases.flatMap(({ best, bound }) =>
    best === null || bound === null || bound === 0 ? [] : [(best - bound) / Math.abs(bound)],
  );
  if (shares.length === 0) return [];
  const middle = quantile(shares, 0.5);
  if (Math.abs(middle) < FAR) return [];
  const over = shares.length === 1 ? '' : ` (median over ${counted(shares.length, 'case')})`;
  const way =
    better === 'less'
      ? `are ${percentAsKnown(middle, null)} above the proven bound`
      : cases.every(({ bound }) => bound === null || bound > 0)
        ? `reach ${percentAsKnown(1 + middle, null)} of the proven bound`
        : `are ${percentAsKnown(-middle, null)} below the proven bound`;
  return [
    `Even the best plans of all methods ${way}${over}: a choice among these methods closes none of that, nor is it known whether any plan does.`,
  ];
}

/** Returns the largest objective that counts as 0: the floating-point error of numbers as large as the bound. */
function nothing(bound: number | null): number {
  return TIE * Math.abs(bound ?? 0);
}

/** Why there is no recommendation under a budget whose plans all earn nothing. */
export const WORTHLESS = 'No method found anything worth running.';
