import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { timeIsUp } from '../../../runs/control.js';
import type { Kept } from '../../../runs/kept.js';
import type { Refused } from '../../../instances/fault.js';
import type { CheckedRoom } from '../check/check-plan.js';
import type { Certificate, WarmStart } from '../methods/outcome.js';
import { type InsteadWords, type OpenedModel, openModel } from './open.js';
import { searchOnOwnAir } from './own-air.js';
import type { RunRequest } from './request.js';
import type { RunRecord } from './result.js';
import { brokenRecord, recordOf } from './result-of.js';
import { searchInAir } from './search-in-air.js';
import { begin } from './stage.js';
import { unplannedStandbyFault } from './standby-air.js';

/** A run at its end. */
export interface Solved extends CheckedRoom {
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
  /** Proven bound of the record with its dual values; null if there is none. */
  readonly certificate: Certificate | null;
  readonly next: WarmStart | null;
}

export interface SolveRequest extends RunRequest {
  readonly file: string;
  /** Options that replace fields of the instance: reserves, set-point steps and failures to survive. */
  readonly instead?: InsteadWords;
  /** Cache of the air of rooms and of their models, for runs on many instances of the same room. */
  readonly kept?: Kept;
}

export type SolveAnswer = { readonly ok: true; readonly solved: Solved } | Refused;

/**
 * Solves an instance file: opens it, searches for a plan, proves a bound and has the checker evaluate the plan. All
 * solving goes through this function. It writes no files.
 */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const begun = begin(request);
  const opened = openModel(request.file, begun.clock, timeIsUp(request), request.instead, request.kept);
  if (!opened.ok) return opened;
  const unplanned = unplannedStandbyFault(request, opened.instance);
  if (unplanned !== null) return { ok: false, faults: [unplanned] };
  return { ok: true, solved: await solveOpened(request, opened, begun) };
}

/** Runs a method on an opened model, such as one of many with the same air flow. */
export async function solveOpened(request: RunRequest, opened: OpenedModel, begun = begin(request)): Promise<Solved> {
  const isOnOwnAir = opened.model.asleep === undefined && hasAirOfStandby(opened.instance);
  const ended = isOnOwnAir ? await searchOnOwnAir(request, opened, begun) : await searchInAir(request, opened, begun);
  const { instance, matrix } = ended.opened;
  const room = { instance, matrix, limitChecks: request.limitChecks };
  if ('conflict' in ended)
    return { ...room, plan: null, record: await brokenRecord(ended), certificate: null, next: null };
  const { plan, certificate, outcome } = ended.end;
  // On its own air there is nothing to start a neighbour's run from: its air is another.
  const next = ended.ownAir === undefined ? (outcome.next ?? null) : null;
  return { ...room, plan, record: recordOf(ended), certificate, next };
}
