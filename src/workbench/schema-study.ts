import * as z from 'zod';
import { commandKeys, figure } from './schema-parts.js';

const count = z.int().nonnegative();

/** Schemas of the counts of runs in the records of all commands about studies. */
const counts = {
  study: z.string().meta({ description: 'Name of the study.' }),
  runs: count.meta({ description: 'Runs of the study.' }),
  done: count.meta({ description: 'Of these with a record.' }),
  failed: count.meta({ description: 'Of these without an answer.' }),
  missing: count.meta({ description: 'Runs without a record.' }),
};
const notAsked = count.meta({ description: 'Records that the study does not ask for.' });

/** Schemas of a record's keys for commands about a study. `family` is null if there are several. */
const studyKeys = { ...commandKeys, instance: z.null(), objectiveUnit: z.null(), termination: z.null() };

export const studyExportSchema = z
  .strictObject({
    ...studyKeys,
    termination: z.literal('finished'),
    files: z.strictObject({ table: z.string(), trajectories: z.string().optional() }),
    details: z.strictObject({
      ...counts,
      notAsked,
      format: z.enum(['csv', 'sqlite', 'parquet']),
      times: z.boolean().meta({ description: 'false: what depends on the machine is left out.' }),
      bytes: count.meta({ description: 'Size of the table.' }),
    }),
  })
  .meta({ title: 'What plenum study export --json prints' });

const budget = z.strictObject({ timeLimitS: figure, workLimit: figure });

/** Schema of a class (comparable runs) in a report: recommended methods, and the ranking behind them. */
const reportedClass = z.strictObject({
  name: z.string(),
  budgets: z.array(
    z.strictObject({
      budget,
      distinguishes: z.boolean().meta({ description: 'false: the study cannot tell the methods apart.' }),
      verdict: z.string(),
      ranking: z
        .array(z.strictObject({ method: z.string(), meanRank: z.number(), place: count, group: count }))
        .meta({ description: 'Methods of equal mean rank share a place.' }),
    }),
  ),
  advice: z
    .strictObject({
      className: z.string(),
      sentences: z.array(z.string()),
      choices: z.array(
        z.strictObject({
          fromTimeS: figure,
          fromSteps: figure,
          methods: z.array(z.string()),
          medianGap: figure,
          equal: z.array(z.string()).meta({ description: 'Methods that share the place of the first.' }),
        }),
      ),
      evidence: z.array(z.string()),
      wouldChange: z.array(z.string()),
    })
    .nullable(),
});

export const studyReportSchema = z
  .strictObject({
    ...studyKeys,
    termination: z.literal('finished'),
    files: z.strictObject({ report: z.string() }),
    details: z.strictObject({
      ...counts,
      times: z.boolean().meta({ description: 'false: what depends on the machine is left out.' }),
      classes: z.array(reportedClass).meta({ description: 'Recommendation and ranking by class of instances.' }),
    }),
  })
  .meta({ title: 'What plenum study report --json prints' });

const best = z
  .strictObject({
    family: z.string(),
    instance: z.string(),
    asked: z.string(),
    done: count,
    method: z.string().nullable(),
    equal: z.array(z.string()).meta({ description: 'Methods with a plan of exactly this objective.' }),
    seed: count,
    objective: z.number(),
    objectiveUnit: z.string().nullable(),
    gap: figure,
    key: z.string(),
  })
  .meta({
    description: 'Best feasible plan of a question: an instance with its changes and options, `asked` in words.',
  });

export const studyStatusSchema = z
  .strictObject({
    ...studyKeys,
    details: z.looseObject({
      ...counts,
      failures: z.record(z.string(), count).meta({ description: 'Failed runs by reason.' }),
      otherVersions: count.meta({ description: 'Records of another version of Plenum.' }),
      notAsked,
      setAside: count.meta({ description: 'Files that were no whole records.' }),
      lastRecordAgeS: figure.meta({ description: 'Time since the last record, s.' }),
      ratePerS: figure.meta({ description: 'Rate of the last records, 1/s.' }),
      best: z.array(best),
    }),
  })
  .meta({ title: 'What plenum study status --json prints' });

export const studyRunSchema = z
  .strictObject({
    ...studyKeys,
    termination: z.enum(['finished', 'interrupted']),
    files: z
      .object({ folder: z.string(), study: z.string() })
      .catchall(z.string())
      .meta({ description: 'The folder, the study in it, and what its verb writes at its end.' }),
    details: z.looseObject({
      ...counts,
      made: count.meta({ description: 'Runs made by this command.' }),
      takenOver: count.meta({ description: 'Runs that had a record.' }),
      workers: z.int().positive(),
      failures: z.array(
        z.strictObject({
          key: z.string(),
          reason: z.string(),
          message: z.string(),
          cell: z.record(z.string(), z.unknown()).meta({ description: 'Values by axis.' }),
        }),
      ),
      failuresOmitted: count,
      otherVersions: z.array(z.strictObject({ version: z.string(), records: count })),
    }),
  })
  .meta({ title: 'What plenum study run and resume --json print' });

const fault = z.strictObject({
  file: z.string(),
  path: z.string(),
  value: z.unknown(),
  allowed: z.string(),
  remedy: z.string(),
});

export const studySubmitSchema = z
  .strictObject({
    ...studyKeys,
    files: z.record(z.string(), z.string()).meta({ description: 'The study folder, and what was written for it.' }),
    details: z.looseObject({
      study: z.string().meta({ description: 'Name of the study.' }),
      engine: z.enum(['slurm', 'command']),
      runs: count.meta({ description: 'Runs of the study.' }),
      dryRun: z.boolean(),
      runsPerTask: z.int().positive(),
      open: count.meta({ description: 'Runs for which tasks of earlier submissions wait or run.' }),
      commands: z.array(z.string()).meta({ description: 'Command lines given, or to be given, to the scheduler.' }),
      script: z.string().nullable(),
      submission: z.looseObject({ number: count, name: z.string(), jobs: z.array(z.looseObject({})) }).nullable(),
      tasksTaken: count.meta({ description: 'Tasks that the scheduler took.' }),
      fault: fault.nullable().meta({ description: 'What the scheduler refused; exit code 2.' }),
    }),
  })
  .meta({ title: 'What plenum study submit --json prints' });

export const studyCheckSchema = z
  .strictObject({
    ...studyKeys,
    termination: z.literal('finished'),
    details: z.looseObject({
      study: counts.study,
      verb: z.string(),
      runs: counts.runs,
      done: counts.done,
      axes: z.record(z.string(), z.array(z.unknown())).meta({ description: 'Values of the runs by axis.' }),
      expectedS: figure.meta({ description: 'Time of the missing runs one by one, by those that are done, s.' }),
      first: z.array(z.strictObject({ key: z.string(), cell: z.record(z.string(), z.unknown()) })),
    }),
  })
  .meta({ title: 'What plenum study check --json prints' });

/**
 * Schema of the record of `plenum arena`: the record of a study, with the recommended methods. With --write-study it
 * has only the study's name and number of runs.
 */
export const arenaSchema = z
  .strictObject({
    ...studyKeys,
    family: z.string(),
    seed: count.nullable().meta({ description: 'Of the first variant; null where the study was only written.' }),
    termination: z.enum(['finished', 'interrupted']).nullable(),
    details: z.looseObject({
      study: counts.study,
      runs: counts.runs,
      uncertainty: z.record(z.string(), z.union([z.number(), z.literal('drawn')])).optional(),
      variants: z.int().positive().optional(),
      methods: z.array(z.string()).optional(),
      leftOut: z.array(z.strictObject({ method: z.string(), why: z.string() })).optional(),
      budgets: z.array(budget).optional(),
      advice: z.array(z.looseObject({ className: z.string(), sentences: z.array(z.string()) })).optional(),
    }),
  })
  .meta({ title: 'What plenum arena --json prints' });
