import type { DesignPoint, LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import { nonDominated } from '../../../../../models/families/jobs/hypervolume.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { byUpwardRank, evaluated, fastestLevel, PartialSchedule } from './list-schedule.js';

/** Partial schedule with its response time (s) and energy (J) so far. */
interface Tradeoff {
  readonly schedule: PartialSchedule;
  readonly timeS: number;
  readonly energyJ: number;
}

/**
 * Returns a front by MOHEFT (Durillo, Fard, Prodan, CloudCom 2012) on exactly `cores` cores:
 *
 * 1. Take the tasks by upward rank.
 *
 * 2. Extend each partial schedule by the next task on every core at every allowed level, gaps included.
 *
 * 3. Of the results keep at most `tradeoffs` Pareto-optimal ones, chosen by crowding distance.
 *
 * @returns complete schedules, ascending in time
 * @throws RangeError for cores outside 1 .. tasks
 */
export function moheft(
  graph: TaskGraph,
  power: CorePower,
  cores: number,
  { tradeoffs = 20, levelsOf = 'core' }: { tradeoffs?: number; levelsOf?: LevelsOf } = {},
): DesignPoint[] {
  if (!Number.isInteger(cores) || cores < 1 || cores > graph.tasks)
    throw new RangeError(`${cores} cores for ${graph.tasks} tasks`);
  const all = Array.from({ length: graph.levels }, (_, level) => level);
  let kept: Tradeoff[] = [{ schedule: new PartialSchedule(graph), timeS: 0, energyJ: 0 }];
  byUpwardRank(graph, fastestLevel(graph, power)).forEach((task, placed) => {
    const grown = kept.flatMap(({ schedule }) => {
      const { used, onCore, levelOf } = schedule;
      const first = cores - used >= graph.tasks - placed ? used : 0;
      return Array.from({ length: Math.min(cores, used + 1) - first }, (_, index) => first + index).flatMap((core) => {
        const owner = onCore[core]?.[0];
        const choices = owner === undefined || levelsOf === 'task' ? all : [levelOf[owner]!];
        return choices.map((level) => {
          const next = new PartialSchedule(graph, schedule);
          next.put(task, core, level, next.slot(task, core, level));
          return measured(graph, power, next, cores);
        });
      });
    });
    kept = leastCrowded(nonDominated(grown), tradeoffs);
  });
  // Executed as early as the order allows: what construction left as a gap may close.
  const points = kept.map(({ schedule }) => evaluated(graph, power, schedule.design()));
  return nonDominated(points);
}

/**
 * Returns a partial schedule with its response time and energy. Static energy counts all `cores` cores from the start.
 */
function measured(graph: TaskGraph, power: CorePower, schedule: PartialSchedule, cores: number): Tradeoff {
  const { timeS } = schedule;
  let energyJ = timeS * power.staticPowerW * cores;
  for (const list of schedule.onCore) {
    for (const task of list) {
      const level = schedule.levelOf[task]!;
      energyJ += graph.timeS[task * graph.levels + level]! * power.dynamicPowerW[level]!;
    }
  }
  return { schedule, timeS, energyJ };
}

/**
 * Returns at most `count` members of a front, ascending in time: the two ends, then those with the largest crowding
 * distance (Deb et al. 2002). Ties go to the member that is earlier in the front.
 */
function leastCrowded(front: readonly Tradeoff[], count: number): Tradeoff[] {
  if (front.length <= count) return [...front];
  const [first, last] = [front[0]!, front.at(-1)!];
  const distance = front.map((_, at) => {
    const [before, after] = [front[at - 1], front[at + 1]];
    if (before === undefined || after === undefined) return Infinity;
    const spanS = last.timeS - first.timeS;
    const spanJ = first.energyJ - last.energyJ;
    return (after.timeS - before.timeS) / spanS + (before.energyJ - after.energyJ) / spanJ;
  });
  const places = front.map((_, at) => at).sort((a, b) => distance[b]! - distance[a]! || a - b);
  return places
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((at) => front[at]!);
}
