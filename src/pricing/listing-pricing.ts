import { W_PER_KW } from '../../models/units.js';
import { type Configuration, configurationOf, multisetTable } from '../../models/facility/configuration.js';
import { pStateWindows } from './p-state-windows.js';
import type { PricedModel, PricingOracle, ValuedConfiguration } from './pricing-oracle.js';

/**
 * Returns a pricing that evaluates every multiset of task types, for node types with few multisets. If several are
 * best, the first counts.
 */
export function listingPricingOracle(model: PricedModel, type: number): PricingOracle {
  const nodeType = model.nodeTypes[type]!;
  const globalTasks = model.taskNames.length;
  const table = multisetTable(type, nodeType);
  const globalOf = Uint16Array.from(nodeType.tasks, (task) => task.task);
  const { entryStart, entryTask, valueStart, rate, powerW } = table;
  const multisetValue = new Float64Array(table.multisetCount);
  const windows = pStateWindows(nodeType, table);
  let evaluations = 0;

  /** Writes the values of all multisets to multisetValue and returns the index of the best one, on ties the lowest. */
  function evaluate(taskPrice: Float64Array, pricePerKW: number): number {
    evaluations++;
    const pricePerW = pricePerKW / W_PER_KW;
    windows.set(taskPrice, pricePerW);
    let best = 0;
    for (let m = 0; m < table.multisetCount; m++) {
      let value = 0;
      for (let e = entryStart[m]!; e < entryStart[m + 1]!; e++) {
        const k = entryTask[e]!;
        const mu = taskPrice[globalOf[k]!]!;
        let most = -Infinity;
        const last = valueStart[e]! + windows.last[k]!;
        for (let v = valueStart[e]! + windows.first[k]!; v <= last; v++) {
          if (rate[v]! === 0) continue;
          const worth = mu * rate[v]! - pricePerW * powerW[v]!;
          if (worth > most) most = worth;
        }
        value += most;
      }
      multisetValue[m] = value;
      if (value > multisetValue[best]!) best = m;
    }
    return best;
  }

  function worthOf(value: number, mu: number, pricePerW: number): number {
    return rate[value] === 0 ? -Infinity : mu * rate[value]! - pricePerW * powerW[value]!;
  }

  function bestChoices(m: number, taskPrice: Float64Array, pricePerW: number): number[] {
    const choices: number[] = [];
    for (let e = entryStart[m]!; e < entryStart[m + 1]!; e++) {
      const mu = taskPrice[globalOf[entryTask[e]!]!]!;
      let choice = 0;
      for (let v = valueStart[e]!; v < valueStart[e + 1]!; v++) {
        if (worthOf(v, mu, pricePerW) > worthOf(valueStart[e]! + choice, mu, pricePerW)) choice = v - valueStart[e]!;
      }
      choices.push(choice);
    }
    return choices;
  }

  const build = (m: number, choices: readonly number[]): Configuration =>
    configurationOf(table, nodeType, globalTasks, m, (e) => choices[e - entryStart[m]!]!);

  return {
    type,
    get evaluations() {
      return evaluations;
    },
    best(taskPrice, powerPricePerKW) {
      const m = evaluate(taskPrice, powerPricePerKW);
      return {
        configuration: build(m, bestChoices(m, taskPrice, powerPricePerKW / W_PER_KW)),
        value: multisetValue[m]!,
        upperBound: multisetValue[m]!,
      };
    },
    nearBest(taskPrice, powerPricePerKW, loss, limit) {
      const pricePerW = powerPricePerKW / W_PER_KW;
      // The number of configurations within a loss grows steeply: widen it until there are enough, but never past `loss`.
      const best = evaluate(taskPrice, powerPricePerKW);
      const most = multisetValue[best]!;
      let found = [{ configuration: build(best, bestChoices(best, taskPrice, pricePerW)), value: most }];
      for (let share = 2 ** -18; share <= 1; share *= 2) {
        const within = collect(taskPrice, pricePerW, most - loss * share, 8 * limit);
        if (within === null) break;
        found = within;
        if (found.length >= limit) break;
      }
      found.sort((a, b) => b.value - a.value);
      return found.slice(0, limit);
    },
  };

  /** Returns all configurations of value >= `floor` at the last evaluated prices; null if more than `most`. */
  function collect(
    taskPrice: Float64Array,
    pricePerW: number,
    floor: number,
    most: number,
  ): ValuedConfiguration[] | null {
    const found: ValuedConfiguration[] = [];
    for (let m = 0; m < table.multisetCount && found.length <= most; m++) {
      if (multisetValue[m]! < floor) continue;
      const base = bestChoices(m, taskPrice, pricePerW);
      const first = entryStart[m]!;
      // Depth-first over deviations of the P-states whose total loss still stays above the floor.
      const deviate = (position: number, value: number, choices: number[]): void => {
        if (found.length > most) return;
        if (position === choices.length) {
          found.push({ configuration: build(m, choices), value });
          return;
        }
        const e = first + position;
        const mu = taskPrice[globalOf[entryTask[e]!]!]!;
        const kept = worthOf(valueStart[e]! + base[position]!, mu, pricePerW);
        for (let v = valueStart[e]!; v < valueStart[e + 1]!; v++) {
          const next = value + worthOf(v, mu, pricePerW) - kept;
          if (next < floor) continue;
          const changed = choices.slice();
          changed[position] = v - valueStart[e]!;
          deviate(position + 1, next, changed);
        }
      };
      deviate(0, multisetValue[m]!, base);
    }
    return found.length > most ? null : found;
  }
}
