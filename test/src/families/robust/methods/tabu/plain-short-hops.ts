import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import type { Schedule } from '../../../../../../models/families/robust/schedule.js';
import type { ConstraintHandler, Quantiles } from '../../../../../../src/families/robust/methods/handling.js';
import type { RandomStream } from '../../../../../../src/random/stream.js';
import { canRun, measured, nodeOf } from './support.js';

export type Change = readonly [task: number, core: number, pState: number];

/** The three operators word by word (2.5.5.5, 2.5.5.6), every outcome from scratch; what they would change, null for nothing. */
export class PlainShortHops {
  constructor(
    private readonly handler: ConstraintHandler,
    private readonly random: RandomStream,
  ) {}

  taskSwap(schedule: Schedule): readonly Change[] | null {
    const { model } = this.handler;
    const j = this.random.integer(0, model.coreCount - 1);
    const i = model.nodeOfCore[j]!;
    for (const a of this.sorted(schedule, j)) {
      const best = this.bestNode(a);
      const others = coresOf(model, best).filter((core) => core !== j);
      if (others.length === 0) continue;
      const z = others[this.random.integer(0, others.length - 1)]!;
      const b = first(tasksOf(schedule, z), (task) => this.placing(task, i));
      if (b === null || !canRun(model, a, z) || !canRun(model, b, j)) continue;
      const found = this.bestOf(
        schedule,
        pStates(model, z).flatMap((pA) =>
          pStates(model, j).map((pB): Change[] => [
            [a, z, pA],
            [b, j, pB],
          ]),
        ),
      );
      if (found !== null) return found;
    }
    return null;
  }

  taskReassignment(schedule: Schedule): readonly Change[] | null {
    const { model } = this.handler;
    const j = leastRobust(schedule, allCores(model));
    for (const task of this.sorted(schedule, j)) {
      const z = mostRobust(schedule, coresOf(model, this.bestNode(task)));
      const found = this.bestOf(
        schedule,
        pStates(model, z).map((p): Change[] => [[task, z, p]]),
      );
      if (found !== null) return found;
    }
    return null;
  }

  pStateReassignment(schedule: Schedule): readonly Change[] | null {
    const { model, goal } = this.handler;
    const now = measured(model, schedule, []);
    const met = goal === 'mo-ec' ? now.energyZ >= model.energyZ : now.makespanZ >= model.makespanZ;
    const speedsUp = met === (goal === 'mo-ec');
    const cores = allCores(model);
    const j = speedsUp
      ? leastRobust(schedule, cores)
      : mostRobust(
          schedule,
          cores.filter((core) => tasksOf(schedule, core).length > 0),
        );
    const left = tasksOf(schedule, j);
    while (left.length > 0) {
      const drawn = left.length > 1 ? this.random.integer(0, left.length - 1) : 0;
      // As a list whose front takes the place of what is drawn.
      const task = left[drawn]!;
      left[drawn] = left[0]!;
      left.shift();
      const before = schedule.pState[task]!;
      const energyZ = (p: number): number => measured(model, schedule, [[task, j, p]]).energyZ;
      const frugal = [before, ...pStates(model, j)].reduce((best, p) => (energyZ(p) > energyZ(best) ? p : best));
      const p = speedsUp ? before - 1 : frugal;
      if (p < 0 || p === before) continue;
      const found = this.bestOf(schedule, [[[task, j, p]]]);
      if (found !== null) return found;
    }
    return null;
  }

  /** The outcome that improves most, the first among equals. */
  private bestOf(schedule: Schedule, outcomes: readonly (readonly Change[])[]): readonly Change[] | null {
    const { handler } = this;
    const { model } = handler;
    let held: Quantiles = measured(model, schedule, []);
    let best: readonly Change[] | null = null;
    for (const changes of outcomes) {
      const outcome = measured(model, schedule, changes);
      handler.hold(held.makespanZ, held.energyZ);
      if (!handler.improves(outcome.makespanZ, outcome.energyZ)) continue;
      best = changes;
      held = outcome;
    }
    return best;
  }

  /** MO-EC: by rank for the core's node, worst first; EO-MC: by expected energy as they run there. */
  private sorted(schedule: Schedule, core: number): readonly number[] {
    const { model, goal } = this.handler;
    const node = model.nodeOfCore[core]!;
    const key = (task: number): number =>
      goal === 'mo-ec' ? rank(model, task, node) : energyJ(model, task, node, schedule.pState[task]!);
    return tasksOf(schedule, core).sort((a, b) => key(b) - key(a));
  }

  /** The lower the better a node suits a task. */
  private placing(task: number, node: number): number {
    const { model, goal } = this.handler;
    if (goal === 'mo-ec') return rank(model, task, node);
    const { pStateCount } = model.nodes[node]!;
    return Math.min(...Array.from({ length: pStateCount }, (_, p) => energyJ(model, task, node, p)));
  }

  private bestNode(task: number): number {
    const { model } = this.handler;
    const nodes = model.nodes.map((_, n) => n);
    const best = first(nodes, (node) => this.placing(task, node))!;
    const alike = nodes.filter((node) => model.nodes[node]!.column === model.nodes[best]!.column);
    return alike.length === 1 ? best : alike[this.random.integer(0, alike.length - 1)]!;
  }
}

/** 1 for the fastest column, counting upwards. */
function rank({ meanS, columnCount, nodes }: RobustModel, task: number, node: number): number {
  const { column } = nodes[node]!;
  const mean = meanS[task * columnCount + column]!;
  let place = 1;
  for (let other = 0; other < columnCount; other++) {
    const otherS = meanS[task * columnCount + other]!;
    if (otherS < mean || (otherS === mean && other < column)) place++;
  }
  return mean === Infinity ? Infinity : place;
}

function energyJ(model: RobustModel, task: number, node: number, pState: number): number {
  const { column, pStateCount, powerW, timeScale } = model.nodes[node]!;
  const scale = timeScale[model.taskType[task]! * pStateCount + pState]!;
  return powerW[pState]! * model.meanS[task * model.columnCount + column]! * scale;
}

function tasksOf(schedule: Schedule, core: number): number[] {
  const tasks: number[] = [];
  for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) tasks.push(task);
  return tasks;
}

function coresOf(model: RobustModel, node: number): number[] {
  const { firstCore, cores } = model.nodes[node]!;
  return Array.from({ length: cores }, (_, k) => firstCore + k);
}

function allCores({ coreCount }: RobustModel): number[] {
  return Array.from({ length: coreCount }, (_, core) => core);
}

function pStates(model: RobustModel, core: number): number[] {
  return Array.from({ length: nodeOf(model, core).pStateCount }, (_, p) => p);
}

/** The first of those with the least key, unless that is infinite. */
function first(items: readonly number[], key: (item: number) => number): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const item of items) {
    if (key(item) < least) {
      least = key(item);
      best = item;
    }
  }
  return best;
}

function leastRobust({ z, loads }: Schedule, cores: readonly number[]): number {
  const { value } = loads.finish;
  return cores.reduce((best, c) => (z[c]! < z[best]! || (z[c] === z[best] && value[c]! > value[best]!) ? c : best));
}

function mostRobust({ z, loads }: Schedule, cores: readonly number[]): number {
  const { value } = loads.finish;
  return cores.reduce((best, c) => (z[c]! > z[best]! || (z[c] === z[best] && value[c]! < value[best]!) ? c : best));
}
