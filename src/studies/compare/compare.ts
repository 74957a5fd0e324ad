import { LEVEL } from '../../experiments/statistics.js';
import type { Limits } from '../../runs/control.js';
import { relativeGap } from '../../runs/relative-gap.js';
import { rulesApart, TIE } from '../analysis/cases.js';
import type { RunRecord } from '../plan/record.js';
import { commonBound, figureOf, heldByRuns, ownTimeS, ratedFigure, refutationsOf } from './certificates.js';
import type { CommonBound, Comparison } from './comparison.js';
import { convergenceOf, profilesOf } from './convergence.js';
import type { BoundFrame, ComparisonRecord, RunFrame, TrajectoryStep } from './record.js';
import { BOUND } from './runs.js';
import { inEveryTrial, methodDifferences, methodSummaries, wholeTrials } from './summary.js';

/** Request for a comparison, as its record states it. */
export interface Compared {
  readonly family: string;
  readonly labels: readonly string[];
  /** Label of the method with which the others are compared. */
  readonly reference: string;
  readonly trials: number;
  /** Seed of the first trial. Trial t, counted from 0, has the seed `seed + t`. */
  readonly seed: number;
  readonly variants: boolean;
  readonly limits: Limits;
  /** Number of runs made at the same time. */
  readonly workers: number;
}

/**
 * Returns the record of a comparison, made from the records of its runs. Plans are compared with the best bound that
 * any run proved.
 *
 * @param isComplete false if some runs have no record, because the comparison was interrupted
 */
export function comparisonRecord(
  comparison: Comparison,
  { family, labels, reference, trials, seed, variants, limits, workers }: Compared,
  records: readonly RunRecord[],
  isComplete: boolean,
): ComparisonRecord {
  const { isRunOnce, boundsPer, certificates, objectiveUnit, currency } = comparison;
  const { timeLimitS, workLimit } = limits;
  const bounds = Array.from({ length: boundsPer === 'trial' ? trials : 1 }, (_, trial): CommonBound[] => {
    const own = boundsPer === 'trial' ? records.filter(({ run }) => run.seed === seed + trial) : records;
    return own.length === 0 ? [] : [commonBound(own, { trial, seed: seed + trial }, comparison)];
  }).flat();
  const boundOf = (trial: number): CommonBound | null =>
    bounds.find((bound) => boundsPer === 'instance' || bound.trial === trial) ?? null;
  const made = records.filter(({ run }) => run.method !== BOUND);
  const runs = made.map((record) =>
    frameOf(comparison, record, record.run.seed - seed, boundOf(record.run.seed - seed)),
  );
  const repeated = inEveryTrial(runs, trials, isRunOnce);
  const infeasible = infeasibilities(bounds);
  return {
    instance: comparison.instance,
    family,
    ...comparison.facts(runs),
    methods: labels,
    reference,
    seed,
    trialsAsked: trials,
    trials: wholeTrials(labels, repeated).size,
    termination: isComplete ? 'finished' : 'interrupted',
    variants,
    timeLimitS,
    workLimit,
    workers,
    confidence: LEVEL,
    objectiveUnit,
    rankedBy: certificates.main.on,
    ...(currency === undefined ? {} : { currency }),
    boundScope: records.map(({ outcome }) => outcome.boundScope).find((scope) => scope !== null) ?? '',
    bounds,
    runs,
    summary: methodSummaries(comparison, labels, runs, repeated),
    differences: methodDifferences(comparison, labels, reference, repeated, isRunOnce),
    convergence: convergenceOf(comparison, labels, runs, timeLimitS === null ? 'steps' : 'seconds'),
    profiles: profilesOf(comparison, labels, runs, repeated),
    warnings: [
      ...comparison.warnings,
      ...infeasible,
      ...(comparison.caveats ?? []),
      ...differentRules(runs),
      ...refuted(comparison, runs, (run) => boundOf(run.trial)),
      ...records.flatMap(breakdownOf),
      // A run by itself may warn of what the proof of infeasibility has settled.
      ...(infeasible.length === 0 ? warningsOf(made, comparison.warnings) : []),
    ],
  };
}

/** Returns a run in the form that the comparison's record contains, with its gap to the bound of its trial. */
export function frameOf(
  comparison: Comparison,
  record: RunRecord,
  trial: number,
  common: CommonBound | null,
): RunFrame {
  const { certificates, better, isBoundPerRun, boundOn, figures } = comparison;
  const { run, outcome, machine } = record;
  const { termination, failure, violations, values, rules, work } = outcome;
  const { main, others } = certificates;
  const isUpper = better === 'more';
  const objective = ratedFigure(record, 'objective');
  const planFrom = values['planFrom'];
  const commonOn = boundOn === undefined ? (common?.bound ?? null) : common && boundOn(common, run.method!);
  const held = values['covered'] === false ? null : isBoundPerRun ? outcome.bound : commonOn;
  const bound = boundOn === undefined || isBoundPerRun ? held : heldByRuns(held, [objective], isUpper);
  const whole = common?.bound ?? null;
  const frame = {
    trial,
    seed: run.seed,
    method: run.method!,
    termination,
    feasible: outcome.feasible === true,
    ...(typeof planFrom === 'string' ? { planFrom } : {}),
    ...(rules === undefined ? {} : { rules }),
    objective,
    bound,
    gap: objective === null || bound === null ? null : relativeGap(bound, objective),
    planObjective: figureOf(record, 'objective'),
    ...Object.fromEntries(figures.map(({ key }) => [key, values[key] ?? null])),
    ...(figures.some(({ key }) => key === 'shareOfBound')
      ? { shareOfBound: objective === null || whole === null || whole === 0 ? null : objective / whole }
      : {}),
    ...Object.fromEntries(others.flatMap(({ key, on }) => (on === undefined ? [] : [[key, common?.[key] ?? null]]))),
    ...(main.shown === undefined ? {} : { [main.key]: common?.[main.key] ?? null }),
    ...(isBoundPerRun ? { boundScope: outcome.boundScope ?? '' } : {}),
    broken: [...new Set(violations.map(({ constraint }) => constraint))],
    timeS: ownTimeS(record),
    cpuS: machine.cpuS,
    steps: work['steps'] ?? 0,
    trajectory: trajectoryOf(record),
    ...(failure === null ? {} : { failure: failure.message }),
  } as RunFrame;
  const rated = { ...frame, ...comparison.against({ ...frame, values }, common) };
  return refutationsOf(rated, comparison).length > 0 ? { ...rated, termination: 'failed' } : rated;
}

/** Returns the times and steps at which a run's best plan improved, with its value; empty without a feasible plan. */
function trajectoryOf({
  outcome: { feasible, trajectory },
  machine: { trajectoryTimeS },
}: RunRecord): TrajectoryStep[] {
  const found: TrajectoryStep[] = [];
  for (const [n, [steps, plan]] of (feasible === true ? trajectory : []).entries()) {
    const last = found.at(-1);
    if (plan === null) continue;
    if (last === undefined || Math.abs(plan - last[2]) > TIE * Math.abs(last[2])) {
      found.push([steps, trajectoryTimeS[n] ?? 0, plan]);
    } else {
      // The checker's value may differ from the method's in its last digits.
      found[found.length - 1] = [last[0], last[1], plan];
    }
  }
  return found;
}

/** Returns a sentence on a failed run; empty if the run did not fail. */
function breakdownOf({ run: { method, seed }, outcome: { failure } }: RunRecord): string[] {
  if (failure === null) return [];
  const what = method === BOUND ? 'The bound' : `The run of ${method!}`;
  return [`${what} with seed ${seed} broke down: ${failure.message}`];
}

/**
 * Returns a warning for each feasible plan that contradicts a proven bound: either the plan's value or the proof is
 * wrong.
 */
export function refuted(
  comparison: Parameters<typeof refutationsOf>[1],
  runs: readonly RunFrame[],
  boundOf: (run: RunFrame) => BoundFrame | null,
): string[] {
  return runs.flatMap((run) => {
    const { method, seed, objective } = run;
    if (objective === null) return [];
    const said = [
      ...(boundOf(run)?.infeasibility === undefined ? [] : ['has a feasible plan where none is proven to exist']),
      ...refutationsOf(run, comparison).map(({ value, bound: most, unit }) => {
        const of = (one: number): string =>
          unit === 'z' ? `z = ${one}` : unit === '' ? String(one) : `${one} ${unit}`;
        return `has a feasible plan of ${of(value)} beyond the proven bound of ${of(most)}`;
      }),
    ];
    return said.map(
      (what) => `${method} with seed ${seed} ${what}: one of them is wrong. Please report this instance.`,
    );
  });
}

/**
 * Returns a sentence that says that plans obey different rules and are therefore not compared; empty if all obey the
 * same.
 */
function differentRules(runs: readonly Pick<RunFrame, 'method' | 'rules'>[]): string[] {
  const kinds = new Map<string, Set<string>>();
  for (const { method, rules } of runs) {
    if (rules !== undefined) kinds.set(rules, (kinds.get(rules) ?? new Set()).add(method));
  }
  return kinds.size > 1 ? [rulesApart(kinds)] : [];
}

function infeasibilities(bounds: readonly BoundFrame[]): string[] {
  const proven = bounds.filter(({ infeasibility }) => infeasibility !== undefined);
  if (proven.length === 0) return [];
  const where = bounds.length === 1 ? '' : `${proven.length} of ${bounds.length} trials; seed ${proven[0]!.seed}: `;
  return [`No plan is feasible: ${where}${proven[0]!.infeasibility!}`];
}

/**
 * Returns the warnings of the runs, each once per method with the seeds of its runs. Warnings in `known` are left out.
 */
function warningsOf(records: readonly RunRecord[], known: readonly string[]): string[] {
  const found = new Map<string, { readonly method: string; readonly text: string; readonly seeds: number[] }>();
  for (const { run, outcome } of records) {
    const method = run.method!;
    for (const text of outcome.warnings) {
      if (known.includes(text)) continue;
      const key = `${method}\n${text}`;
      const one = found.get(key) ?? { method, text, seeds: [] };
      one.seeds.push(run.seed);
      found.set(key, one);
    }
  }
  return [...found.values()].map(({ method, text, seeds: [first, ...others] }) => {
    const last = others.at(-1);
    return `${method}, ${last === undefined ? `seed ${first}` : `${others.length + 1} runs with seeds ${first} to ${last}`}: ${text}`;
  });
}
