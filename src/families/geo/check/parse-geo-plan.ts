import * as z from 'zod';
import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { GEO_PLAN_FORMAT, GEO_PLAN_FORMAT_VERSION, GeoPlan } from '../../../../models/families/geo/plan.js';
import { cappedFaults, type ParsedPlan, parsePlanFile, subjectWarnings } from '../../../check/parse-plan.js';
import { resolveGeoPlan } from './resolve-geo-plan.js';

/** Name of the plan format. Defined again, because the checker shares only types and units with the models. */
const FORMAT: typeof GEO_PLAN_FORMAT = 'plenum.geo-plan';
/** Version of the plan format. Defined again, because the checker shares only types and units with the models. */
const FORMAT_VERSION: typeof GEO_PLAN_FORMAT_VERSION = 1;

const planSchema: z.ZodType<GeoPlan> = z.strictObject({
  format: z.literal(FORMAT),
  formatVersion: z.literal(FORMAT_VERSION),
  instance: z.strictObject({ name: z.string(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  method: z.string(),
  planFrom: z.string().optional(),
  claimedCostUsd: z.number(),
  loads: z.array(
    z.strictObject({
      nodeType: z.string(),
      cores: z.array(
        z.strictObject({
          count: z.number(),
          slices: z.array(z.strictObject({ taskType: z.string(), pState: z.number(), fraction: z.number() })),
        }),
      ),
    }),
  ),
  epochs: z.array(
    z.array(
      z.strictObject({
        setPointC: z.number(),
        renewableKwh: z.number().optional(),
        nodes: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
  ),
});

/** Instance, with the SHA-256 of its file, that a plan file must fit. */
export interface GeoPlanSubject {
  readonly instance: GeoInstance;
  readonly sha256: string;
}

/**
 * Parses the text of a plan file (`file` in messages). Returns the plan or all its faults. If an instance is given as
 * `subject`, the plan's names, numbers and shape must fit it. If the plan was made for an instance file with other
 * contents (another SHA-256), this is only a warning.
 */
export function parseGeoPlan(text: string, file: string, subject?: GeoPlanSubject): ParsedPlan<GeoPlan> {
  const parsed = parsePlanFile(text, file, { format: FORMAT, formatVersion: FORMAT_VERSION, schema: planSchema });
  if ('faults' in parsed) return parsed;
  const { plan } = parsed;
  if (subject === undefined) return { plan, warnings: [] };
  const { faults } = resolveGeoPlan(subject.instance, plan);
  if (faults.length > 0) return { faults: cappedFaults(faults, file) };
  return { plan, warnings: subjectWarnings(plan.instance, { name: subject.instance.name, sha256: subject.sha256 }) };
}
