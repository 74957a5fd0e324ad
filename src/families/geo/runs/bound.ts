import type { GeoProblem } from '../../../../models/problems/geo/problem.js';
import type { GeoCertificate } from '../methods/outcome.js';
import { type DriverOptions, runDriver } from '../../../runs/control.js';

/** How long the bound may take. */
export interface GeoBoundRequest extends DriverOptions {
  readonly boundTimeLimitS?: number | null;
}

/** The bound of a plan that was found without one; stopped early it is what is proven by then, and a warning says so. */
export async function geoBoundAfter(
  request: GeoBoundRequest,
  problem: GeoProblem,
): Promise<{ readonly certificate: GeoCertificate; readonly warnings: readonly string[] }> {
  const { limits, boundTimeLimitS = limits.timeLimitS } = request;
  // Work limits are of the search: where nothing depends on the clock, neither does the bound.
  const control = runDriver({ ...request, limits: { timeLimitS: boundTimeLimitS, workLimit: null } });
  const { geoBound } = await import('../methods/bound/bound.js');
  const certificate = await geoBound({ problem, control });
  const stopped = certificate.infeasibility === undefined && control.stopReason !== null;
  return { certificate, warnings: stopped ? [STOPPED] : [] };
}

const STOPPED =
  'The bound was stopped before it was as tight as it can be made: what is given holds, but more time (--bound-time-limit) may raise it.';
