import type { NamesInstance, ParsedPlan } from '../families/family.js';
import type { Fault } from '../instances/fault.js';
import { readPlanText } from '../instances/plan-text.js';

/** Source of a plan: a file or a text. */
export interface PlanSource {
  readonly planFile: string;
  /** Text of a plan that is not in a file; `planFile` is then only its name in messages. */
  readonly planText?: string;
}

/**
 * Reads and validates a plan. A plan for an instance of another name is refused; one for another version of the
 * instance is accepted with a note, as a what-if.
 *
 * @param name name of the instance; null if it could not be read
 * @param parse validates the plan, and with `isFitting` also whether it fits the instance
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
