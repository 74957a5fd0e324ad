import { W_PER_KW } from '../../models/units.js';
import { type Configuration, multisetCount } from '../../models/facility/configuration.js';
import { coreRates } from '../../models/facility/core-rates.js';
import type { CompiledNodeType } from '../../models/facility/compiled.js';
import { branchingSearch } from './branching-search.js';
import type { PricedModel } from './pricing-oracle.js';

/** Number of cores on one local task type in one P-state (index in CompiledTask.pStates). */
export interface CoresInState {
  readonly task: number;
  readonly state: number;
  readonly count: number;
}

/**
 * A configuration of a node in which cores on one task type may be in different P-states. The field `cores` lists them;
 * the inherited field `choices` has no meaning.
 */
export interface WholeCoreConfiguration extends Configuration {
  readonly cores: readonly CoresInState[];
}

/** Limits on the enumeration of configurations. */
export interface ListingLimits {
  readonly most: number;
  /** Maximum number of steps of the search over the numbers of cores on each task type. */
  readonly steps: number;
}

/** Up to this many multisets of task types of a node are enumerated; more are searched by branch and bound. */
const MAX_EACH = 20_000;
/**
 * Rounding error of values, as a fraction of the largest. Configurations whose values are less than this below the
 * floor are listed as well.
 */
const ROUNDING = 1e-12;

/**
 * Returns all configurations of a node with work whose value at the given prices is at least `floor`, with a P-state
 * for each core; null if the limits do not suffice. Values and floor include the power that a node draws when on rather
 * than on standby.
 */
export function wholeCoreConfigurations(
  model: PricedModel,
  type: number,
  taskPrice: Float64Array,
  pricePerKW: number,
  floor: number,
  { most, steps }: ListingLimits,
): WholeCoreConfiguration[] | null {
  const nodeType = model.nodeTypes[type]!;
  const pricePerW = pricePerKW / W_PER_KW;
  const wakeW = nodeType.wakeW ?? 0;
  const least = floor + pricePerW * wakeW;
  const listed = countsWorth(nodeType, taskPrice, pricePerW, least, steps, 4 * most);
  if (listed === null) return null;
  const found: WholeCoreConfiguration[] = [];
  for (const counts of listed) {
    const rates = coreRates(nodeType, counts);
    const worth = rates.map((ofTask, k) => {
      const { task, powerW } = nodeType.tasks[k]!;
      return ofTask.map((rate, p) => (rate > 0 ? taskPrice[task]! * rate - pricePerW * powerW[p]! : -Infinity));
    });
    const best = worth.map((ofTask) => Math.max(...ofTask));
    const value = counts.reduce((sum, count, k) => (count > 0 ? sum + count * best[k]! : sum), 0);
    const busy = [...counts.keys()].filter((k) => counts[k]! > 0);
    // Depth first over the cores' P-states; what is lost against the best states must fit between value and floor.
    const spread = (n: number, state: number, left: number, spare: number, cores: readonly CoresInState[]): boolean => {
      const task = busy[n];
      if (task === undefined) {
        found.push(configurationOf(model, type, counts, rates, cores));
        return found.length <= most;
      }
      if (left === 0) return spread(n + 1, 0, counts[busy[n + 1] ?? 0]!, spare, cores);
      const states = worth[task]!;
      if (state === states.length) return true;
      const lost = best[task]! - states[state]!;
      const from = state === states.length - 1 ? left : 0;
      for (let count = from; count <= left; count++) {
        const rest = count === 0 ? spare : spare - count * lost;
        if (!(rest >= 0)) break;
        const more = count === 0 ? cores : [...cores, { task, state, count }];
        if (!spread(n, state + 1, left - count, rest, more)) return false;
      }
      return true;
    };
    const spare = value - least + ROUNDING * Math.max(Math.abs(value), Math.abs(least));
    if (spare >= 0 && !spread(0, 0, counts[busy[0]!]!, spare, [])) return null;
  }
  return found;
}

/**
 * Returns numbers of cores on each task type, at least one core in total. All with a value of at least `floor` in their
 * best P-states are returned, and perhaps others. Null if the search would need more than `steps` or find more than
 * `most`, or if the co-location model is "literal" and there are too many numbers to list.
 */
function countsWorth(
  nodeType: CompiledNodeType,
  taskPrice: Float64Array,
  pricePerW: number,
  floor: number,
  steps: number,
  most: number,
): Uint16Array[] | null {
  const { tasks, cores } = nodeType;
  if (tasks.length === 0) return [];
  if (multisetCount(cores, tasks.length) <= MAX_EACH) return allCounts(tasks.length, cores);
  if (nodeType.colocation === 'literal') return null;
  const search = branchingSearch(nodeType);
  search.worth.set(taskPrice, pricePerW);
  const found = new Map<string, Uint16Array>();
  const slack = ROUNDING * (cores * search.worth.grossPerCore + Math.abs(floor));
  const goal = {
    get floor() {
      return found.size > most ? Infinity : floor - slack;
    },
    get enough() {
      return found.size > most ? Infinity : floor - slack;
    },
    found: (counts: Uint16Array) => {
      found.set(counts.join(), counts.slice());
    },
  };
  const { unexplored } = search.run(goal, 'all', steps);
  return found.size > most || unexplored > floor - slack ? null : [...found.values()];
}

/** Returns all numbers of cores on each task type, 1 to `cores` in total. */
function allCounts(tasks: number, cores: number): Uint16Array[] {
  const all: Uint16Array[] = [];
  const counts = new Uint16Array(tasks);
  const fill = (k: number, left: number): void => {
    if (k === tasks) {
      if (left < cores) all.push(counts.slice());
      return;
    }
    for (let count = 0; count <= left; count++) {
      counts[k] = count;
      fill(k + 1, left - count);
    }
    counts[k] = 0;
  };
  fill(0, cores);
  return all;
}

function configurationOf(
  { nodeTypes, taskNames }: PricedModel,
  type: number,
  counts: Uint16Array,
  rates: readonly (readonly number[])[],
  cores: readonly CoresInState[],
): WholeCoreConfiguration {
  const { tasks, wakeW = 0 } = nodeTypes[type]!;
  const ratePerS = new Float64Array(taskNames.length);
  let coreW = wakeW;
  for (const { task, state, count } of cores) {
    ratePerS[tasks[task]!.task]! += count * rates[task]![state]!;
    coreW += count * tasks[task]!.powerW[state]!;
  }
  return { type, counts, choices: new Uint8Array(tasks.length), ratePerS, coreW, cores };
}
