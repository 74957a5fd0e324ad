import { LuFactors } from '../../models/physics/thermal/lu-factors.js';

/** Runs of one class of tasks on nodes of one type. */
export interface RunCell {
  readonly taskClass: number;
  readonly nodeType: number;
  /** Number of runs, at least 1. */
  readonly runs: number;
  /** Mean of the natural logarithm of the run time in s. */
  readonly meanLog: number;
  /** Variance of that logarithm between runs, > 0. */
  readonly varianceLog: number;
  /** Sum over the runs of cores. */
  readonly tasks: number;
  /** Sum over the runs of cores x run time, s. */
  readonly coreS: number;
}

/** How long tasks of each class take on nodes of each type. */
export interface TypeTable {
  /** [class][node type]: mean run time, s; null for a class without runs. */
  readonly timeS: readonly (readonly number[] | null)[];
  /** [node type]: factor on run times, with geometric mean 1 over the runs. */
  readonly factor: readonly number[];
  /** [node type]: bounds of the 90 % interval of the factor; wide for types that the log cannot compare with the others. */
  readonly interval: readonly (readonly [low: number, high: number])[];
  /**
   * [node type]: number of its group. Types are in one group if classes connect them, so that the log can compare them.
   * Between groups it cannot, and factors differ as the prior says.
   */
  readonly group: readonly number[];
  /** Standard deviation of the logarithm of cells about class and type. */
  readonly spreadLog: number;
}

/** Variance of the prior of a type's logarithm. Ours: two thirds of factors lie between 0.37 and 2.7 times the prior. */
const PRIOR_VARIANCE = 1;
/** Half-width of a 90 % interval of a normal distribution, in standard deviations. */
const NORMAL_90 = 1.645;
/** First guess, least and greatest variance of cells about class and type. Ours. */
const SPREAD = { first: 0.25, least: 1e-4, most: 9 } as const;
/** Power by which the variance of cells is corrected in each round: below 1, so that it does not swing. */
const CORRECTION = 0.7;
/** Maximum number of rounds; a few dozen are usual. */
const MAX_ROUNDS = 500;
/** Largest change of a logarithm in the last round. */
const SETTLED = 1e-10;

/**
 * Returns the table of run times by class and node type that the runs of a log show.
 *
 * The model is log time = class + type + cell + noise. Cells have a common variance, found by moments; types have a normal
 * prior. A cell with few runs therefore keeps to class and type, one with many to its own mean, and a cell without runs is
 * predicted. One factor per class makes the core-seconds of the log come out again exactly.
 *
 * @param prior [node type]: logarithm of the expected factor on run times, such as minus the log of the speed of a core
 */
export function typeTable(cells: readonly RunCell[], classes: number, prior: readonly number[]): TypeTable {
  const types = prior.length;
  const group = groupsOf(cells, types);
  const { ofClass, ofType, spread } = fitted(cells, classes, prior);
  const weight = new Array<number>(types).fill(0);
  for (const { nodeType, runs } of cells) weight[nodeType]! += runs;
  const allRuns = weight.reduce((sum, one) => sum + one, 0);
  const share = weight.map((one) => one / allRuns);
  const centre = ofType.reduce((sum, log, type) => sum + share[type]! * log, 0);
  const factor = ofType.map((log) => Math.exp(log - centre));
  const halfWidth = halfWidths(cells, classes, share, spread);
  const timeS = Array.from({ length: classes }, (_, c): readonly number[] | null => {
    const own = cells.filter(({ taskClass }) => taskClass === c);
    if (own.length === 0) return null;
    const relative = ofType.map((log, type) => {
      const cell = own.find(({ nodeType }) => nodeType === type);
      if (cell === undefined) return Math.exp(log);
      const kept = spread / (spread + cell.varianceLog / cell.runs);
      return Math.exp(log + kept * (cell.meanLog - ofClass[c]! - log));
    });
    const stated = own.reduce((sum, { nodeType, tasks }) => sum + tasks * relative[nodeType]!, 0);
    const scale = own.reduce((sum, { coreS }) => sum + coreS, 0) / stated;
    return relative.map((one) => one * scale);
  });
  return {
    timeS,
    factor,
    interval: factor.map((one, type) => [one * Math.exp(-halfWidth[type]!), one * Math.exp(halfWidth[type]!)]),
    group,
    spreadLog: Math.sqrt(spread),
  };
}

/** Returns the number of the group of each type: types that classes connect, directly or through others. */
function groupsOf(cells: readonly RunCell[], types: number): number[] {
  const group = Array.from({ length: types }, (_, type) => type);
  const first = new Map<number, number>();
  const rootOf = (type: number): number => (group[type] === type ? type : rootOf(group[type]!));
  for (const { taskClass, nodeType } of cells) {
    const known = first.get(taskClass);
    if (known === undefined) first.set(taskClass, nodeType);
    else group[Math.max(rootOf(known), rootOf(nodeType))] = Math.min(rootOf(known), rootOf(nodeType));
  }
  const roots = group.map((_, type) => rootOf(type));
  const numbers = [...new Set(roots)];
  return roots.map((root) => numbers.indexOf(root));
}

interface Fitted {
  /** [class], [node type]: logarithms. */
  readonly ofClass: readonly number[];
  readonly ofType: readonly number[];
  /** Variance of cells about class and type. */
  readonly spread: number;
}

/** Fits classes and types in turn by weighted least squares, and the variance of cells by moments. */
function fitted(cells: readonly RunCell[], classes: number, prior: readonly number[]): Fitted {
  const types = prior.length;
  const perClass = new Array<number>(classes).fill(0);
  for (const { taskClass } of cells) perClass[taskClass]! += 1;
  const compared = cells.filter(({ taskClass }) => perClass[taskClass]! > 1);
  const comparedClasses = new Set(compared.map(({ taskClass }) => taskClass)).size;
  const comparedTypes = new Set(compared.map(({ nodeType }) => nodeType)).size;
  const freedom = compared.length - comparedClasses - comparedTypes + 1;
  let ofType = [...prior];
  let ofClass = new Array<number>(classes).fill(0);
  let spread: number = SPREAD.first;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const weightOf = ({ varianceLog, runs }: RunCell): number => 1 / (spread + varianceLog / runs);
    ofClass = solvedBy(cells, classes, weightOf, (cell) => [cell.taskClass, cell.meanLog - ofType[cell.nodeType]!]);
    const next = solvedBy(
      cells,
      types,
      weightOf,
      (cell) => [cell.nodeType, cell.meanLog - ofClass[cell.taskClass]!],
      prior,
    );
    const change = Math.max(...next.map((log, type) => Math.abs(log - ofType[type]!)));
    ofType = next;
    // Without cells to spare nothing is said about the variance.
    if (freedom <= 0) {
      if (change < SETTLED) break;
      continue;
    }
    const misfit = compared.reduce(
      (sum, cell) => sum + weightOf(cell) * (cell.meanLog - ofClass[cell.taskClass]! - ofType[cell.nodeType]!) ** 2,
      0,
    );
    const corrected = spread * (misfit / freedom) ** CORRECTION;
    const bounded = Math.min(SPREAD.most, Math.max(SPREAD.least, corrected));
    const isSettled = change < SETTLED && Math.abs(bounded - spread) <= SETTLED * spread;
    spread = bounded;
    if (isSettled) break;
  }
  return { ofClass, ofType, spread };
}

/** Returns the weighted means of values by index, pulled to a prior of variance PRIOR_VARIANCE if there is one. */
function solvedBy(
  cells: readonly RunCell[],
  size: number,
  weightOf: (cell: RunCell) => number,
  valueOf: (cell: RunCell) => readonly [index: number, value: number],
  prior?: readonly number[],
): number[] {
  const pull = prior === undefined ? 0 : 1 / PRIOR_VARIANCE;
  const weights = new Array<number>(size).fill(pull);
  const sums = Array.from({ length: size }, (_, n) => pull * (prior?.[n] ?? 0));
  for (const cell of cells) {
    const [index, value] = valueOf(cell);
    weights[index]! += weightOf(cell);
    sums[index]! += weightOf(cell) * value;
  }
  return sums.map((sum, n) => (weights[n] === 0 ? 0 : sum / weights[n]!));
}

/**
 * Returns the half-width of the 90 % interval of each type's logarithm about the mean over the runs: from the inverse of the
 * posterior's precision, from which classes are eliminated.
 *
 * @param share [node type]: share of the runs
 */
function halfWidths(
  cells: readonly RunCell[],
  classes: number,
  share: readonly number[],
  spread: number,
): readonly number[] {
  const types = share.length;
  const precision = Array.from({ length: types }, () => new Float64Array(types));
  for (let type = 0; type < types; type += 1) precision[type]![type] = 1 / PRIOR_VARIANCE;
  for (let c = 0; c < classes; c += 1) {
    const own = cells.filter(({ taskClass }) => taskClass === c);
    const weights = own.map(({ varianceLog, runs }) => 1 / (spread + varianceLog / runs));
    const all = weights.reduce((sum, one) => sum + one, 0);
    for (const [n, { nodeType: one }] of own.entries()) {
      precision[one]![one]! += weights[n]!;
      for (const [m, { nodeType: other }] of own.entries())
        precision[one]![other]! -= (weights[n]! * weights[m]!) / all;
    }
  }
  const factors = new LuFactors(precision);
  return share.map((_, type) => {
    const contrast = Float64Array.from(share, (own, other) => (other === type ? 1 : 0) - own);
    const solved = factors.solve(contrast);
    return NORMAL_90 * Math.sqrt(contrast.reduce((sum, one, other) => sum + one * solved[other]!, 0));
  });
}
