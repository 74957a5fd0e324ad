import { normaliseCore } from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RandomStream } from '../../../../random/stream.js';
import { orderedCut, visitEach } from '../../../../solvers/genetic/operators.js';
import type { Variation } from '../../../../solvers/genetic/problem.js';
import { copyState, type PlanState, type PlanTables } from './plan-state.js';

/**
 * Returns the crossover (3.4.3.2): a function that copies two parents and exchanges the genes of cores x to y between
 * the copies. Stored values of whole nodes are exchanged too, so only the two nodes at the ends of the range become stale.
 */
export function crossCores(tables: PlanTables): Variation<PlanState, Set<number>>['cross'] {
  return (parents, children, changes, random) => {
    const { from, to } = orderedCut(tables.layout.coreCount, random);
    for (const c of [0, 1] as const) {
      copyState(children[c], parents[c]);
      if (tables.layout.coreCount > 0) takeCores(tables, children[c], parents[c === 0 ? 1 : 0], from, to, changes[c]);
    }
  };
}

/** Copies the genes of cores `from` to `to` from one plan (`source`) into another (`target`). */
function takeCores(
  { layout, coreNode, taskCount }: PlanTables,
  target: PlanState,
  source: PlanState,
  from: number,
  to: number,
  stale: Set<number>,
): void {
  const firstNode = coreNode[from]!;
  const lastNode = coreNode[to]!;
  const geneOf = (core: number, node: number): number =>
    layout.nodeFirstGene[node]! + (core - layout.nodeFirstCore[node]!) * layout.tasksOfType[layout.nodeType[node]!]!;
  const firstGene = geneOf(from, firstNode);
  const endGene = geneOf(to + 1, lastNode);
  target.plan.fraction.set(source.plan.fraction.subarray(firstGene, endGene), firstGene);
  target.plan.choice.set(source.plan.choice.subarray(firstGene, endGene), firstGene);
  target.nodeCoreW.set(source.nodeCoreW.subarray(firstNode, lastNode + 1), firstNode);
  target.nodeUnphysical.set(source.nodeUnphysical.subarray(firstNode, lastNode + 1), firstNode);
  target.nodeRatePerS.set(
    source.nodeRatePerS.subarray(firstNode * taskCount, (lastNode + 1) * taskCount),
    firstNode * taskCount,
  );
  // Even if they are exchanged as a whole: the sums over nodes are stale.
  stale.add(firstNode).add(lastNode);
}

/**
 * Returns the mutation (3.4.3.2): a function that mutates a plan with probability `perChromosome`. Each gene (core and
 * task type) then gets a random fraction and P-state with probability `perGene`. Where the fractions of a core exceed
 * 100 %, they are scaled to 100 %.
 */
export function mutateGenes(tables: PlanTables, perChromosome: number, perGene: number) {
  const { layout } = tables;
  return ({ plan }: PlanState, stale: Set<number>, random: RandomStream): void => {
    if (random.uniform() >= perChromosome) return;
    let node = 0;
    let core = -1;
    let tasks = 0;
    visitEach(layout.geneCount, perGene, random, (gene) => {
      while (layout.nodeFirstGene[node + 1]! <= gene) node++;
      const first = layout.nodeFirstGene[node]!;
      const tasksHere = layout.tasksOfType[layout.nodeType[node]!]!;
      const k = (gene - first) % tasksHere;
      // Places are visited in rising order: a core is complete when the next one begins.
      if (core >= 0 && gene - k !== core) normaliseCore(plan.fraction, core, tasks);
      core = gene - k;
      tasks = tasksHere;
      randomGene(tables, plan, gene, node, k, random);
      stale.add(node);
    });
    if (core >= 0) normaliseCore(plan.fraction, core, tasks);
  };
}

/**
 * Returns a function that fills a plan at random for the initial population (3.4.3.1). Where the fractions of a core
 * exceed 100 %, they are scaled to 100 %.
 */
export function randomiseGenes(tables: PlanTables) {
  const { layout } = tables;
  return ({ plan }: PlanState, random: RandomStream): void => {
    for (let node = 0; node < layout.nodeCount; node++) {
      const tasks = layout.tasksOfType[layout.nodeType[node]!]!;
      for (let core = layout.nodeFirstGene[node]!; core < layout.nodeFirstGene[node + 1]!; core += tasks) {
        for (let k = 0; k < tasks; k++) randomGene(tables, plan, core + k, node, k, random);
        normaliseCore(plan.fraction, core, tasks);
      }
    }
  };
}

function randomGene(
  { layout }: PlanTables,
  plan: PlanState['plan'],
  gene: number,
  node: number,
  k: number,
  random: RandomStream,
): void {
  plan.fraction[gene] = random.uniform();
  plan.choice[gene] = random.integer(0, layout.deactivated[layout.nodeType[node]!]![k]!);
}
