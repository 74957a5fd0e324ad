import { keptLimits } from '../../../../../models/families/reward-rate/reserve.js';
import { COMMAND_LINE, type Fault, type LocalFault } from '../../../../instances/fault.js';
import { digestOf } from '../../../../runs/digest.js';
import type { PartStore } from '../../../../runs/store/part-store.js';
import { loadLpEngine } from '../../../../solvers/linear/load.js';
import { brokenBy } from '../../../../studies/broken.js';
import { axisRecord, pointName } from '../../../../studies/sweep/axes.js';
import { paretoFront } from '../../../../studies/sweep/pareto.js';
import { solvePoints } from '../../../../studies/points.js';
import type { OpenedModel } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { solveOpened } from '../../runs/solve.js';
import { choicesOf } from '../choices.js';
import { runInputs } from '../run-inputs.js';
import { sharedPricing } from '../shared-pricing.js';
import { brokenSummary, type RunSummary, SCOPE_OF_EACH, scopesText, summaryOf } from '../summary.js';
import { type VariantShelf, variantShelf } from '../variants.js';
import { provenFrontier } from './frontier.js';
import { CAP, type Grid, type GridPoint, sweepGrid } from './grid.js';
import { type AxisSlope, NO_SLOPE, rangesAlong, slopeAlong } from './slopes.js';

/** A solved point of a sweep. */
export interface SweepPoint extends RunSummary {
  /** Value of the swept field on each axis. */
  readonly values: readonly number[];
  /** True if no other point earns as much with less power, or more with the same power. */
  readonly nonDominated: boolean;
  /**
   * For each axis, the change of the bound per unit of the swept field, with the range in which it is the least bound.
   */
  readonly marginal: readonly AxisSlope[];
}

/** Result of a sweep, from which its record is written; fields: docs/reward-rate/results.md. */
export type SweepResult = Awaited<ReturnType<typeof runSweep>>;

export interface SweepRequest extends Omit<RunRequest, 'start' | 'started'> {
  /** Store of solved points. Stored points are not solved again. */
  readonly store?: PartStore;
  /** True to solve every point without the columns generated for other points, to compare computing times. */
  readonly cold?: boolean;
}

export interface PreparedSweep {
  readonly ok: true;
  readonly original: OpenedModel;
  readonly grid: Grid;
  readonly shelf: VariantShelf;
}

/** Version of the stored points. It is raised when points stored by earlier code become invalid. */
const STORED_VERSION = 4;
/**
 * Returns a sweep that is ready to run, or faults.
 *
 * @param file name of the instance file in faults
 */
export function prepareSweep(
  original: OpenedModel,
  file: string,
  directory: string,
  over: readonly string[],
): PreparedSweep | { readonly ok: false; readonly faults: readonly Fault[] } {
  const answer = sweepGrid(over, original.instance);
  if (!answer.ok) {
    const inFile = ({ path }: LocalFault): string => (path === '--over' ? COMMAND_LINE : file);
    return { ok: false, faults: answer.faults.map((fault) => ({ file: inFile(fault), ...fault })) };
  }
  const shelf = variantShelf(original, directory);
  const refused = answer.grid.points.flatMap(({ instance }) => shelf.refusals(instance));
  return refused.length > 0 ? { ok: false, faults: refused } : { ok: true, original, grid: answer.grid, shelf };
}

/**
 * Solves a sweep point by point. Each point gets the same result as if it were solved separately. If the run of a point
 * crashes, it is marked as failed, and the others are still solved. Limits of time and work apply to each point.
 */
export async function runSweep(request: SweepRequest, { original, grid, shelf }: PreparedSweep) {
  const { axes } = grid;
  const { instance, sha256, warnings, matrix } = original;
  const varied = axes.map(({ path, factors }) => [path, factors]);
  const design = digestOf([STORED_VERSION, ...runInputs(request, original), varied]);
  let started = await loadLpEngine(request.engine);
  let pricing: ReturnType<typeof sharedPricing> = {};
  const solve = async (point: GridPoint) => {
    const solving = async () => solveOpened({ ...request, started, ...pricing }, shelf.open(point.instance));
    const solved = await solving().catch(brokenBy);
    const isBroken = 'failure' in solved;
    // An engine that broke down is not used again.
    if (isBroken || solved.record.result.termination === 'failed') started = await loadLpEngine(request.engine);
    if (isBroken) return { summary: brokenSummary(solved), slopes: axes.map(() => NO_SLOPE), boundScope: '' };
    const { termination, boundScope } = solved.record.result;
    if (request.interrupted() && termination === 'interrupted') return null;
    if (request.cold !== true && solved.next !== null) pricing = sharedPricing(solved.next);
    const summary = summaryOf(solved, warnings);
    // At another value another set of nodes may be on standby, of which this bound knows nothing.
    const certificate = summary.air === undefined ? solved.certificate : null;
    const slopes = axes.map((axis) => slopeAlong(axis, instance, certificate, summary.bound));
    return { summary, slopes, boundScope: summary.air === undefined ? boundScope : SCOPE_OF_EACH };
  };
  const { store, ...rest } = request;
  const { found, left, totalS } = await solvePoints<GridPoint, NonNullable<Awaited<ReturnType<typeof solve>>>>({
    ...rest,
    points: grid.points,
    solve,
    digest: ({ values }) => digestOf([design, values]),
    isKept: ({ summary }) => summary.termination !== 'failed',
    ...(store === undefined ? {} : { parts: store }),
  });
  const summaries = found.map(({ answer }) => answer.summary);
  const pareto = paretoFront(
    summaries.map(({ feasible, objective, power }) =>
      feasible && objective !== null && power !== null ? [power.totalW, -objective] : null,
    ),
  );
  const marginal = axes.map((_, a) =>
    rangesAlong(
      a,
      found.map(({ point, answer: { summary, slopes } }) => ({ ...point, bound: summary.bound, slope: slopes[a]! })),
    ),
  );
  // Each bound may hold for its own set of nodes on standby only.
  const isFrontier = axes.length === 1 && axes[0]!.path === CAP && summaries.every(({ air }) => air === undefined);
  const frontier = isFrontier
    ? provenFrontier(
        summaries,
        found.map(({ point }) => keptLimits(point.instance).powerCapW),
      )
    : undefined;
  const refuted = (frontier?.refuted ?? []).map((n) => pointName(axes, found[n]!.point.values));
  const wrong = `Plans earn more than the proven bound of a cap that they keep (${refuted.join('; ')}): one of them is wrong. Please report this instance.`;
  // Points may differ in their scope, e.g. where only some can idle at a common set-point.
  const scopes = new Set(found.map(({ answer }) => answer.boundScope).filter((scope) => scope !== ''));
  return {
    instance: instance.name,
    ...(instance.currency === undefined ? {} : { currency: instance.currency }),
    sha256,
    method: request.method.name,
    naive: request.naive,
    seed: request.seed,
    objectiveUnit: OBJECTIVE_UNIT,
    choices: choicesOf(request, original),
    axes: axes.map(axisRecord),
    points: found.map(({ point: { values }, answer: { summary } }, n): SweepPoint => {
      return { values, ...summary, nonDominated: pareto.includes(n), marginal: marginal.map((along) => along[n]!) };
    }),
    pareto,
    ...(frontier === undefined ? {} : { frontier }),
    pointsLeft: left,
    boundScope: scopesText([...scopes], 'points'),
    matrixProvenance: matrix.provenance.summary,
    warnings: refuted.length === 0 ? warnings : [...warnings, wrong],
    timeS: { total: totalS },
  };
}
