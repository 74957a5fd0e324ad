import * as z from 'zod';
import type { FieldWords } from '../reports/figures.js';
import type { CommandEnvelope, Envelope } from './envelope.js';
import { explainSchema } from './schema-explain.js';
import { reproduceSchema } from './schema-figures.js';
import { exportSchema, generateSchema } from './schema-generate.js';
import { ownCommandSchema } from './schema-own-command.js';
import {
  arenaSchema,
  studyCheckSchema,
  studyExportSchema,
  studyReportSchema,
  studyRunSchema,
  studyStatusSchema,
  studySubmitSchema,
} from './schema-study.js';
import {
  common,
  details,
  figure,
  infeasibility,
  limit,
  nothing,
  planDetails,
  termination,
  texts,
  version,
  violation,
} from './schema-parts.js';

/**
 * Schema of a limit that the plan reaches. Families add the gain from raising it, or the number of epochs that reach
 * it.
 */
const binding = z
  .looseObject({ ...limit, value: z.number(), limit: z.number() })
  .meta({ description: 'A limit that the plan meets with hardly any room.' });

/** Schema of the record of `plenum solve`: the plan if there is one, the checker's result and a bound. */
const solveSchema = z
  .strictObject({
    ...common,
    method: z.string(),
    planFrom: z.string().nullable().meta({ description: 'The method whose plan it is, where it is not `method`.' }),
    seed: z.int().nonnegative(),
    termination,
    feasible: z.boolean(),
    objective: figure,
    bound: figure,
    gap: figure,
    boundScope: z.string().nullable(),
    gapReason: z.string().nullable().meta({ description: 'Null where there is a gap.' }),
    infeasibility: infeasibility.nullable(),
    binding: z.array(binding),
    violations: z.array(violation),
    details: planDetails,
  })
  .meta({ title: 'What plenum solve --json prints' });

/** Schema of the record of `plenum check`, which contains no search, bound or time limit. */
const checkSchema = z
  .strictObject({
    ...common,
    method: z.string().meta({ description: 'As the plan says.' }),
    planFrom: z.string().nullable(),
    feasible: z.boolean(),
    objective: figure,
    violations: z.array(violation),
    seed: nothing,
    termination: nothing,
    bound: nothing,
    boundScope: nothing,
    gap: nothing,
    gapReason: nothing,
    infeasibility: nothing,
    binding: nothing,
    details: planDetails,
  })
  .meta({ title: 'What plenum check --json prints' });

/** Schema of the record of `plenum bound`, which contains no plan. */
const boundSchema = z
  .strictObject({
    ...common,
    termination,
    feasible: z.literal(false).nullable().meta({ description: 'false: nothing is feasible; null: not known.' }),
    bound: figure.meta({
      description: 'Of the objective of every plan in `boundScope`; null where nothing was proven.',
    }),
    boundScope: z.string(),
    gapReason: z.string(),
    infeasibility: infeasibility.nullable(),
    method: nothing,
    planFrom: nothing,
    seed: nothing,
    objective: nothing,
    gap: nothing,
    binding: nothing,
    violations: nothing,
  })
  .meta({ title: 'What plenum bound --json prints' });

const rows = z.array(z.looseObject({}));

/**
 * Schema of the record of `plenum compare`. If all trials are of one instance, it has the best plan of all runs; the
 * rest is in `details`.
 */
const compareSchema = z
  .strictObject({
    ...common,
    method: z
      .string()
      .nullable()
      .meta({ description: 'Whose plan `objective` is of; null with variants, and where plans keep different rules.' }),
    planFrom: z.string().nullable(),
    seed: z.int().nonnegative().meta({ description: 'Of the first trial.' }),
    termination: z.enum(['finished', 'interrupted']),
    feasible: z.boolean().nullable().meta({ description: 'Whether any run has a feasible plan; null: none ended.' }),
    objective: figure,
    bound: figure,
    gap: figure,
    boundScope: z.string().nullable(),
    gapReason: z.string().nullable().meta({ description: 'Null where there is a gap.' }),
    infeasibility: nothing,
    binding: nothing,
    violations: nothing,
    details: z
      .looseObject({
        methods: texts,
        reference: z.string(),
        variants: z.boolean(),
        trialsAsked: z.int().positive(),
        trials: z.int().nonnegative(),
        workers: z.int().positive(),
        timeLimitS: figure,
        workLimit: figure,
        confidence: z.number(),
        bounds: rows,
        runs: rows,
        summary: rows,
        differences: rows,
        convergence: z.looseObject({
          to: z.enum(['bound', 'best plan']),
          axis: z.enum(['seconds', 'steps']),
          at: z.array(z.number()),
          curves: rows,
        }),
      })
      .meta({ description: 'Runs, bounds and statistics (docs/results.md); families add fields.' }),
  })
  .meta({ title: 'What plenum compare --json prints' });

const nodePower = z.strictObject({
  nodeType: z.string(),
  nodes: z.int().nonnegative(),
  cores: z.int().positive(),
  idleW: z.number(),
  fullLoadW: z.number(),
  taskType: z.string().nullable(),
  pState: z.int().nonnegative(),
});

const airMixing = z.strictObject({
  room: z.string().optional(),
  cellM: z.strictObject({ x: z.number(), y: z.number(), z: z.number() }),
  ofCells: z.strictObject({ lowM2PerS: z.number(), medianM2PerS: z.number(), highM2PerS: z.number() }),
  statedM2PerS: z.number(),
  mixedByCells: z.number().optional(),
});

const validateSchema = z
  .strictObject({
    envelopeVersion: version,
    valid: z.literal(true),
    instances: z.array(
      z.strictObject({
        file: z.string(),
        instance: z.string(),
        family: z.string(),
        nodePower: z.array(nodePower),
        airMixing: z.array(airMixing),
        warnings: texts,
        details,
      }),
    ),
  })
  .meta({ title: 'What plenum validate --json prints of good files' });

const listSchema = z
  .strictObject({
    envelopeVersion: version,
    methods: z.array(
      z.strictObject({
        name: z.string(),
        family: z.string(),
        summary: z.string(),
        default: z.boolean(),
        defaultFor: z.string().nullable(),
      }),
    ),
    engines: texts,
    studies: z.array(z.strictObject({ file: z.string(), name: z.string(), description: z.string() })),
    instances: z.array(
      z.strictObject({ file: z.string(), name: z.string(), family: z.string(), description: z.string(), details }),
    ),
  })
  .meta({ title: 'What plenum list --json prints' });

const fault = z.strictObject({
  file: z.string(),
  path: z.string(),
  value: z.unknown(),
  allowed: z.string(),
  remedy: z.string(),
});

const refusedSchema = z
  .union([
    z.strictObject({ error: z.literal('badInput'), faults: z.array(fault) }),
    z.strictObject({ error: z.literal('internal'), message: z.string() }),
    // Out of time before there was anything to ask about: no fault of the input.
    z.strictObject({ termination: z.literal('timeLimit'), feasible: z.literal(false), faults: z.array(fault) }),
  ])
  .meta({ title: 'What every command prints with --json in place of an answer' });

const studyTermination = z
  .enum(['finished', 'interrupted', 'failed'])
  .meta({ description: 'interrupted: runs or samples are left out; failed: a run broke down.' });
const unbounded = { bound: nothing, boundScope: nothing, gap: nothing, gapReason: z.string() };

/** Schema of the record of `plenum sweep`. Plans, bounds and gaps of its points are in `details`. */
const sweepSchema = z
  .strictObject({
    ...common,
    ...unbounded,
    method: z.string(),
    seed: z.int().nonnegative(),
    termination: studyTermination,
    boundScope: z.string().nullable(),
    planFrom: nothing,
    feasible: nothing,
    objective: nothing,
    infeasibility: nothing,
    binding: nothing,
    violations: nothing,
  })
  .meta({ title: 'What plenum sweep --json prints' });

/** Schema of the record of `plenum day`. The objective is the sum over all epochs. */
const daySchema = z
  .strictObject({
    ...common,
    method: z.string(),
    seed: z.int().nonnegative(),
    termination: studyTermination,
    feasible: z.boolean().meta({ description: 'Whether every epoch of the day has a feasible plan.' }),
    objective: figure,
    bound: figure,
    gap: figure,
    boundScope: z.string().nullable(),
    gapReason: z.string().nullable(),
    planFrom: nothing,
    infeasibility: nothing,
    binding: nothing,
    violations: nothing,
  })
  .meta({ title: 'What plenum day --json prints' });

/** Schema of the record of `plenum simulate`, whose plans are inputs: no search, no bound. */
const simulateSchema = z
  .strictObject({
    ...common,
    ...unbounded,
    method: nothing,
    seed: z.int().nonnegative(),
    termination: studyTermination,
    feasible: z.boolean().meta({ description: "The checker's verdict on all plans together." }),
    planFrom: nothing,
    objective: nothing,
    infeasibility: nothing,
    binding: nothing,
    violations: nothing,
  })
  .meta({ title: 'What plenum simulate --json prints' });

type Fields<Schema extends z.ZodType> = keyof z.output<Schema>;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** Compile-time check that each schema has exactly the keys of its record. */
export const SCHEMAS_MATCH_ENVELOPE: readonly [
  Same<Fields<typeof solveSchema>, keyof Envelope>,
  Same<Fields<typeof checkSchema>, keyof Envelope>,
  Same<Fields<typeof boundSchema>, keyof Envelope>,
  Same<Fields<typeof explainSchema>, keyof Envelope>,
  Same<Fields<typeof sweepSchema>, keyof Envelope>,
  Same<Fields<typeof daySchema>, keyof Envelope>,
  Same<Fields<typeof simulateSchema>, keyof Envelope>,
  Same<Fields<typeof compareSchema>, keyof Envelope>,
  Same<Fields<typeof generateSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof exportSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof reproduceSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof ownCommandSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof studyExportSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof studyReportSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof studyStatusSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof studyRunSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof studyCheckSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof studySubmitSchema>, keyof CommandEnvelope>,
  Same<Fields<typeof arenaSchema>, keyof CommandEnvelope>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true, true];

/** Schemas of the records that commands print, by name of the schema file. */
const SCHEMAS = {
  solve: solveSchema,
  check: checkSchema,
  bound: boundSchema,
  explain: explainSchema,
  compare: compareSchema,
  sweep: sweepSchema,
  day: daySchema,
  simulate: simulateSchema,
  validate: validateSchema,
  list: listSchema,
  generate: generateSchema,
  export: exportSchema,
  reproduce: reproduceSchema,
  'own-command': ownCommandSchema,
  'study-check': studyCheckSchema,
  'study-run': studyRunSchema,
  'study-submit': studySubmitSchema,
  'study-export': studyExportSchema,
  'study-report': studyReportSchema,
  'study-status': studyStatusSchema,
  arena: arenaSchema,
  refused: refusedSchema,
} as const;

export interface SchemaFile {
  /** Path of the schema file relative to the repository. */
  readonly file: string;
  readonly text: string;
}

/**
 * Returns the JSON Schemas (2020-12) of the records that commands print, as committed. The schema of `solve` describes
 * the fields of `details` that are given by family.
 */
export function schemaFiles(fields: ReadonlyMap<string, readonly FieldWords[]>): readonly SchemaFile[] {
  return Object.entries(SCHEMAS).map(([verb, schema]) => {
    const node = z.toJSONSchema(schema);
    const details = node.properties?.['details'];
    if (verb === 'solve' && typeof details === 'object') {
      details.properties = { ...toldFields(fields), ...details.properties };
    }
    return { file: `docs/schemas/${verb}.schema.json`, text: `${JSON.stringify(node, null, 2)}\n` };
  });
}

/** Returns descriptions of the declared fields of `details`, by family. Other fields are allowed as well. */
function toldFields(fields: ReadonlyMap<string, readonly FieldWords[]>): Record<string, { description: string }> {
  const told: Record<string, { description: string }> = {};
  for (const [family, own] of fields) {
    for (const { key, unit, meaning } of own) {
      if (meaning === undefined) continue;
      const before = Object.hasOwn(told, key) ? `${told[key]!.description} ` : '';
      told[key] = { description: `${before}${family} (${unit}): ${meaning}.` };
    }
  }
  return told;
}
