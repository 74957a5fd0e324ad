import type { UtilityModel } from '../../../../../models/families/utility/model.js';

/**
 * Classes of options of one kind of work that differ only in their pool, e.g. racks of one node type; the one with the
 * earliest start represents all. A classes, C kinds, O options, J pools, T sets of pools.
 */
export interface AlikeOptions {
  /** Length C + 1: first class of each kind; classes are in the order of their first options. */
  readonly ofKind: Int32Array;
  /** Length A + 1: first entry of each class in `option`. */
  readonly first: Int32Array;
  /** Length O: options of each class, ascending. */
  readonly option: Int32Array;
  /**
   * Length A: set of pools of each class. Next: by pool (length J) the sets that contain it, and the number of sets.
   */
  readonly poolSet: Int32Array;
  readonly setsOfPool: readonly number[][];
  readonly setCount: number;
}

/** Groups options that differ only in their pool into classes. @param apart true makes every option its own class */
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
