import type { Configuration } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import { withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { emptyNodes } from './node-plan.js';

/**
 * Returns the configuration that the nodes of an assignment run. Null if this model has none: with shared time, divided
 * cores, two P-states for one task type, or a task type or P-state that is not admissible.
 */
export function configurationOfAssignment(
  model: RewardRateModel,
  zone: number,
  { cores }: Pick<NodeAssignment, 'cores'>,
): Configuration | null {
  if (cores === undefined) return null;
  const { type: t } = model.zones[zone]!;
  const type = model.nodeTypes[t]!;
  const counts = new Uint16Array(type.tasks.length);
  const choices = new Uint8Array(type.tasks.length);
  let used = 0;
  for (const { count, slices } of cores) {
    const [slice, ...others] = slices;
    if (slice === undefined) continue;
    const k = type.tasks.findIndex((task) => model.taskNames[task.task] === slice.taskType);
    const choice = type.tasks[k]?.pStates.indexOf(slice.pState) ?? -1;
    if (others.length > 0 || slice.fraction !== 1 || choice < 0) return null;
    if (counts[k]! > 0 && choices[k] !== choice) return null;
    used += count;
    counts[k]! += count;
    choices[k] = choice;
  }
  if (used > type.cores) return null;
  return configurationFrom(t, type, model.taskNames.length, counts, choices);
}

/**
 * Returns what each node runs according to the assignments, [zone][node]. Nodes whose assignment is not possible in
 * this model idle. Null if a zone is unknown or would get more nodes than it has, which is not so for the model's own
 * plans.
 */
export function nodesOf(model: RewardRateModel, assignments: readonly NodeAssignment[]): Configuration[][] | null {
  const zoneOf = new Map(model.zones.map(({ name }, b) => [name, b]));
  const nodes = emptyNodes(model);
  const next = model.zones.map(() => 0);
  for (const assignment of assignments) {
    const b = zoneOf.get(assignment.zone);
    if (b === undefined || next[b]! + assignment.nodes > nodes[b]!.length) return null;
    const configuration = configurationOfAssignment(model, b, assignment);
    if (configuration !== null) nodes[b]!.fill(configuration, next[b], next[b]! + assignment.nodes);
    next[b]! += assignment.nodes;
  }
  return withMinimumOn(model, nodes);
}
