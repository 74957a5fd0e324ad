import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { RATE_TOLERANCE } from './epoch-state.js';
import type { NodeSets } from './node-sets.js';
import { leastRatios } from './served.js';
import type { Trial, Trials } from './trials.js';

/**
 * Over-provisioning factors phi by task type with which all arrivals are served, and the run with these factors; null
 * if none were found.
 */
export type Calibrated = { readonly phi: Float64Array; readonly trial: Trial } | null;

/**
 * Number of identical removals made at once in the first, inexact calibration. Such batches save nine tenths of the
 * time.
 */
const GUESSING_BATCH = 16;

/**
 * Calibrates the over-provisioning factors phi in two passes: with batches of identical nodes, then by the exact
 * Algorithm 4.
 *
 * @param guess initial phi by task type, as multiples of 1 / phiSteps
 */
export async function calibrate(
  trials: Trials,
  calibrateFrom: typeof calibrateSimple,
  leastSteps: Int32Array,
  guess: Int32Array,
): Promise<Calibrated> {
  const { phiSteps, batch } = trials.options;
  const guessed = await calibrateFrom(trials, leastSteps, guess, Math.max(batch, GUESSING_BATCH));
  if (trials.isStopped) return null;
  const from = guessed === null ? guess : Int32Array.from(guessed.phi, (phi) => Math.round(phi * phiSteps));
  return calibrateFrom(trials, leastSteps, from, batch);
}

/**
 * Calibrates FDLD-SO: finds a factor phi = n / N, equal for all task types and at most 1, whose plan really serves all
 * arrivals. If n < N, the plan of (n + 1) / N does not. N is `phiSteps`.
 *
 * First, n is multiplied by the worst ratio of served rate to arrivals, starting from `guess`, until a plan serves
 * everything. If the plan of the guess serves everything already, n rises in doubling strides until a plan fails. Then
 * the interval is bisected.
 *
 * A larger n may also serve all arrivals, because plans need not be monotone in n.
 */
export async function calibrateSimple(
  trials: Trials,
  leastSteps: Int32Array,
  guess: Int32Array,
  batch: number,
): Promise<Calibrated> {
  const { phiSteps } = trials.options;
  const least = Math.max(...leastSteps);
  if (least > phiSteps) return null;
  const at = (steps: number): Promise<Trial> => trials.withPhi(evenPhi(trials, steps), batch);
  let failing = phiSteps + 1;
  let steps = Math.min(phiSteps, Math.max(least, Math.min(...guess)));
  let trial = await at(steps);
  while (!trials.isStopped && !trial.met) {
    failing = steps;
    if (steps <= least) return null;
    steps = Math.max(least, lowered(steps, Math.min(...trial.ratios)));
    trial = await at(steps);
  }
  let found = { steps, trial };
  for (let stride = 1; !trials.isStopped && failing - found.steps > 1; stride *= 2) {
    const next =
      failing > phiSteps ? Math.min(found.steps + stride, phiSteps) : Math.floor((failing + found.steps) / 2);
    trial = await at(next);
    if (trial.met) found = { steps: next, trial };
    else failing = next;
  }
  return trials.isStopped ? null : { phi: evenPhi(trials, found.steps), trial: found.trial };
}

/**
 * Calibrates FDLD-TAO, which has one factor phi per task type. While a plan leaves task types unserved, the phi of each
 * of them is multiplied by its worst ratio of served rate to arrivals, starting from `guess`.
 *
 * Once a plan serves everything, each phi in turn rises as far as plans still serve everything, in doubling strides and
 * then by bisection. The search ends when no single phi can rise by a step.
 */
export async function calibrateTaskAware(
  trials: Trials,
  leastSteps: Int32Array,
  guess: Int32Array,
  batch: number,
): Promise<Calibrated> {
  const { phiSteps } = trials.options;
  if (Math.max(...leastSteps) > phiSteps) return null;
  const steps = leastSteps.map((least, task) => Math.max(least, guess[task]!));
  let trial = await trials.withPhi(phiOf(trials, steps), batch);
  while (!trials.isStopped && !trial.met) {
    let isLowered = false;
    for (const [task, ratio] of trial.ratios.entries()) {
      if (ratio >= 1 - RATE_TOLERANCE || steps[task]! <= leastSteps[task]!) continue;
      steps[task] = Math.max(leastSteps[task]!, lowered(steps[task]!, ratio));
      isLowered = true;
    }
    if (!isLowered) return null;
    trial = await trials.withPhi(phiOf(trials, steps), batch);
  }
  let isRaised = true;
  while (isRaised && !trials.isStopped) {
    isRaised = false;
    for (const task of steps.keys()) {
      const better = await raised(trials, steps, task, batch);
      if (better === null) continue;
      trial = better;
      isRaised = true;
    }
  }
  return trials.isStopped ? null : { phi: phiOf(trials, steps), trial };
}

/** Raises one task type's phi in `steps` while plans serve all arrivals. Returns the last such run; null if none. */
async function raised(trials: Trials, steps: Int32Array, task: number, batch: number): Promise<Trial | null> {
  const { phiSteps } = trials.options;
  let best: Trial | null = null;
  let kept = steps[task]!;
  let failing = phiSteps + 1;
  for (let stride = 1; failing - kept > 1; stride *= 2) {
    const next = failing > phiSteps ? Math.min(kept + stride, phiSteps) : Math.floor((kept + failing) / 2);
    steps[task] = next;
    const trial = await trials.withPhi(phiOf(trials, steps), batch);
    if (trials.isStopped) break;
    if (trial.met) {
      best = trial;
      kept = next;
    } else failing = next;
  }
  steps[task] = kept;
  return best;
}

/** Returns, by task type, the smallest phi at which the initial state serves all arrivals, in steps of 1 / phiSteps. */
export function leastPhiSteps(model: GeoModel, firstRatePerS: Float64Array, phiSteps: number): Int32Array {
  const ratios = leastRatios(model, firstRatePerS);
  return Int32Array.from(ratios, (ratio) => Math.max(1, Math.ceil((phiSteps / ratio) * (1 - RATE_TOLERANCE))));
}

/** Returns an estimate of phi by task type, in steps of 1 / phiSteps, with co-location as in the initial state. */
export function guessedSteps(
  { model }: NodeSets,
  colocatedPerS: Float64Array,
  estimatedPerS: Float64Array,
  phiSteps: number,
): Int32Array {
  const least = model.taskNames.map(() => 1);
  for (const [n, rate] of estimatedPerS.entries()) {
    const task = n % least.length;
    if (rate > 0) least[task] = Math.min(least[task]!, colocatedPerS[n]! / rate);
  }
  return Int32Array.from(least, (ratio) => Math.floor(ratio * phiSteps));
}

function lowered(steps: number, ratio: number): number {
  return Math.max(1, Math.min(steps - 1, Math.floor(steps * ratio)));
}

function evenPhi({ sets, options }: Trials, steps: number): Float64Array {
  return new Float64Array(sets.model.taskNames.length).fill(steps / options.phiSteps);
}

function phiOf({ options }: Trials, steps: Int32Array): Float64Array {
  return Float64Array.from(steps, (step) => step / options.phiSteps);
}
