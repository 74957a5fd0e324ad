import type { CompiledNodeType } from '../../models/facility/compiled.js';

/**
 * Value of one core on a task type in its best P-state, as a function of its delay by co-location (models "anchored"
 * and "none"):
 *
 * v_k(delta) = max over p of  mu_k / (B_kp + delta) - pi a_kp,    delta = max(0, u_k (m - 1) + x_k (D - E_k)).
 *
 * k is the local task type, p its P-state, B the execution time without co-location, a the core power. mu is the price
 * of a completed task, pi the price of power. m is the number of busy cores, D their mean memory intensity, E_k that of
 * the task type; u and x are coefficients of Eq. 21.
 *
 * v_k falls with delta if mu_k >= 0 and rises otherwise. So for fixed m, v_k is monotone in D. This also holds for the
 * computed values, because every rounded operation is monotone.
 */
export interface CoreWorth {
  /**
   * Sets the prices for all later calls.
   *
   * @param taskPrice mu, reward per completed task, indexed by global task type
   * @param pricePerW pi, reward/s per W
   */
  set(taskPrice: Float64Array, pricePerW: number): void;
  /** Returns the delay of local task type k, s, with `busy` busy cores of mean memory intensity `intensity`. */
  delayS(k: number, busy: number, intensity: number): number;
  /** Returns the value of a core on local task type k in its best P-state, given its co-location delay, reward/s. */
  at(k: number, delayS: number): number;
  /** Returns the largest value of a core on local task type k, reward/s, for delays between `delayS` and `otherS`. */
  most(k: number, delayS: number, otherS: number): number;
  least(k: number, delayS: number, otherS: number): number;
  /**
   * Returns the value of a core on local task type k in one P-state, reward/s:
   *
   * task price / (time without co-location + delay) - power price x core power
   *
   * @param choice index of the P-state in CompiledTask.pStates
   */
  inState(k: number, choice: number, delayS: number): number;
  /** Returns a core's best P-state for local task type k (index in CompiledTask.pStates); on ties the fastest. */
  choice(k: number, delayS: number): number;
  /** Greatest absolute value of one core alone if power were free, reward/s: the scale of rounding errors. */
  readonly grossPerCore: number;
}

/**
 * Returns the value of cores of a node type. Prices must be set before it is used.
 *
 * @throws RangeError for the co-location model "literal", in which execution times may fall to zero
 */
export function coreWorth(nodeType: CompiledNodeType): CoreWorth {
  if (nodeType.colocation === 'literal') throw new RangeError('core worths need a model whose times stay positive');
  const { tasks, cores } = nodeType;
  const interferes = nodeType.colocation === 'anchored';
  const perNeighbourS = tasks.map((task) => (interferes ? task.coefficients.perNeighbourS : 0));
  const perIntensityS = tasks.map((task) => (interferes ? task.coefficients.perAverageIntensityS : 0));
  const own = Float64Array.from(tasks, (task) => task.memoryIntensity);
  // P-states of task k by rising time: entries start[k] .. start[k + 1].
  const order = tasks.map((task) => [...task.timeS.keys()].sort((p, q) => task.timeS[p]! - task.timeS[q]! || p - q));
  const start = [0];
  for (const states of order) start.push(start.at(-1)! + states.length);
  const position = Uint16Array.from(order.flat());
  const timeS = Float64Array.from(order.flatMap((states, k) => states.map((p) => tasks[k]!.timeS[p]!)));
  const powerW = Float64Array.from(order.flatMap((states, k) => states.map((p) => tasks[k]!.powerW[p]!)));
  const cost = new Float64Array(powerW.length);
  const mu = new Float64Array(tasks.length);
  const first = new Int32Array(tasks.length);
  const last = new Int32Array(tasks.length);
  const leastE = own.reduce((least, e) => Math.min(least, e), Infinity);
  const mostE = own.reduce((most, e) => Math.max(most, e), -Infinity);
  const worstDelayS = tasks.map((_, k) =>
    Math.max(
      0,
      Math.max(0, perNeighbourS[k]!) * (cores - 1) +
        Math.max(perIntensityS[k]! * (mostE - own[k]!), perIntensityS[k]! * (leastE - own[k]!)),
    ),
  );
  let grossPerCore = 0;

  const bestEntry = (k: number, from: number, to: number, delayS: number): number => {
    let best = from;
    let most = mu[k]! / (timeS[from]! + delayS) - cost[from]!;
    for (let e = from + 1; e <= to; e++) {
      const worth = mu[k]! / (timeS[e]! + delayS) - cost[e]!;
      if (worth > most) {
        most = worth;
        best = e;
      }
    }
    return best;
  };

  const at = (k: number, delayS: number): number => {
    const price = mu[k]!;
    const end = last[k]!;
    let e = first[k]!;
    let most = price / (timeS[e]! + delayS) - cost[e]!;
    for (e++; e <= end; e++) {
      const worth = price / (timeS[e]! + delayS) - cost[e]!;
      if (worth > most) most = worth;
    }
    return most;
  };

  return {
    at,
    most: (k, one, other) => at(k, mu[k]! < 0 ? Math.max(one, other) : Math.min(one, other)),
    least: (k, one, other) => at(k, mu[k]! < 0 ? Math.min(one, other) : Math.max(one, other)),
    get grossPerCore() {
      return grossPerCore;
    },
    set(taskPrice, pricePerW) {
      grossPerCore = 0;
      for (let e = 0; e < cost.length; e++) cost[e] = pricePerW * powerW[e]!;
      for (const [k, task] of tasks.entries()) {
        mu[k] = taskPrice[task.task]!;
        grossPerCore = Math.max(grossPerCore, Math.abs(mu[k]) / timeS[start[k]!]!);
        // The advantage of a faster state shrinks as the delay grows (of a slower one where mu < 0): the best lies between the
        // best alone and the best in the worst company, whatever the sign of the power price.
        const alone = bestEntry(k, start[k]!, start[k + 1]! - 1, 0);
        const crowded = bestEntry(k, start[k]!, start[k + 1]! - 1, worstDelayS[k]!);
        first[k] = mu[k] < 0 ? Math.min(alone, crowded) : alone;
        last[k] = Math.max(alone, crowded);
      }
    },
    delayS: (k, busy, intensity) =>
      Math.max(0, perNeighbourS[k]! * (busy - 1) + perIntensityS[k]! * (intensity - own[k]!)),
    inState(k, choice, delayS) {
      let e = start[k]!;
      while (position[e] !== choice) e++;
      return mu[k]! / (timeS[e]! + delayS) - cost[e]!;
    },
    choice: (k, delayS) => position[bestEntry(k, first[k]!, last[k]!, delayS)]!,
  };
}
