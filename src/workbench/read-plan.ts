import type { NamesInstance, ParsedPlan } from '../families/family.js';
import type { Fault } from '../instances/fault.js';
import { readPlanText } from '../instances/plan-text.js';

/** Source of a plan: a file, or a text. */
export interface PlanSource {
  readonly planFile: string;
  /** The plan itself, where it is in no file: `planFile` is then what faults call it. */
  readonly planText?: string;
}

/**
 * Returns a plan, for an instance of this name (null if it could not be read). `parse` judges the plan alone, or
 * whether it fits. What was made for another instance is refused for that alone: that it does not fit follows. Same
 * name and other bytes is a what-if and gets a note; another name is another instance, even where everything fits.
 */
export function readPlan<Plan extends NamesInstance>(
  { planFile, planText }: PlanSource,
  name: string | null,
  parse: (text: string, isFitting: boolean) => ParsedPlan<Plan>,
): ParsedPlan<Plan> {
  const read = readPlanText(planFile, planText);
  if (!read.ok) return { faults: read.faults };
  const alone = parse(read.text, false);
  if ('faults' in alone || name === null) return alone;
  const { instance } = alone.plan;
  return instance.name === name ? parse(read.text, true) : { faults: [otherInstance(planFile, instance.name, name)] };
}

function otherInstance(planFile: string, value: string, name: string): Fault {
  const allowed = `a plan for ${JSON.stringify(name)}`;
  const remedy =
    'The plan was made for another instance: name that one, or change the name in the plan to try it here.';
  return { file: planFile, path: 'instance.name', value, allowed, remedy };
}
