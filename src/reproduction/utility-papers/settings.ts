import type { Regime } from './regimes.js';

/** Energy budget of the measured day: a share of what the regime's heuristic draws without one, or an absolute number, J; null for none. */
export type Budget = { readonly share: number } | { readonly joules: number } | null;

/** Changes to the bundled preemptive instance. What is absent is as bundled. */
export interface PreemptiveWorkload {
  /** Shape of utility functions (002 section IV.C). */
  readonly classes?: 'step' | 'decaying';
  readonly burstSize?: number;
  /** Probability of either preemption flag. */
  readonly flags?: number;
  readonly criticalTimeS?: number;
}

/** Level of the factor "setting": everything about a run but its method. */
export interface Setting {
  readonly name: string;
  readonly regime: Regime | 'curie 50 %';
  readonly budget: Budget;
  readonly filter?: 'task' | 'per-task' | 'per-resource';
  readonly leniency?: number;
  readonly reservations?: 'permanent';
  /** Dropping threshold in place of the instance's. */
  readonly threshold?: number;
  readonly workload?: PreemptiveWorkload;
}

/** Settings, and the methods that are run in each of them. */
export interface Group {
  readonly settings: readonly Setting[];
  readonly methods: readonly string[];
}

/** Setting without an energy budget. */
export const NO_BUDGET = 'no budget';
/** Setting of 001 without the energy filter. */
export const NO_FILTER = 'no filter';

/** Returns the name of a setting with the energy filter of 001. */
export function leniencyName(leniency: number): string {
  return `leniency ${leniency}`;
}

/** Returns the name of a budget that is a share of the unconstrained energy: "70 %". */
export function shareName(share: number): string {
  // Half a percent is rounded up, whatever the last digit of a double says.
  return `${Math.round(Number((100 * share).toFixed(6)))} %`;
}

/** Returns the name of a printed budget: "12 GJ". */
export function printedName(budgetGJ: number): string {
  return `${budgetGJ} GJ`;
}

/** Energy filters of 000 with the leniencies that it finds best for Max UPR at 5,000 tasks (section 4.4.2). */
export const FILTERED = {
  'per-task': { filter: 'per-task', leniency: 2 },
  'per-resource': { filter: 'per-resource', leniency: 4 },
} as const;
export type FilterName = keyof typeof FILTERED;

/** Returns the name of a setting that is another one with something beside it: "70 %, per-resource, permanent". */
export function withName(name: string, ...more: readonly string[]): string {
  return [name, ...more].join(', ');
}

/** Returns the setting with one of the filters of 000. */
export function filtered(setting: Setting, filter: FilterName): Setting {
  return { ...setting, ...FILTERED[filter], name: withName(setting.name, filter) };
}

/** Returns the setting in which every later start is reserved for good. */
export function permanent(setting: Setting): Setting {
  return { ...setting, reservations: 'permanent', name: withName(setting.name, 'permanent') };
}

/** Returns the setting with another dropping threshold. */
export function dropping(setting: Setting, threshold: number): Setting {
  return { ...setting, threshold, name: withName(setting.name, `threshold ${threshold}`) };
}

/** Technique of preemption in a level of the factor "method": "upt greedy". */
export const TECHNIQUES = ['none', 'greedy', 'difference', 'pair'] as const;
export type Technique = (typeof TECHNIQUES)[number];

/** Returns the level of the factor "method" with a technique of preemption. */
export function preempting(method: string, technique: Technique): string {
  return technique === 'none' ? method : `${method} ${technique}`;
}

/** Returns the policy and technique of a level of the factor "method". */
export function methodOf(level: string): { readonly method: string; readonly technique: Technique } {
  const [method, technique = 'none'] = level.split(' ');
  return { method: method!, technique: technique as Technique };
}
