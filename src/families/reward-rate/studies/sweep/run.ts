import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { keptLimits } from '../../../../../models/families/reward-rate/reserve.js';
import type { Fault } from '../../../../instances/fault.js';
import { digestOf } from '../../../../runs/digest.js';
import { NO_PARTS, type PartStore } from '../../../../runs/store/part-store.js';
import type { OpenedModel } from '../../runs/open.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import type { RunRequest } from '../../runs/request.js';
import { type Solved, solveOpened } from '../../runs/solve.js';
import { loadLpEngine } from '../../../../solvers/linear/load.js';
import { choicesOf } from '../choices.js';
import { runInputs } from '../run-inputs.js';
import { sharedPricing } from '../shared-pricing.js';
import { brokenSummary, type RunSummary, SCOPE_OF_EACH, scopesText, summaryOf } from '../summary.js';
import { brokenBy } from '../../../../studies/broken.js';
import { type Broken } from '../../../../studies/broken.js';
import { type VariantShelf, variantShelf } from '../variants.js';
import { fieldUnit } from './field.js';
import { provenFrontier } from './frontier.js';
import { type Grid, type GridPoint, pointName, sweepGrid } from './grid.js';
import { paretoFront } from './pareto.js';
import type { AxisSlope, SweepPoint, SweepResult } from './result.js';
import { NO_SLOPE, type OnLine, rangesOn, type Slope, slopeAlong } from './slopes.js';

export interface SweepRequest extends Omit<RunRequest, 'start' | 'started'> {
  /** Store of solved points, in which they are kept and from which they are taken. */
  readonly store?: PartStore;
  /** Flag, true to share no pricing among points, for comparison. */
  readonly cold?: boolean;
}

export interface PreparedSweep {
  readonly ok: true;
  readonly original: OpenedModel;
  readonly grid: Grid;
  readonly shelf: VariantShelf;
}

/** The grid of an instance, every point judged like a file. `file` is what models of the instance are listed under. */
export function prepareSweep(
  original: OpenedModel,
  file: string,
  directory: string,
  over: readonly string[],
): PreparedSweep | { readonly ok: false; readonly faults: readonly Fault[] } {
  const answer = sweepGrid(over, original.instance);
  if (!answer.ok) {
    const inFile = ({ path }: { path: string }): string => (path === '--over' ? 'command line' : file);
    return { ok: false, faults: answer.faults.map((fault) => ({ file: inFile(fault), ...fault })) };
  }
  const shelf = variantShelf(original, directory);
  const refused = answer.grid.points.flatMap(({ instance }) => shelf.refusals(instance));
  return refused.length > 0 ? { ok: false, faults: refused } : { ok: true, original, grid: answer.grid, shelf };
}

interface DonePoint {
  readonly point: GridPoint;
  readonly summary: RunSummary;
  readonly slopes: readonly Slope[];
}

/** Stored point: its answer. */
interface StoredPoint {
  readonly summary: RunSummary;
  readonly slopes: readonly Slope[];
  readonly boundScope: string;
}

/**
 * Sweep solved point by point: each has the answer it has by itself, whatever was solved before. A point that breaks down is a failed
 * point, and the others are solved all the same. An interrupt ends the sweep with the points done; limits of time and work are
 * per point.
 */
export async function runSweep(request: SweepRequest, { original, grid, shelf }: PreparedSweep): Promise<SweepResult> {
  const startS = request.nowS();
  const done: DonePoint[] = [];
  let started = await loadLpEngine(request.engine);
  let pricing: ReturnType<typeof sharedPricing> = {};
  const scopes = new Set<string>();
  const store = request.store ?? NO_PARTS;
  let beforeS = 0;
  const design = sweepDesign(request, { original, grid });
  for (const point of grid.points) {
    const digest = digestOf([design, point.values]);
    const stored = store.read(digest) as StoredPoint | null;
    if (stored !== null) {
      const { summary, slopes, boundScope } = stored;
      done.push({ point, summary, slopes });
      beforeS += summary.timeS;
      scopes.add(summary.air === undefined ? boundScope : SCOPE_OF_EACH);
      continue;
    }
    if (request.interrupted()) break;
    const solved = await solvePoint({ ...request, started, ...pricing }, shelf, point);
    if ('failure' in solved) {
      done.push({ point, summary: brokenSummary(solved), slopes: grid.axes.map(() => NO_SLOPE) });
      started = await loadLpEngine(request.engine);
      continue;
    }
    if (request.interrupted() && solved.record.result.termination === 'interrupted') break;
    // An engine that broke down is not used again.
    const { termination, boundScope } = solved.record.result;
    if (termination === 'failed') started = await loadLpEngine(request.engine);
    if (request.cold !== true && solved.next !== null) pricing = sharedPricing(solved.next);
    const summary = summaryOf(solved, original.warnings);
    scopes.add(summary.air === undefined ? boundScope : SCOPE_OF_EACH);
    // At another value another set of nodes may be on standby, of which this bound knows nothing.
    const certificate = summary.air === undefined ? solved.certificate : null;
    const slopes = grid.axes.map((axis) => slopeAlong(axis, original.instance, certificate, summary.bound));
    done.push({ point, summary, slopes });
    const made: StoredPoint = { summary, slopes, boundScope };
    if (termination !== 'failed') store.keep(digest, made);
  }
  return {
    ...head(original.instance, original.sha256, request),
    choices: choicesOf(request, original),
    axes: grid.axes.map(({ path, places, factors, values }) => ({
      field: path,
      places: places.length,
      factors,
      unit: fieldUnit(path),
      values,
    })),
    ...pointsOf(grid, done),
    ...frontierOf(grid, done),
    pointsLeft: grid.points.length - done.length,
    // Points may differ in their scope, e.g. where only some can idle at a common set-point.
    boundScope: scopesText(
      [...scopes].filter((scope) => scope !== ''),
      'points',
    ),
    matrixProvenance: original.matrix.provenance.summary,
    warnings: [...original.warnings, ...aboveFrontier(grid, done)],
    // What was made earlier took its time then.
    timeS: { total: request.nowS() - startS + beforeS },
    files: {},
  };
}

/** Version of stored points, raised whenever those of an earlier version no longer fit. */
const STORED_VERSION = 3;

/** Digest of all that the points of a sweep depend on, but for the values of each. */
function sweepDesign(request: SweepRequest, { original, grid }: Pick<PreparedSweep, 'original' | 'grid'>): string {
  const axes = grid.axes.map(({ path, factors }) => [path, factors]);
  return digestOf([STORED_VERSION, ...runInputs(request, original), axes]);
}

async function solvePoint(request: RunRequest, shelf: VariantShelf, { instance }: GridPoint): Promise<Solved | Broken> {
  try {
    return await solveOpened(request, shelf.open(instance));
  } catch (error) {
    return brokenBy(error);
  }
}

function head(
  { name }: RewardRateInstance,
  sha256: string,
  { method, naive, seed }: SweepRequest,
): Pick<SweepResult, 'instance' | 'sha256' | 'family' | 'study' | 'method' | 'naive' | 'seed' | 'objectiveUnit'> {
  const objectiveUnit = OBJECTIVE_UNIT;
  return {
    instance: name,
    sha256,
    family: 'reward-rate',
    study: 'sweep',
    method: method.name,
    naive,
    seed,
    objectiveUnit,
  };
}

function pointsOf(grid: Grid, done: readonly DonePoint[]): Pick<SweepResult, 'points' | 'pareto'> {
  const pareto = paretoFront(
    done.map(({ summary: { feasible, objective, power } }) =>
      feasible && objective !== null && power !== null ? { rewardPerS: objective, powerW: power.totalW } : null,
    ),
  );
  const slopes = grid.axes.map((_, a) => alongAxis(done, a));
  const points = done.map(({ point, summary }, n): SweepPoint => {
    return {
      values: point.values,
      ...summary,
      nonDominated: pareto.includes(n),
      marginal: slopes.map((perPoint) => perPoint[n]!),
    };
  });
  return { points, pareto };
}

/** Path of the power cap. */
const CAP = 'limits.powerCapW';

/** Proven frontier of a sweep over the cap alone; nothing for others, nor where each bound holds for a set of nodes on standby of its own. */
function frontierOf({ axes }: Grid, done: readonly DonePoint[]): Pick<SweepResult, 'frontier'> {
  if (axes.length !== 1 || axes[0]!.path !== CAP || done.some(({ summary }) => summary.air !== undefined)) return {};
  return {
    frontier: provenFrontier(
      done.map(({ summary }) => summary),
      done.map(({ point }) => keptLimits(point.instance).powerCapW),
    ),
  };
}

/** Warning of plans above the frontier that other points prove. */
function aboveFrontier(grid: Grid, done: readonly DonePoint[]): string[] {
  const refuted = frontierOf(grid, done).frontier?.refuted ?? [];
  if (refuted.length === 0) return [];
  const names = refuted.map((n) => pointName(grid.axes, done[n]!.point.values)).join('; ');
  return [
    `Plans earn more than the proven bound of a cap that they keep (${names}): one of them is wrong. Please report this instance.`,
  ];
}

/** Ranges along one axis, line by line of the grid. */
function alongAxis(done: readonly DonePoint[], a: number): AxisSlope[] {
  const lines = new Map<string, number[]>();
  for (const [n, { point }] of done.entries()) {
    const key = point.at.filter((_, other) => other !== a).join();
    lines.set(key, [...(lines.get(key) ?? []), n]);
  }
  const slopes: AxisSlope[] = [];
  for (const line of lines.values()) {
    const on = line.map((n): OnLine => {
      const { point, summary, slopes: own } = done[n]!;
      return { value: point.values[a]!, bound: summary.bound, slope: own[a]! };
    });
    for (const [k, range] of rangesOn(on).entries()) slopes[line[k]!] = range;
  }
  return slopes;
}
