import type { CoreFractions } from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RandomStream } from '../../../../random/stream.js';
import { heatMap } from './heat-map.js';
import { limitsMet, type PlanState, type PlanTables, refresh } from './plan-state.js';

/** Maximum number of iterations of Algorithm 3 (maxIter of the thesis); each treats the hottest node. */
export const MAX_ITERATIONS = 2000;

/**
 * Returns the repair of Algorithm 3, which changes a plan in place. `stale` names the nodes whose stored values are out
 * of date; afterwards all are up to date. The function reuses its memory and may be called for many plans of a model.
 *
 * While a limit is violated, it draws genes (core and task type) of the hottest node at random and makes each one
 * P-state slower, until another node is the hottest. Only genes with a positive fraction and a slower P-state are
 * drawn. A node without such genes is passed over, which is not in the thesis (docs/decisions/ga-reading.md).
 */
export function createRepair(tables: PlanTables, mostIterations: number) {
  const { layout, rates } = tables;
  const heat = heatMap(tables);
  /** Genes of each node that can be made slower, from the node's first gene on. */
  const genes = new Int32Array(layout.geneCount);
  /** [node]: number of its entries in `genes`; -1 if they are not listed yet. */
  const listed = new Int32Array(layout.nodeCount);

  /** Returns how many genes of a node can still be slowed down. The first call for a node lists them. */
  const slowable = ({ fraction, choice }: CoreFractions, node: number): number => {
    if (listed[node]! >= 0) return listed[node]!;
    const { tasks, deactivated } = rates[layout.nodeType[node]!]!;
    const first = layout.nodeFirstGene[node]!;
    let count = 0;
    for (let g = first, k = 0; g < layout.nodeFirstGene[node + 1]!; g++) {
      if (fraction[g]! > 0 && choice[g]! < deactivated[k]!) genes[first + count++] = g;
      if (++k === tasks) k = 0;
    }
    listed[node] = count;
    return count;
  };

  /**
   * Makes random genes of the hottest node one P-state slower until another node is the hottest (Algorithm 3, lines 4
   * to 7). Returns the number of P-state changes.
   */
  const slowDown = ({ fraction, choice }: CoreFractions, node: number, random: RandomStream): number => {
    const { tasks, width, powerW, deactivated } = rates[layout.nodeType[node]!]!;
    const first = layout.nodeFirstGene[node]!;
    let count = listed[node]!;
    let steps = 0;
    do {
      const drawn = first + random.integer(0, count - 1);
      const gene = genes[drawn]!;
      const k = (gene - first) % tasks;
      const from = choice[gene]!;
      choice[gene] = from + 1;
      if (from + 1 === deactivated[k]!) {
        genes[drawn] = genes[first + --count]!;
        listed[node] = -1;
      }
      heat.add(node, fraction[gene]! * (powerW[k * width + from + 1]! - powerW[k * width + from]!));
      steps++;
    } while (count > 0 && heat.hottest() === node);
    return steps;
  };

  return (state: PlanState, stale: Set<number>, random: RandomStream) => {
    listed.fill(-1);
    let steps = 0;
    let iterations = 0;
    let stuck = false;
    for (;;) {
      refresh(tables, state, stale);
      // Judged by fresh sums, not by those that were updated step by step.
      heat.load(state);
      const met = limitsMet(tables, heat.greatestRiseC());
      if (met || stuck || iterations >= mostIterations) return { met, iterations, steps };
      do {
        const node = heat.hottest();
        if (node < 0) stuck = true;
        else if (slowable(state.plan, node) === 0) heat.passOver(node);
        else {
          iterations++;
          steps += slowDown(state.plan, node, random);
          stale.add(node);
        }
      } while (!stuck && iterations < mostIterations && !limitsMet(tables, heat.greatestRiseC()));
    }
  };
}
