import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * Classes of options (pool and P-state) that differ only in their pool, e.g. racks of one node type. The option with
 * the earliest start represents its class.
 */
export interface AlikeOptions {
  /**
   * Index of the first class of options of each kind of work (task type and cores); the last entry is the number of
   * classes.
   */
  readonly ofKind: Int32Array;
  /** Index in `option` of the first entry of each class of options; the last entry is the number of options. */
  readonly first: Int32Array;
  /** Options (pool and P-state), grouped by class, ascending within each class. */
  readonly option: Int32Array;
  /** Index of the set of pools of each class of options. Classes on the same pools share one set. */
  readonly poolSet: Int32Array;
  /** For each pool, the indices of the sets of pools that contain it. */
  readonly setsOfPool: readonly number[][];
  readonly setCount: number;
}

/**
 * Groups options (pool and P-state) that differ only in their pool into classes.
 *
 * @param apart true to put every option into a class of its own
 */
export function alikeOptions({ options, pools }: UtilityModel, apart: boolean): AlikeOptions {
  const { kindCount, timeS, powerW, nodes, pState, pool } = options;
  const ofKind = new Int32Array(kindCount + 1);
  const classes: number[][] = [];
  const sets = new Map<string, number>();
  const setsOfPool: number[][] = pools.map(() => []);
  for (let kind = 0; kind < kindCount; kind++) {
    const known = new Map<string, number[]>();
    for (let o = options.first[kind]!; o < options.first[kind + 1]!; o++) {
      const { coresPerNode } = pools[pool[o]!]!;
      const text = apart ? `${o}` : `${timeS[o]!} ${powerW[o]!} ${nodes[o]!} ${pState[o]!} ${coresPerNode}`;
      const those = known.get(text);
      if (those !== undefined) those.push(o);
      else {
        const made = [o];
        known.set(text, made);
        classes.push(made);
      }
    }
    ofKind[kind + 1] = classes.length;
  }
  const first = new Int32Array(classes.length + 1);
  const poolSet = new Int32Array(classes.length);
  for (const [c, those] of classes.entries()) {
    first[c + 1] = first[c]! + those.length;
    const inSet = those.map((o) => pool[o]!);
    const text = inSet.join(' ');
    let set = sets.get(text);
    if (set === undefined) {
      set = sets.size;
      sets.set(text, set);
      for (const j of inSet) setsOfPool[j]!.push(set);
    }
    poolSet[c] = set;
  }
  return { ofKind, first, option: Int32Array.from(classes.flat()), poolSet, setsOfPool, setCount: sets.size };
}
