import type { RandomStream } from '../../../../../random/stream.js';
import type { DesignGenes } from './genes.js';
import type { GeneRanges } from './variation.js';

/**
 * Returns a function that repairs genes with unused cores. Each unused core gets a random task from a core with several
 * tasks, and the level of that core.
 */
export function createRepair({ tasks, cores }: GeneRanges): (genes: DesignGenes, random: RandomStream) => void {
  const tasksOn = new Uint16Array(cores);
  return ({ coreOf, levelOf }, random) => {
    tasksOn.fill(0);
    let used = 0;
    for (let task = 0; task < tasks; task++) if (tasksOn[coreOf[task]!]!++ === 0) used++;
    for (let core = 0; used < cores && core < cores; core++) {
      if (tasksOn[core] !== 0) continue;
      let task = random.integer(0, tasks - 1);
      // There is one: fewer cores are used than there are, and these not more than tasks.
      while (tasksOn[coreOf[task]!]! < 2) task = (task + 1) % tasks;
      const from = coreOf[task]!;
      tasksOn[from]!--;
      tasksOn[core] = 1;
      used++;
      coreOf[task] = core;
      if (levelOf.length === cores) levelOf[core] = levelOf[from]!;
    }
  };
}
