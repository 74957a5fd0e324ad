import type { RandomStream } from '../../../../random/stream.js';
import { orderedCut, visitEach } from '../../../../solvers/genetic/operators.js';
import type { Variation } from '../../../../solvers/genetic/problem.js';
import { type Chromosome, type GeneChanges, listDifferences } from './chromosome.js';
import { noteChange } from './gene-changes.js';
import { drawCore, drawPState, type GeneTables, sameSpeed } from './gene-tables.js';
import type { Nursery } from './nursery.js';

type Cross = Variation<Chromosome, undefined>['cross'];
type Mutate = NonNullable<Variation<Chromosome, undefined>['mutate']>;

/**
 * Returns the crossover of task assignments (2.5.6.2). For the tasks in a range from x to y, two children swap the
 * cores. A task that changes its node runs in the P-state with the closest frequency.
 */
export function crossTasks(nursery: Nursery): Cross {
  const { tables } = nursery;
  return crossover(nursery, (mother, other, task, changes) => {
    const before = mother.core[task]!;
    const after = other.core[task]!;
    if (after !== before) noteChange(changes, task, after, sameSpeed(tables, before, mother.pState[task]!, after));
  });
}

/**
 * Returns the crossover of P-states (2.5.6.2). The tasks in a range from x to y keep their cores. They take the
 * frequency that they have in the other parent, or the closest frequency that their node has.
 */
export function crossPStates(nursery: Nursery): Cross {
  const { tables } = nursery;
  return crossover(nursery, (mother, other, task, changes) => {
    const core = mother.core[task]!;
    const after = sameSpeed(tables, other.core[task]!, other.pState[task]!, core);
    if (after !== mother.pState[task]!) noteChange(changes, task, core, after);
  });
}

/**
 * Returns a crossover. Each child equals its mother except in a range of tasks from x to y. For these tasks, `cross`
 * adds the changed gene to `changes`.
 */
function crossover(
  nursery: Nursery,
  cross: (mother: Chromosome, other: Chromosome, task: number, changes: GeneChanges) => void,
): Cross {
  const { taskCount } = nursery.tables.model;
  const different = new Int32Array(taskCount);
  return (parents, children, _, random) => {
    parents.forEach((parent) => {
      nursery.settle(parent);
    });
    const { from, to } = orderedCut(taskCount, random);
    const count = listDifferences(parents[0], parents[1], from, to, different);
    for (const c of [0, 1] as const) {
      const mother = parents[c];
      const other = parents[c === 0 ? 1 : 0];
      const changes = nursery.takeChanges();
      for (let n = 0; n < count; n++) cross(mother, other, different[n]!, changes);
      nursery.conceive(children[c], mother, changes);
    }
  };
}

/**
 * Returns the mutation of task assignments. A child is mutated with probability `perChromosome`. Each of its tasks then
 * moves, with probability `perGene`, to a random core that can run the task, in the P-state with the closest frequency.
 */
export function mutateTasks(nursery: Nursery, perChromosome: number, perGene: number): Mutate {
  const { tables } = nursery;
  return mutation(nursery, perChromosome, perGene, ({ core, pState }, task, changes, random) => {
    const after = drawCore(tables, task, random);
    noteChange(changes, task, after, sameSpeed(tables, core[task]!, pState[task]!, after));
  });
}

/**
 * Returns the mutation of P-states. A child is mutated with probability `perChromosome`. Each of its genes then changes
 * with probability `perGene`: the task stays on its core and gets a random P-state.
 */
export function mutatePStates(nursery: Nursery, perChromosome: number, perGene: number): Mutate {
  const { tables } = nursery;
  return mutation(nursery, perChromosome, perGene, ({ core }, task, changes, random) => {
    noteChange(changes, task, core[task]!, drawPState(tables, core[task]!, random));
  });
}

function mutation(
  nursery: Nursery,
  perChromosome: number,
  perGene: number,
  mutate: (child: Chromosome, task: number, changes: GeneChanges, random: RandomStream) => void,
): Mutate {
  const { taskCount } = nursery.tables.model;
  return (child, _, random) => {
    if (random.uniform() >= perChromosome) return;
    nursery.settle(child);
    const changes = nursery.takeChanges();
    visitEach(taskCount, perGene, random, (task) => {
      mutate(child, task, changes, random);
    });
    nursery.change(child, changes);
  };
}

/**
 * Returns a function that sets random genes. It draws for each task a core that can run the task, and a P-state of that
 * core. The sums must be recomputed afterwards.
 */
export function randomiseGenes(tables: GeneTables): (chromosome: Chromosome, random: RandomStream) => void {
  return ({ core, pState }, random) => {
    for (let task = 0; task < tables.model.taskCount; task++) {
      const drawn = drawCore(tables, task, random);
      core[task] = drawn;
      pState[task] = drawPState(tables, drawn, random);
    }
  };
}
