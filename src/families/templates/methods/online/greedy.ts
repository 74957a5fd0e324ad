import type { Mapper, MappingEvent, MappingSetup } from './mapping-event.js';
import type { NodeList } from './node-list.js';
import type { TaskTables } from './task-tables.js';

/**
 * Returns the mapper of Algorithm 6. It drops tasks that no core could finish before their deadline, and takes the
 * others by descending reward. Each gets the idle allowable core and P-state of least energy that meet its deadline, or
 * keeps waiting.
 */
export function greedy({ nodes, tables, random, ties }: MappingSetup): Mapper {
  const { nodeTypes, options, reward } = tables;
  const rank = ranks(reward);
  const byType = nodesByType(nodes, nodeTypes);
  const pick = ties === 'first' ? firstOf(byType) : anyOf(byType, random.integer);
  const idleOfType = new Int32Array(nodeTypes);
  return (event) => {
    const { nowS, idleAllowable } = event;
    const order = byReward(event, rank, tables);
    idleOfType.fill(0);
    let idle = 0;
    for (let n = 0; n < nodes.count; n++) {
      idleOfType[nodes.nodeType[n]!]! += idleAllowable[n]!;
      idle += idleAllowable[n]!;
    }
    pick.begin(idleAllowable);
    for (const position of order) {
      if (idle === 0) return;
      const { nodeType, pState, timeS } = options[event.taskType(position)]!;
      const deadlineS = event.deadlineS(position);
      const length = event.length?.(position) ?? 1;
      for (let k = 0; k < timeS.length; k++) {
        const type = nodeType[k]!;
        if (nowS + timeS[k]! * length > deadlineS || idleOfType[type] === 0) continue;
        event.start(position, pick.node(type, idleAllowable), pState[k]!);
        idleOfType[type]!--;
        idle--;
        break;
      }
    }
  };
}

/**
 * Drops the tasks that no core could finish in time. Returns the positions of the remaining tasks by descending reward,
 * then by arrival.
 */
function byReward(event: MappingEvent, rank: Int32Array, { fastestS, reward }: TaskTables): Int32Array {
  const { nowS, count, length } = event;
  const start = new Int32Array(rank.length + 1);
  const kept = new Int32Array(count);
  let left = 0;
  for (let position = 0; position < count; position++) {
    const type = event.taskType(position);
    if (nowS + fastestS[type]! * (length?.(position) ?? 1) > event.deadlineS(position)) {
      event.drop(position);
      continue;
    }
    kept[left++] = position;
    start[rank[type]! + 1]!++;
  }
  if (length !== null) {
    const earned = Float64Array.from({ length: count }, (_, n) => reward[event.taskType(n)]! * length(n));
    return kept.slice(0, left).sort((a, b) => earned[b]! - earned[a]! || a - b);
  }
  for (let r = 0; r < rank.length; r++) start[r + 1]! += start[r]!;
  const order = new Int32Array(left);
  for (let n = 0; n < left; n++) order[start[rank[event.taskType(kept[n]!)]!]!++] = kept[n]!;
  return order;
}

/** Returns the rank of each task type by reward: 0 for the highest; equal rewards have equal ranks. */
function ranks(reward: Float64Array): Int32Array {
  const distinct = [...new Set(reward)].sort((a, b) => b - a);
  return Int32Array.from(reward, (one) => distinct.indexOf(one));
}

function nodesByType(nodes: NodeList, nodeTypes: number): Int32Array[] {
  const all = Array.from({ length: nodes.count }, (_, n) => n);
  return Array.from({ length: nodeTypes }, (_, type) => Int32Array.from(all.filter((n) => nodes.nodeType[n] === type)));
}

/**
 * Rule that chooses a node of a type among those with an idle core. There must be such a node. `begin` must be called
 * at the start of each mapping event.
 */
interface Pick {
  readonly begin: (idleAllowable: Int32Array) => void;
  readonly node: (nodeType: number, idleAllowable: Int32Array) => number;
}

/**
 * Returns the rule that chooses the first node with an idle core. Within a mapping event, each search for a node goes
 * on where the last one stopped.
 */
function firstOf(byType: readonly Int32Array[]): Pick {
  const next = new Int32Array(byType.length);
  return {
    begin: () => void next.fill(0),
    node(type, idleAllowable) {
      const own = byType[type]!;
      while (idleAllowable[own[next[type]!]!] === 0) next[type]!++;
      return own[next[type]!]!;
    },
  };
}

/** Returns the rule that chooses at random, with equal probability for each idle allowable core of the node type. */
function anyOf(byType: readonly Int32Array[], integer: (low: number, high: number) => number): Pick {
  const cores: number[][] = byType.map(() => []);
  return {
    begin(idleAllowable) {
      byType.forEach((own, type) => {
        const list = cores[type]!;
        list.length = 0;
        for (const n of own) for (let k = 0; k < idleAllowable[n]!; k++) list.push(n);
      });
    },
    node(type) {
      const list = cores[type]!;
      return list.splice(integer(0, list.length - 1), 1)[0]!;
    },
  };
}
