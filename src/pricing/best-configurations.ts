import { firstWhere } from '../../models/bisection.js';
import type { CompiledNodeType } from '../../models/facility/compiled.js';
import type { BranchingSearch } from './branching-search.js';

/** Number of cores and P-state (index in CompiledTask.pStates) of each local task type. */
export interface ConfigurationChoice {
  readonly counts: Uint16Array;
  readonly choices: Uint8Array;
  readonly value: number;
}

/**
 * The `limit` most valuable configurations found so far, with values of at least `least`. Of equal configurations,
 * those added first stay.
 */
export interface BestConfigurations {
  /**
   * Value, reward/s, that a configuration must exceed to enter the list. While the list is not full, it suffices to
   * reach this value.
   */
  readonly floor: number;
  readonly full: boolean;
  /** Configurations kept so far, best first. */
  readonly list: ConfigurationChoice[];
  /**
   * Adds the configuration with these numbers of cores in their best P-states, whose value is `value`. Also adds the
   * configurations with the same numbers of cores in other P-states whose values suffice. Numbers of cores that were
   * added before are ignored.
   */
  add(counts: Uint16Array, value: number): void;
}

export function bestConfigurations(
  search: BranchingSearch,
  nodeType: CompiledNodeType,
  least: number,
  limit: number,
): BestConfigurations {
  const list: ConfigurationChoice[] = [];
  const added = new Set<string>();
  const isFull = (): boolean => list.length >= limit;
  const fits = (value: number): boolean => (isFull() ? value > list.at(-1)!.value : value >= least);

  const insert = (choice: ConfigurationChoice): void => {
    const at = firstWhere(list.length, (n) => list[n]!.value < choice.value);
    list.splice(at, 0, choice);
    if (list.length > limit) list.pop();
  };

  return {
    get floor() {
      return isFull() ? list.at(-1)!.value : least;
    },
    get full() {
      return isFull();
    },
    list,
    add(counts, best) {
      const key = counts.join();
      if (added.has(key)) return;
      added.add(key);
      const { worth } = search;
      const delays = search.delaysOf(counts);
      const busy = [...counts.keys()].filter((k) => counts[k]! > 0);
      const deviate = (n: number, value: number, choices: Uint8Array): void => {
        if (!fits(value)) return;
        if (n === busy.length) {
          insert({ counts: counts.slice(), choices, value });
          return;
        }
        const k = busy[n]!;
        const most = worth.at(k, delays[k]!);
        for (let p = 0; p < nodeType.tasks[k]!.pStates.length; p++) {
          const changed = choices.slice();
          changed[k] = p;
          deviate(n + 1, value - counts[k]! * (most - worth.inState(k, p, delays[k]!)), changed);
        }
      };
      deviate(0, best, new Uint8Array(counts.length));
    },
  };
}
