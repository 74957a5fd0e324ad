import { heldBound } from '../../../models/families/bound.js';
import { groupedBy } from './grouped-by.js';
import { independentInstances } from './independent.js';
import type { RunRecord } from '../plan/record.js';
import type { StudyRun } from '../plan/run.js';
import type { Budget, Scalar } from '../plan/study.js';

/** Relative difference up to which two objectives count as equal, as in `plenum compare`. */
export const TIE = 1e-9;
/** Method name in records of runs that only prove a bound. */
const BOUND_METHOD = 'bound';

/** An instance with its changes, and a random seed. All methods run on the same cases. */
export interface Case {
  /** Text that identifies the case by its `cell`, unique in the class. */
  readonly key: string;
  readonly cell: Readonly<Record<string, Scalar>>;
  /** Number of the case's instance in the class, from 0. Cases with the same number differ only in seeds. */
  readonly instance: number;
  /** Best proven bound for every plan of the instance; null if there is none. */
  readonly bound: number | null;
  readonly best: number | null;
  /**
   * Reference for relative differences of objectives, > 0: the bound's absolute value or, without a bound, the largest
   * absolute objective.
   */
  readonly scale: number;
}

/** A run of a method on a case (instance with a random seed). */
export interface CaseRun {
  readonly method: string;
  /** Text that identifies the budget, made by `budgetKey`. */
  readonly budget: string;
  readonly of: Case;
  readonly record: RunRecord;
  /** Objective of the run's feasible plan; null without a feasible plan. */
  readonly plan: number | null;
  /**
   * Relative gap between plan and the case's bound. Null without a plan, without a bound that holds for it, or if the
   * bound is 0 and not reached.
   */
  readonly gap: number | null;
  /** True if the case has a bound and the run has either no plan or a plan for which the bound holds. */
  readonly isRated: boolean;
}

/**
 * Class: runs that may be compared, with the same command, options, family, unit, objective direction and rules for
 * plans.
 */
export interface RunClass {
  readonly family: string;
  readonly unit: string;
  readonly better: 'more' | 'less';
  /** 1 if the objective is maximized, -1 if it is minimized. */
  readonly sign: 1 | -1;
  /**
   * Rules that the plans obey in addition to their instances' limits, such as "whole nodes"; null if the family has
   * only one kind of plan.
   */
  readonly rules: string | null;
  readonly options: Readonly<Record<string, Scalar>>;
  readonly instances: readonly string[];
  /** True if the class has the unchanged instance that the others were derived from. */
  readonly hasBase: boolean;
  readonly methods: readonly string[];
  /** Budgets (time or step limits) of the runs, ascending. */
  readonly budgets: readonly Budget[];
  readonly cases: readonly Case[];
  readonly runs: readonly CaseRun[];
  readonly warnings: readonly string[];
}

/**
 * What one class contains: an instance with changes and variants ("instance"), or all instances of a family ("family").
 */
export type ClassesBy = 'instance' | 'family';

/** Returns a text that identifies a budget. */
export function budgetKey({ timeLimitS, workLimit }: Budget): string {
  return JSON.stringify([timeLimitS, workLimit]);
}

export function methodOf({ run }: RunRecord): string {
  return run.method ?? 'default';
}

/** Returns one record for each run, in the order of `runs` (the study's) or, if null, of their keys. */
export function inOrder(records: readonly RunRecord[], runs: readonly StudyRun[] | null): RunRecord[] {
  const byKey = new Map(records.map((record) => [record.key, record]));
  if (runs === null) return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
  const planned = [...runs].sort((one, other) => one.position - other.position);
  return planned.flatMap(({ key }) => byKey.get(key) ?? []);
}

/**
 * Groups records into classes of comparable runs. A run that failed before its unit was known is in all classes with
 * the same command, family, instance and options.
 */
export function classesOf(ordered: readonly RunRecord[], by: ClassesBy, planned: boolean): RunClass[] {
  const questions = groupedBy(ordered, (record) => questionOf(record, by));
  return [...questions.values()].flatMap((records) => {
    const units = groupedBy(records, ({ outcome: { objectiveUnit, better } }) =>
      objectiveUnit === null || better === null ? '' : JSON.stringify([objectiveUnit, better]),
    );
    const unknown = units.get('') ?? [];
    return [...units].flatMap(([unit, own]) => {
      if (unit === '') return [];
      const members = new Set([...own, ...unknown]);
      return classesByRules(
        records.filter((record) => members.has(record)),
        own[0]!,
        planned,
      );
    });
  });
}

/**
 * Splits comparable records into classes by the rules that plans obey. A bound holds for the plans of all these
 * classes.
 */
function classesByRules(records: readonly RunRecord[], sample: RunRecord, planned: boolean): RunClass[] {
  const warnings: string[] = [];
  const sign = sample.outcome.better === 'more' ? 1 : -1;
  const facts = new Map(
    [...groupedBy(records, instanceKeyOf)].map(([instance, members]) => [
      instance,
      instanceFacts(members, sign, warnings),
    ]),
  );
  const methodsOf = new Map<string, Set<string>>();
  for (const record of records) {
    const { rules } = record.outcome;
    if (rules !== undefined) methodsOf.set(rules, (methodsOf.get(rules) ?? new Set()).add(methodOf(record)));
  }
  const kinds: readonly (string | null)[] = methodsOf.size === 0 ? [null] : [...methodsOf.keys()].sort();
  const classes = kinds.flatMap((rules) => {
    const own = records.filter((record) => isOf(record, rules, methodsOf));
    return classOf(own, { sample, rules, facts }, planned);
  });
  if (methodsOf.size > 1) warnings.push(rulesApart(methodsOf));
  return classes.map((one, n) => (n === 0 ? { ...one, warnings: [...warnings, ...one.warnings] } : one));
}

/**
 * Returns true if a run is in the class of plans with these rules. A run without a plan is in every class in which its
 * method has plans. If its method has no plans at all, the run is in all classes.
 */
function isOf(record: RunRecord, rules: string | null, methodsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const own = record.outcome.rules;
  if (rules === null || own !== undefined) return rules === null || own === rules;
  const method = methodOf(record);
  return methodsOf.get(rules)!.has(method) || ![...methodsOf.values()].some((methods) => methods.has(method));
}

/** Returns the sentence that plans under different rules are ranked separately. */
export function rulesApart(methodsOf: ReadonlyMap<string, ReadonlySet<string>>): string {
  const kinds = [...methodsOf].sort(([one], [other]) => (one < other ? -1 : 1));
  const each = kinds.map(([rules, methods]) => `${rules} (${[...methods].join(', ')})`);
  return `Plans of different rules are not compared; methods are ranked apart by ${each.join(' and by ')}.`;
}

/** Returns a text that is equal for two records if their runs may be compared. */
function questionOf({ run }: RunRecord, by: ClassesBy): string {
  const { sha256, generated } = run.instance;
  const base = by === 'family' ? null : (sha256 ?? generated?.words ?? run.instance.name);
  return sortedJson([run.verb, run.family, base, run.options]);
}

/**
 * Returns a text that identifies the instance of a run. The seed is part of it only if it changes the instance, not
 * only the method's random numbers.
 */
export function instanceKeyOf({ run }: RunRecord): string {
  // Runs of a comparison are searches, as those of solve, unless every seed is a variant of its own.
  const isSearch = run.verb === 'solve' || (run.verb === 'compare' && run.more['variants'] !== true);
  return sortedJson([{ ...run.instance, name: '' }, run.more, isSearch ? null : run.seed]);
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** What all runs of a class share: a sample record, the rules of its plans, and the bound of each instance. */
interface ClassFrame extends Pick<RunClass, 'rules'> {
  readonly sample: RunRecord;
  /** Bound and reference size of each instance, by its key. The bounds hold under all rules. */
  readonly facts: ReadonlyMap<string, Pick<Case, 'bound' | 'scale'>>;
}

function classOf(records: readonly RunRecord[], { sample, rules, facts }: ClassFrame, planned: boolean): RunClass[] {
  const { objectiveUnit, better } = sample.outcome;
  const sign = better === 'more' ? 1 : -1;
  const warnings: string[] = [];
  const ofMethods = records.filter(({ run }) => run.method !== BOUND_METHOD);
  if (ofMethods.length === 0) return [];
  const instances = groupedBy(records, instanceKeyOf);
  const cases: Case[] = [];
  const runs: CaseRun[] = [];
  const numbers = independentInstances([...instances.values()]);
  for (const [n, [name, members]] of [...instances].entries()) {
    const instance = numbers[n]!;
    const best = bestOf(members, sign);
    const seeds = groupedBy(
      members.filter(({ run }) => run.method !== BOUND_METHOD),
      ({ run }) => run.seed,
    );
    for (const [, own] of seeds) {
      const cell = cellOf(own[0]!);
      const key = Object.entries(cell).map(([name, value]) => (name === 'instance' ? `${value}` : `${name} ${value}`));
      const one: Case = { key: key.join(', '), cell, instance, best, ...facts.get(name)! };
      cases.push(one);
      for (const record of own) runs.push(runOf(record, one, sign));
    }
  }
  const methods = [...new Set(ofMethods.map(methodOf))];
  const sorted = planned ? cases : [...cases].sort(byCell);
  return [
    {
      family: sample.run.family,
      unit: objectiveUnit!,
      better: better!,
      sign,
      rules,
      options: sample.run.options,
      instances: [...new Set(sorted.map(({ cell }) => String(cell['instance'])))],
      hasBase: ofMethods.some(({ run }) => run.instance.generated === null),
      methods: planned ? methods : methods.sort(),
      budgets: budgetsOf(ofMethods),
      cases: sorted.map(uniquely(sorted)),
      runs: withoutDoubles(runs, warnings),
      warnings,
    },
  ];
}

/** Returns a function that makes cases' keys unique by appending " (2)", " (3)", ... */
function uniquely(cases: readonly Case[]): (one: Case) => Case {
  const seen = new Map<string, number>();
  const doubled = new Set(cases.map(({ key }) => key)).size < cases.length;
  return (one) => {
    const times = (seen.get(one.key) ?? 0) + 1;
    seen.set(one.key, times);
    // The runs hold the same object.
    return doubled && times > 1 ? Object.assign(one, { key: `${one.key} (${times})` }) : one;
  };
}

/** Returns the parameter values that identify a case: instance, variant, changed fields and seed. */
function cellOf({ run }: RunRecord): Record<string, Scalar> {
  const { name, generated, changes } = run.instance;
  return {
    instance: name,
    ...(generated === null ? {} : { variant: generated.seed }),
    ...Object.fromEntries(changes.map(({ field, value }) => [field, value])),
    seed: run.seed,
  };
}

/** Compares two cases by their parameter values: numbers by size, others alphabetically. */
function byCell({ cell: one }: Case, { cell: other }: Case): number {
  for (const name of Object.keys(one)) {
    const [a, b] = [one[name] ?? null, other[name] ?? null];
    if (a === b) continue;
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a) < String(b) ? -1 : 1;
  }
  return 0;
}

function budgetsOf(records: readonly RunRecord[]): Budget[] {
  const known = new Map(records.map(({ run }) => [budgetKey(run.budget), run.budget]));
  const size = (limit: number | null): number => limit ?? Infinity;
  const order = (one: number, other: number): number => (one === other ? 0 : one - other);
  return [...known.values()].sort(
    (one, other) =>
      order(size(one.timeLimitS), size(other.timeLimitS)) || order(size(one.workLimit), size(other.workLimit)),
  );
}

/** Returns the objective of a run's feasible plan; null without a feasible plan. */
export function planOf({ outcome }: RunRecord): number | null {
  return outcome.feasible === true && outcome.failure === null ? outcome.objective : null;
}

/** Returns the best objective of the runs' feasible plans; null if there are none. */
function bestOf(members: readonly RunRecord[], sign: 1 | -1): number | null {
  const plans = members.map(planOf).filter((plan) => plan !== null);
  return plans.length === 0 ? null : sign * plans.reduce((most, plan) => Math.max(most, sign * plan), -Infinity);
}

/**
 * Returns the bound and reference size of an instance. A proven bound holds for plans in its scope (a field of the
 * record). The best bound of each scope is found, and the weakest of these is returned, because it holds in all scopes.
 */
function instanceFacts(members: readonly RunRecord[], sign: 1 | -1, warnings: string[]): Pick<Case, 'bound' | 'scale'> {
  const scopes = new Map<string, number>();
  for (const { outcome } of members) {
    if (outcome.bound === null || outcome.failure !== null || outcome.termination === 'failed') continue;
    const scope = outcome.boundScope ?? '';
    const known = scopes.get(scope);
    scopes.set(scope, known === undefined ? outcome.bound : sign * Math.min(sign * known, sign * outcome.bound));
  }
  const bound = scopes.size === 0 ? null : sign * Math.max(...[...scopes.values()].map((value) => sign * value));
  const best = bestOf(members, sign);
  const largest = members.reduce((most, record) => Math.max(most, Math.abs(planOf(record) ?? 0)), 0);
  const scale = (bound === null ? 0 : Math.abs(bound)) || largest || 1;
  // As solve and compare forgive it: rounding alone, else one of the two is wrong.
  if (bound !== null && best !== null && heldBound(bound, best, sign === 1, largest).isRefuted) {
    const worst = members.find((record) => planOf(record) === best)!;
    warnings.push(
      `${worst.run.instance.name}: ${methodOf(worst)} has a plan of ${best}, beyond the proven bound of ${bound}; one of them is wrong, and no gap is given. Please report this instance.`,
    );
    return { bound: null, scale: largest || 1 };
  }
  return { bound, scale };
}

function runOf(record: RunRecord, of: Case, sign: 1 | -1): CaseRun {
  const plan = planOf(record);
  const { bound, gap: own } = record.outcome;
  // A run that has a bound and a plan but no gap says that the bound does not hold for this plan.
  const isCovered = bound === null || bound === 0 || own !== null;
  const shortfall = plan === null || of.bound === null ? null : Math.max(0, sign * (of.bound - plan));
  const gap =
    shortfall === null || !isCovered ? null : shortfall === 0 ? 0 : of.bound === 0 ? null : shortfall / of.scale;
  const isRated = of.bound !== null && (plan === null || isCovered);
  return { method: methodOf(record), budget: budgetKey(record.run.budget), of, record, plan, gap, isRated };
}

/**
 * Returns the runs without duplicates. Of the runs with the same method, case and budget, only the run of the newest
 * version of Plenum is kept.
 */
function withoutDoubles(runs: readonly CaseRun[], warnings: string[]): CaseRun[] {
  const found = new Map<Case, Map<string, CaseRun>>();
  let doubled = 0;
  for (const run of runs) {
    const ofCase = found.get(run.of) ?? new Map<string, CaseRun>();
    found.set(run.of, ofCase);
    const place = `${run.budget} ${run.method}`;
    const known = ofCase.get(place);
    if (known !== undefined) doubled++;
    if (known === undefined || newer(run, known)) ofCase.set(place, run);
  }
  if (doubled > 0) {
    warnings.push(`${doubled} runs have a record of another version of Plenum as well; the newest version counts.`);
  }
  return [...found.values()].flatMap((ofCase) => [...ofCase.values()]);
}

function newer({ record: { run: one } }: CaseRun, { record: { run: other } }: CaseRun): boolean {
  return one.version.localeCompare(other.version, 'en', { numeric: true }) > 0;
}
