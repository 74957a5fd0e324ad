import type { LimitName } from '../../../../../models/facility/limits.js';
import { MAX_STATES } from '../../../../../models/families/geo/core-company.js';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import { finishedAllocation } from '../finish/finished.js';
import type { GeoMethodRequest, GeoMethodOutcome } from '../outcome.js';
import { calibrate, calibrateSimple, calibrateTaskAware, guessedSteps, leastPhiSteps } from './calibration.js';
import { NodeSets, unratable } from './node-sets.js';
import { type FdldOptions, PRINTED_FDLD } from './options.js';
import { RemovalSearch } from './removal-search.js';
import { allocationOf, greatestShortage, leastRatios, servedPerS } from './served.js';
import { colocatedRates, estimatedRates } from './set-rates.js';
import { type Trial, Trials } from './trials.js';

export { type FdldOptions, PRINTED_FDLD } from './options.js';
export { REMOVALS_PER_STEP } from './trials.js';

/**
 * How an FDLD method allows for co-location: by one over-provisioning factor, by one factor per task type, or by exact
 * rates.
 */
export type FdldVariant = 'simple' | 'task-aware' | 'co-location';

/** `fdld-so`: force-directed load distribution with simple over-provisioning (docs/geo/fdld.md). */
export const fdldSo = (input: GeoMethodRequest): Promise<GeoMethodOutcome> => fdldMethod(input, 'simple', PRINTED_FDLD);

/** `fdld-tao`: force-directed load distribution with task-aware over-provisioning. */
export const fdldTao = (input: GeoMethodRequest): Promise<GeoMethodOutcome> =>
  fdldMethod(input, 'task-aware', PRINTED_FDLD);

/** `fdld-cl`: force-directed load distribution with the co-location model. */
export const fdldCl = (input: GeoMethodRequest): Promise<GeoMethodOutcome> =>
  fdldMethod(input, 'co-location', PRINTED_FDLD);

export async function fdldMethod(
  { model, control }: GeoMethodRequest,
  variant: FdldVariant,
  options: FdldOptions,
): Promise<GeoMethodOutcome> {
  const beyond = unratable(model);
  if (beyond !== null) {
    const { nodeType, cores, tasks, states, mostTasks } = beyond;
    return nothing(
      `On ${nodeType}, each of ${cores} cores would divide its time among ${tasks} task types at first: ${grouped(states)} joint states ` +
        `of the others, and ${grouped(MAX_STATES)} are followed exactly, here and by the checker (with ${cores} cores: at most ` +
        `${mostTasks} task types). Use gld-lp or gald-cl, which give whole cores to task types, or allow fewer task types per data centre.`,
    );
  }
  const sets = new NodeSets(model);
  const exact = colocatedRates(sets);
  const first = new RemovalSearch(sets, exact, options);
  const shortage = greatestShortage(model, first.ratePerS);
  if (shortage !== null) {
    const { epoch, task, missingPerS, places } = shortage;
    return nothing(
      `With all nodes running all task types, epochs[${epoch}] misses ${round(missingPerS)} tasks/s of ` +
        `"${model.taskNames[task]!}"${places > 1 ? `, the worst of ${places} such places` : ''}. Force-directed load distribution ` +
        `begins there and cannot; a method that gives whole nodes to task types may.`,
    );
  }
  const trials = new Trials(sets, options, control);
  const begin: Trial = { search: first, ratios: leastRatios(model, first.ratePerS), met: true };
  trials.keep(begin);
  let trial: Trial | null;
  let phi: Float64Array | null = null;
  if (variant === 'co-location') trial = await trials.complete(exact);
  else {
    const even = new Float64Array(model.taskNames.length).fill(1);
    const estimated = new RemovalSearch(sets, estimatedRates(model, even), options).ratePerS;
    const leastSteps = leastPhiSteps(model, estimated, options.phiSteps);
    const guess = guessedSteps(sets, first.ratePerS, estimated, options.phiSteps);
    const calibrateFrom = variant === 'simple' ? calibrateSimple : calibrateTaskAware;
    const calibrated = await calibrate(trials, calibrateFrom, leastSteps, guess);
    trial = calibrated?.trial ?? null;
    phi = calibrated?.phi ?? null;
  }
  const warnings: string[] = [];
  if (trial === null) {
    warnings.push(
      trials.isStopped
        ? 'Stopped before the over-provisioning was calibrated: the cheapest state so far that serves everything is given.'
        : 'No over-provisioning gives a plan whose co-located rates serve everything: the cheapest state met that does is given.',
    );
  }
  const kept = trial ?? trials.fallback ?? begin;
  const leastRatio = Math.min(...leastRatios(model, servedPerS(kept.search)));
  const allocation = allocationOf(kept.search);
  return {
    allocation,
    certificate: null,
    stoppedEarly: trials.isStopped,
    warnings: [
      ...warnings,
      ...limitsBroken(evaluateAllocation(model, finishedAllocation(model, allocation)).violations),
    ],
    work: { removals: trials.removals, candidates: trials.candidates, runs: trials.runs },
    figures: {
      ...phiFigures(variant, phi, model.taskNames),
      removals: kept.search.removals,
      estimatedCostUsd: kept.search.cost.estimatedUsd(),
      // Of no arrivals there is no share.
      ...(leastRatio < Infinity ? { leastServedOverArrivals: leastRatio } : {}),
    },
  };
}

function nothing(warning: string): GeoMethodOutcome {
  const work = { removals: 0, candidates: 0, runs: 0 };
  return { allocation: null, certificate: null, stoppedEarly: false, warnings: [warning], work, figures: {} };
}

function phiFigures(
  variant: FdldVariant,
  phi: Float64Array | null,
  taskNames: readonly string[],
): Record<string, number> {
  if (phi === null) return {};
  if (variant === 'simple') return { phiC: phi[0]! };
  return Object.fromEntries(taskNames.map((name, task) => [`phiC ${name}`, phi[task]!]));
}

/**
 * Returns one phrase for each kind of limit that the plan breaks. FDLD keeps no limits except that arrivals are served.
 */
function limitsBroken(violations: readonly { readonly constraint: LimitName; readonly where: string }[]): string[] {
  const byKind = new Map<string, { readonly where: string; count: number }>();
  for (const { constraint, where } of violations) {
    const known = byKind.get(constraint);
    if (known === undefined) byKind.set(constraint, { where, count: 1 });
    else known.count++;
  }
  return [...byKind].map(
    ([constraint, { where, count }]) =>
      `The plan breaks ${constraint} in ${count} ${count === 1 ? 'place' : 'places'}${where === '' ? '' : ` (first: ${where})`}: ` +
      `force-directed load distribution does not know this limit.`,
  );
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function round(value: number): string {
  return String(Number(value.toPrecision(4)));
}
