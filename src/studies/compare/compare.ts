import { LEVEL } from '../../experiments/statistics.js';
import { rulesApart } from '../analysis/cases.js';
import { groupedBy } from '../analysis/grouped-by.js';
import type { RunRecord } from '../plan/record.js';
import { type BoundFrame, commonBound, frameOf, refutationsOf, type RunFrame } from './certificates.js';
import type { Comparison } from './comparison.js';
import { convergenceOf, methodDifferences, methodSummaries, profilesOf, wholeTrials } from './summary.js';
import { BOUND, type ComparisonAsked } from './runs.js';

/** Record of a comparison. Runs, means, differences and bounds also have the family's own figures under their keys. */
export type ComparisonRecord = ReturnType<typeof comparisonRecord>;

/**
 * Returns the record of a comparison (fields: docs/results.md), made from the records of its runs. Plans are compared
 * with the best bound that any run proved.
 *
 * @param isComplete false if some runs have no record, because the comparison was interrupted
 */
export function comparisonRecord(
  comparison: Comparison,
  asked: Omit<ComparisonAsked, 'file' | 'words'> & { readonly family: string },
  records: readonly RunRecord[],
  isComplete: boolean,
) {
  const { family, methods, reference = methods[0]!, trials, seed, variants, limits, workers } = asked;
  const { certificates, objectiveUnit, currency } = comparison;
  const isRunOnce = (label: string): boolean => !variants && comparison.isRunOnce(label);
  const bounds = Array.from({ length: variants ? trials : 1 }, (_, trial) => {
    const own = variants ? records.filter(({ run }) => run.seed === seed + trial) : records;
    return own.length === 0 ? [] : [commonBound(own, { trial, seed: seed + trial }, comparison)];
  }).flat();
  const boundOf = (trial: number): BoundFrame | null =>
    bounds.find((bound) => !variants || bound.trial === trial) ?? null;
  const made = records.filter(({ run }) => run.method !== BOUND);
  const runs = made.map((record) => {
    const trial = record.run.seed - seed;
    return frameOf(comparison, record, trial, boundOf(trial));
  });
  // The only run of a method that draws nothing stands for all trials.
  const repeated = runs.flatMap((run) => {
    const all = Array.from({ length: trials }, (_, trial) => ({ ...run, trial, seed: seed + trial }));
    return isRunOnce(run.method) ? all : [run];
  });
  const infeasible = infeasibilities(bounds);
  return {
    instance: comparison.instance,
    family,
    ...(comparison.isBoundPerRun && { boundPerRun: true }),
    ...comparison.facts,
    methods,
    reference,
    seed,
    trialsAsked: trials,
    trials: wholeTrials(methods, repeated).size,
    termination: isComplete ? ('finished' as const) : ('interrupted' as const),
    variants,
    ...limits,
    workers,
    confidence: LEVEL,
    objectiveUnit,
    rankedBy: certificates[0].on,
    ...(currency !== undefined && { currency }),
    boundScope: records.map(({ outcome }) => outcome.boundScope).find((scope) => scope !== null) ?? '',
    bounds,
    runs,
    summary: methodSummaries(comparison, methods, runs, repeated),
    differences: methodDifferences(comparison, methods, reference, repeated, isRunOnce),
    convergence: convergenceOf(comparison, runs, limits.timeLimitS === null ? 'steps' : 'seconds'),
    profiles: profilesOf(comparison, runs, repeated),
    warnings: [
      ...comparison.warnings,
      ...infeasible,
      ...differentRules(runs),
      ...runs.flatMap((run) => refuted(run, comparison, boundOf(run.trial))),
      ...records.flatMap(breakdownOf),
      // A run by itself may warn of what the proof of infeasibility has settled.
      ...(infeasible.length === 0 ? warningsOf(made, comparison.warnings) : []),
    ],
  };
}

/** Returns a sentence on a failed run; empty if the run did not fail. */
function breakdownOf({ run: { method, seed }, outcome: { failure } }: RunRecord): string[] {
  if (failure === null) return [];
  const what = method === BOUND ? 'The bound' : `The run of ${method!}`;
  return [`${what} with seed ${seed} broke down: ${failure.message}`];
}

/** Returns a warning for each proof that a run's plan contradicts: either the plan's value or the proof is wrong. */
function refuted(run: RunFrame, comparison: Comparison, bound: BoundFrame | null): string[] {
  const isNone = run.objective !== null && bound?.infeasibility !== undefined;
  const never = isNone ? ['has a feasible plan where none is proven to exist'] : [];
  return [...never, ...refutationsOf(run, comparison)].map(
    (what) => `${run.method} with seed ${run.seed} ${what}: one of them is wrong. Please report this instance.`,
  );
}

/** Returns a sentence that plans of different rules are not compared; empty if all obey the same. */
function differentRules(runs: readonly RunFrame[]): string[] {
  const ruled = runs.filter(({ rules }) => rules !== undefined);
  const kinds = [...groupedBy(ruled, ({ rules }) => rules!)].map(([rules, own]) => {
    return [rules, new Set(own.map(({ method }) => method))] as const;
  });
  return kinds.length > 1 ? [rulesApart(new Map(kinds))] : [];
}

function infeasibilities(bounds: readonly BoundFrame[]): string[] {
  const proven = bounds.filter(({ infeasibility }) => infeasibility !== undefined);
  if (proven.length === 0) return [];
  const where = bounds.length === 1 ? '' : `${proven.length} of ${bounds.length} trials; seed ${proven[0]!.seed}: `;
  return [`No plan is feasible: ${where}${proven[0]!.infeasibility!}`];
}

/** Returns the runs' warnings that are not in `known`: each text once per method, with the seeds of the runs. */
function warningsOf(records: readonly RunRecord[], known: readonly string[]): string[] {
  const said = records.flatMap(({ run: { method, seed }, outcome: { warnings } }) =>
    warnings.filter((text) => !known.includes(text)).map((text) => ({ method: method!, seed, text })),
  );
  return [...groupedBy(said, ({ method, text }) => `${method}\n${text}`).values()].map((own) => {
    const [{ method, seed, text }, last] = [own[0]!, own.at(-1)!];
    const which = own.length === 1 ? `seed ${seed}` : `${own.length} runs with seeds ${seed} to ${last.seed}`;
    return `${method}, ${which}: ${text}`;
  });
}
