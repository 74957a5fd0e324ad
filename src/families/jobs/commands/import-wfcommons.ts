import { countOf } from '../../../reports/format.js';
import type { WordsOf } from '../../options.js';
import type { WFCOMMONS_OPTIONS } from '../options.js';
import { basename, dirname } from 'node:path';
import type { JobsInstance, JobTypeRow } from '../../../../models/families/jobs/instance.js';
import { jsonText } from '../../../instances/json-text.js';
import { capped, COMMAND_LINE, type Fault, type Refused } from '../../../instances/fault.js';
import { readTextFile } from '../../../instances/text-file.js';
import type { Asked, CommandAnswer } from '../../commands.js';
import { monthInstance } from '../instances/month-instance.js';
import { jobsFiles, loadJudgedJobs } from '../instances/load.js';
import { recordFaults } from '../instances/wfcommons/consistency.js';
import { firstSpeedGHz, type ImportChoices, importedType } from '../instances/wfcommons/job-type.js';
import type { WorkflowRecord } from '../instances/wfcommons/fields.js';
import { workflowRecord } from '../instances/wfcommons/record.js';

type ImportWords = WordsOf<typeof WFCOMMONS_OPTIONS>;

/**
 * Runs `plenum import wfcommons`, which makes a jobs instance from WfCommons workflow records. Each record becomes a
 * job type.
 */
export function runImport(asked: Asked): Promise<CommandAnswer | Refused> {
  return Promise.resolve(imported(asked));
}

function imported({ files, words, places }: Asked): CommandAnswer | Refused {
  const { out, instance: base, speed, multiCore, missingBytes, force } = words as unknown as ImportWords;
  const inputs = base === undefined ? files : [...files, base];
  const obstacle = places.obstacle('--out', [out], { inputs, force });
  if (obstacle !== null) return { ok: false, faults: [obstacle] };
  const choices = { speedGHz: speed ?? null, multiCore, missingBytes: missingBytes ?? null };
  const around = surroundings(base);
  const read = recordsOf(files);
  if (!around.ok || !read.ok) {
    return { ok: false, faults: [...(around.ok ? [] : around.faults), ...(read.ok ? [] : read.faults)] };
  }
  const made = typesOf(read.records, choices);
  if (!made.ok) return made;
  const name = nameOf(out);
  const written = whole(around.instance, name, made.types, made.referenceGHz);
  const judged = jobsFiles.judge(JSON.parse(JSON.stringify(written)));
  if (!judged.ok) return { ok: false, faults: judged.faults.map((one) => ({ file: base ?? COMMAND_LINE, ...one })) };
  const text = jsonText(written);
  const loaded = loadJudgedJobs(judged.instance, out, Buffer.from(text));
  if (!loaded.ok) return loaded;
  const fault = places.write(dirname(out), new Map([[basename(out), text]]));
  const types = loaded.types.map(({ leastTimeS, workCoreH }, t) => ({
    name: made.types[t]!.name,
    file: files[t]!,
    tasks: made.types[t]!.tasks.length,
    edges: made.types[t]!.edges!.length,
    leastTimeS,
    workCoreH,
  }));
  const shown = (value: number): string => String(Number(value.toPrecision(6)));
  return {
    ok: true,
    ended: 'done',
    record: {
      instance: name,
      seed: written.seed,
      warnings: [...made.notes, ...loaded.warnings],
      files: { instance: out },
      details: { referenceGHz: made.referenceGHz, jobTypes: types },
    },
    text: [
      ...types.map(
        (one) =>
          `${one.name}: ${countOf(one.tasks, 'task')}, ${countOf(one.edges, 'edge')}, least response time ${shown(one.leastTimeS)} s, work ${shown(one.workCoreH)} core-hours`,
      ),
      ...[...made.notes, ...loaded.warnings].map((warning) => `warning: ${warning}`),
      `written ${out}`,
    ].join('\n'),
    fault,
  };
}

/**
 * Returns the instance that receives the imported job types in place of its own. The instance is read from `file`; if
 * `file` is undefined, it is a bundled month.
 */
function surroundings(file: string | undefined): { readonly ok: true; readonly instance: JobsInstance } | Refused {
  return file === undefined ? { ok: true, instance: monthInstance(3, 10) } : jobsFiles.read(file);
}

interface NamedRecord {
  readonly file: string;
  readonly record: WorkflowRecord;
}

function recordsOf(
  files: readonly string[],
): { readonly ok: true; readonly records: readonly NamedRecord[] } | Refused {
  const records: NamedRecord[] = [];
  const faults: Fault[] = [];
  for (const file of files) {
    const read = readTextFile(file);
    const found = read.ok ? workflowRecord(read.text) : { ok: false as const, faults: [read.fault] };
    const own = found.ok ? recordFaults(found.record) : found.faults;
    faults.push(...capped(own).map((one) => ({ file, ...one })));
    if (found.ok) records.push({ file, record: found.record });
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, records };
}

interface MadeTypes {
  readonly ok: true;
  readonly types: readonly JobTypeRow[];
  readonly referenceGHz: number;
  readonly notes: readonly string[];
}

/** Makes a job type from each workflow record, named after the record's file. */
function typesOf(records: readonly NamedRecord[], choices: ImportChoices): MadeTypes | Refused {
  // Without any speed the first record is refused below.
  const referenceGHz = firstSpeedGHz(records[0]!.record, choices) ?? 1;
  const types: JobTypeRow[] = [];
  const faults: Fault[] = [];
  const notes: string[] = [];
  for (const { file, record } of records) {
    const name = nameOf(file);
    if (types.some((type) => type.name === name)) {
      const remedy = 'Job types are named after their files, and another file has this name: rename one of the two.';
      faults.push({ file, path: '', value: name, allowed: 'each name of a file once', remedy });
      continue;
    }
    const made = importedType(name, record, choices, referenceGHz);
    if (!made.ok) {
      faults.push(...capped(made.faults).map((one) => ({ file, ...one })));
      continue;
    }
    types.push(made.type);
    notes.push(...made.notes.map((note) => `${name}: ${note}`));
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, types, referenceGHz, notes };
}

function nameOf(file: string): string {
  return basename(file).replace(/\.json$/, '');
}

function whole(around: JobsInstance, name: string, types: readonly JobTypeRow[], referenceGHz: number): JobsInstance {
  return {
    ...around,
    name,
    description: `Workflow records of WfCommons: ${types.map((type) => type.name).join(', ')}.`,
    platform: { ...around.platform, referenceGHz },
    jobTypes: { source: 'table', types },
    knownOptimum: undefined,
  };
}
