import { keptOf } from '../../../../../models/facility/room-limits.js';
import { limitNamed } from '../../../../../models/families/reward-rate/room-limits.js';
import type { Refused } from '../../../../instances/fault.js';
import { pointText } from '../../../../reports/sweep/axis.js';
import { digestOf } from '../../../../runs/digest.js';
import type { PartStore } from '../../../../runs/store/part-store.js';
import { solvePoints } from '../../../../studies/points.js';
import { paretoFront } from '../../../../studies/sweep/pareto.js';
import { directoryOf, type OpenedModel } from '../../runs/open.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { choicesOf } from '../choices.js';
import { runInputs } from '../run-inputs.js';
import { runsInTurn, type SeriesOfRuns } from '../runs-in-turn.js';
import { brokenSummary, SCOPE_OF_EACH, scopesText, summaryOf } from '../summary.js';
import { variantShelf } from '../variants.js';
import { provenFrontier } from './frontier.js';
import { sweepGrid } from './grid.js';
import { NO_SLOPE, rangesAlong, slopeAlong } from './slopes.js';

/** Result of a sweep, from which its record is written. For its fields see docs/reward-rate/results.md. */
export type SweepResult = Awaited<ReturnType<typeof runSweep>>;

/** Request for a sweep. Points in `store` were solved by an earlier run and are not solved again. */
export type SweepRequest = SeriesOfRuns & { readonly store?: PartStore };

/** Version of the stored points. It is raised when points stored by earlier code become invalid. */
const STORED_VERSION = 4;

/** Returns a sweep that is ready to run. Returns faults if the axes, or the instance of some point, are not valid. */
export function prepareSweep(original: OpenedModel, file: string, over: readonly string[]) {
  const grid = sweepGrid(over, original.instance, file);
  if (!grid.ok) return grid;
  const shelf = variantShelf(original, directoryOf(file));
  const faults = grid.points.flatMap(({ instance }) => shelf.refusals(instance));
  return faults.length > 0 ? { ok: false as const, faults } : { ...grid, original, shelf };
}

/**
 * Solves the points of a sweep, each as if it were solved separately. Limits of time and work apply to each point. If
 * the run of a point crashes, the point is marked as failed, and the others are still solved.
 */
export async function runSweep(
  { store, ...request }: SweepRequest,
  { original, axes, points, shelf }: Exclude<ReturnType<typeof prepareSweep>, Refused>,
) {
  const { instance, sha256, warnings, matrix } = original;
  type Point = (typeof points)[number];
  const varied = axes.map(({ field, factors }) => [field, factors]);
  const design = digestOf([STORED_VERSION, ...runInputs(request, original), varied]);
  const runs = runsInTurn(request, shelf);
  const solve = async (point: Point) => {
    const solved = await runs.solve(point.instance);
    if (solved === null) return null;
    if ('failure' in solved) {
      return { summary: brokenSummary(solved), slopes: axes.map(() => NO_SLOPE), boundScope: '' };
    }
    const summary = summaryOf(solved, warnings);
    // At another value another set of nodes may be on standby, of which this bound knows nothing.
    const certificate = summary.air === undefined ? solved.certificate : null;
    const slopes = axes.map((axis) => slopeAlong(axis, instance, certificate, summary.bound));
    return { summary, slopes, boundScope: summary.air === undefined ? solved.record.result.boundScope : SCOPE_OF_EACH };
  };
  const { found, left, totalS } = await solvePoints<Point, NonNullable<Awaited<ReturnType<typeof solve>>>>({
    ...request,
    points,
    solve,
    digest: ({ values }) => digestOf([design, values]),
    isKept: ({ summary }) => summary.termination !== 'failed',
    parts: store,
  });
  const summaries = found.map(({ answer }) => answer.summary);
  const pareto = paretoFront(
    summaries.map(({ feasible, objective, power }) => (feasible ? [power!.totalW, -objective!] : null)),
  );
  const lines = found.map(({ point: { values }, answer: { summary, slopes } }) => {
    return { values, bound: summary.bound, slopes };
  });
  const ranges = axes.map((_, a) => rangesAlong(a, lines));
  // Each bound may hold for its own set of nodes on standby only.
  const cap = limitNamed('powerCap')!;
  const isFrontier =
    axes.length === 1 && axes[0]!.field === cap.field && summaries.every(({ air }) => air === undefined);
  const keptCapW = found.map(({ point }) => keptOf(cap, point.instance, cap.stated(point.instance)[0]!.value));
  const frontier = isFrontier ? provenFrontier(summaries, keptCapW) : undefined;
  const refuted = (frontier?.refuted ?? []).map((n) => pointText(axes, found[n]!.point.values));
  const wrong = `Plans earn more than the proven bound of a cap that they keep (${refuted.join('; ')}): one of them is wrong. Please report this instance.`;
  // Points may differ in their scope, e.g. where only some can idle at a common set-point.
  const scopes = new Set(found.map(({ answer }) => answer.boundScope).filter((scope) => scope !== ''));
  return {
    instance: instance.name,
    currency: instance.currency,
    sha256,
    method: request.method.name,
    naive: request.naive,
    seed: request.seed,
    objectiveUnit: OBJECTIVE_UNIT,
    choices: choicesOf(request, original),
    axes: axes.map(({ places: _, ...axis }) => axis),
    points: found.map(({ point: { values } }, n) => ({
      values,
      ...summaries[n]!,
      nonDominated: pareto.includes(n),
      marginal: ranges.map((along) => along[n]!),
    })),
    pareto,
    frontier,
    pointsLeft: left,
    boundScope: scopesText([...scopes], 'points'),
    matrixProvenance: matrix.provenance.summary,
    warnings: refuted.length === 0 ? warnings : [...warnings, wrong],
    timeS: { total: totalS },
  };
}
