import * as z from 'zod';
import type { RobustInstance } from '../../../models/problems/robust/instance.js';
import type {
  ROBUST_PLAN_FORMAT,
  ROBUST_PLAN_FORMAT_VERSION,
  RobustPlan,
} from '../../../models/problems/robust/plan.js';
import type { TaskTimes } from '../../../models/problems/robust/times.js';
import { parsePlanFile, type PlanProblem } from '../parse-plan.js';
import { checkedFacility } from './facility.js';
import { placeTasks } from './place-tasks.js';

// Written out again, held by the types: the checker shares no values with the models.
const FORMAT: typeof ROBUST_PLAN_FORMAT = 'plenum.robust-bag-of-tasks-plan';
const FORMAT_VERSION: typeof ROBUST_PLAN_FORMAT_VERSION = 1;

const planSchema: z.ZodType<RobustPlan> = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  instance: z.strictObject({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  method: z.string(),
  goal: z.enum(['mo-ec', 'eo-mc']),
  claimed: z.strictObject({ makespanZ: z.number(), energyZ: z.number() }),
  cores: z.array(
    z.strictObject({ node: z.string(), core: z.number(), tasks: z.array(z.string()), pStates: z.array(z.number()) }),
  ),
});

/** What a plan is read for. */
export interface PlanSubject {
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  /** Of the instance file's bytes. */
  readonly sha256: string;
}

export type ParsedRobustPlan =
  { readonly plan: RobustPlan; readonly warnings: readonly string[] } | { readonly problems: PlanProblem[] };

/**
 * Reads the text of a plan file; `file` is the name to print. With a subject, the plan must also fit it: names, numbers and
 * completeness are judged, and all that is wrong is listed. A plan made for other bytes than the subject's gets a warning only.
 */
export function parseRobustPlan(text: string, file: string, subject?: PlanSubject): ParsedRobustPlan {
  const parsed = parsePlanFile(text, file, { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema });
  if ('problems' in parsed) return parsed;
  const { plan } = parsed;
  if (subject === undefined) return { plan, warnings: [] };
  const { faults } = placeTasks(checkedFacility(subject.instance), subject.times, plan);
  if (faults.length > 0) {
    return { problems: faults.map(({ path, value, allowed, remedy }) => ({ file, path, value, allowed, remedy })) };
  }
  return { plan, warnings: otherInstance(plan, subject) };
}

function otherInstance({ instance }: RobustPlan, subject: PlanSubject): string[] {
  if (instance.sha256 === subject.sha256) return [];
  const { name } = subject.instance;
  if (instance.name === name) return ['The plan was made for another version of the instance (its SHA-256 differs).'];
  return [`The plan was made for ${JSON.stringify(instance.name)}, not for ${JSON.stringify(name)}.`];
}
