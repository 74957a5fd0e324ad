import type { DesignPoint, LevelsOf } from '../../../../../models/problems/jobs/design-point.js';
import type { CorePower, TaskGraph } from '../../../../../models/problems/jobs/task-graph.js';
import { evaluated } from './list-schedule.js';

/**
 * Greedy lowering of levels with map and order kept (ValEnSepOpt, seed 004 section V): of all cores not fixed yet and all levels, the one that saves most
 * energy without a later end of the job is taken and its core fixed; until none saves. Ties to the lowest core, then level. The same task by task where
 * levels belong to tasks.
 */
export function lowerLevels(graph: TaskGraph, power: CorePower, start: DesignPoint, levelsOf: LevelsOf): DesignPoint {
  const ownerOf = (task: number): number => (levelsOf === 'core' ? start.coreOf[task]! : task);
  const owners = levelsOf === 'core' ? start.cores : graph.tasks;
  const fixed = new Set<number>();
  let now = start;
  for (;;) {
    let best = now;
    let bestOwner = -1;
    for (let owner = 0; owner < owners; owner++) {
      if (fixed.has(owner)) continue;
      for (let level = 0; level < graph.levels; level++) {
        const levelOf = now.levelOf.map((current, task) => (ownerOf(task) === owner ? level : current));
        const point = evaluated(graph, power, { ...now, levelOf });
        if (point.timeS <= start.timeS && point.energyJ < best.energyJ) [best, bestOwner] = [point, owner];
      }
    }
    if (bestOwner < 0) return now;
    fixed.add(bestOwner);
    now = best;
  }
}
