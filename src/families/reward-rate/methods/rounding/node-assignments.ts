import type { Configuration } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { NodeAssignment } from '../../../../../models/families/reward-rate/plan.js';
import { withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { idleOf } from '../room-program/rounding-configurations.js';

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
    const choice = k < 0 ? -1 : type.tasks[k]!.pStates.indexOf(slice.pState);
    if (others.length > 0 || slice.fraction !== 1 || choice < 0) return null;
    if (counts[k]! > 0 && choices[k] !== choice) return null;
    used += count;
    if (used > type.cores) return null;
    counts[k]! += count;
    choices[k] = choice;
  }
  return configurationFrom(t, type, model.taskNames.length, counts, choices);
}

/** Returns the configurations of all nodes, [zone][node]. Nodes without an assignment valid in this model idle. */
export function nodesOf(model: RewardRateModel, assignments: readonly NodeAssignment[]): Configuration[][] {
  const byZone = new Map<string, NodeAssignment[]>();
  for (const assignment of assignments) {
    const list = byZone.get(assignment.zone);
    if (list === undefined) byZone.set(assignment.zone, [assignment]);
    else list.push(assignment);
  }
  const nodesByZone = model.zones.map((zone, b) => {
    const nodes = (byZone.get(zone.name) ?? []).flatMap((assignment) => {
      const configuration = configurationOfAssignment(model, b, assignment) ?? idleOf(model, b);
      return Array.from({ length: assignment.nodes }, () => configuration);
    });
    while (nodes.length < zone.nodeCount) nodes.push(idleOf(model, b));
    return nodes.slice(0, zone.nodeCount);
  });
  return withMinimumOn(model, nodesByZone);
}
