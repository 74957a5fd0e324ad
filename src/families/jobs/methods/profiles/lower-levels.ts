import type { DesignPoint, LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { evaluated } from './list-schedule.js';

/**
 * Relative difference up to which energies count as equal. Our choice: far above rounding error, far below the
 * differences between levels.
 */
const ROUNDING = 1e-9;

/** A possible change of level. `owner` is the core whose tasks all change or, if levels belong to tasks, the task. */
interface Change {
  readonly owner: number;
  readonly level: number;
  /** Lower bound on the energy of the design after the change, J. */
  readonly atBestJ: number;
}

/**
 * Lowers levels greedily, keeping cores and order of the tasks (ValEnSepOpt, the paper section V):
 *
 * 1. Of all cores that are not fixed and all levels, find the change that saves most energy without delaying the job.
 * Ties go to the lowest core, then to the lowest level.
 *
 * 2. Make the change and fix the core. Repeat until no change saves energy.
 *
 * If levels belong to tasks, the same is done with tasks instead of cores. Changes are tried in the order of their
 * lower bound on energy.
 */
export function lowerLevels(graph: TaskGraph, power: CorePower, start: DesignPoint, levelsOf: LevelsOf): DesignPoint {
  const ownerOf = (task: number): number => (levelsOf === 'core' ? start.coreOf[task]! : task);
  const { busyS, dynamicJ } = useByOwner(graph, power, levelsOf === 'core' ? start.cores : graph.tasks, ownerOf);
  const { levels } = graph;
  const levelNow = new Uint8Array(busyS.length / levels);
  for (const [task, level] of start.levelOf.entries()) levelNow[ownerOf(task)] = level;
  const open = new Set(levelNow.keys());
  let now = start;
  for (;;) {
    const changes = [...open].flatMap((owner) =>
      Array.from({ length: levels }, (_, level): Change => {
        const [from, to] = [owner * levels + levelNow[owner]!, owner * levels + level];
        // The job ends earlier by no more than its tasks take less time.
        const savedS = Math.max(0, busyS[from]! - busyS[to]!);
        const atBestJ = now.energyJ + dynamicJ[to]! - dynamicJ[from]! - savedS * power.staticPowerW * start.cores;
        return { owner, level, atBestJ };
      }),
    );
    let [best, taken]: [DesignPoint, Change | null] = [now, null];
    for (const change of changes.toSorted((a, b) => a.atBestJ - b.atBestJ)) {
      const { owner, level, atBestJ } = change;
      if (atBestJ > best.energyJ + ROUNDING * now.energyJ) break;
      const levelOf = now.levelOf.map((current, task) => (ownerOf(task) === owner ? level : current));
      const point = evaluated(graph, power, { ...now, levelOf });
      if (point.timeS > start.timeS || point.energyJ > best.energyJ || point.energyJ >= now.energyJ) continue;
      const isFirst = taken === null || owner < taken.owner || (owner === taken.owner && level < taken.level);
      if (point.energyJ < best.energyJ || isFirst) [best, taken] = [point, change];
    }
    if (taken === null) return now;
    open.delete(taken.owner);
    levelNow[taken.owner] = taken.level;
    now = best;
  }
}

/**
 * Returns total time (s) and dynamic energy (J) of the tasks of each owner (core or task) at each level, at owner x
 * levels + level.
 */
function useByOwner(
  { tasks, levels, timeS }: TaskGraph,
  { dynamicPowerW }: CorePower,
  owners: number,
  ownerOf: (task: number) => number,
): { readonly busyS: Float64Array; readonly dynamicJ: Float64Array } {
  const [busyS, dynamicJ] = [new Float64Array(owners * levels), new Float64Array(owners * levels)];
  for (let task = 0; task < tasks; task++) {
    for (let level = 0; level < levels; level++) {
      const execS = timeS[task * levels + level]!;
      busyS[ownerOf(task) * levels + level]! += execS;
      dynamicJ[ownerOf(task) * levels + level]! += execS * dynamicPowerW[level]!;
    }
  }
  return { busyS, dynamicJ };
}
