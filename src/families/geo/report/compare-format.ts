import type { SummaryFrame } from '../../../studies/compare/record.js';
import type { GeoCompareRun, GeoComparisonRecord } from '../studies/compare/comparison.js';
import { aligned, oneLine, type Measured, type Shown, significant } from '../../../reports/format.js';
import { moneyColumn } from './format.js';
import { constraintName } from '../../../reports/wording.js';

/** Words for the constraints that this family words otherwise than the others. */
const CONSTRAINTS: Readonly<Record<string, string>> = { carbonCap: 'cap on carbon', unservedRate: 'unserved tasks' };

/** Words for a method's feasible plans: "yes", "3 of 5", "no: red line, power cap" or "no plan". */
export function feasibleText({ method, plans, withoutPlan }: SummaryFrame, runs: readonly GeoCompareRun[]): string {
  if (withoutPlan === 0 && plans > 0) return plans === 1 ? 'yes' : `${plans} of ${plans}`;
  if (plans > 0) return `${plans} of ${plans + withoutPlan}`;
  const own = runs.filter((run) => run.method === method);
  if (own.length === 0) return 'not run';
  const broken = [...new Set(own.flatMap((run) => run.broken))];
  return broken.length === 0 ? 'no plan' : `no: ${broken.map(brokenName).join(', ')}`;
}

/** Words for the plan of a single run: "yes", "no: red line" or "no plan". */
export function runFeasibleText({ feasible, costUsd, broken }: GeoCompareRun): string {
  if (feasible) return 'yes';
  return broken.length === 0 && costUsd === null ? 'no plan' : `no: ${broken.map(brokenName).join(', ')}`;
}

function brokenName(constraint: string): string {
  return oneLine(Object.hasOwn(CONSTRAINTS, constraint) ? CONSTRAINTS[constraint]! : constraintName(constraint));
}

/** Notation of the bills and bounds of a comparison, USD, all with the same decimals. */
export function billColumn({ runs, bounds }: GeoComparisonRecord): (value: Measured) => Shown | null {
  return moneyColumn([...runs.map(({ costUsd }) => costUsd), bounds[0]?.bound]);
}

export function kilowattHourColumn({ runs }: GeoComparisonRecord): (value: Measured) => Shown | null {
  return aligned(
    runs.map(({ gridKwh }) => gridKwh),
    6,
  );
}

export function kilogramColumn({ runs }: GeoComparisonRecord): (value: Measured) => Shown | null {
  return aligned(
    runs.map(({ carbonKg }) => carbonKg),
    6,
  );
}

/** Test whether any energy is known to emit anything. */
export function showsCarbon({ runs }: GeoComparisonRecord): boolean {
  return runs.some(({ carbonKg }) => (carbonKg ?? 0) > 0);
}

/** Notation of a share as per cent with its sign, "-14.2 %"; shares below 1e-10, left by rounding, read 0. */
export function sharePercent(value: Measured): Shown | null {
  if (value === null || value === undefined) return null;
  return { digits: significant(Math.abs(value) < 1e-10 ? 0 : 100 * value, 3), unit: '%' };
}

/** Words for the run whose certificate the bound is. */
export function sourceText(source: string | null): string {
  if (source === null) return 'nobody';
  return source === 'bound' ? 'the bound’s own run' : `the run of ${oneLine(source)}`;
}
