import { CoreLoads } from '../../../../../../models/families/robust/loads.js';
import { createMapping, type Mapping } from '../../../../../../models/families/robust/mapping.js';
import type { RobustGoal } from '../../../../../../models/families/robust/plan.js';
import { meanTimeS, type RobustNode, type RobustModel } from '../../../../../../models/families/robust/model.js';
import { Schedule } from '../../../../../../models/families/robust/schedule.js';
import type { PStatePolicy } from '../../../../../../src/families/robust/methods/greedy/min-min.js';
import type { RandomStream } from '../../../../../../src/random/stream.js';

function nodeOf(model: RobustModel, core: number): RobustNode {
  return model.nodes[model.nodeOfCore[core]!]!;
}

/** Position of the first node of the same type and column. */
function groupOf(model: RobustModel, core: number): number {
  const own = nodeOf(model, core);
  return model.nodes.findIndex(({ column, typeName }) => column === own.column && typeName === own.typeName);
}

/** Whether a comes before b: the first difference decides. */
function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at >= 0 && a[at]! < b[at]!;
}

/** Min-Min word for word: every unmapped task on every core, the least completion time of all, again. O(T^2 C). */
export function plainMinMin(
  model: RobustModel,
  policy: PStatePolicy,
  mapping: Mapping,
  readyS: Float64Array,
  tasks: readonly number[],
): void {
  const unmapped = new Set(tasks);
  while (unmapped.size > 0) {
    let best: readonly number[] | null = null;
    for (const task of unmapped) {
      for (let core = 0; core < model.coreCount; core++) {
        const node = nodeOf(model, core);
        const timeS = meanTimeS(model, node, task, policy === 'pmin' ? 0 : node.pStateCount - 1);
        if (timeS === Infinity) continue;
        const rank = [readyS[core]! + timeS, groupOf(model, core), timeS, task, readyS[core]!, core];
        if (best === null || isBefore(rank, best)) best = rank;
      }
    }
    const [endS, , , task, , core] = best as readonly [number, number, number, number, number, number];
    mapping.core[task] = core;
    mapping.pState[task] = policy === 'pmin' ? 0 : nodeOf(model, core).pStateCount - 1;
    readyS[core] = endS;
    unmapped.delete(task);
  }
}

/** Min-Energy word for word: every core and P-state for every task. O(T C P). */
export function plainMinEnergy(model: RobustModel): Mapping {
  const mapping = createMapping(model.taskCount);
  const loads = new CoreLoads(model);
  for (let task = 0; task < model.taskCount; task++) {
    let best: readonly number[] | null = null;
    for (let core = 0; core < model.coreCount; core++) {
      const node = nodeOf(model, core);
      const meanS = model.meanS[task * model.columnCount + node.column]!;
      if (meanS === Infinity) continue;
      for (let pState = 0; pState < node.pStateCount; pState++) {
        const scale = node.timeScale[model.taskType[task]! * node.pStateCount + pState]!;
        const energyJ = meanS * (node.powerW[pState]! * scale);
        const rank = [energyJ, -loads.z(core), loads.finish.value[core]!, groupOf(model, core), core, pState];
        if (best === null || isBefore(rank, best)) best = rank;
      }
    }
    const [, , , , core, pState] = best as readonly [number, number, number, number, number, number];
    loads.add(task, core, pState);
    mapping.core[task] = core;
    mapping.pState[task] = pState;
  }
  return mapping;
}

interface Judged {
  readonly makespanZ: number;
  readonly energyZ: number;
}

/** The two steps of Min-Min Balance on a mapping of its own, every candidate judged from scratch. */
export function plainBalance(model: RobustModel, goal: RobustGoal, start: Mapping, random: RandomStream): Mapping {
  const mapping: Mapping = { core: start.core.slice(), pState: start.pState.slice() };
  // The order of a core's tasks decides what a draw means: as Schedule, newest first.
  const lists = Array.from({ length: model.coreCount }, (_, core) =>
    [...mapping.core.keys()].filter((task) => mapping.core[task] === core),
  );
  const judge = (): Schedule => new Schedule(model, mapping);
  const after = (task: number, core: number, pState: number): Judged => {
    const before = [mapping.core[task]!, mapping.pState[task]!] as const;
    mapping.core[task] = core;
    mapping.pState[task] = pState;
    const judged = judge();
    [mapping.core[task], mapping.pState[task]] = before;
    return judged;
  };
  const keep = (task: number, core: number, pState: number): void => {
    const from = mapping.core[task]!;
    if (from !== core) {
      lists[from]!.splice(lists[from]!.indexOf(task), 1);
      lists[core]!.unshift(task);
    }
    mapping.core[task] = core;
    mapping.pState[task] = pState;
  };
  const anyTask = (core: number, accept: (task: number) => boolean): boolean => {
    const left = [...lists[core]!];
    while (left.length > 0) {
      const drawn = random.integer(0, left.length - 1);
      if (accept(left[drawn]!)) return true;
      left[drawn] = left.at(-1)!;
      left.pop();
    }
    return false;
  };

  const transfer = (): boolean => {
    const now = judge();
    const to = now.mostRobustCore;
    if (now.leastRobustCore === to) return false;
    const node = nodeOf(model, to);
    return anyTask(now.leastRobustCore, (task) => {
      if (meanTimeS(model, node, task, 0) === Infinity) return false;
      const states = Array.from({ length: node.pStateCount }, (_, p) => ({ p, ...figures(after(task, to, p)) }));
      const chosen =
        goal === 'mo-ec'
          ? states.find(({ energyZ }) => energyZ >= model.energyZ)
          : states
              .filter(({ makespanZ }) => makespanZ >= model.makespanZ)
              .reduce<(typeof states)[number] | undefined>((a, b) => (a && a.energyZ >= b.energyZ ? a : b), undefined);
      if (chosen === undefined) return false;
      const improves = goal === 'mo-ec' ? gains(chosen.makespanZ, now.makespanZ) : gains(chosen.energyZ, now.energyZ);
      if (improves) keep(task, to, chosen.p);
      return improves;
    });
  };
  const changePState = (): boolean => {
    const now = judge();
    const core = goal === 'mo-ec' ? now.leastRobustCore : now.mostRobustCore;
    return anyTask(core, (task) => {
      const pState = mapping.pState[task]! + (goal === 'mo-ec' ? -1 : 1);
      if (pState < 0 || pState >= nodeOf(model, core).pStateCount) return false;
      const { makespanZ, energyZ } = after(task, core, pState);
      const kept = goal === 'mo-ec' ? energyZ >= model.energyZ : makespanZ >= model.makespanZ;
      if (kept) keep(task, core, pState);
      return kept;
    });
  };
  while (transfer());
  while (changePState());
  return mapping;
}

function gains(z: number, over: number): boolean {
  if (!Number.isFinite(z) || !Number.isFinite(over)) return z > over;
  return z - over > 1e-11 * Math.max(1, Math.abs(over));
}

function figures({ makespanZ, energyZ }: Judged): Judged {
  return { makespanZ, energyZ };
}
