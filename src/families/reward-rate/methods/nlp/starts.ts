import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { NodeClass } from './power-rows.js';
import type { Relaxation } from './relaxation.js';

/**
 * Divides the nodes of each zone into classes of about equal size. The nodes of a class will run the same. There are
 * about `most` classes in all, and at least one per zone.
 */
export function nodeClasses(model: RewardRateModel, most: number): NodeClass[] {
  const perZone = Math.max(1, Math.floor(most / Math.max(1, model.zones.length)));
  return model.zones.flatMap(({ nodeCount }, zone) => {
    const count = Math.min(nodeCount, perZone);
    return Array.from({ length: count }, (_, n) => ({
      zone,
      nodes: Math.floor(((n + 1) * nodeCount) / count) - Math.floor((n * nodeCount) / count),
    }));
  });
}

/**
 * Completes a starting point x in which only the variables of the classes are set. Sets the set-points, heats and rates
 * so that constraints have slack where possible, and returns x.
 */
function completed(model: RewardRateModel, program: Relaxation, x: Float64Array): Float64Array {
  const { cracs, lower, upper, firstRate } = program;
  for (let c = 0; c < cracs; c++) x[c] = lower[c]! + 0.5 * (upper[c]! - lower[c]!);
  const rows = new Float64Array(program.rowUpper.length);
  program.rowsInto(rows, x);
  const I = model.taskNames.length;
  for (let i = 0; i < I; i++) x[firstRate + i] = Math.min(upper[firstRate + i]!, Math.max(0, -0.95 * rows[i]!));
  for (const [r, row] of program.power.entries()) {
    if (row.kind === 'heat') x[cracs + row.where] = Math.max(0, rows[I + r]! - program.rowUpper[I + r]!);
  }
  return x;
}

/** Returns a starting point with all task types in equal parts on all cores, at the middle frequency. */
export function uniformStart(model: RewardRateModel, program: Relaxation): Float64Array {
  const x = new Float64Array(program.lower.length);
  for (const [c, { zone }] of program.classes.entries()) {
    const { tasks, cores, size } = program.models[model.zones[zone]!.type]!;
    x.fill((0.9 * cores) / Math.max(1, tasks.length), program.classStart[c], program.classStart[c]! + tasks.length);
    x.fill(0.5, program.classStart[c]! + tasks.length, program.classStart[c]! + size);
  }
  return completed(model, program, x);
}

/** Returns a start in which every class runs one task type, drawn in proportion to the reward of its arrivals. */
export function specialisedStart(model: RewardRateModel, program: Relaxation, random: RandomStream): Float64Array {
  const x = new Float64Array(program.lower.length);
  for (const [c, { zone }] of program.classes.entries()) {
    const { tasks, cores, phiAt } = program.models[model.zones[zone]!.type]!;
    if (tasks.length === 0) continue;
    const first = program.classStart[c]!;
    const weights = tasks.map(
      ({ task, leastS }) => model.rewardPerTask[task]! * Math.min(model.arrivalRatePerS[task]!, 1e3 / leastS),
    );
    let drawn = random.uniform() * weights.reduce((sum, weight) => sum + weight, 0);
    let k = 0;
    while (k < tasks.length - 1 && (drawn -= weights[k]!) > 0) k++;
    x[first + k] = 0.9 * cores;
    for (const at of phiAt) if (at >= 0) x[first + at] = random.uniform(0.2, 0.8);
  }
  return completed(model, program, x);
}

/**
 * Returns a starting point made from a plan with one configuration per node, averaged over each class.
 *
 * @param nodes [zone][node]
 */
export function startFromNodes(
  compiled: RewardRateModel,
  program: Relaxation,
  nodes: readonly (readonly Configuration[])[],
): Float64Array {
  const x = new Float64Array(program.lower.length);
  const taken = new Int32Array(compiled.zones.length);
  for (const [c, entry] of program.classes.entries()) {
    const model = program.models[compiled.zones[entry.zone]!.type]!;
    const first = program.classStart[c]!;
    const from = taken[entry.zone]!;
    taken[entry.zone] = from + entry.nodes;
    for (const [k, task] of model.tasks.entries()) {
      let phi = 0;
      for (let n = from; n < from + entry.nodes; n++) {
        const configuration = nodes[entry.zone]![n]!;
        const count = configuration.counts[task.local]!;
        x[first + k]! += count / entry.nodes;
        phi += (count / entry.nodes) * (count > 0 ? task.phiOfChoice[configuration.choices[task.local]!]! : 0);
      }
      if (model.phiAt[k]! >= 0) x[first + model.phiAt[k]!] = x[first + k]! > 0 ? phi / x[first + k]! : 0.5;
    }
  }
  return completed(compiled, program, x);
}
