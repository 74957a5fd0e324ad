import { coreShare, type ShareRule } from '../bound/dual.js';

/** Mean and variance of a task's time in its option. */
export interface TaskTime {
  readonly meanS: number;
  readonly varianceS2: number;
}

/** Number of steps of the search for the level of equally full cores: to 1e-6 of it. */
const LEVEL_STEPS = 20;

/** Returns the ratio of variance to mean, s. */
export function ratioS({ meanS, varianceS2 }: TaskTime): number {
  return meanS > 0 ? varianceS2 / meanS : 0;
}

/** Prices that decide how tasks are arranged on a node's cores. */
export interface GradePrices {
  /** Price of the whole time of one core, J. */
  readonly coreJ: number;
  readonly overheadW: number;
  /** J per J^2 of energy variance. */
  readonly varianceJPerJ2: number;
  /**
   * Ratio of variance to mean of the tasks collected on one core that the node waits for, s; Infinity if cores are all
   * alike.
   */
  readonly endRatioS: number;
}

/** Ratio of successive numbers of cores tried for the first grade. */
const NEXT = 1.4;
/**
 * Part of the core time saved by grades that is still saved after the polish (measured: 0.58 on three nodes of 12
 * cores).
 */
const KEPT = 0.6;

/**
 * Returns the number of cores of a node's first grade. Cores whose tasks have one ratio of variance to mean each hold
 * more than equal cores, but those that vary less end later, and the node is on until then. The tasks that vary least
 * fill the cores of the first grade, equal among themselves, for which the node waits; the others fill a core each, by
 * ratio. If it is all cores, they are equal. The cheapest at the prices of the numbers tried.
 * @param tasks smallest ratio first.
 */
export function firstGrade(tasks: readonly TaskTime[], cores: number, rule: ShareRule, prices: GradePrices): number {
  const likes = costOfLikes(tasks, cores, rule, prices);
  let best = cores;
  let leastJ = likes.timeJ + likes.endJ;
  for (let grade = 1; grade <= cores / 2; grade = Math.max(grade + 1, Math.round(grade * NEXT))) {
    const starts = gradeStarts(tasks, cores, grade, rule);
    const grades = starts.slice(1).map((to, k) => tasks.slice(starts[k], to));
    const { timeJ, endJ } = costOfGrades(grades, cores, rule, prices);
    const foundJ = likes.timeJ + KEPT * (timeJ - likes.timeJ) + endJ;
    if (!(foundJ < leastJ)) continue;
    leastJ = foundJ;
    best = grade;
  }
  return best;
}

/** Returns the mean finish of a full core with tasks like these, s. */
export function fullFinishS(tasks: readonly TaskTime[], rule: ShareRule): number {
  const meanS = sumOf(tasks, 'meanS');
  return meanS / coreShare(rule, meanS, sumOf(tasks, 'varianceS2'));
}

/**
 * Returns the consecutive tasks with about the given ratio that are as long as cores are on average, for the core that
 * ends last; all tasks if no core is to differ.
 */
export function endWindow(
  tasks: readonly TaskTime[],
  cores: number,
  endRatioS: number,
): { readonly first: number; readonly end: number } {
  if (cores === 1 || endRatioS === Infinity) return { first: 0, end: tasks.length };
  const finishS = tasks.reduce((sum, { meanS }) => sum + meanS, 0) / cores;
  let first = 0;
  let end = 0;
  let sumS = 0;
  let sumS2 = 0;
  while (end < tasks.length) {
    sumS += tasks[end]!.meanS;
    sumS2 += tasks[end++]!.varianceS2;
    // The window moves on while it varies too little.
    while (sumS > finishS && sumS2 < endRatioS * sumS) {
      sumS -= tasks[first]!.meanS;
      sumS2 -= tasks[first++]!.varianceS2;
    }
    if (sumS > finishS) break;
  }
  return { first, end };
}

/**
 * Returns the first task of each grade, the first grade with `first` cores and the others with one each, and an end:
 * each with an equal sum of its tasks' own shares.
 */
export function gradeStarts(tasks: readonly TaskTime[], cores: number, first: number, rule: ShareRule): number[] {
  const shares = tasks.map(({ meanS, varianceS2 }) => coreShare(rule, meanS, varianceS2));
  const perCore = shares.reduce((sum, share) => sum + share, 0) / cores;
  const starts = [0];
  let at = 0;
  let taken = 0;
  for (let full = first; full < cores; full++) {
    while (at < tasks.length && taken + shares[at]! / 2 < full * perCore) taken += shares[at++]!;
    starts.push(at);
  }
  starts.push(tasks.length);
  return starts;
}

/** Returns the same with cores equally full, counting that mixtures of ratios take more than their tasks one by one. */
export function evenStarts(tasks: readonly TaskTime[], cores: number, first: number, rule: ShareRule): number[] {
  let low = 0;
  let high = (2 * coreShare(rule, sumOf(tasks, 'meanS'), sumOf(tasks, 'varianceS2'))) / cores;
  for (let step = 0; step < LEVEL_STEPS; step++) {
    const level = (low + high) / 2;
    if (startsAtLevel(tasks, cores, first, rule, level).at(-1)! < tasks.length) low = level;
    else high = level;
  }
  return [...startsAtLevel(tasks, cores, first, rule, high).slice(0, -1), tasks.length];
}

/** Returns the first task of each grade, and of what is left after the last, if each core is as full as `level`. */
function startsAtLevel(
  tasks: readonly TaskTime[],
  cores: number,
  first: number,
  rule: ShareRule,
  level: number,
): number[] {
  const starts = [0];
  let at = 0;
  for (let grade = 0; grade <= cores - first; grade++) {
    const most = level * (grade === 0 ? first : 1);
    let [meanS, varianceS2, share] = [0, 0, 0];
    for (; at < tasks.length; at++) {
      meanS += tasks[at]!.meanS;
      varianceS2 += tasks[at]!.varianceS2;
      const next = coreShare(rule, meanS, varianceS2);
      // Half a task more or less.
      if ((share + next) / 2 > most) break;
      share = next;
    }
    starts.push(at);
  }
  return starts;
}

function sumOf(tasks: readonly TaskTime[], part: 'meanS' | 'varianceS2'): number {
  return tasks.reduce((sum, task) => sum + task[part], 0);
}

/** Cost of an arrangement, J: of the time of cores, and of waiting for the last with its variance. */
interface ArrangementCost {
  readonly timeJ: number;
  readonly endJ: number;
}

/**
 * Returns the cost of equal cores, one of them perhaps with tasks that vary less: it ends with the others, however much
 * room that leaves on it.
 */
function costOfLikes(
  tasks: readonly TaskTime[],
  cores: number,
  rule: ShareRule,
  { coreJ, overheadW, varianceJPerJ2, endRatioS }: GradePrices,
): ArrangementCost {
  const { first, end } = endWindow(tasks, cores, endRatioS);
  const last = tasks.slice(first, end);
  const others = last.length === tasks.length ? tasks : tasks.slice(0, first).concat(tasks.slice(end));
  const meanS = sumOf(tasks, 'meanS');
  const filled =
    (coreShare(rule, sumOf(others, 'meanS'), sumOf(others, 'varianceS2')) * meanS) / sumOf(others, 'meanS');
  const lastRatioS = sumOf(last, 'varianceS2') / sumOf(last, 'meanS');
  return { timeJ: coreJ * filled, endJ: ((overheadW + varianceJPerJ2 * overheadW ** 2 * lastRatioS) * meanS) / cores };
}

/** Returns the cost of grades: cores wait for those of the first. */
function costOfGrades(
  grades: readonly (readonly TaskTime[])[],
  cores: number,
  rule: ShareRule,
  { coreJ, overheadW, varianceJPerJ2 }: GradePrices,
): ArrangementCost {
  let filled = 0;
  let lastS = 0;
  let lastRatioS = 0;
  for (const [grade, tasks] of grades.entries()) {
    const meanS = sumOf(tasks, 'meanS');
    if (!(meanS > 0)) continue;
    const varianceS2 = sumOf(tasks, 'varianceS2');
    const share = coreShare(rule, meanS, varianceS2);
    filled += share;
    if (grade > 0) continue;
    lastS = meanS / share;
    lastRatioS = varianceS2 / meanS;
  }
  // All cores are as full as they are on average.
  lastS *= filled / cores;
  return { timeJ: coreJ * filled, endJ: (overheadW + varianceJPerJ2 * overheadW ** 2 * lastRatioS) * lastS };
}
