import type { Mapping } from '../../../../models/families/robust/mapping.js';
import { createMapping } from '../../../../models/families/robust/mapping.js';
import type { RobustPlan } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import { parseRobustPlan } from '../check/parse-robust-plan.js';
import { readPlanText } from '../../../instances/plan-text.js';
import type { RobustStart } from '../methods/outcome.js';
import type { Refused } from '../../../instances/fault.js';
import type { OpenedRobust } from './open.js';

/**
 * Reads a plan file with which a method starts. It refuses a plan for another instance. If the instance file had other
 * contents when the plan was made, it accepts the plan.
 */
export function startFrom(
  opened: OpenedRobust,
  file: string,
):
  | { readonly ok: true; readonly start: RobustStart; readonly plan: RobustPlan; readonly warnings: readonly string[] }
  | Refused {
  const read = readPlanText(file);
  if (!read.ok) return read;
  const alone = parseRobustPlan(read.text, file);
  if ('faults' in alone) return { ok: false, faults: alone.faults };
  const { name } = alone.plan.instance;
  if (name !== opened.instance.name) {
    const allowed = `a plan for ${JSON.stringify(opened.instance.name)}`;
    const remedy =
      'The plan was made for another instance: name that one, or change the name in the plan to start from it here.';
    return { ok: false, faults: [{ file, path: 'instance.name', value: name, allowed, remedy }] };
  }
  const parsed = parseRobustPlan(read.text, file, opened);
  if ('faults' in parsed) return { ok: false, faults: parsed.faults };
  const mapping = mappingOf(opened.model, parsed.plan);
  return { ok: true, start: { mapping, prices: null }, plan: parsed.plan, warnings: parsed.warnings };
}

export function mappingOf(model: RobustModel, { cores }: RobustPlan): Mapping {
  const tasks = new Map(Array.from({ length: model.taskCount }, (_, task) => [model.taskName(task), task]));
  const nodes = new Map(model.nodes.map((node) => [node.name, node]));
  const mapping = createMapping(model.taskCount);
  for (const { node, core, tasks: names, pStates } of cores) {
    for (const [n, name] of names.entries()) {
      const task = tasks.get(name)!;
      mapping.core[task] = nodes.get(node)!.firstCore + core;
      mapping.pState[task] = pStates[n]!;
    }
  }
  return mapping;
}
