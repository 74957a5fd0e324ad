import { type Family, isRefused, type SearchRequest, type SolveOfFamily, type Words } from '../families/family.js';
import { type Baseline, gainOver } from '../runs/baseline.js';
import type { FamilyRunResult } from '../runs/result.js';
import { check, type CheckAnswer, type Checked } from './check.js';
import { envelopeOfRun } from './envelope.js';
import { inputsNamed } from './find-family.js';
import { judgedWords } from './judged-words.js';

/**
 * Request for a baseline (reference plan for a run's plan). `baseline` is the plan file that the user named, if any.
 */
export interface BaselineRequest extends Pick<
  SearchRequest,
  'file' | 'words' | 'limits' | 'nowS' | 'interrupted' | 'interruptedTwice'
> {
  readonly baseline?: string | null;
}

/**
 * Returns the checker's result for the user's baseline plan; null if none is named. Called before the search, so that a
 * plan that cannot be checked is refused at once.
 */
export async function judgedBaseline(
  request: BaselineRequest,
  family: Family,
  families?: readonly Family[],
): Promise<CheckAnswer | null> {
  const { file, baseline: planFile = null, nowS } = request;
  return planFile === null ? null : check({ file, planFile, words: inputWords(request, family), nowS }, families);
}

/**
 * Returns the baseline for a run's plan: the user's checked plan, or else the plan of the family's baseline method,
 * computed within the run's time limit.
 *
 * If the user named no plan, returns null if the run has no plan, was interrupted or used the baseline method, or if
 * the family has no such method.
 */
export async function baselineOf(
  request: BaselineRequest,
  result: FamilyRunResult,
  family: Family,
  judgedPlan: Checked | null,
  families?: readonly Family[],
): Promise<Baseline | null> {
  const { file } = request;
  if (judgedPlan !== null) {
    const { method, feasible, objective, objectiveUnit, violations, details } = judgedPlan.record;
    const rated = { feasible: feasible === true, objective };
    return {
      name: request.baseline!,
      method: method ?? '',
      ...rated,
      objectiveUnit,
      ...gainOver(result, rated, family.better),
      violations: violations ?? [],
      details,
    };
  }
  const { baseline: own } = family;
  if (own === undefined || result.objective === null || result.method === own.method || request.interrupted())
    return null;
  const parts = await family.load();
  const solve = parts.use((of): SolveOfFamily | undefined => of.solve)!;
  const given = { ...inputWords(request, family), method: own.method, bound: false };
  const words = judgedWords(family, 'solve', given, solve, families);
  if (isRefused(words)) return null;
  const { nowS, interrupted, interruptedTwice } = request;
  const limits = { timeLimitS: request.limits.timeLimitS, workLimit: null };
  const solved = await solve.solve({
    file,
    words,
    seed: 1,
    limits,
    withBound: false,
    nowS,
    interrupted,
    interruptedTwice,
    onProgress: () => undefined,
  });
  if (!solved.ok) return null;
  const { feasible, objective, objectiveUnit, violations } = solved.result;
  return {
    name: `${own.called} (${own.method})`,
    method: own.method,
    feasible,
    objective,
    objectiveUnit,
    ...gainOver(result, solved.result, family.better),
    violations,
    details: envelopeOfRun(solved.result, family.name, {}).details,
  };
}

/** Returns the option values that name input files other than the instance. */
function inputWords({ words }: Pick<BaselineRequest, 'words'>, family: Family): Words {
  const files = inputsNamed(family, 'check', words);
  return Object.fromEntries(Object.entries(words).filter(([, value]) => files.includes(value as string)));
}
