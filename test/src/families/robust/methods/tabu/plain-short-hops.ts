import type { RobustProblem } from '../../../../../../models/problems/robust/problem.js';
import type { Schedule } from '../../../../../../models/problems/robust/schedule.js';
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
    const { problem } = this.handler;
    const j = this.random.integer(0, problem.coreCount - 1);
    const i = problem.nodeOfCore[j]!;
    for (const a of this.sorted(schedule, j)) {
      const best = this.bestNode(a);
      const others = coresOf(problem, best).filter((core) => core !== j);
      if (others.length === 0) continue;
      const z = others[this.random.integer(0, others.length - 1)]!;
      const b = first(tasksOf(schedule, z), (task) => this.placing(task, i));
      if (b === null || !canRun(problem, a, z) || !canRun(problem, b, j)) continue;
      const found = this.bestOf(
        schedule,
        pStates(problem, z).flatMap((pA) =>
          pStates(problem, j).map((pB): Change[] => [
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
    const { problem } = this.handler;
    const j = leastRobust(schedule, allCores(problem));
    for (const task of this.sorted(schedule, j)) {
      const z = mostRobust(schedule, coresOf(problem, this.bestNode(task)));
      const found = this.bestOf(
        schedule,
        pStates(problem, z).map((p): Change[] => [[task, z, p]]),
      );
      if (found !== null) return found;
    }
    return null;
  }

  pStateReassignment(schedule: Schedule): readonly Change[] | null {
    const { problem, goal } = this.handler;
    const now = measured(problem, schedule, []);
    const met = goal === 'mo-ec' ? now.energyZ >= problem.energyZ : now.makespanZ >= problem.makespanZ;
    const speedsUp = met === (goal === 'mo-ec');
    const cores = allCores(problem);
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
      const energyZ = (p: number): number => measured(problem, schedule, [[task, j, p]]).energyZ;
      const frugal = [before, ...pStates(problem, j)].reduce((best, p) => (energyZ(p) > energyZ(best) ? p : best));
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
    const { problem } = handler;
    let held: Quantiles = measured(problem, schedule, []);
    let best: readonly Change[] | null = null;
    for (const changes of outcomes) {
      const outcome = measured(problem, schedule, changes);
      handler.hold(held.makespanZ, held.energyZ);
      if (!handler.improves(outcome.makespanZ, outcome.energyZ)) continue;
      best = changes;
      held = outcome;
    }
    return best;
  }

  /** MO-EC: by rank for the core's node, worst first; EO-MC: by expected energy as they run there. */
  private sorted(schedule: Schedule, core: number): readonly number[] {
    const { problem, goal } = this.handler;
    const node = problem.nodeOfCore[core]!;
    const key = (task: number): number =>
      goal === 'mo-ec' ? rank(problem, task, node) : energyJ(problem, task, node, schedule.pState[task]!);
    return tasksOf(schedule, core).sort((a, b) => key(b) - key(a));
  }

  /** The lower the better a node suits a task. */
  private placing(task: number, node: number): number {
    const { problem, goal } = this.handler;
    if (goal === 'mo-ec') return rank(problem, task, node);
    const { pStateCount } = problem.nodes[node]!;
    return Math.min(...Array.from({ length: pStateCount }, (_, p) => energyJ(problem, task, node, p)));
  }

  private bestNode(task: number): number {
    const { problem } = this.handler;
    const nodes = problem.nodes.map((_, n) => n);
    const best = first(nodes, (node) => this.placing(task, node))!;
    const alike = nodes.filter((node) => problem.nodes[node]!.column === problem.nodes[best]!.column);
    return alike.length === 1 ? best : alike[this.random.integer(0, alike.length - 1)]!;
  }
}

/** 1 for the fastest column, counting upwards. */
function rank({ meanS, columnCount, nodes }: RobustProblem, task: number, node: number): number {
  const { column } = nodes[node]!;
  const mean = meanS[task * columnCount + column]!;
  let place = 1;
  for (let other = 0; other < columnCount; other++) {
    const otherS = meanS[task * columnCount + other]!;
    if (otherS < mean || (otherS === mean && other < column)) place++;
  }
  return mean === Infinity ? Infinity : place;
}

function energyJ(problem: RobustProblem, task: number, node: number, pState: number): number {
  const { column, pStateCount, powerW, timeScale } = problem.nodes[node]!;
  const scale = timeScale[problem.taskType[task]! * pStateCount + pState]!;
  return powerW[pState]! * problem.meanS[task * problem.columnCount + column]! * scale;
}

function tasksOf(schedule: Schedule, core: number): number[] {
  const tasks: number[] = [];
  for (let task = schedule.firstTask(core); task >= 0; task = schedule.taskAfter(task)) tasks.push(task);
  return tasks;
}

function coresOf(problem: RobustProblem, node: number): number[] {
  const { firstCore, cores } = problem.nodes[node]!;
  return Array.from({ length: cores }, (_, k) => firstCore + k);
}

function allCores({ coreCount }: RobustProblem): number[] {
  return Array.from({ length: coreCount }, (_, core) => core);
}

function pStates(problem: RobustProblem, core: number): number[] {
  return Array.from({ length: nodeOf(problem, core).pStateCount }, (_, p) => p);
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
