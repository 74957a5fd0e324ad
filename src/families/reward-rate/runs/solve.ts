import { hasAirOfStandby } from '../../../../models/families/reward-rate/standby-air.js';
import { runDriver, timeIsUp } from '../../../runs/control.js';
import type { Refused } from '../../../instances/fault.js';
import { phases } from '../../../runs/stop-watch.js';
import { type InsteadWords, type OpenedModel, openModel } from './open.js';
import { bestOnOwnAir } from './own-air.js';
import type { RunRequest } from './request.js';
import { type Begun, solveInAir, type Solved } from './solve-in-air.js';
import { unplannedStandbyFault } from './standby-air.js';

export type { Solved } from './solve-in-air.js';

export interface SolveRequest extends RunRequest {
  readonly file: string;
  /** Options that replace fields of the instance: reserves, set-point steps and failures to survive. */
  readonly instead?: InsteadWords;
}

export type SolveAnswer = { readonly ok: true; readonly solved: Solved } | Refused;

/**
 * Solves an instance file: opens it, searches for a plan, proves a bound and has the checker evaluate the plan. All
 * solving goes through this function. It writes no files.
 */
export async function solveInstance(request: SolveRequest): Promise<SolveAnswer> {
  const timeS: Record<string, number> = {};
  const clock = phases(request.nowS, timeS);
  // From here on, so that a time limit covers reading the instance and computing its air too.
  const driver = runDriver(request);
  const opened = openModel(request.file, clock, timeIsUp(request), request.instead);
  if (!opened.ok) return opened;
  const unplanned = unplannedStandbyFault(request, opened.instance);
  if (unplanned !== null) return { ok: false, faults: [unplanned] };
  return { ok: true, solved: await solveOpened(request, opened, { driver, timeS }) };
}

/** Runs a method on an opened model, such as one of many with the same air flow. */
export function solveOpened(request: RunRequest, opened: OpenedModel, begun?: Begun): Promise<Solved> {
  return opened.model.asleep === undefined && hasAirOfStandby(opened.instance)
    ? bestOnOwnAir(request, opened, begun?.timeS ?? {})
    : solveInAir(request, opened, begun);
}
