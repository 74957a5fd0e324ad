import { createMapping, type Mapping } from '../../../../../models/families/robust/mapping.js';
import type { RobustGoal, RobustPlan } from '../../../../../models/families/robust/plan.js';
import { meanTimeS, type RobustModel } from '../../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../../../src/random/stream.js';

/** A mapping as a plan file would hold it. */
export function planOf(model: RobustModel, mapping: Mapping, goal: RobustGoal = 'mo-ec'): RobustPlan {
  const cores = model.nodes.flatMap(({ name, firstCore, cores: count }) =>
    Array.from({ length: count }, (_, core) => {
      const tasks = Array.from(mapping.core.keys()).filter((task) => mapping.core[task] === firstCore + core);
      const names = tasks.map((task) => model.taskName(task));
      return { node: name, core, tasks: names, pStates: tasks.map((task) => mapping.pState[task]!) };
    }),
  );
  return {
    format: 'plenum.robust-bag-of-tasks-plan',
    formatVersion: 1,
    instance: { name: model.name, sha256: '0'.repeat(64) },
    method: 'test',
    goal,
    claimed: { makespanZ: 0, energyZ: 0 },
    cores: cores.filter(({ tasks }) => tasks.length > 0),
  };
}

/** Every task on a core and in a P-state drawn among those that can run it. */
export function randomMapping(model: RobustModel, random: RandomStream): Mapping {
  const mapping = createMapping(model.taskCount);
  for (let task = 0; task < model.taskCount; task++) {
    for (;;) {
      const core = random.integer(0, model.coreCount - 1);
      const node = model.nodes[model.nodeOfCore[core]!]!;
      const pState = random.integer(0, node.pStateCount - 1);
      mapping.core[task] = core;
      mapping.pState[task] = pState;
      if (Number.isFinite(meanTimeS(model, node, task, pState))) break;
    }
  }
  return mapping;
}
