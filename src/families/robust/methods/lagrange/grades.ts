import { coreShare, type ShareRule } from '../bound/dual.js';

/** Mean and variance of a task's time in its option (node group and P-state). */
export interface TaskTime {
  readonly meanS: number;
  readonly varianceS2: number;
}

/**
 * Number of bisections for the level to which every core is filled, a fraction of its time. The level is then exact to
 * 1e-6.
 */
const LEVEL_STEPS = 20;

/** Returns the ratio of variance to mean of a task's time, s. */
export function ratioS({ meanS, varianceS2 }: TaskTime): number {
  return meanS > 0 ? varianceS2 / meanS : 0;
}

/** Dual values that decide how a node's tasks are arranged on its cores. */
export interface GradePrices {
  /** Dual value of the whole time of one core, J. */
  readonly coreJ: number;
  readonly overheadW: number;
  /** Dual value of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
  /**
   * Ratio of variance to mean, s, that the tasks on the node's last core should have. The last core is the core meant
   * to end last. Infinity if all cores should get the same mixture of tasks.
   */
  readonly endRatioS: number;
}

/**
 * Ratio between successive numbers of cores that are tried for the first grade, the cores with the tasks that vary
 * least.
 */
const NEXT = 1.4;
/**
 * Fraction of the core time that grades save before annealing and that they still save after it (measured: 0.58 on
 * three nodes of 12 cores). A grade is a set of cores whose tasks have similar ratios of variance to mean.
 */
const KEPT = 0.6;

/**
 * Returns the number of cores in a node's first grade: the number with the smallest cost among those tried. The cores
 * of the first grade share the tasks with the smallest ratios of variance to mean. Each further core is a grade of its
 * own, with tasks of similar ratio. If all cores are in the first grade, they get the same mixture of tasks.
 *
 * A core whose tasks have similar ratios can hold more work. Cores with smaller ratios end later, however, and keep the
 * node on.
 *
 * @param tasks tasks in ascending order of the ratio
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

/** Returns the mean finish time, s, of a core that is completely filled with a mixture of tasks like the given ones. */
export function fullFinishS(tasks: readonly TaskTime[], rule: ShareRule): number {
  const meanS = sumOf(tasks, 'meanS');
  return meanS / coreShare(rule, meanS, sumOf(tasks, 'varianceS2'));
}

/**
 * Returns the range of tasks for the core that ends last: `first` to `end` - 1. Their work is that of an average core.
 * Their ratio of variance to mean is about `endRatioS`; if that is Infinity, the range has all tasks.
 *
 * @param tasks tasks in ascending order of the ratio
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
 * Returns the index of the first task of each grade (set of cores that share tasks), followed by the number of tasks.
 * The first grade has `first` cores, every further grade one core. All cores get equal sums of the shares of their
 * tasks.
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
 * Returns grades as `gradeStarts` does, but fills all cores equally. The difference is that a core with tasks of
 * different ratios needs more time than the sum of the tasks' own shares.
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

/**
 * Returns the index of the first task of each grade if every core is filled up to `level`. The last element is the
 * index of the first task that is left over.
 */
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

/**
 * Cost of an arrangement of a node's tasks on its cores, J. `timeJ` is the cost of core time. `endJ` is the cost of
 * waiting for the last core and of its variance.
 */
interface ArrangementCost {
  readonly timeJ: number;
  readonly endJ: number;
}

/**
 * Returns the cost of an arrangement in which all cores have the same mixture of tasks. One core may instead have tasks
 * with smaller ratios of variance to mean. This core ends at the same time as the rest, even if it could take more
 * work.
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

/**
 * Returns the cost of an arrangement of cores in grades, sets of cores whose tasks have similar ratios of variance to
 * mean. The node is on until the cores of the first grade end.
 */
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
