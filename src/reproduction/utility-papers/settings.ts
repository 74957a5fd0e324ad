import type { Regime } from './regimes.js';

/**
 * Energy budget of the measured day: a share of the unconstrained energy, or joules; null for none. The unconstrained
 * energy is the design's. If the design has none, it is the energy that Max UPR uses on the trial's own tasks without a
 * budget (000 section 6.3).
 */
export type Budget = { readonly share: number } | { readonly joules: number } | null;

/**
 * Changes to the bundled preemptive instance. An absent field leaves the property that it would change as it is in the
 * instance.
 */
export interface PreemptiveWorkload {
  /** Shape of the utility functions (002 section IV.C). */
  readonly classes?: 'step' | 'decaying';
  readonly burstSize?: number;
  /** Probability of each preemption flag: that a task may preempt others, and that it may be preempted. */
  readonly flags?: number;
  readonly criticalTimeS?: number;
}

/** Meaning of a level of the factor "setting": everything about a run except its method. */
export interface Setting {
  readonly name: string;
  readonly regime: Regime | 'curie 50 %';
  readonly budget: Budget;
  readonly filter?: 'task' | 'per-task' | 'per-resource';
  readonly leniency?: number;
  readonly reservations?: 'permanent';
  /** Utility below which tasks are dropped, or "none" if none are; default the instance's threshold. */
  readonly threshold?: number | 'none';
  /** Rate at which the spending goal of the metaheuristics grows; default constant. */
  readonly goalRate?: 'arrivals';
  /** Number of P-states, from full power to half of it in even steps; default the instance's three. */
  readonly pStates?: number;
  readonly workload?: PreemptiveWorkload;
}

/** A group of settings, and the methods that run in each. */
export interface Group {
  readonly settings: readonly Setting[];
  readonly methods: readonly string[];
}

/** Name of the setting without an energy budget. */
export const NO_BUDGET = 'no budget';
/** Name of the setting of paper 001 without the energy filter. */
export const NO_FILTER = 'no filter';

/** Returns the name of the setting of paper 001 with the energy filter at this leniency. */
export function leniencyName(leniency: number): string {
  return `leniency ${leniency}`;
}

/** Returns the name of an energy budget that is a share of the unconstrained energy, such as "70 %". */
export function shareName(share: number): string {
  // Half a percent is rounded up, whatever the last digit of a double says.
  return `${Math.round(Number((100 * share).toFixed(6)))} %`;
}

/** Returns the name of a printed energy budget, such as "12 GJ". */
export function printedName(budgetGJ: number): string {
  return `${budgetGJ} GJ`;
}

/** Energy filters of paper 000, with the best leniencies for Max UPR at 5,000 tasks by the paper (section 4.4.2). */
export const FILTERED = {
  'per-task': { filter: 'per-task', leniency: 2 },
  'per-resource': { filter: 'per-resource', leniency: 4 },
} as const;
export type FilterName = keyof typeof FILTERED;

/** Returns the name of a setting with further parts appended, such as "70 %, per-resource, permanent". */
export function withName(name: string, ...more: readonly string[]): string {
  return [name, ...more].join(', ');
}

/** Returns a copy of a setting with this energy filter of paper 000. */
export function filtered(setting: Setting, filter: FilterName): Setting {
  return { ...setting, ...FILTERED[filter], name: withName(setting.name, filter) };
}

/** Returns a copy of a setting with this energy filter and a leniency of its own. */
export function filteredBy(setting: Setting, filter: FilterName, leniency: number): Setting {
  return { ...setting, filter, leniency, name: withName(setting.name, filter, leniencyName(leniency)) };
}

/** Returns a copy of a setting in which the spending goal of the metaheuristics follows the expected arrivals. */
export function byArrivals(setting: Setting): Setting {
  return { ...setting, goalRate: 'arrivals', name: withName(setting.name, ARRIVAL_GOAL) };
}

/** Part of the names of settings in which the spending goal follows the expected arrivals. */
export const ARRIVAL_GOAL = 'goal by arrivals';

/** Returns a copy of a setting with this number of P-states. */
export function withPStates(setting: Setting, pStates: number): Setting {
  return { ...setting, pStates, name: withName(setting.name, `${pStates} P-states`) };
}

/** Returns a copy of a setting in which reservations for later starts are permanent. */
export function permanent(setting: Setting): Setting {
  return { ...setting, reservations: 'permanent', name: withName(setting.name, 'permanent') };
}

/** Returns a copy of a setting with this dropping threshold; with "none", no task is dropped. */
export function dropping(setting: Setting, threshold: number | 'none'): Setting {
  return { ...setting, threshold, name: withName(setting.name, thresholdName(threshold)) };
}

/** Returns the part of a setting's name that states its dropping threshold. */
export function thresholdName(threshold: number | 'none'): string {
  return threshold === 'none' ? 'no dropping' : `threshold ${threshold}`;
}

/** Techniques of preemption: the second word of levels of the factor "method", such as "upt greedy". */
export const TECHNIQUES = ['none', 'greedy', 'difference', 'pair'] as const;
export type Technique = (typeof TECHNIQUES)[number];

/** Returns the level of the factor "method" for a heuristic with this technique of preemption. */
export function preempting(method: string, technique: Technique): string {
  return technique === 'none' ? method : `${method} ${technique}`;
}

/** Returns the heuristic and the technique of preemption of a level of the factor "method". */
export function methodOf(level: string): { readonly method: string; readonly technique: Technique } {
  const [method, technique = 'none'] = level.split(' ');
  return { method: method!, technique: technique as Technique };
}
