import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import { Schedule } from '../../../../../models/families/robust/schedule.js';
import type { RandomStream } from '../../../../random/stream.js';
import { ConstraintHandler } from '../handling.js';
import type { ConstraintHandling, Improvements } from '../outcome.js';
import { nodePreference } from '../tabu/preference.js';
import { createShortHops } from '../tabu/short-hops.js';
import { type Chromosome, rateCores } from './chromosome.js';

/**
 * Makes `iterations` short hops on a chromosome and updates the chromosome. `weight` is the weight c of the penalty;
 * null if there is no penalty.
 */
export type LocalSearch = (chromosome: Chromosome, iterations: number, weight: number | null) => void;

/**
 * Returns a function that makes short hops of tabu search (2.5.5.4), which are small moves, on chromosomes. All calls
 * use the same schedule, so that similar chromosomes are loaded quickly.
 */
export function chromosomeSearch(
  model: RobustModel,
  goal: RobustGoal,
  handling: ConstraintHandling,
  improvements: Improvements,
  random: RandomStream,
): LocalSearch {
  const handler = new ConstraintHandler(model, goal, handling, improvements);
  const hops = createShortHops({ handler, preference: nodePreference(model, goal), random });
  const genes = createMapping(model.taskCount);
  let schedule: Schedule | null = null;
  return (chromosome, iterations, weight) => {
    genes.core.set(chromosome.core);
    genes.pState.set(chromosome.pState);
    if (schedule === null) schedule = new Schedule(model, genes);
    else reload(schedule, genes);
    if (weight !== null) handler.weight = weight;
    for (let n = 0; n < iterations; n++) hops.iterate(schedule);
    chromosome.core.set(schedule.core);
    chromosome.pState.set(schedule.pState);
    chromosome.loads.copyFrom(schedule.loads);
    rateCores(chromosome);
    chromosome.content = 0;
  };
}

/**
 * Approximate cost of moving one task in the schedule, as a multiple of the cost per task of loading a whole mapping.
 */
const MOVE_TO_LOAD = 10;

/**
 * Puts genes into the schedule. If few tasks differ from the schedule's present mapping, only these tasks are moved.
 */
function reload(schedule: Schedule, genes: Mapping): void {
  const { core, pState } = schedule;
  const differs = (task: number): boolean => core[task] !== genes.core[task] || pState[task] !== genes.pState[task];
  let different = 0;
  for (let task = 0; task < core.length; task++) if (differs(task)) different++;
  if (different * MOVE_TO_LOAD >= core.length) {
    schedule.load(genes);
    return;
  }
  for (let task = 0; task < core.length; task++) {
    if (differs(task)) schedule.move(task, genes.core[task]!, genes.pState[task]!);
  }
}
