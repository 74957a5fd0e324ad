import type { CompiledNodeType, CompiledTask } from '../../models/facility/compiled.js';
import { type CoreWorth, coreWorth } from './core-worth.js';
import { intervalBounds, type RelaxedInterval } from './interval-bound.js';
import { listMultisets } from './interval-listing.js';
import { intervalQueue } from './interval-queue.js';

/** What a search looks for: valuable numbers of cores on each local task type (multisets), in best P-states. */
export interface SearchGoal {
  /** Multisets with at most this value, reward/s, need not be reported. The value may rise during the search. */
  readonly floor: number;
  /**
   * The search ends once no remaining multiset can have a value above this one, reward/s, which is at least the floor.
   */
  readonly enough: number;
  /**
   * Called with a multiset (number of cores on each task type) whose value exceeds the floor, perhaps more than once.
   * Copy `counts`: it is overwritten later.
   */
  found(counts: Uint16Array, value: number): void;
}

/** Task types that the search considers: only those that no other type dominates, or all. */
export type SearchMode = 'best' | 'all';

export interface SearchResult {
  /**
   * Upper bound on the value, reward/s, of all multisets above goal.floor that were not reported. In mode "best", it
   * ignores multisets with dominated types, because a reported multiset is at least as good.
   */
  readonly unexplored: number;
  readonly steps: number;
}

/**
 * Best-first branch and bound over multisets of task types on one node. It branches on the number m of busy cores (1 or
 * more) and on intervals of their mean memory intensity D. Statement and proof: docs/reward-rate/pricing.md.
 */
export interface BranchingSearch {
  /** Value of a core on each task type. Set its prices (`worth.set`) before `run`. */
  readonly worth: CoreWorth;
  /** Returns the delay by co-location of each local task type, s, on a node with these numbers of cores. */
  delaysOf(counts: Uint16Array): Float64Array;
  /**
   * Searches until no remaining multiset can have a value above goal.enough, or until about `mostSteps` steps are done.
   */
  run(goal: SearchGoal, mode: SearchMode, mostSteps: number): SearchResult;
}

/**
 * Maximum number of steps at first for enumerating all multisets of an interval. The maximum doubles whenever an
 * interval is halved, so that small intervals are enumerated rather than halved again.
 */
const FIRST_LISTING = 8;

export function branchingSearch(nodeType: CompiledNodeType): BranchingSearch {
  const { tasks, cores } = nodeType;
  const own = Float64Array.from(tasks, (task) => task.memoryIntensity);
  const byIntensity = Uint16Array.from([...tasks.keys()].sort((a, b) => own[a]! - own[b]! || a - b));
  const sameIntensity = new Set(own).size < own.length;
  const least = own[byIntensity[0] ?? 0] ?? 0;
  const greatest = own[byIntensity.at(-1) ?? 0] ?? 0;
  // More than all rounding of a mean of `cores` intensities.
  const slack = 4 * (cores + 2) * Number.EPSILON * greatest;
  const twins = twinsOf(nodeType);
  const worth = coreWorth(nodeType);
  const relax = intervalBounds(worth, own, slack);
  const counts = new Uint16Array(tasks.length);
  let busyCores = 0;

  /** Returns D, the mean memory intensity of the busy cores, and sets `busyCores` to their number. */
  const intensityOf = (of: Uint16Array): number => {
    let sum = 0;
    busyCores = 0;
    for (let k = 0; k < of.length; k++) {
      busyCores += of[k]!;
      sum += of[k]! * own[k]!;
    }
    return busyCores === 0 ? 0 : sum / busyCores;
  };
  const valueAt = (of: Uint16Array, intensity: number): number => {
    let value = 0;
    for (let k = 0; k < of.length; k++) {
      if (of[k]! > 0) value += of[k]! * worth.at(k, worth.delayS(k, busyCores, intensity));
    }
    return value;
  };

  /** Reports the mix of two task types that attains an interval's upper bound, rounded down and up to whole cores. */
  function reportRounded({ busy, lower, upper, share }: RelaxedInterval, goal: SearchGoal): void {
    for (const many of new Set([Math.floor(busy * share), Math.ceil(busy * share)])) {
      counts[lower] = busy - many;
      counts[upper]! += many;
      const value = valueAt(counts, intensityOf(counts));
      if (value > goal.floor) goal.found(counts, value);
      counts[lower] = 0;
      counts[upper] = 0;
    }
  }

  /**
   * Reports all multisets in an interval of mean memory intensity whose value exceeds the floor. Returns the number of
   * steps, or null if it gave up after `allowed` steps.
   */
  function reportAll(interval: RelaxedInterval, goal: SearchGoal, allowed: number): number | null {
    const leaf = (): void => {
      const value = valueAt(counts, intensityOf(counts));
      if (value > goal.floor) goal.found(counts, value);
    };
    return listMultisets({ own, slack, counts, leaf, floor: () => goal.floor }, interval, allowed);
  }

  /**
   * Returns the task types that no other type dominates in an interval of mean memory intensity: no other type of equal
   * memory intensity has a higher value throughout (or an equal one and a lower index).
   */
  function undominated(busy: number, low: number, high: number, alive: Uint16Array): Uint16Array {
    const ends = (k: number): [number, number] => [worth.delayS(k, busy, low), worth.delayS(k, busy, high)];
    const surest = new Map<number, { readonly k: number; readonly value: number }>();
    for (const k of alive) {
      const value = worth.least(k, ...ends(k));
      const other = surest.get(own[k]!);
      if (other === undefined || value > other.value) surest.set(own[k]!, { k, value });
    }
    return alive.filter((k) => {
      const other = surest.get(own[k]!)!;
      return other.k === k || worth.most(k, ...ends(k)) > other.value;
    });
  }

  /**
   * Returns true if another task type with k's times and powers has a higher value, or an equal value and a lower
   * index.
   */
  const outdoneByTwin = (k: number): boolean =>
    twins[k]!.some((twin) => {
      const more = worth.at(twin, 0) - worth.at(k, 0);
      return more > 0 || (more === 0 && twin < k);
    });

  function run(goal: SearchGoal, mode: SearchMode, mostSteps: number): SearchResult {
    const queue = intervalQueue();
    let steps = 0;
    let unexplored = -Infinity;
    const push = (busy: number, low: number, high: number, depth: number, among: Uint16Array): void => {
      const alive = mode === 'best' && sameIntensity ? undominated(busy, low, high, among) : among;
      const interval = relax(busy, low, high, depth, alive);
      steps += alive.length;
      if (interval === null) return;
      if (interval.bound > goal.enough) queue.push(interval);
      else unexplored = Math.max(unexplored, interval.bound);
    };

    if (tasks.length === 0) return { unexplored, steps };
    const among = mode === 'best' ? byIntensity.filter((k) => !outdoneByTwin(k)) : byIntensity;
    for (let busy = cores; busy >= 1; busy--) push(busy, least - slack, greatest + slack, 0, among);
    for (let next = queue.pop(); next !== null; next = queue.pop()) {
      const { busy, low, high, depth, bound } = next;
      if (bound <= goal.enough || steps > mostSteps) {
        unexplored = Math.max(unexplored, bound);
        break;
      }
      reportRounded(next, goal);
      const interval = withoutTooDear(next, goal.floor);
      if (interval.alive.length === 0) continue;
      const middle = low + (high - low) / 2;
      const splits = middle > low && middle < high;
      const allowed = Math.min(splits ? FIRST_LISTING * 2 ** depth : Infinity, mostSteps + 1 - steps);
      const listed = reportAll(interval, goal, allowed);
      steps += listed ?? allowed;
      if (listed !== null) continue;
      if (splits) {
        push(busy, low, middle, depth + 1, interval.alive);
        push(busy, middle, high, depth + 1, interval.alive);
      } else unexplored = Math.max(unexplored, bound);
    }
    return { unexplored, steps };
  }

  return {
    worth,
    delaysOf(of) {
      const intensity = intensityOf(of);
      const busy = busyCores;
      return Float64Array.from(tasks, (_, k) => worth.delayS(k, busy, intensity));
    },
    run,
  };
}

/**
 * Returns the interval without the task types for which one core alone lowers the upper bound to the floor or below.
 */
function withoutTooDear(interval: RelaxedInterval, floor: number): RelaxedInterval {
  const kept = interval.loss.map((loss) => (loss < interval.bound - floor ? 1 : 0));
  return {
    ...interval,
    alive: interval.alive.filter((_, t) => kept[t] === 1),
    loss: interval.loss.filter((_, t) => kept[t] === 1),
  };
}

/**
 * Returns, for each local task type, the indices of the other types with equal times, powers, memory intensity and
 * co-location coefficients.
 */
function twinsOf({ tasks }: CompiledNodeType): readonly (readonly number[])[] {
  const alike = (a: CompiledTask, b: CompiledTask): boolean =>
    a.memoryIntensity === b.memoryIntensity &&
    a.coefficients.perNeighbourS === b.coefficients.perNeighbourS &&
    a.coefficients.perAverageIntensityS === b.coefficients.perAverageIntensityS &&
    a.timeS.length === b.timeS.length &&
    a.timeS.every((timeS, p) => timeS === b.timeS[p] && a.powerW[p] === b.powerW[p]);
  return tasks.map((task, k) => [...tasks.keys()].filter((other) => other !== k && alike(task, tasks[other]!)));
}
