import type { CoreFractions } from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import { type HeatMap, heatMap } from './heat-map.js';
import { greatestRise, limitsMet, setPointOf } from './operating-point.js';
import {
  createStale,
  createState,
  markStale,
  type PlanState,
  refresh,
  refreshAll,
  type StaleNodes,
} from './plan-state.js';
import { type PlanTables, planTables, type SetPointRule } from './plan-tables.js';

export interface RepairOptions {
  /** Maximum number of iterations (maxIter of Algorithm 3); each treats the hottest node. */
  readonly mostIterations: number;
  /**
   * True if the repair goes on with the next node when the hottest node cannot be slowed down further. False if it then
   * ends, as printed in the thesis.
   */
  readonly passOver: boolean;
}

export interface RepairOutcome {
  readonly met: boolean;
  readonly iterations: number;
  /** Number of P-state changes; each makes one gene (core and task type) one P-state slower. */
  readonly steps: number;
}

/**
 * Repairs a plan in place: slows cores of the hottest nodes until the limits hold (Algorithm 3). `stale` names the
 * nodes whose stored values are out of date. The function reuses its memory and may be called for many plans of a
 * model.
 */
export type Repair = (state: PlanState, stale: StaleNodes, random: RandomStream) => RepairOutcome;

/**
 * Returns the repair of Algorithm 3. While a limit is violated, it draws genes (core and task type) of the hottest node
 * at random and makes each one P-state slower, until another node is the hottest. Only genes with a positive fraction
 * and a slower P-state are drawn. Afterwards the plan's stored values are up to date.
 */
export function createRepair(tables: PlanTables, { mostIterations, passOver }: RepairOptions): Repair {
  const heat = heatMap(tables);
  const { layout } = tables;
  const slow: SlowableGenes = { genes: new Int32Array(layout.geneCount), listed: new Int32Array(layout.nodeCount) };
  return (state, stale, random) => {
    slow.listed.fill(-1);
    let steps = 0;
    let iterations = 0;
    let stuck = false;
    for (;;) {
      refresh(tables, state, stale);
      // Judged by fresh sums, not by those that were updated step by step.
      const met = limitsMet(tables, state.zonePowerW, heat.load(state), heat.greatestRiseC());
      if (met || stuck || iterations >= mostIterations) return { met, iterations, steps };
      do {
        const node = heat.hottest();
        const count = node < 0 ? 0 : slowable(tables, state.plan, node, slow);
        if (count > 0) {
          iterations++;
          steps += slowDown(tables, state, heat, node, slow, random);
          markStale(stale, node);
        } else if (node >= 0 && passOver) heat.passOver(node);
        else stuck = true;
      } while (
        !stuck &&
        iterations < mostIterations &&
        !limitsMet(tables, state.zonePowerW, heat.nodePowerW(), heat.greatestRiseC())
      );
    }
  };
}

/**
 * Makes random genes of the hottest node one P-state slower until another node is the hottest (Algorithm 3, lines 4 to
 * 7). Returns the number of P-state changes.
 */
function slowDown(
  tables: PlanTables,
  { plan }: PlanState,
  heat: HeatMap,
  node: number,
  { genes, listed }: SlowableGenes,
  random: RandomStream,
): number {
  const { layout, rates } = tables;
  const type = layout.nodeType[node]!;
  const { tasks, width, powerW, deactivated } = rates[type]!;
  const first = layout.nodeFirstGene[node]!;
  let count = listed[node]!;
  let steps = 0;
  do {
    const drawn = first + random.integer(0, count - 1);
    const gene = genes[drawn]!;
    const k = (gene - first) % tasks;
    const from = plan.choice[gene]!;
    plan.choice[gene] = from + 1;
    if (from + 1 === deactivated[k]!) {
      genes[drawn] = genes[first + --count]!;
      listed[node] = -1;
    }
    heat.add(node, plan.fraction[gene]! * (powerW[k * width + from + 1]! - powerW[k * width + from]!));
    steps++;
  } while (count > 0 && heat.hottest() === node);
  return steps;
}

/**
 * Genes (core and task type) with a positive fraction and a slower P-state, of each node. `listed` is their number per
 * node, -1 if not yet listed.
 */
interface SlowableGenes {
  readonly genes: Int32Array;
  readonly listed: Int32Array;
}

/** Returns how many genes of a node can still be slowed down. The first call for a node lists them in `genes`. */
function slowable(
  { layout, rates }: PlanTables,
  { fraction, choice }: CoreFractions,
  node: number,
  { genes, listed }: SlowableGenes,
): number {
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
}

/**
 * Slows cores of a plan in place until the limits hold (Algorithm 3): P-states change, core fractions stay. Also
 * returns the common set-point. With `passOver` and enough iterations the plan then keeps every limit that an idle
 * facility keeps.
 */
export function repairByPStates(
  model: RewardRateModel,
  cores: CoreFractions,
  random: RandomStream,
  options: RepairOptions & { readonly setPointRule?: SetPointRule },
): RepairOutcome & { readonly setPointC: number } {
  const tables = planTables(model, options.setPointRule);
  const state = { ...createState(tables), plan: cores };
  refreshAll(tables, state);
  const outcome = createRepair(tables, options)(state, createStale(tables), random);
  return { ...outcome, setPointC: setPointOf(tables, greatestRise(state.riseC)) };
}
