import { normalCdf } from '../../../../../models/families/robust/normal.js';
import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../../models/families/robust/model.js';
import { Tournament } from '../../../../../models/families/robust/tournament.js';
import type { RandomStream } from '../../../../random/stream.js';
import { likeNodes } from '../greedy/like-nodes.js';
import type { Chromosome } from './chromosome.js';

/**
 * Returns a function that makes founders (initial chromosomes) that are likely to keep the goal's limit (appendix C).
 * The function sets genes and leaves the recomputation of sums to the caller. Nodes with equal data are treated as one.
 *
 * 1. Tasks in random order go to their cheapest node. There, a task goes to the core most likely to finish in time,
 * unless the task would make that core unacceptable.
 *
 * 2. Remaining tasks go to their second-cheapest node, and so on.
 *
 * 3. Tasks left over go to their cheapest node anyway. The founder then breaks the limit.
 *
 * EO-MC (limited makespan): the cost is the mean time in P-state 0; a core is unacceptable if it no longer keeps the
 * makespan limit Gamma. MO-EC (limited energy): the cost is the least expected energy of any P-state; a core is
 * unacceptable if its probability of finishing in time is 0.
 */
export function keepingFounders(
  model: RobustModel,
  goal: RobustGoal,
): (chromosome: Chromosome, random: RandomStream) => void {
  const { taskCount, coreCount } = model;
  const groups = nodeGroups(model, goal);
  const z = new Float64Array(coreCount);
  const order = Int32Array.from({ length: taskCount }, (_, task) => task);
  /** For each task, the node group on which it costs least. */
  const best = order.map((task) => nextBest(model, groups, task, -1));
  /** For each task, the node group that was tried last; -1 before the first trial. */
  const tried = new Int32Array(taskCount);

  return ({ core, pState, loads }, random) => {
    const finish = loads.finish.value;
    const freer = (a: number, b: number): boolean => z[a]! > z[b]! || (z[a] === z[b] && finish[a]! < finish[b]!);
    loads.clear();
    for (let place = 0; place < coreCount; place++) z[place] = loads.z(place);
    const freest = groups.map(({ cores }) => new Tournament(cores.length, (a, b) => freer(cores[a]!, cores[b]!)));
    const put = (task: number, index: number, evenIfSpoilt: boolean): boolean => {
      const { cores, pStateOfType } = groups[index]!;
      const player = freest[index]!.winner;
      const place = cores[player]!;
      const state = pStateOfType[model.taskType[task]!]!;
      loads.add(task, place, state);
      if (!evenIfSpoilt && isSpoilt(model, goal, loads.z(place))) {
        loads.remove(task, place, state);
        return false;
      }
      core[task] = place;
      pState[task] = state;
      z[place] = loads.z(place);
      freest[index]!.update(player);
      return true;
    };

    shuffle(order, random);
    tried.fill(-1);
    let left = order;
    while (left.length > 0) {
      left = left.filter((task) => {
        tried[task] = tried[task]! < 0 ? best[task]! : nextBest(model, groups, task, tried[task]!);
        if (tried[task] >= 0) return !put(task, tried[task], false);
        put(task, best[task]!, true);
        return false;
      });
    }
  };
}

interface NodeGroup {
  readonly column: number;
  readonly cores: Int32Array;
  /**
   * For each task type, cost per second of the task's mean time in P-state 0. The unit is J/s for MO-EC (cost is
   * energy), and s/s for EO-MC (cost is time).
   */
  readonly costOfType: Float64Array;
  /** For each task type, the P-state in which tasks have the cost `costOfType`. */
  readonly pStateOfType: Uint8Array;
}

function nodeGroups(model: RobustModel, goal: RobustGoal): NodeGroup[] {
  return likeNodes(model).map(({ node, cores }) => {
    const { column, timeScale, powerW, pStateCount } = node;
    const costOfType = new Float64Array(model.taskTypeCount).fill(Infinity);
    const pStateOfType = new Uint8Array(model.taskTypeCount);
    for (let type = 0; type < model.taskTypeCount; type++) {
      for (let pState = 0; pState < (goal === 'mo-ec' ? pStateCount : 1); pState++) {
        const scale = timeScale[type * pStateCount + pState]!;
        const cost = goal === 'mo-ec' ? powerW[pState]! * scale : scale;
        if (cost >= costOfType[type]!) continue;
        costOfType[type] = cost;
        pStateOfType[type] = pState;
      }
    }
    return { column, cores, costOfType, pStateOfType };
  });
}

/**
 * Returns the next node group after `group`, in ascending order of cost, that can run the task. `group` is -1 to get
 * the cheapest. Returns -1 if there is no further group.
 */
function nextBest(model: RobustModel, groups: readonly NodeGroup[], task: number, group: number): number {
  const type = model.taskType[task]!;
  const row = task * model.columnCount;
  const costAt = ({ column, costOfType }: NodeGroup): number => model.meanS[row + column]! * costOfType[type]!;
  const least = group < 0 ? -Infinity : costAt(groups[group]!);
  let best = -1;
  let bestCost = Infinity;
  for (let index = 0; index < groups.length; index++) {
    const cost = costAt(groups[index]!);
    if (cost < bestCost && (cost > least || (cost === least && index > group))) {
      best = index;
      bestCost = cost;
    }
  }
  return best;
}

/**
 * Quantile above which the distribution function Phi certainly does not underflow to 0. It underflows below about -38.
 */
const SURELY_POSITIVE_Z = -37;

function isSpoilt(model: RobustModel, goal: RobustGoal, z: number): boolean {
  if (goal === 'eo-mc') return !(z >= model.makespanZ);
  return !(z > SURELY_POSITIVE_Z || normalCdf(z) > 0);
}

function shuffle(numbers: Int32Array, random: RandomStream): void {
  for (let last = numbers.length - 1; last > 0; last--) {
    const drawn = random.integer(0, last);
    const kept = numbers[drawn]!;
    numbers[drawn] = numbers[last]!;
    numbers[last] = kept;
  }
}
