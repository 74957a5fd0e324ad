import { keptLimits } from '../../../../../models/families/reward-rate/reserve.js';
import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';
import { digestOf } from '../../../../runs/digest.js';
import type { PartStore } from '../../../../runs/store/part-store.js';
import { loadLpEngine } from '../../../../solvers/linear/load.js';
import { type Broken, brokenBy } from '../../../../studies/broken.js';
import { axisRecord, pointName } from '../../../../studies/sweep/axes.js';
import { type FoundPoint, sweptPoints } from '../../../../studies/sweep/points.js';
import type { OpenedModel } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { type Solved, solveOpened } from '../../runs/solve.js';
import { choicesOf } from '../choices.js';
import { runInputs } from '../run-inputs.js';
import { sharedPricing } from '../shared-pricing.js';
import { brokenSummary, type RunSummary, SCOPE_OF_EACH, scopesText, summaryOf } from '../summary.js';
import { type VariantShelf, variantShelf } from '../variants.js';
import { provenFrontier } from './frontier.js';
import { type Grid, type GridPoint, sweepGrid } from './grid.js';
import { paretoFront } from './pareto.js';
import type { Frontier, SweepPoint, SweepResult } from './result.js';
import { NO_SLOPE, rangesAlong, type Slope, slopeAlong } from './slopes.js';

export interface SweepRequest extends Omit<RunRequest, 'start' | 'started'> {
  /** Store for solved points. */
  readonly store?: PartStore;
  /** True if every point is computed without reusing pricing results of other points, for comparison. */
  readonly cold?: boolean;
}

export interface PreparedSweep {
  readonly ok: true;
  readonly original: OpenedModel;
  readonly grid: Grid;
  readonly shelf: VariantShelf;
}

/**
 * Returns the grid of an instance, in which every point was checked like a file. `file` is the name that faults show.
 */
export function prepareSweep(
  original: OpenedModel,
  file: string,
  directory: string,
  over: readonly string[],
): PreparedSweep | { readonly ok: false; readonly faults: readonly Fault[] } {
  const answer = sweepGrid(over, original.instance);
  if (!answer.ok) {
    const inFile = ({ path }: { path: string }): string => (path === '--over' ? COMMAND_LINE : file);
    return { ok: false, faults: answer.faults.map((fault) => ({ file: inFile(fault), ...fault })) };
  }
  const shelf = variantShelf(original, directory);
  const refused = answer.grid.points.flatMap(({ instance }) => shelf.refusals(instance));
  return refused.length > 0 ? { ok: false, faults: refused } : { ok: true, original, grid: answer.grid, shelf };
}

/** The answer at one point, in the form in which it is stored. */
interface PointAnswer {
  readonly summary: RunSummary;
  readonly slopes: readonly Slope[];
  readonly boundScope: string;
}

type Done = FoundPoint<GridPoint, PointAnswer>;

/** Version of the stored points. It is raised when points stored by earlier code become invalid. */
const STORED_VERSION = 4;
/** Path of the power cap in an instance. */
const CAP = 'limits.powerCapW';

/**
 * Solves a sweep point by point. Each point gets the same answer as if it were solved alone. If one point breaks down,
 * it is marked as failed and the others are still solved. Limits of time and work apply to each point.
 */
export async function runSweep(request: SweepRequest, { original, grid, shelf }: PreparedSweep): Promise<SweepResult> {
  const { axes } = grid;
  const design = digestOf([
    STORED_VERSION,
    ...runInputs(request, original),
    axes.map(({ path, factors }) => [path, factors]),
  ]);
  let started = await loadLpEngine(request.engine);
  let pricing: ReturnType<typeof sharedPricing> = {};
  const solve = async ({ instance }: GridPoint): Promise<PointAnswer | null> => {
    const solved = await solvedOrBroken(() => solveOpened({ ...request, started, ...pricing }, shelf.open(instance)));
    const isBroken = 'failure' in solved;
    // An engine that broke down is not used again.
    if (isBroken || solved.record.result.termination === 'failed') started = await loadLpEngine(request.engine);
    if (isBroken) return { summary: brokenSummary(solved), slopes: axes.map(() => NO_SLOPE), boundScope: '' };
    const { termination, boundScope } = solved.record.result;
    if (request.interrupted() && termination === 'interrupted') return null;
    if (request.cold !== true && solved.next !== null) pricing = sharedPricing(solved.next);
    const summary = summaryOf(solved, original.warnings);
    // At another value another set of nodes may be on standby, of which this bound knows nothing.
    const certificate = summary.air === undefined ? solved.certificate : null;
    const slopes = axes.map((axis) => slopeAlong(axis, original.instance, certificate, summary.bound));
    return { summary, slopes, boundScope: summary.air === undefined ? boundScope : SCOPE_OF_EACH };
  };
  const { found, left, totalS } = await sweptPoints<GridPoint, PointAnswer>({
    ...request,
    points: grid.points,
    solve,
    digest: ({ values }) => digestOf([design, values]),
    isKept: ({ summary }) => summary.termination !== 'failed',
    ...(request.store === undefined ? {} : { parts: request.store }),
  });
  const frontier = frontierOf(grid, found);
  const { instance, sha256, warnings, matrix } = original;
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
    ...pointsOf(grid, found),
    ...(frontier === undefined ? {} : { frontier }),
    pointsLeft: left,
    boundScope: scopesText([...scopes], 'points'),
    matrixProvenance: matrix.provenance.summary,
    warnings: [...warnings, ...aboveFrontier(grid, found, frontier)],
    timeS: { total: totalS },
  };
}

async function solvedOrBroken(solve: () => Promise<Solved>): Promise<Solved | Broken> {
  try {
    return await solve();
  } catch (error) {
    return brokenBy(error);
  }
}

function pointsOf({ axes }: Grid, found: readonly Done[]): Pick<SweepResult, 'points' | 'pareto'> {
  const pareto = paretoFront(
    found.map(({ answer: { summary } }) => {
      const { feasible, objective, power } = summary;
      return feasible && objective !== null && power !== null ? { rewardPerS: objective, powerW: power.totalW } : null;
    }),
  );
  const slopes = axes.map((_, a) =>
    rangesAlong(
      a,
      found.map(({ point, answer }) => {
        return { ...point, bound: answer.summary.bound, slope: answer.slopes[a]! };
      }),
    ),
  );
  const points = found.map(({ point: { values }, answer }, n): SweepPoint => {
    const marginal = slopes.map((perPoint) => perPoint[n]!);
    return { values, ...answer.summary, nonDominated: pareto.includes(n), marginal };
  });
  return { points, pareto };
}

/**
 * Returns the proven frontier of a sweep over the power cap alone. Undefined for other sweeps, and if each bound holds
 * only for its own set of nodes on standby.
 */
function frontierOf({ axes }: Grid, found: readonly Done[]): Frontier | undefined {
  const hasOwnAir = found.some(({ answer }) => answer.summary.air !== undefined);
  if (axes.length !== 1 || axes[0]!.path !== CAP || hasOwnAir) return undefined;
  return provenFrontier(
    found.map(({ answer }) => answer.summary),
    found.map(({ point }) => keptLimits(point.instance).powerCapW),
  );
}

/** Returns a warning about plans that earn more than other points prove possible; empty if there are none. */
function aboveFrontier({ axes }: Grid, found: readonly Done[], frontier: Frontier | undefined): string[] {
  const refuted = frontier?.refuted ?? [];
  if (refuted.length === 0) return [];
  const names = refuted.map((n) => pointName(axes, found[n]!.point.values)).join('; ');
  return [
    `Plans earn more than the proven bound of a cap that they keep (${names}): one of them is wrong. Please report this instance.`,
  ];
}
