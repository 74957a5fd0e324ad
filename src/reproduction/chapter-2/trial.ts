import { J_PER_MJ } from '../../../models/units.js';
import type { Cell, TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value } from '../../experiments/record.js';
import { solve, type SolveOptions, type Solved } from '../../library/index.js';
import {
  accepted,
  type Outcome,
  outcomeOf,
  alteredInstance,
  bundledFile,
  inTemporaryFolder,
  writtenInstance,
} from '../library-calls.js';
import {
  foundingSteps,
  handlingOf,
  isSearch,
  LAST_HOUR,
  localSearchAt,
  methodOf,
  PER_STEP,
  progressValue,
  type Search,
  secondsOf,
  shareOfWork,
  sizeOf,
  stepsKey,
} from './budgets.js';
import { type BagCalibration, calibrationOf } from './calibration.js';
import { hoursOf } from './data.js';
import { rounded, type Watch, watchAt } from './progress.js';

/**
 * Values that a trial records: what the checker finds about the plan, the search's counts, and its progress if the
 * design asks for it.
 */
export interface TrialValues extends Readonly<Record<string, Value>> {
  readonly outcome: Outcome;
  /** Normal quantile of makespan-robustness, the probability that the core most likely to be late meets the deadline. */
  readonly psiZ: number | null;
  /** Normal quantile of energy-robustness, the probability of keeping the energy budget by Eqs. 9 and 10. */
  readonly phiZ: number | null;
  /** Normal quantile of keeping the energy budget if every node is on until the last of its cores is done. */
  readonly phiLastZ: number | null;
  readonly energyMeanJ: number | null;
  /** Share of the tasks that run in P-state 0, the fastest. */
  readonly fastestShare: number | null;
  /** Share of the tasks that run in the slowest P-state of their node. */
  readonly slowestShare: number | null;
  /** Proven bound on the normal quantile of the maximized probability; null except for the method `lagrange`. */
  readonly boundZ: number | null;
  readonly iterations: number | null;
  readonly generations: number | null;
  readonly longHops: number | null;
  /** Number of candidates made for the initial population, rejected ones included. */
  readonly founders: number | null;
}

/**
 * Runs one method, as printed in the thesis, on one instance with the limits of the cell. The recorded values depend
 * only on the input.
 */
export function robustTrial(input: TrialRequest): Promise<TrialOutput> {
  return inTemporaryFolder(async (folder) => {
    const { cell, seed } = input;
    const { method } = methodOf(cell['method']!);
    const file = await instanceFor(cell, seed, folder);
    const asked = {
      method,
      problem: cell['problem'] as NonNullable<SolveOptions['problem']>,
      seed,
      bound: false,
      ...(isSearch(method) ? searchOptions(method, cell) : {}),
    };
    const states = slowestStates(writtenInstance(file) as RobustShape);
    return trialBy(input, states, async (effort, watch) =>
      accepted(await solve(file, { ...asked, ...effort, onProgress: watch })),
    );
  });
}

/** Solves the instance of a trial with this work. */
type Solve = (effort: Pick<SolveOptions, 'workLimit' | 'generations'>, watch: Watch) => Promise<Solved>;

async function trialBy(
  input: TrialRequest,
  slowest: ReadonlyMap<string, number>,
  solveWith: Solve,
): Promise<TrialOutput> {
  const { cell, settings } = input;
  const { method: name } = methodOf(cell['method']!);
  const size = sizeOf(cell);
  const steps = settings[stepsKey(cell['method']!, size)] ?? null;
  if (!isSearch(name)) {
    const solved = await solveWith(steps === null ? {} : { workLimit: Number(steps) }, () => undefined);
    const nothing = Object.fromEntries(hoursOf(input).map((hour) => [progressValue(hour), null]));
    return { values: { ...valuesOf(solved, slowest), ...nothing }, times: timesOf(solved) };
  }
  if (steps === null) throw new RangeError(`The design gives ${cell['method']!} no steps`);
  const own = Number(steps);
  const seconds = secondsOf(cell['method']!, size, settings);
  const watched = watchAt(
    foundingSteps(name),
    hoursOf(input).map((hour) => ({ hour, share: shareOfWork(hour / LAST_HOUR, seconds, name, size) })),
  );
  const effort = name === 'tabu' ? { workLimit: own } : { generations: generationsOf(name, own, cell) };
  const solved = await solveWith(effort, watched.watch);
  return { values: { ...valuesOf(solved, slowest), ...watched.values() }, times: timesOf(solved) };
}

/** Returns the number of generations of a genetic search that has this number of steps. */
function generationsOf(name: Search, steps: number, { localSearch }: Cell): number {
  const share = name === 'gals' ? localSearchAt(localSearch).generations : 1;
  return Math.max(1, Math.round(PER_STEP[name] * steps * share));
}

function timesOf({ record: { timeS } }: Solved): TrialOutput['times'] {
  return { solve: timeS['total'] ?? 0 };
}

/**
 * Returns the options of a search as printed in the thesis, with the cell's trigger of long-hops. Plenum's own stopping
 * rules are off, because the search must use its whole budget.
 */
function searchOptions(name: Search, { stallHops, localSearch, handling: level }: Cell): SolveOptions {
  const { handling, weight } = handlingOf(level!);
  return {
    constraint: handling,
    persist: true,
    ...(weight === null ? {} : { penaltyWeight: weight }),
    ...(name === 'tabu' ? { stallHops: Number(stallHops) } : {}),
    ...(name === 'gals' ? { localSearch: localSearchAt(localSearch).iterations } : {}),
  };
}

/** The parts of an instance file that a trial reads or changes. */
interface RobustShape {
  readonly facility: {
    readonly nodeTypes: readonly {
      readonly name: string;
      readonly pStates: readonly { readonly dynamicPowerW: number }[];
    }[];
    readonly nodes: readonly { readonly name: string; readonly nodeType: string }[];
  };
  readonly workload: { readonly tasks: { readonly source: string; readonly seed?: number; readonly meanS?: number } };
  readonly limits: object;
}

/** Returns the number of the slowest P-state of each node, by the node's name. */
function slowestStates({ facility: { nodes, nodeTypes } }: RobustShape): ReadonlyMap<string, number> {
  const last = new Map(nodeTypes.map(({ name, pStates }) => [name, pStates.length - 1]));
  return new Map(nodes.map(({ name, nodeType }) => [name, last.get(nodeType)!]));
}

/**
 * Writes the trial's instance with the limits and the calibration of the cell to a file and returns its path. Task times of tiny instances
 * are fixed, so all their trials are equal.
 */
export async function instanceFor(cell: Cell, seed: number, folder: string): Promise<string> {
  const file = await bundledFile(`robust/${cell['instance']!}`);
  const own = { deadlineS: Number(cell['deadlineS']), energyBudgetJ: J_PER_MJ * Number(cell['budgetMJ']) };
  return alteredInstance<RobustShape>(file, folder, (bundled) => {
    const { facility, workload } = calibrated(bundled, calibrationOf(cell));
    const { tasks } = workload;
    const drawn = tasks.source === 'generated' ? { ...tasks, seed: tasks.seed! + seed - 1 } : tasks;
    const limits = { ...bundled.limits, ...own };
    return { ...bundled, facility, limits, workload: { ...workload, tasks: drawn }, knownOptimum: undefined };
  });
}

/** Returns facility and workload with the numbers of a calibration; null leaves them as they are. */
function calibrated(
  { facility, workload }: RobustShape,
  calibration: BagCalibration | null,
): Pick<RobustShape, 'facility' | 'workload'> {
  if (calibration === null) return { facility, workload };
  const { dynamicPower, meanS } = calibration;
  const nodeTypes = facility.nodeTypes.map((type) => {
    const pStates = type.pStates.map((one) => ({ ...one, dynamicPowerW: dynamicPower * one.dynamicPowerW }));
    return { ...type, pStates };
  });
  return { facility: { ...facility, nodeTypes }, workload: { ...workload, tasks: { ...workload.tasks, meanS } } };
}

/** The part of a run's `details` that a trial records (docs/robust/results.md). */
interface RobustDetails {
  readonly psi: { readonly z: number } | null;
  readonly phi: { readonly z: number } | null;
  readonly energyUntilLastCore: { readonly energyRobustness: { readonly z: number } } | null;
  readonly energyMeanJ: number | null;
  readonly boundZ: number | null;
}

/** The part of a plan that a trial reads: the P-states of the tasks of each core. */
interface RobustPlanShape {
  readonly cores: readonly { readonly node: string; readonly pStates: readonly number[] }[];
}

/** Returns the share of a plan's tasks whose P-state `isMeant` accepts; null without a plan. */
function shareOf(plan: Solved['plan'], isMeant: (pState: number, node: string) => boolean): number | null {
  if (plan === null) return null;
  const { cores } = plan as unknown as RobustPlanShape;
  const meant = cores.flatMap(({ node, pStates }) => pStates.map((pState) => isMeant(pState, node)));
  return meant.length === 0 ? null : meant.filter(Boolean).length / meant.length;
}

function valuesOf(solved: Solved, slowest: ReadonlyMap<string, number>): TrialValues {
  const { record, plan } = solved;
  const { work } = record;
  const { psi, phi, energyUntilLastCore, energyMeanJ, boundZ } = record.details as unknown as RobustDetails;
  const count = (name: string): number | null => work[name] ?? null;
  return {
    outcome: outcomeOf(solved),
    psiZ: rounded(psi?.z),
    phiZ: rounded(phi?.z),
    phiLastZ: rounded(energyUntilLastCore?.energyRobustness.z),
    energyMeanJ: rounded(energyMeanJ),
    fastestShare: rounded(shareOf(plan, (pState) => pState === 0)),
    slowestShare: rounded(shareOf(plan, (pState, node) => pState === slowest.get(node))),
    boundZ: rounded(boundZ),
    iterations: count('iterations'),
    generations: count('generations'),
    longHops: count('longHops'),
    founders: count('fullEvaluations'),
  };
}
