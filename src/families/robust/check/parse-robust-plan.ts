import * as z from 'zod';
import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import type {
  ROBUST_PLAN_FORMAT,
  ROBUST_PLAN_FORMAT_VERSION,
  RobustPlan,
} from '../../../../models/families/robust/plan.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import { MAX_LISTED } from '../../../check/faults.js';
import { type ParsedPlan, parsePlanFile, type PlanFileFault, subjectWarnings } from '../../../check/parse-plan.js';
import { checkedFacility } from './facility.js';
import { type PlanFault, type PlanFaultKind, placeTasks } from './place-tasks.js';

/** Name of the plan format. Defined again, because the checker shares only types with the models. */
const FORMAT: typeof ROBUST_PLAN_FORMAT = 'plenum.robust-bag-of-tasks-plan';
/** Version of the plan format. Defined again, because the checker shares only types with the models. */
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

/** What a plan file is compared with: an instance and its task times. */
export interface PlanSubject {
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  readonly sha256: string;
}

/**
 * Parses the text of a plan file, which messages call `file`. Returns the plan or its faults. If a subject is given,
 * names and numbers must fit its instance, and every task must have a core. If the plan was made for an instance file
 * with other contents, the result has a warning.
 */
export function parseRobustPlan(text: string, file: string, subject?: PlanSubject): ParsedPlan<RobustPlan> {
  const parsed = parsePlanFile(text, file, { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema });
  if ('faults' in parsed) return parsed;
  const { plan } = parsed;
  if (subject === undefined) return { plan, warnings: [] };
  const { faults } = placeTasks(checkedFacility(subject.instance), subject.times, plan);
  if (faults.length === 0)
    return { plan, warnings: subjectWarnings(plan.instance, { name: subject.instance.name, sha256: subject.sha256 }) };
  const { name } = plan.instance;
  if (name === subject.instance.name) return { faults: told(faults, file) };
  // In a plan for another instance every name is wrong: one fault says so.
  const allowed = `a plan for ${JSON.stringify(subject.instance.name)}`;
  const remedy = 'The plan was made for another instance and does not fit this one: name that one.';
  return { faults: [{ file, path: 'instance.name', value: name, allowed, remedy }] };
}

function told(faults: readonly PlanFault[], file: string): PlanFileFault[] {
  const seen = new Map<PlanFaultKind, number>();
  const shown = faults.filter(({ kind }) => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return seen.get(kind)! <= MAX_LISTED;
  });
  const rest = [...seen].filter(([, count]) => count > MAX_LISTED);
  return [
    ...shown.map(({ path, value, allowed, remedy }) => ({ file, path, value, allowed, remedy })),
    ...rest.map(([kind, count]) => ({
      file,
      path: 'cores',
      value: `${count - MAX_LISTED} more of kind ${kind}`,
      allowed: 'none',
      remedy: 'Correct those above and look again.',
    })),
  ];
}
