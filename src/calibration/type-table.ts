import jstat from 'jstat';
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
  /** Standard deviation of the logarithm of cells about class and type; null if the log cannot tell. */
  readonly spreadLog: number | null;
}

/** Variance of the prior of a type's logarithm. Ours: two thirds of factors lie between 0.37 and 2.7 times the prior. */
const PRIOR_VARIANCE = 1;
/** Quantile of Student's distribution that a 90 % interval takes on either side. */
const UPPER_90 = 0.95;
/** Variance of cells about class and type: what is taken if the log cannot tell, and the least and greatest that are found. Ours. */
const SPREAD = { untold: 0.25, least: 1e-4, most: 9 } as const;
/** Number of halvings of the logarithm of the variance: more than doubles tell apart. */
const HALVINGS = 60;

/**
 * Returns the table of run times by class and node type that the runs of a log show.
 *
 * The model is log time = class + type + cell + noise. Types have a normal prior; cells have a common variance, found by
 * moments. Logarithms give the factors of types, since means of run times hang on a few long ones. Times are then the means
 * of the runs: a cell with few runs keeps to class and type, one with many to its own mean, and one without is predicted.
 * One factor per class makes the core-seconds of the log come out again exactly.
 *
 * @param prior [node type]: logarithm of the expected factor on run times, such as minus the log of the speed of a core
 * @throws RangeError without cells, and for a cell that is there twice or has no positive numbers
 */
export function typeTable(cells: readonly RunCell[], classes: number, prior: readonly number[]): TypeTable {
  judge(cells, prior);
  const group = groupsOf(cells, prior.length);
  const freedom = freedomOf(cells, group);
  const spread = freedom <= 0 ? SPREAD.untold : spreadOf(cells, prior, freedom);
  const { ofType, precision } = fitted(cells, prior, spread);
  const runs = prior.map((_, type) => sumOf(cells, (cell) => (cell.nodeType === type ? cell.runs : 0)));
  const allRuns = sumOf(cells, (cell) => cell.runs);
  const share = runs.map((own) => own / allRuns);
  const centre = ofType.reduce((sum, log, type) => sum + share[type]! * log, 0);
  const factor = ofType.map((log) => Math.exp(log - centre));
  // The variance of cells is an estimate of so many degrees of freedom.
  const quantile = jstat.studentt.inv(UPPER_90, Math.max(1, freedom));
  const halfWidth = share.map((_, type) => {
    const contrast = Float64Array.from(share, (own, other) => (other === type ? 1 : 0) - own);
    const solved = precision.solve(contrast);
    return quantile * Math.sqrt(contrast.reduce((sum, one, other) => sum + one * solved[other]!, 0));
  });
  return {
    timeS: Array.from({ length: classes }, (_, c) =>
      timesOf(
        cells.filter(({ taskClass }) => taskClass === c),
        ofType,
        spread,
      ),
    ),
    factor,
    interval: factor.map((one, type) => [one * Math.exp(-halfWidth[type]!), one * Math.exp(halfWidth[type]!)]),
    group,
    spreadLog: freedom <= 0 ? null : Math.sqrt(spread),
  };
}

function judge(cells: readonly RunCell[], prior: readonly number[]): void {
  const known = new Set<string>();
  for (const cell of cells) {
    const { taskClass, nodeType, runs, meanLog, varianceLog, tasks, coreS } = cell;
    const name = `${taskClass} ${nodeType}`;
    const isSound = [runs, varianceLog, tasks, coreS].every((value) => value > 0 && value < Infinity);
    if (!isSound || !Number.isFinite(meanLog) || known.has(name))
      throw new RangeError(`No cell: ${JSON.stringify(cell)}`);
    known.add(name);
  }
  if (cells.length === 0 || !prior.every(Number.isFinite))
    throw new RangeError('A table needs runs and a finite prior');
}

/** Returns the mean run times of a class by node type, s; null without cells. */
function timesOf(own: readonly RunCell[], ofType: readonly number[], spread: number): readonly number[] | null {
  if (own.length === 0) return null;
  // Relative variance of the mean of so many runs whose logarithms are normal.
  const noiseOf = ({ varianceLog, runs }: RunCell): number => Math.expm1(varianceLog) / runs;
  const logOf = ({ coreS, tasks }: RunCell): number => Math.log(coreS / tasks);
  const weightOf = (cell: RunCell): number => 1 / (spread + noiseOf(cell));
  const ofClass = sumOf(own, (cell) => weightOf(cell) * (logOf(cell) - ofType[cell.nodeType]!)) / sumOf(own, weightOf);
  const times = ofType.map((log, type) => {
    const cell = own.find(({ nodeType }) => nodeType === type);
    const predicted = ofClass + log;
    if (cell === undefined) return Math.exp(predicted);
    return Math.exp(predicted + spread * weightOf(cell) * (logOf(cell) - predicted));
  });
  const scale = sumOf(own, ({ coreS }) => coreS) / sumOf(own, ({ nodeType, tasks }) => tasks * times[nodeType]!);
  return times.map((time) => time * scale);
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

/** Returns how many cells say more than what fits their classes and types: degrees of freedom of their variance. */
function freedomOf(cells: readonly RunCell[], group: readonly number[]): number {
  const perClass = new Map<number, number>();
  for (const { taskClass } of cells) perClass.set(taskClass, (perClass.get(taskClass) ?? 0) + 1);
  const compared = cells.filter(({ taskClass }) => perClass.get(taskClass)! > 1);
  const numberOf = (keyOf: (cell: RunCell) => number): number => new Set(compared.map(keyOf)).size;
  const groups = numberOf(({ nodeType }) => group[nodeType]!);
  return compared.length - numberOf(({ taskClass }) => taskClass) - numberOf(({ nodeType }) => nodeType) + groups;
}

interface Fitted {
  /** [class], [node type]: logarithms. */
  readonly ofClass: ReadonlyMap<number, number>;
  readonly ofType: readonly number[];
  /** Factors of the posterior's precision of types, from which classes are eliminated. */
  readonly precision: LuFactors;
}

/** Fits classes and types by weighted least squares, given the variance of cells. */
function fitted(cells: readonly RunCell[], prior: readonly number[], spread: number): Fitted {
  const matrix = prior.map((_, type) =>
    Float64Array.from(prior, (__, other) => (other === type ? 1 / PRIOR_VARIANCE : 0)),
  );
  const right = Float64Array.from(prior, (own) => own / PRIOR_VARIANCE);
  const byClass = new Map<number, RunCell[]>();
  for (const cell of cells) byClass.set(cell.taskClass, [...(byClass.get(cell.taskClass) ?? []), cell]);
  const weightOf = ({ varianceLog, runs }: RunCell): number => 1 / (spread + varianceLog / runs);
  for (const own of byClass.values()) {
    const all = sumOf(own, weightOf);
    const mean = sumOf(own, (cell) => weightOf(cell) * cell.meanLog) / all;
    for (const cell of own) {
      const weight = weightOf(cell);
      right[cell.nodeType]! += weight * (cell.meanLog - mean);
      matrix[cell.nodeType]![cell.nodeType]! += weight;
      for (const other of own) matrix[cell.nodeType]![other.nodeType]! -= (weight * weightOf(other)) / all;
    }
  }
  const precision = new LuFactors(matrix);
  const ofType = [...precision.solve(right)];
  const ofClass = new Map(
    [...byClass].map(([c, own]) => [
      c,
      sumOf(own, (cell) => weightOf(cell) * (cell.meanLog - ofType[cell.nodeType]!)) / sumOf(own, weightOf),
    ]),
  );
  return { ofClass, ofType, precision };
}

/** Returns the variance of cells about class and type at which their squared weighted misfit is its expectation. */
function spreadOf(cells: readonly RunCell[], prior: readonly number[], freedom: number): number {
  const misfitAt = (spread: number): number => {
    const { ofClass, ofType } = fitted(cells, prior, spread);
    return sumOf(
      cells,
      ({ taskClass, nodeType, meanLog, varianceLog, runs }) =>
        (meanLog - ofClass.get(taskClass)! - ofType[nodeType]!) ** 2 / (spread + varianceLog / runs),
    );
  };
  // A greater variance explains more: the misfit falls.
  let [low, high] = [Math.log(SPREAD.least), Math.log(SPREAD.most)];
  for (let n = 0; n < HALVINGS; n += 1) {
    const middle = (low + high) / 2;
    if (misfitAt(Math.exp(middle)) > freedom) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}

function sumOf(cells: readonly RunCell[], valueOf: (cell: RunCell) => number): number {
  return cells.reduce((sum, cell) => sum + valueOf(cell), 0);
}
