import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { arrivingUtility } from '../../../../models/families/utility/arriving.js';
import { evaluateSchedule } from '../../../../models/families/utility/evaluate.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { utilityPlanOf } from '../../../../models/families/utility/plan-of.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import { checkSchedule } from '../check/check-schedule.js';
import type { SimulationOutcome } from '../methods/outcome.js';
import type { UtilityChoices } from '../runs/choices.js';
import { simulated } from '../runs/solve.js';
import { spentJ, usedUpS } from '../runs/used-up.js';

/** An instance with its tasks. */
export interface TrialWork {
  readonly instance: UtilityInstance;
  readonly model: UtilityModel;
  readonly workload: UtilityWorkload;
  /** Air of its facility, for the checker; absent without a facility. */
  readonly matrix?: InfluenceMatrix | undefined;
}

/** Figures of a policy on one trial. D days, including the part of a day before the first midnight. */
export interface TrialFigures {
  /** Utility earned in the measured time. */
  readonly utility: number;
  /**
   * Utility relative to the immediate utility, and next to the starting utility (docs/utility/results.md); null if that
   * is 0.
   */
  readonly shareOfImmediate: number | null;
  readonly shareOfStarting: number | null;
  /** Length D: energy drawn by day, J; the last day is the measured time. */
  readonly energyJ: readonly number[];
  /** Number of tasks completed at any time. */
  readonly completed: number;
  readonly dropped: number;
  readonly preemptions: number;
  /**
   * Moments at which 98 % and 99 % of the budget of the measured time were used, s from its start, interpolated between
   * events; null if never or without a budget.
   */
  readonly used98S: number | null;
  readonly used99S: number | null;
  /** Counts of work done; equal on every machine. */
  readonly events: number;
  readonly candidates: number;
  readonly taken: number;
}

/** A policy's run on a trial: its figures, the simulation, and the checker's violations (null if it was not asked). */
export interface TrialRun {
  readonly figures: TrialFigures;
  readonly outcome: SimulationOutcome;
  readonly violations: readonly string[] | null;
}

/** Runs one policy on one trial; the checker judges it unless declined. @param seed for policies that draw */
export function trialRun(work: TrialWork, choices: UtilityChoices, seed: number, isChecked = true): TrialRun {
  return ratedRun(work, choices, simulated(work.model, choices, seed), isChecked);
}

/** Returns the figures of a completed simulation; the checker judges it unless declined. */
export function ratedRun(
  { instance, model, workload, matrix }: TrialWork,
  choices: UtilityChoices,
  outcome: SimulationOutcome,
  isChecked = true,
): TrialRun {
  const { schedule, series, work: counts } = outcome;
  const evaluation = evaluateSchedule(model, schedule);
  const { utility, completed, dropped, preemptions } = evaluation;
  const arriving = arrivingUtility(model);
  const energyJ = [...evaluation.energyJ];
  const drawnJ = spentJ(model, evaluation);
  const made = { instance: { name: instance.name, sha256: NO_FILE }, method: choices.method.name };
  const verdict = isChecked
    ? checkSchedule(instance, workload, utilityPlanOf(model, schedule, evaluation, made), matrix)
    : null;
  return {
    figures: {
      utility,
      shareOfImmediate: share(utility, arriving.immediate),
      shareOfStarting: share(utility, arriving.starting),
      energyJ,
      completed,
      dropped,
      preemptions,
      used98S: usedUpS(model, series, drawnJ, 0.98),
      used99S: usedUpS(model, series, drawnJ, 0.99),
      events: counts.events,
      candidates: counts.candidates,
      taken: counts.taken,
    },
    outcome,
    violations: verdict?.violations.map(({ constraint }) => constraint) ?? null,
  };
}

/** Placeholder for the file digest of a plan that is checked immediately; the checker does not read it. */
const NO_FILE = '';

function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
