import type { PStateTable } from '../../models/physics/power/p-states.js';
import type { MappingName } from '../../models/families/templates/online.js';
import type { RandomStream } from '../../src/random/stream.js';
import type { DayOptions } from '../../src/families/templates/studies/day/request.js';

export interface SlowTask {
  readonly id: number;
  readonly type: number;
  /** Relative to that of its type. */
  readonly length: number;
  readonly arrivalS: number;
  readonly deadlineS: number;
  fate: 'to come' | 'waiting' | 'running' | 'dropped' | 'in time' | 'late';
  node: SlowNode | null;
  pState: number;
  throttled: boolean;
  finishS: number;
}

export interface SlowNode {
  readonly block: number;
  readonly slot: number;
  readonly type: number;
  readonly cores: number;
  outletC: number;
  throttling: boolean;
}

/** What is known at a mapping event, and how a task is put on a core. */
interface SlowEvent {
  readonly nowS: number;
  /** In the order of their arrival. */
  readonly waiting: readonly SlowTask[];
  /** In the order of the list of all nodes. */
  readonly nodes: readonly SlowNode[];
  readonly random: RandomStream;
  readonly tableOf: (task: SlowTask, nodeType: number) => PStateTable;
  readonly rewardOf: (task: SlowTask) => number;
  readonly rackOf: (node: SlowNode) => string;
  readonly runningOn: (node: SlowNode) => readonly SlowTask[];
  readonly idleOn: (node: SlowNode) => number;
  readonly put: (task: SlowTask, node: SlowNode, pState: number) => void;
}

/** Sections 5.4.4 and 5.5.2, word by word. */
export function slowMapping(mapping: MappingName, options: DayOptions, event: SlowEvent): void {
  if (mapping === 'greedy') {
    slowGreedy(options, event);
    return;
  }
  const { nowS, waiting, nodes, random, rackOf, runningOn, idleOn, put } = event;
  for (const task of waiting) {
    if (options.lateTasks === 'drop' && nowS > task.deadlineS) {
      task.fate = 'dropped';
      continue;
    }
    const idle = nodes.filter((node) => idleOn(node) > 0);
    if (idle.length === 0) continue;
    const fewestOf = <T>(all: readonly T[], loadOf: (one: T) => number): T => {
      const fewest = Math.min(...all.map(loadOf));
      return all.find((one) => loadOf(one) === fewest)!;
    };
    if (mapping === 'consolidation') put(task, idle[0]!, 0);
    else if (mapping === 'lbbn')
      put(
        task,
        fewestOf(idle, (node) => runningOn(node).length),
        0,
      );
    else {
      const loadOf = (rack: string): number =>
        nodes.filter((node) => rackOf(node) === rack).reduce((sum, node) => sum + runningOn(node).length, 0);
      const racks = [...new Set(nodes.map(rackOf))].filter((rack) => idle.some((node) => rackOf(node) === rack));
      const rack = fewestOf(racks, loadOf);
      const within = idle.filter((node) => rackOf(node) === rack);
      put(task, within[random.integer(0, within.length - 1)]!, 0);
    }
  }
}

function slowGreedy(
  options: DayOptions,
  { nowS, waiting, nodes, random, tableOf, rewardOf, idleOn, put }: SlowEvent,
): void {
  const types = [...new Set(nodes.map(({ type }) => type))];
  for (const task of waiting) {
    if (types.every((type) => nowS + Math.min(...tableOf(task, type).timeS) > task.deadlineS)) task.fate = 'dropped';
  }
  const left = waiting.filter(({ fate }) => fate === 'waiting');
  for (const task of left.sort((a, b) => rewardOf(b) - rewardOf(a) || a.id - b.id)) {
    const idle = nodes.filter((node) => idleOn(node) > 0);
    if (idle.length === 0) return;
    const ways = idle
      .flatMap((node) => Array.from(tableOf(task, node.type).timeS, (timeS, pState) => ({ node, pState, timeS })))
      .filter(({ timeS }) => nowS + timeS <= task.deadlineS)
      .map((way) => ({ ...way, energyJ: way.timeS * tableOf(task, way.node.type).powerW[way.pState]! }));
    const leastJ = Math.min(...ways.map(({ energyJ }) => energyJ));
    const best = ways.filter(({ energyJ }) => energyJ === leastJ);
    if (best.length === 0) continue;
    // One entry per idle core, as a core is drawn.
    const perCore = best.flatMap((way) => Array.from({ length: idleOn(way.node) }, () => way));
    const chosen = options.ties === 'first' ? best[0]! : perCore[random.integer(0, perCore.length - 1)]!;
    put(task, chosen.node, chosen.pState);
  }
}
