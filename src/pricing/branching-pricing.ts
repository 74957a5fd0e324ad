import { W_PER_KW } from '../../models/units.js';
import { type Configuration, idleConfiguration } from '../../models/facility/configuration.js';
import { configurationFrom } from '../../models/facility/configuration-from.js';
import { branchingSearch } from './branching-search.js';
import type { PricedModel, PricingOracle, ValuedConfiguration } from './pricing-oracle.js';
import { bestConfigurations, type ConfigurationChoice } from './best-configurations.js';

/** Default tolerance: a configuration better by less than this fraction of the value may be missed. */
export const RELATIVE_TOLERANCE = 1e-12;
/** Rounding error of a value, as a fraction of what a node with all cores busy would earn with free power. */
const ROUNDING = 1e-14;
/** A configuration missing in a near-best list may exceed the last one by at most this fraction of the best value. */
export const NEAR_BEST_TOLERANCE = 1e-6;
/**
 * Maximum number of search steps for a best configuration; a step takes 0.2 microseconds. If the search ends there, its
 * bound is valid but loose.
 */
const MAX_STEPS = 10_000_000;
/** Maximum number of search steps for a list of near-best configurations. */
const MAX_NEAR_BEST_STEPS = 1_000_000;
/**
 * Fraction of the allowed loss within which near-best configurations are sought first. It is multiplied by 8 as long as
 * too few are found.
 */
const FIRST_SHARE = 2 ** -30;

/**
 * Returns a pricing by branch and bound (docs/reward-rate/pricing.md), for node types with too many multisets of task
 * types to enumerate. The result depends only on the prices and the known configuration, not on earlier calls.
 *
 * @param mostSteps maximum number of search steps for one best configuration, see MAX_STEPS
 * @param relativeTolerance configurations better by at most this fraction of the value may be missed; `upperBound`
 * covers them
 * @throws RangeError for the co-location model "literal"
 */
export function branchingPricingOracle(
  model: PricedModel,
  type: number,
  mostSteps = MAX_STEPS,
  relativeTolerance = RELATIVE_TOLERANCE,
): PricingOracle {
  const nodeType = model.nodeTypes[type]!;
  const globalTasks = model.taskNames.length;
  const tasks = nodeType.tasks.length;
  const search = branchingSearch(nodeType);
  const { worth } = search;
  let evaluations = 0;

  const build = (counts: Uint16Array, choices: Uint8Array): Configuration =>
    configurationFrom(type, nodeType, globalTasks, counts, choices) ?? idleConfiguration(type, tasks, globalTasks);
  const valued = (configuration: Configuration, mu: Float64Array, pricePerKW: number): ValuedConfiguration => {
    let value = (-pricePerKW * configuration.coreW) / W_PER_KW;
    for (let i = 0; i < globalTasks; i++) value += mu[i]! * configuration.ratePerS[i]!;
    // Idling is worth 0, not -0.
    return { configuration, value: value === 0 ? 0 : value };
  };

  /**
   * Returns the numbers of cores with the highest value at the current prices, and an upper bound on the value of any
   * numbers, both values in reward/s. If no value is above `least`, all numbers are 0.
   */
  function bestCounts(least = 0): {
    readonly counts: Uint16Array;
    readonly value: number;
    readonly upperBound: number;
  } {
    const counts = new Uint16Array(tasks);
    const rounding = ROUNDING * nodeType.cores * worth.grossPerCore;
    const coarse = relativeTolerance > RELATIVE_TOLERANCE;
    let value = least;
    const { unexplored } = search.run(
      {
        get floor() {
          return coarse ? value * (1 + relativeTolerance) : value;
        },
        get enough() {
          return value * (1 + relativeTolerance) + rounding;
        },
        found(better, itsValue) {
          value = itsValue;
          counts.set(better);
        },
      },
      'best',
      mostSteps,
    );
    return { counts, value, upperBound: Math.max(coarse ? value * (1 + relativeTolerance) : value, unexplored) };
  }

  const choicesOf = (counts: Uint16Array): Uint8Array => {
    const delays = search.delaysOf(counts);
    return Uint8Array.from(counts, (count, k) => (count > 0 ? worth.choice(k, delays[k]!) : 0));
  };

  /** Returns the `limit` most valuable configurations with a value of at least `floor`, best first. */
  function configurationsAbove(floor: number, limit: number, tolerance: number): ConfigurationChoice[] {
    const configurations = bestConfigurations(search, nodeType, floor, limit);
    if (floor <= 0) configurations.add(new Uint16Array(tasks), 0);
    const goal = {
      get floor() {
        return configurations.floor;
      },
      get enough() {
        return configurations.full ? configurations.floor + tolerance : configurations.floor;
      },
      found: (counts: Uint16Array, value: number) => {
        configurations.add(counts, value);
      },
    };
    search.run(goal, 'all', MAX_NEAR_BEST_STEPS);
    return configurations.list;
  }

  return {
    type,
    get evaluations() {
      return evaluations;
    },
    best(taskPrice, pricePerKW, known) {
      evaluations++;
      worth.set(taskPrice, pricePerKW / W_PER_KW);
      const start = known === undefined ? null : valued(known, taskPrice, pricePerKW);
      const least = Math.max(0, start?.value ?? 0);
      const { counts, value, upperBound } = bestCounts(least);
      const best =
        start !== null && start.value === least && value === least
          ? start
          : valued(build(counts, choicesOf(counts)), taskPrice, pricePerKW);
      return { ...best, upperBound: Math.max(best.value, upperBound) };
    },
    nearBest(taskPrice, pricePerKW, loss, limit) {
      evaluations++;
      worth.set(taskPrice, pricePerKW / W_PER_KW);
      const best = bestCounts();
      const most: ConfigurationChoice = { counts: best.counts, choices: choicesOf(best.counts), value: best.value };
      let configurations: ConfigurationChoice[] = [];
      for (let share = FIRST_SHARE; share <= 1 && configurations.length < limit; share *= 8) {
        configurations = configurationsAbove(best.value - loss * share, limit, NEAR_BEST_TOLERANCE * best.value);
      }
      const same = (choice: ConfigurationChoice): boolean =>
        choice.counts.every((count, k) => count === most.counts[k]) && sameChoices(choice, most);
      return [most, ...configurations.filter((choice) => !same(choice))]
        .map(({ counts, choices }) => valued(build(counts, choices), taskPrice, pricePerKW))
        .sort((a, b) => b.value - a.value)
        .slice(0, limit);
    },
  };
}

function sameChoices(a: ConfigurationChoice, b: ConfigurationChoice): boolean {
  return a.counts.every((count, k) => count === 0 || a.choices[k] === b.choices[k]);
}
