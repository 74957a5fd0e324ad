import { nodeSecondsOf } from '../../../../../models/families/utility/model.js';
import { adaptiveSteps } from '../../../../pricing/adaptive-steps.js';
import type { DayWork } from './day-work.js';
import { noPrices, type PricedPass, type Prices } from './prices.js';

/** Length of the first step, as a fraction of the dual value's typical size. */
const FIRST_STEP = 0.3;
/** Length of the last step, as a fraction of the dual value's typical size. */
const LAST_STEP = 0.001;

/**
 * Subgradient search for the dual values that minimise the bound of a relaxation. Any dual values give a valid bound,
 * so the search need not converge.
 */
export interface PriceAscent {
  readonly prices: Prices;
  /** Changes the dual values after a pass: up for overused resources, down for underused ones. */
  readonly move: (pass: PricedPass) => void;
}

export interface AscentOptions {
  /** Number of moves over which the step length falls from its first to its last value. */
  readonly passes: number;
  /** Length of the first step, as a fraction of the dual value's typical size. */
  readonly firstStep?: number;
}

export function priceAscent(work: DayWork, { passes, firstStep = FIRST_STEP }: AscentOptions): PriceAscent {
  const { model, slots, borderS, budgetJ, rows } = work;
  const pools = model.pools.length;
  const prices = noPrices(work);
  const scales = typicalPrices(work);
  const count = prices.node.length;
  /** Number of dual values: of nodes, of energy and of power limits. */
  const length = count + 1 + prices.row.length;
  const steps = adaptiveSteps(length);
  const takenW = new Float64Array(slots);
  let moved = 0;

  return {
    prices,
    move({ takenNodeS, takenJ, drawnJ }) {
      moved++;
      steps.begin();
      const reach = firstStep * (LAST_STEP / firstStep) ** Math.min(1, moved / passes);
      for (const [j, pool] of model.pools.entries()) {
        for (let s = 0; s < slots; s++) {
          const q = j * slots + s;
          const capacity = nodeSecondsOf(pool, borderS[s]!, borderS[s + 1]!);
          const excess = capacity > 0 ? takenNodeS[q]! / capacity - 1 : Math.sign(takenNodeS[q]!);
          const change = scales.node[j]! * steps.step(q, excess, reach);
          prices.node[q] = Math.max(0, prices.node[q]! + change);
        }
      }
      if (budgetJ < Infinity) {
        const excess = budgetJ > 0 ? drawnJ / budgetJ - 1 : drawnJ > 0 ? 1 : 0;
        prices.energy = Math.max(0, prices.energy + scales.energy * steps.step(count, excess, reach));
      }
      for (let r = 0; r < rows.count; r++) {
        takenW.fill(0);
        for (let j = 0; j < pools; j++) {
          const perW = rows.coefficient[r * pools + j]!;
          if (perW > 0) for (let s = 0; s < slots; s++) takenW[s]! += perW * takenJ[j * slots + s]!;
        }
        for (let s = 0; s < slots; s++) {
          const q = r * slots + s;
          const capacity = rows.limit[r]! * (borderS[s + 1]! - borderS[s]!);
          const change = scales.row[r]! * steps.step(count + 1 + q, takenW[s]! / capacity - 1, reach);
          prices.row[q] = Math.max(0, prices.row[q]! + change);
        }
      }
    },
  };
}

/** Typical sizes of dual values; step lengths are fractions of them. */
interface Scales {
  /** Typical dual value of a node in each pool, utility per node-second. */
  readonly node: Float64Array;
  /** Typical dual value of the energy budget, utility/J. */
  readonly energy: number;
  /** Typical dual value of each power limit, utility/(s K) or utility/(s W). */
  readonly row: Float64Array;
}

/**
 * Returns typical sizes of the dual values, which are quotients. The mean utility of a task is divided by its mean
 * node-seconds in a pool, by its mean energy, or by its mean load of a power limit. Tasks are taken to start at their
 * arrival.
 */
function typicalPrices(work: DayWork): Scales {
  const { model, kinds, firstClass, firstOption, pool, nodes, timeS, powerW, size, firstAtOnce, atOnce, rows } = work;
  const utility = new Float64Array(model.pools.length);
  const nodeS = new Float64Array(model.pools.length);
  const energyJ = new Float64Array(model.pools.length);
  let utilities = 0;
  for (let k = 0; k < kinds; k++) {
    const first = firstOption[k]!;
    for (let c = firstClass[k]!; c < firstClass[k + 1]!; c++) {
      for (let o = first; o < firstOption[k + 1]!; o++) {
        const earned = size[c]! * atOnce[firstAtOnce[c]! + o - first]!;
        utility[pool[o]!]! += earned;
        nodeS[pool[o]!]! += size[c]! * nodes[o]! * timeS[o]!;
        utilities += earned;
        energyJ[pool[o]!]! += size[c]! * powerW[o]! * timeS[o]!;
      }
    }
  }
  const per = (sum: number): number => (sum > 0 ? utilities / sum : 0);
  const all = (weights: (j: number) => number): number =>
    energyJ.reduce((sum, joules, j) => sum + weights(j) * joules, 0);
  return {
    node: utility.map((sum, j) => (nodeS[j]! > 0 ? sum / nodeS[j]! : 0)),
    energy: per(all(() => 1)),
    row: Float64Array.from(rows.limit, (_, q) => per(all((j) => rows.coefficient[q * energyJ.length + j]!))),
  };
}
