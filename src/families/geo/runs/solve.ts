import type { GeoAllocation } from '../../../../models/families/geo/allocation.js';
import { evaluateAllocation } from '../../../../models/families/geo/evaluate.js';
import type { GeoEvaluation } from '../../../../models/families/geo/outcome.js';
import type { GeoPlan } from '../../../../models/families/geo/plan.js';
import { finishedAllocation } from '../methods/finish/finished.js';
import { geoPlanOf } from '../../../../models/families/geo/plan-of.js';
import { checkGeoPlan } from '../check/check-geo-plan.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import type { Fault, Refused } from '../../../instances/fault.js';
import { type OpenedGeo, openGeo } from '../instances/open.js';
import type { RunControl } from '../../../methods/control.js';
import type { GaldChoices, GeoCertificate, GeoMethodOutcome } from '../methods/outcome.js';
import type { GeoMethod } from '../methods/registry.js';
import { randomStream } from '../../../random/stream.js';
import { type Driver, type DriverOptions, type Limits, runDriver, timeIsUp } from '../../../runs/control.js';
import type { TrajectoryPoint } from '../../../runs/result.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import type { GeoRunRecord, GeoRunResult } from './result.js';
import { geoResultOf } from './result-of.js';
import { searchMemory } from './search-memory.js';
import { bestOfGeoSiblings, type RatedGeo } from './siblings.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';

/** How to solve an instance: method, seed, limits and options. The instance is passed separately. */
export interface GeoRunRequest {
  readonly method: GeoMethod;
  readonly seed: number;
  readonly limits: Limits;
  /** True to prove a lower bound by linear programming if the method proves none. */
  readonly withBound: boolean;
  /** Time limit for proving that lower bound, s; null for no limit. Default: the time limit of the search. */
  readonly boundTimeLimitS?: number | null;
  /** The user's options for method `gald-cl`, without its store of finished searches. */
  readonly gald?: Omit<GaldChoices, 'memory'>;
  /** File in which `gald-cl` stores the epochs that it has searched; undefined to store none. */
  readonly resumeFile?: string | undefined;
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  readonly onProgress: (point: TrajectoryPoint) => void;
}

/** A compiled geo instance with its series and influence matrices. */
export type ReadyGeo = Extract<OpenedGeo, { readonly ok: true }>;

export interface SolvedGeo {
  readonly opened: ReadyGeo;
  readonly allocation: GeoAllocation | null;
  readonly plan: GeoPlan | null;
  readonly record: GeoRunRecord;
  readonly certificate: GeoCertificate | null;
}

export type SolveGeoAnswer = { readonly ok: true; readonly solved: SolvedGeo } | Refused;

/** Solves an instance file: loads, compiles, searches, bounds, checks. All geo solving goes through this function. */
export async function solveGeoInstance(
  request: GeoRunRequest & {
    readonly file: string;
    readonly refuses?: (opened: ReadyGeo) => readonly Fault[];
    readonly opened?: ReadyGeo;
  },
): Promise<SolveGeoAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const driver = runDriver(request);
  const isTimeUp = timeIsUp(request);
  const opened = request.opened ?? openGeo(request.file, clock, isTimeUp);
  if (!opened.ok) return opened;
  // What the request asks of the instance is known before the search, which may take minutes.
  const faults = request.refuses?.(opened) ?? [];
  if (faults.length > 0) return { ok: false, faults };
  const memory = request.resumeFile === undefined ? null : searchMemory(request.resumeFile, request, opened);
  if (memory?.ok === false) return memory;
  try {
    const gald = { ...request.gald, memory: memory ?? undefined };
    return { ok: true, solved: await search({ ...request, gald }, opened, { driver, isTimeUp }, clock, timeS) };
  } finally {
    memory?.close();
  }
}

export async function solveOpenedGeo(request: GeoRunRequest, opened: ReadyGeo): Promise<SolvedGeo> {
  const timeS: Record<string, number> = {};
  const limits = { driver: runDriver(request), isTimeUp: timeIsUp(request) };
  return search(request, opened, limits, phases(request.nowS, timeS), timeS);
}

async function search(
  request: GeoRunRequest & { readonly gald?: GaldChoices },
  opened: ReadyGeo,
  { driver, isTimeUp }: { readonly driver: Driver; readonly isTimeUp: () => boolean },
  clock: (phase: string) => void,
  timeS: Record<string, number>,
): Promise<SolvedGeo> {
  const { model, matrices, warnings } = opened;
  const { method, seed, gald } = request;
  const answerOf = async (asked: GeoMethod, control: RunControl): Promise<RatedGeo> =>
    rated(opened, method, await asked.solve({ model, control, random: randomStream(seed, 'geo method'), gald }), asked);
  const own = await answerOf(method, driver);
  const best = await bestOfGeoSiblings(method, own, {
    // A work limit is each method's own, a time limit the run's: a sibling that is stopped at once gives its first plan.
    solve: (sibling) =>
      answerOf(
        sibling,
        runDriver({
          ...request,
          limits: { timeLimitS: null, workLimit: request.limits.workLimit },
          interrupted: () => request.interrupted() || isTimeUp(),
          onProgress: () => undefined,
        }),
      ),
    wasStopped: driver.stopReason !== null,
  });
  // A sibling may have been cut although the method came to its end.
  const wasInterrupted = request.interrupted();
  clock('method');
  const methodEndS = withTotal(timeS)['total']!;
  const after =
    request.withBound && !method.certifies && driver.stopReason !== 'interrupted'
      ? await geoBoundAfter(request, model)
      : null;
  const { outcome, allocation, plan, planFrom, claimedCostUsd, evaluation } = best;
  const certificate = outcome.certificate ?? after?.certificate ?? null;
  clock('bound');
  const result = geoResultOf({
    request,
    model,
    matrices,
    outcome,
    ...(planFrom === undefined ? {} : { planFrom }),
    claimedCostUsd,
    certificate,
    evaluation,
    driver,
  });
  const record: GeoRunRecord = {
    result: {
      ...result,
      ...(wasInterrupted && result.termination === 'finished' ? { termination: 'interrupted' as const } : {}),
      warnings: [...warnings, ...(after?.warnings ?? []), ...best.warnings, ...result.warnings],
      timeS: withTotal(timeS),
    },
    evaluation,
    trajectory: trajectoryOf(driver, result, methodEndS),
  };
  return { opened, allocation, plan, record, certificate };
}

/**
 * Returns the final plan of a method's outcome, with its cost by the model and its evaluation by the checker.
 *
 * @param asked method that the user asked for
 * @param by method that made the plan
 */
function rated(opened: ReadyGeo, asked: GeoMethod, outcome: GeoMethodOutcome, by: GeoMethod): RatedGeo {
  if (outcome.allocation === null) {
    return { outcome, allocation: null, plan: null, claimedCostUsd: null, evaluation: null, warnings: [] };
  }
  const { model, sha256 } = opened;
  const allocation = finishedAllocation(model, outcome.allocation);
  const claimedCostUsd = evaluateAllocation(model, allocation).costUsd;
  const origin = by === asked ? {} : { planFrom: by.name };
  const plan = geoPlanOf(model, allocation, { method: asked.name, ...origin, claimedCostUsd, sha256 });
  return { outcome, allocation, plan, claimedCostUsd, ...origin, ...judge(opened, plan) };
}

/** Returns the checker's evaluation; null with a warning if an exact one is out of the checker's reach. */
function judge(
  { instance, series, matrices }: ReadyGeo,
  plan: GeoPlan,
): { readonly evaluation: GeoEvaluation | null; readonly warnings: readonly string[] } {
  try {
    return { evaluation: checkGeoPlan(instance, series, (room) => matrices.get(room)!, plan), warnings: [] };
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    return { evaluation: null, warnings: [error.message.replaceAll('\n', ' ')] };
  }
}

/** Returns incumbent and bound over time. If another method made the plan, its objective is added as a last point. */
function trajectoryOf(
  { trajectory, steps }: Driver,
  { planFrom, bound, objective }: GeoRunResult,
  endS: number,
): readonly TrajectoryPoint[] {
  const known = trajectory.map(withoutInfinity);
  if (planFrom === undefined) return known;
  return [...known, { timeS: endS, work: steps, phase: planFrom, bound, incumbent: objective }];
}

/** Returns a point of the trajectory with null in place of infinite values, which JSON cannot represent. */
function withoutInfinity(point: TrajectoryPoint): TrajectoryPoint {
  const known = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);
  return { ...point, bound: known(point.bound), incumbent: known(point.incumbent) };
}

/** Limits, clock and callbacks for computing the bound; its time limit replaces that of the search. */
interface GeoBoundRequest extends DriverOptions {
  readonly boundTimeLimitS?: number | null;
}

/** Proves a lower bound after a method that proves none. If stopped early, returns what is proven, with a warning. */
async function geoBoundAfter(
  request: GeoBoundRequest,
  model: GeoModel,
): Promise<{ readonly certificate: GeoCertificate; readonly warnings: readonly string[] }> {
  const { limits, boundTimeLimitS = limits.timeLimitS } = request;
  // Work limits hold for the search only: without a time limit the bound does not depend on the clock either.
  const control = runDriver({ ...request, limits: { timeLimitS: boundTimeLimitS, workLimit: null } });
  const { geoBound } = await import('../methods/bound/bound.js');
  const certificate = await geoBound({ model, control });
  const stopped = certificate.infeasibility === undefined && control.stopReason !== null;
  return { certificate, warnings: stopped ? [STOPPED] : [] };
}

/** Warning about a lower bound whose computation was stopped early. */
const STOPPED =
  'The bound was stopped before it was as tight as it can be made: what is given holds, but more time (--bound-time-limit) may raise it.';
