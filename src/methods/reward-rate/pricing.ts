import {
  type Configuration,
  configurationOf,
  multisetTable,
} from '../../../models/problems/reward-rate/configuration.js';
import type { RewardRateProblem } from '../../../models/problems/reward-rate/problem.js';
import { pStateWindows } from './p-state-windows.js';

/**
 * Exact pricing: given task prices mu (reward per completed task) and a power price pi (reward/s per kW), the best whole-node
 * configuration of a node type,
 *
 *   V(pi) = max over configurations s of  sum_i mu_i rate_is - pi w_s,
 *
 * separable by P-state once the multiset of tasks is fixed. V is convex and piecewise linear in pi, and V >= 0 (idle).
 */
export interface PricingOracle {
  readonly type: number;
  /** The best configuration at one price. */
  best(taskPrice: Float64Array, powerPricePerKW: number): PricedConfiguration;
  /** Configurations whose value is within `loss` of V at one price, best first, at most `limit`. */
  nearBest(taskPrice: Float64Array, powerPricePerKW: number, loss: number, limit: number): PricedConfiguration[];
  /** Evaluations of V so far (work counter). */
  readonly evaluations: number;
}

export interface PricedConfiguration {
  readonly configuration: Configuration;
  /** sum_i mu_i rate_i - pi w */
  readonly value: number;
}

export function pricingOracle(problem: RewardRateProblem, type: number): PricingOracle {
  const nodeType = problem.nodeTypes[type]!;
  const globalTasks = problem.taskNames.length;
  const table = multisetTable(type, nodeType);
  const globalOf = Uint16Array.from(nodeType.tasks, (task) => task.task);
  const { entryStart, entryTask, valueStart, rate, powerW } = table;
  const multisetValue = new Float64Array(table.multisetCount);
  const windows = pStateWindows(nodeType, table);
  let evaluations = 0;

  /** Fills multisetValue; returns the best multiset (lowest index on ties, so the answer does not depend on history). */
  function evaluate(taskPrice: Float64Array, pricePerKW: number): number {
    evaluations++;
    const pricePerW = pricePerKW / 1000;
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
        configuration: build(m, bestChoices(m, taskPrice, powerPricePerKW / 1000)),
        value: multisetValue[m]!,
      };
    },
    nearBest(taskPrice, powerPricePerKW, loss, limit) {
      const pricePerW = powerPricePerKW / 1000;
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

  /** All configurations worth at least `floor` by the prices of the last evaluation, or null if there are more than `most`. */
  function collect(
    taskPrice: Float64Array,
    pricePerW: number,
    floor: number,
    most: number,
  ): PricedConfiguration[] | null {
    const found: PricedConfiguration[] = [];
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

/** V of one node type over a range of power prices, from below (its lines) and above (chords between evaluated prices). */
export interface PriceEnvelope {
  /** Evaluated prices, ascending, with V there and the configuration attaining it. */
  readonly points: readonly EnvelopePoint[];
  /** A guaranteed upper bound on V at any price >= 0. */
  upperBound(powerPricePerKW: number): number;
  /** The best evaluated configuration at a price. */
  bestAt(powerPricePerKW: number): PricedConfiguration;
}

export interface EnvelopePoint extends PricedConfiguration {
  readonly price: number;
}

/** Evaluates V at both ends and recursively where two neighbouring lines cross, until every chord is tight. */
export function priceEnvelope(
  oracle: PricingOracle,
  taskPrice: Float64Array,
  leastPrice: number,
  mostPrice: number,
): PriceEnvelope {
  const pointAt = (price: number): EnvelopePoint => ({ price, ...oracle.best(taskPrice, price) });
  const points: EnvelopePoint[] = [pointAt(leastPrice)];
  const tolerance = 1e-12;
  const refine = (left: EnvelopePoint, right: EnvelopePoint): void => {
    const slopeLeft = -left.configuration.coreW / 1000;
    const slopeRight = -right.configuration.coreW / 1000;
    if (slopeRight - slopeLeft > 1e-15) {
      const price =
        (left.value - slopeLeft * left.price - right.value + slopeRight * right.price) / (slopeRight - slopeLeft);
      if (price > left.price && price < right.price) {
        const middle = pointAt(price);
        const line = left.value + slopeLeft * (price - left.price);
        if (middle.value > line + tolerance * Math.max(1, Math.abs(line))) {
          refine(left, middle);
          points.push(middle);
          refine(middle, right);
        } else points.push({ ...middle, price, configuration: middle.configuration });
        return;
      }
    }
  };
  if (mostPrice > leastPrice) {
    const last = pointAt(mostPrice);
    refine(points[0]!, last);
    points.push(last);
  }
  points.sort((a, b) => a.price - b.price);

  const segment = (price: number): number => {
    let low = 0;
    let high = points.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (points[middle]!.price <= price) low = middle;
      else high = middle;
    }
    return low;
  };
  return {
    points,
    upperBound(price) {
      const first = points[0]!;
      const last = points[points.length - 1]!;
      // Beyond the range V falls at most as fast as nothing (price up) and rises at most as fast as full power (price down).
      if (price >= last.price) return last.value;
      if (price < first.price) return oracle.best(taskPrice, price).value;
      const left = points[segment(price)]!;
      const right = points[segment(price) + 1]!;
      const share = right.price > left.price ? (price - left.price) / (right.price - left.price) : 0;
      return left.value + share * (right.value - left.value);
    },
    bestAt(price) {
      let best: PricedConfiguration | undefined;
      const valueAt = (point: EnvelopePoint): number =>
        point.value - (point.configuration.coreW / 1000) * (price - point.price);
      const near = segment(price);
      for (let n = Math.max(0, near - 1); n <= Math.min(points.length - 1, near + 2); n++) {
        const value = valueAt(points[n]!);
        if (best === undefined || value > best.value) best = { configuration: points[n]!.configuration, value };
      }
      return best!;
    },
  };
}
