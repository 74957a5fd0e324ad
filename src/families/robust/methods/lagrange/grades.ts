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

/** Prices that decide how tasks are arranged on the cores of a node. */
export interface GradePrices {
  /** Price of the whole time of one core, J. */
  readonly coreJ: number;
  readonly overheadW: number;
  /** J per J^2 of energy variance. */
  readonly varianceJPerJ2: number;
  /**
   * Ratio of variance to mean of tasks gathered on the one core that the node waits for, s; Infinity if all cores are
   * equal.
   */
  readonly endRatioS: number;
}

/** Ratio of successive numbers of cores tried for the first grade. */
const NEXT = 1.4;
/**
 * Fraction of the core time saved by grades that remains after annealing (measured: 0.58 on three nodes of 12 cores).
 */
const KEPT = 0.6;

/**
 * Returns the number of cores in a node's first grade, the cheapest of those tried. Cores whose tasks have one ratio of
 * variance to mean hold more work, but those that vary less end later and keep the node on. The tasks that vary least
 * share the cores of the first grade equally; each other core is filled with tasks of one ratio. If all cores are in
 * the first grade, they are equal. @param tasks smallest ratio first
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

/** Returns the mean finish of a core filled with tasks like these, s. */
export function fullFinishS(tasks: readonly TaskTime[], rule: ShareRule): number {
  const meanS = sumOf(tasks, 'meanS');
  return meanS / coreShare(rule, meanS, sumOf(tasks, 'varianceS2'));
}

/**
 * Returns consecutive tasks with about the given ratio, as much work as cores have on average, for the core that ends
 * last; all tasks if cores are equal.
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
 * Returns the index of the first task of each grade, and an end; the first grade has `first` cores, others one. Each
 * core gets an equal sum of its tasks' own shares.
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

/**
 * Returns the first tasks of grades with equally full cores, considering that mixed ratios take more than their tasks
 * separately.
 */
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

/** Returns the first task of each grade, and what is left over, if each core is filled to `level`. */
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

/** Cost of an arrangement, J: of the cores' time, and of waiting for the last one including its variance. */
interface ArrangementCost {
  readonly timeJ: number;
  readonly endJ: number;
}

/**
 * Returns the cost of equal cores, one of which may have tasks that vary less. It ends at the same time as the others,
 * even if it could take more.
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

/** Returns the cost of grades, where all cores wait for those of the first. */
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
