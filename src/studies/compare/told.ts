import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput } from '../../experiments/record.js';
import { relativeGap } from '../../runs/relative-gap.js';
import type { Termination } from '../../runs/result.js';
import type { RunOutcome } from '../plan/record.js';
import { commonBound } from './certificates.js';
import type { Comparison } from './comparison.js';
import { BOUND, failureOf } from './run.js';

/** Reason why a single run of a comparison has no gap. */
const NO_CERTIFICATE = 'a run of a comparison is held against the best bound of its trial, not its own';

/**
 * Returns the outcome of a comparison's trial in the form that all runs have, with the certificates that it found
 * itself.
 */
export function toldOfTrial(
  comparison: Comparison,
  { values, times }: TrialOutput,
  { cell, trial, seed }: TrialRequest,
): Partial<RunOutcome> {
  const entry = { cell, trial, values: { ...comparison.blank, ...values }, times };
  const common = commonBound([entry], { trial, seed }, comparison);
  const isBound = cell['method'] === BOUND;
  const { objective, bound } = isBound ? { objective: null, bound: common.bound } : comparison.read(entry, common);
  const failure = failureOf(values);
  const gap = objective === null || bound === null ? null : relativeGap(bound, objective);
  const scope = String(values['boundScope'] ?? '');
  return {
    termination: values['termination'] as Termination,
    failure: failure === null ? null : { reason: 'crashed', message: failure },
    feasible: isBound ? null : values['feasible'] === true,
    objective,
    objectiveUnit: comparison.objectiveUnit,
    ...(typeof values['rules'] === 'string' ? { rules: values['rules'] } : {}),
    better: comparison.better,
    bound,
    boundScope: scope === '' ? null : scope,
    gap,
    gapReason: gap === null ? (common.infeasibility ?? NO_CERTIFICATE) : null,
    warnings: (values['warnings'] ?? []) as readonly string[],
    work: { steps: Number(values['steps'] ?? 0) },
  };
}
