import { W_PER_KW } from '../../models/units.js';
import {
  limitWords,
  MAX_SHOWN,
  MAX_TOLD_C,
  nearness,
  unitOfDifference,
  worstFirst,
} from '../../models/facility/limits.js';
import type { Violation } from '../../models/families/violation.js';
import type { BindingConstraint } from '../../models/families/binding-constraint.js';
import type { Infeasibility, Termination } from '../runs/result.js';
import { inUnit, type Measured, oneLine, plain, rewardPerS, type Shown, significant } from './format.js';

/** Words for each reason why a run ended. */
export const TERMINATIONS: Readonly<Record<Termination, string>> = {
  optimal: 'optimal (bound and plan meet)',
  finished: 'finished (the method ran to its end)',
  timeLimit: 'time limit reached',
  workLimit: 'work limit reached',
  interrupted: 'interrupted',
  infeasible: 'infeasible (no plan keeps every limit)',
  failed: 'failed (the LP engine gave no answer)',
};

/** Text shown instead of an objective if no plan was evaluated. */
export const NOT_RATED = 'no plan was rated';

/**
 * Absolute value above which a normal quantile in a file stands for an infinite one; files have 1e308 for it
 * (docs/results.md). Stated here again because reports import only types from the models.
 */
const INFINITE_FROM_Z = 1e307;

/** Returns true if a normal quantile stands for an infinite one; false for NaN. */
export function isInfiniteZ(z: number): boolean {
  return Math.abs(z) > INFINITE_FROM_Z;
}

/** Returns the text of a standard normal quantile, "z 1.282". */
export function quantile(z: number): string {
  if (isInfiniteZ(z)) return z > 0 ? 'z infinite' : 'z -infinite';
  return `z ${significant(z)}`;
}

/**
 * Returns sentences on the limits that no plan meets, except the first. At most `MAX_SHOWN` limits have a sentence; a
 * last sentence counts the rest.
 */
export function otherLimits(infeasibility?: Pick<Infeasibility, 'others' | 'omitted'> | null): string[] {
  const { others = [], omitted = 0 } = infeasibility ?? {};
  const rest = Math.max(0, others.length - MAX_SHOWN) + omitted;
  const named = others.slice(0, MAX_SHOWN).map(({ message }) => message);
  return rest === 0 ? named : [...named, `And ${rest} more.`];
}

/** Returns the first limit that makes the instance infeasible and the number of others, as one line of a table. */
export function firstLimit(infeasibility: Infeasibility | undefined): string | undefined {
  if (infeasibility === undefined) return undefined;
  const { message, others = [], omitted = 0 } = infeasibility;
  const more = others.length + omitted;
  if (more === 0) return message;
  const kinds = [...new Set(others.map(({ constraint }) => constraintName(constraint)))].join(', ');
  return `${message} ${more} more ${more === 1 ? 'limit is' : 'limits are'} broken (${kinds}).`;
}

/** Returns the name of a limit for sentences. */
export function constraintName(constraint: string): string {
  return limitWords(constraint).name;
}

/**
 * Returns the sentence on a violated limit: "power cap: 191.200 kW against a limit of 190.000 kW, violated by 1.200
 * kW".
 */
export function violationText({ constraint, where, unit, value, limit, amount }: Violation): string {
  // Faults of a plan have no natural amount: `where` says what is wrong.
  if (unit === 'count' && limit === 0) {
    return `${constraintName(constraint)}: ${where}${amount > 1 ? ` (${amount} times)` : ''}`;
  }
  const place = where === '' ? '' : ` at ${where}`;
  if (unit === 'z')
    return `${constraintName(constraint)}${place}: ${quantile(value)} against ${quantile(limit)} asked for`;
  if (isBeyondModel(unit, value)) return `${constraintName(constraint)}${place}: ${BEYOND_MODEL}`;
  const figures = `${plain(inUnit(value, unit))} against a limit of ${plain(inUnit(limit, unit))}`;
  return `${constraintName(constraint)}${place}: ${figures}, violated by ${plain(inUnit(amount, unitOfDifference(unit)))}`;
}

/** Words in place of a temperature that the air model cannot tell. */
export const BEYOND_MODEL = 'beyond what this air model can tell: hot';

/** Returns true if a value is an inlet temperature that the air model cannot tell. */
export function isBeyondModel(unit: string, value: number): boolean {
  return unit === 'C' && value > MAX_TOLD_C;
}

/** Returns an inlet temperature as every text and page shows it, C: words above what the air model can tell; null if none. */
export function inletShown(inletC: Measured): Shown | null {
  const isTold = inletC == null || !isBeyondModel('C', inletC);
  return isTold ? inUnit(inletC, 'C') : { digits: BEYOND_MODEL, unit: '' };
}

/** Returns the sentences on violated limits that a text shows, the worst of each kind first, and how many more there are. */
export function shownViolations(violations: readonly Violation[]): { readonly texts: string[]; readonly more: number } {
  const texts = worstFirst(violations).slice(0, MAX_SHOWN).map(violationText);
  return { texts, more: violations.length - texts.length };
}

/** Returns the lines on violated limits of a command that answers with all of them in its record. */
export function violationLines(violations: readonly Violation[]): string[] {
  const { texts, more } = shownViolations(violations);
  const rest = more > 0 ? [`  and ${more} more (all with --json)`] : [];
  return [...texts.map((text) => `  ${oneLine(text)}`), ...rest];
}

/**
 * Marginal value of a limit, per unit that planners use, such as reward/s per kW and not per W. `rewardPerS` is null if
 * unknown.
 */
interface Price {
  readonly rewardPerS: number | null;
  /** Unit of the step: "kW", "K", "task/s". */
  readonly per: string;
  readonly step: string;
}

export function priceOf({ unit, marginalValue }: Pick<BindingConstraint, 'unit' | 'marginalValue'>): Price {
  if (unit === 'W')
    return { rewardPerS: marginalValue === null ? null : marginalValue * W_PER_KW, per: 'kW', step: '1 kW' };
  if (unit === 'C') return { rewardPerS: marginalValue, per: 'K', step: '1 K' };
  if (unit === 'tasks/s' || unit === '1/s') return { rewardPerS: marginalValue, per: 'task/s', step: '1 task/s' };
  if (unit === 'nodes') return { rewardPerS: marginalValue, per: 'node', step: '1 node' };
  return { rewardPerS: marginalValue, per: unit, step: `1 ${unit}` };
}

/**
 * Returns true if the plan itself reaches the limit. A limit that the plan does not reach is listed because the proven
 * bound depends on it.
 */
export function isMet(one: Pick<BindingConstraint, 'unit' | 'value' | 'limit'>): boolean {
  return Math.abs(one.value - one.limit) <= nearness(one);
}

function slack({ constraint, where, unit, value, limit }: BindingConstraint): string {
  const side = value < limit ? 'below' : 'above';
  const place = where === '' ? '' : ` at ${where}`;
  return `This plan is ${plain(inUnit(Math.abs(limit - value), unitOfDifference(unit)))} ${side} the ${constraintName(constraint)}${place}, which holds the proven bound down`;
}

/**
 * Splits the binding limits into two lists, in the given order. `zones` are the red lines (inlet temperature limits) of
 * single zones, if the red line of the whole room is listed too. `main` are all other limits.
 */
export function groupedBinding(binding: readonly BindingConstraint[]): {
  readonly main: readonly { readonly index: number; readonly limit: BindingConstraint }[];
  readonly zones: readonly { readonly index: number; readonly limit: BindingConstraint }[];
} {
  const indexed = binding.map((limit, index) => ({ index, limit }));
  const whole = binding.some(({ constraint, where }) => constraint === 'redLine' && where === '');
  const isDetail = ({ limit }: { limit: BindingConstraint }): boolean =>
    whole && limit.constraint === 'redLine' && limit.where !== '';
  return { main: indexed.filter((entry) => !isDetail(entry)), zones: indexed.filter(isDetail) };
}

/** Returns a sentence on whether the plan reaches a binding limit, and what relaxing the limit would earn. */
export function reading(binding: BindingConstraint): string {
  const { constraint, where } = binding;
  const price = priceOf(binding);
  const { name, binding: met, relaxed = (step: string) => `a limit ${step} higher` } = limitWords(constraint);
  const state = met?.(where) ?? `The limit "${name}"${where === '' ? '' : ` at ${where}`} is met`;
  const subject = isMet(binding) ? state : slack(binding);
  if (price.rewardPerS === null) return `${subject}; the method gives no price for it.`;
  if (price.rewardPerS === 0)
    return `${subject}, but moving this limit alone earns nothing: something else binds with it.`;
  const worth = plain(rewardPerS(Math.abs(price.rewardPerS)));
  return `${subject}; ${relaxed(price.step)} would ${price.rewardPerS > 0 ? 'earn' : 'cost'} about ${worth}.`;
}
