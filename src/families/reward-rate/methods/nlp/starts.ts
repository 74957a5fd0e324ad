import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { NodeConfigurations } from '../rounding/node-plan.js';
import type { NodeBlock, NodeClass, Relaxation } from './relaxation.js';

/**
 * Divides the nodes of each zone into classes of about equal size. The nodes of a class will run the same. There are
 * about `most` classes in all, and at least one per zone.
 */
export function nodeClasses(model: RewardRateModel, most: number): NodeClass[] {
  const perZone = Math.max(1, Math.floor(most / Math.max(1, model.zones.length)));
  return model.zones.flatMap(({ nodeCount, type }, zone) => {
    const count = Math.min(nodeCount, perZone);
    return Array.from({ length: count }, (_, n) => ({
      zone,
      type: model.nodeTypes[type]!,
      nodes: Math.floor(((n + 1) * nodeCount) / count) - Math.floor((n * nodeCount) / count),
    }));
  });
}

/**
 * Returns a starting point. `fill` sets the variables of each class, which are 0 before. Set-points, heats and rates
 * are set so that constraints have slack where possible.
 */
function startFrom(program: Relaxation, fill: (x: Float64Array, block: NodeBlock) => void): Float64Array {
  const { cracs, lower, upper, firstRate, power } = program;
  const x = new Float64Array(lower.length);
  for (const block of program.blocks) fill(x, block);
  for (let c = 0; c < cracs; c++) x[c] = lower[c]! + 0.5 * (upper[c]! - lower[c]!);
  const rows = new Float64Array(program.rowUpper.length);
  program.rowsInto(rows, x);
  const tasks = program.unit.rate.length;
  for (let i = 0; i < tasks; i++) x[firstRate + i] = Math.min(upper[firstRate + i]!, Math.max(0, -0.95 * rows[i]!));
  for (const [r, row] of power.entries()) {
    if (row.kind === 'heat') x[cracs + row.where] = Math.max(0, rows[tasks + r]! - program.rowUpper[tasks + r]!);
  }
  return x;
}

/** Returns a starting point with all task types in equal parts on all cores, at the middle frequency. */
export function uniformStart(program: Relaxation): Float64Array {
  return startFrom(program, (x, { model: { tasks, cores, size }, first }) => {
    x.fill((0.9 * cores) / Math.max(1, tasks.length), first, first + tasks.length);
    x.fill(0.5, first + tasks.length, first + size);
  });
}

/** Returns a start in which every class runs one task type, drawn in proportion to the reward of its arrivals. */
export function specialisedStart(model: RewardRateModel, program: Relaxation, random: RandomStream): Float64Array {
  return startFrom(program, (x, { model: { tasks, cores, phiAt }, first }) => {
    if (tasks.length === 0) return;
    const weights = tasks.map(
      ({ task, leastS }) => model.rewardPerTask[task]! * Math.min(model.arrivalRatePerS[task]!, 1e3 / leastS),
    );
    let drawn = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
    let k = 0;
    while (k < tasks.length - 1 && (drawn -= weights[k]!) > 0) k++;
    x[first + k] = 0.9 * cores;
    for (const at of phiAt) if (at >= 0) x[first + at] = random.uniform(0.2, 0.8);
  });
}

/** Returns a starting point made from a plan with one configuration per node, averaged over each class. */
export function startFromNodes(program: Relaxation, nodes: NodeConfigurations): Float64Array {
  const taken = nodes.map(() => 0);
  return startFrom(program, (x, { model, first, zone, nodes: count }) => {
    const ofClass = nodes[zone]!.slice(taken[zone], taken[zone]! + count);
    taken[zone]! += count;
    for (const [k, task] of model.tasks.entries()) {
      let phi = 0;
      for (const { counts, choices } of ofClass) {
        const cores = counts[task.local]!;
        x[first + k]! += cores / count;
        phi += (cores / count) * (cores > 0 ? task.phiOfChoice[choices[task.local]!]! : 0);
      }
      if (model.phiAt[k]! >= 0) x[first + model.phiAt[k]!] = x[first + k]! > 0 ? phi / x[first + k]! : 0.5;
    }
  });
}
