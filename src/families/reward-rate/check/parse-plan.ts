import * as z from 'zod';
import type {
  NodeAssignment,
  REWARD_RATE_PLAN_FORMAT,
  REWARD_RATE_PLAN_FORMAT_VERSION,
  RewardRatePlan,
} from '../../../../models/families/reward-rate/plan.js';
import { type PlanFileFault, parsePlanFile } from '../../../check/parse-plan.js';

/** Field "format" of plan files. It is defined again here, because the checker shares only types with the models. */
export const FORMAT: typeof REWARD_RATE_PLAN_FORMAT = 'plenum.reward-rate-plan';
/** Version of the plan format. It is defined again here, because the checker shares only types with the models. */
export const FORMAT_VERSION: typeof REWARD_RATE_PLAN_FORMAT_VERSION = 1;
/** Pattern of a SHA-256 in hex digits. */
export const SHA256 = /^[0-9a-f]{64}$/;
const cores = z.array(
  z.strictObject({
    count: z.number(),
    slices: z.array(z.strictObject({ taskType: z.string(), pState: z.number(), fraction: z.number() })),
  }),
);
const assignment = z.strictObject({
  zone: z.string(),
  nodes: z.number(),
  cores: cores.optional(),
  shares: z.array(z.strictObject({ share: z.number(), cores })).optional(),
});
/** Schema of a field of a reserve. Whether the plan leaves the reserve free is checked elsewhere. */
const margin = z.number().refine((value) => value >= 0, 'a number of at least 0');
export const planSchema: z.ZodType<RewardRatePlan> = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  instance: z.strictObject({ name: z.string(), sha256: z.string().regex(SHA256) }),
  method: z.string(),
  claimedRewardPerS: z.number(),
  setPointsC: z.record(z.string(), z.number()),
  assignments: z.array(
    assignment.transform(({ zone, nodes, cores, shares }, context): NodeAssignment => {
      if (shares !== undefined && cores === undefined) return { zone, nodes, shares };
      if (cores !== undefined && shares === undefined) return { zone, nodes, cores };
      const [path, message] = cores === undefined ? ['cores', 'a list'] : ['shares', 'nothing beside "cores"'];
      context.addIssue({ code: 'custom', message, path: [path] });
      return z.NEVER;
    }),
  ),
  standby: z.array(z.strictObject({ zone: z.string(), nodes: z.number(), state: z.enum(['sleep', 'off']) })).optional(),
  reserve: z
    .strictObject({ powerW: margin.optional(), inletK: margin.optional(), coolingShare: margin.optional() })
    .optional(),
  setPointStepC: z
    .number()
    .refine((value) => value > 0, 'a number above 0')
    .optional(),
  survive: z.enum(['any-crac', 'any-crac-reset', 'any-group', 'any-group-reset', 'none']).optional(),
  failureSetPointsC: z.record(z.string(), z.record(z.string(), z.number())).optional(),
});
/**
 * Parses the text of a plan file and returns the plan, or all its faults. Only the form is checked; checkPlan checks
 * whether names exist and numbers make sense.
 *
 * @param file name of the file in faults
 */
export function parsePlan(text: string, file: string): { plan: RewardRatePlan } | { faults: PlanFileFault[] } {
  return parsePlanFile(text, file, { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema });
}
