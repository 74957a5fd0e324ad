import type { DesignPoint } from '../../../../../models/problems/jobs/design-point.js';
import type { CorePower, TaskGraph } from '../../../../../models/problems/jobs/task-graph.js';
import { evaluated } from './list-schedule.js';

/**
 * Greedy lowering of levels with map and order kept (ValEnSepOpt, seed 004 section V): of all cores not fixed yet and all levels, the one that saves most
 * energy without a later end of the job is taken and its core fixed; until none saves. Ties to the lowest core, then level. Levels belong to cores.
 */
export function lowerLevels(graph: TaskGraph, power: CorePower, start: DesignPoint): DesignPoint {
  const fixed = new Set<number>();
  let now = start;
  for (;;) {
    let best = now;
    let bestCore = -1;
    for (let core = 0; core < start.cores; core++) {
      if (fixed.has(core)) continue;
      for (let level = 0; level < graph.levels; level++) {
        const levelOf = now.levelOf.map((current, task) => (now.coreOf[task] === core ? level : current));
        const point = evaluated(graph, power, { ...now, levelOf });
        if (point.timeS <= start.timeS && point.energyJ < best.energyJ) [best, bestCore] = [point, core];
      }
    }
    if (bestCore < 0) return now;
    fixed.add(bestCore);
    now = best;
  }
}
