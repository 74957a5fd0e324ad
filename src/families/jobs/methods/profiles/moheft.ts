import type { DesignPoint, LevelsOf } from '../../../../../models/families/jobs/design-point.js';
import { nonDominated } from '../../../../../models/families/jobs/hypervolume.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import { byUpwardRank, evaluated, fastestLevel, PartialSchedule } from './list-schedule.js';

/** Partial schedule with its time (s) and energy (J) so far. */
interface Tradeoff {
  readonly schedule: PartialSchedule;
  readonly timeS: number;
  readonly energyJ: number;
}

/**
 * MOHEFT (Durillo, Fard, Prodan, CloudCom 2012) on exactly k cores: tasks by upward rank; each of up to K partial
 * schedules is extended by the next task on every core at every level allowed there, gaps included; of the results at
 * most K Pareto-optimal ones are kept, by crowding distance. @returns front of the complete schedules, time ascending
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

/** Returns time and energy so far; static energy as if all k cores were held from the start. */
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
 * Returns at most K members of a front, those with the largest crowding distance (Deb et al. 2002), the two ends first;
 * ties by order. Time ascending.
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
