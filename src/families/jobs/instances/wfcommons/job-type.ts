import type { JobEdgeRow, JobTaskRow, JobTypeRow } from '../../../../../models/problems/jobs/instance.js';
import { excerpt, jsonPath, type LocalProblem } from '../../../../instances/problem.js';
import { MAX_TASKS_PER_JOB } from '../schema-parts.js';
import type { ExecutedTask, WorkflowRecord } from './record.js';

/** Kilo of MHz in GHz. */
const MHZ_PER_GHZ = 1000;
/** Whole use of one core, per cent. */
const WHOLE_CORE = 100;

/** Answers to what records leave open. */
export interface ImportChoices {
  /** Frequency of machines that do not say theirs, GHz; null: they are refused. */
  readonly speedGHz: number | null;
  /** Treatment of tasks of several cores: refused, or made as many tasks beside one another. */
  readonly multiCore: 'refuse' | 'split';
  /** Size of files that are handed over and have none, bytes; null: they are refused. */
  readonly missingBytes: number | null;
}

export type ImportedType =
  | {
      readonly ok: true;
      readonly type: JobTypeRow;
      /** Sentences on what was left out or taken for granted. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly LocalProblem[] };

/** Frequency of the machine of a record's first task, GHz; null where neither it nor a choice says. */
export function firstSpeedGHz(record: WorkflowRecord, { speedGHz }: ImportChoices): number | null {
  const [first] = record.workflow.execution.tasks;
  return (first === undefined ? null : machineGHz(record, first)) ?? speedGHz;
}

/**
 * Job type of a record that was judged consistent. The share of a task's time that the processor was in use scales with frequency, the rest does not;
 * data of an edge are the files that the one task writes and the other reads.
 *
 * @param referenceGHz frequency at which the times of the instance hold
 */
export function importedType(
  name: string,
  record: WorkflowRecord,
  choices: ImportChoices,
  referenceGHz: number,
): ImportedType {
  const { specification, execution } = record.workflow;
  const executed = new Map(execution.tasks.map((task, n) => [task.id, { task, n }]));
  const problems: LocalProblem[] = [];
  const count = { split: 0, noCpu: 0, zero: 0, defaultSpeed: 0, missing: 0, copies: 0 };
  const tasks: JobTaskRow[] = [];
  const copiesOf = new Map<string, readonly string[]>();
  for (const { id } of specification.tasks) {
    const { task, n } = executed.get(id)!;
    const at = (field: string): string => jsonPath(['workflow', 'execution', 'tasks', n, field]);
    const cores = Math.max(1, task.coreCount ?? 1);
    if (!Number.isInteger(cores)) {
      problems.push({ path: at('coreCount'), value: cores, allowed: 'a whole number', remedy: 'Correct the value.' });
      continue;
    }
    if (cores > 1 && choices.multiCore === 'refuse') {
      problems.push(severalCores(at('coreCount'), cores));
      continue;
    }
    const known = machineGHz(record, task);
    const ghz = known ?? choices.speedGHz;
    if (ghz === null) {
      problems.push(speedWanted(at('machines'), task));
      continue;
    }
    if (count.copies + cores > MAX_TASKS_PER_JOB) {
      const remedy = 'Divide the workflow, or leave tasks of many cores out.';
      const allowed = `at most ${MAX_TASKS_PER_JOB} tasks in all, those made of several cores each for itself`;
      problems.push({ path: at('coreCount'), value: cores, allowed, remedy });
      break;
    }
    const { avgCPU = WHOLE_CORE * cores, runtimeInSeconds } = task;
    const times = atReference(runtimeInSeconds, Math.min(1, avgCPU / WHOLE_CORE / cores), ghz / referenceGHz);
    const names = cores === 1 ? [id] : Array.from({ length: cores }, (_, c) => `${id} #${c + 1}`);
    tasks.push(...names.map((copy) => ({ name: copy, ...times })));
    copiesOf.set(id, names);
    count.copies += cores;
    if (cores > 1) count.split++;
    if (task.avgCPU === undefined) count.noCpu++;
    if (runtimeInSeconds === 0) count.zero++;
    if (known === null) count.defaultSpeed++;
  }
  const edges = problems.length > 0 ? [] : edgesOf(record, copiesOf, choices, problems, count);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, type: { name, tasks, edges }, notes: notesOf(count, choices) };
}

/** Time and its share in proportion to 1 / frequency at the reference, of a time measured at `ratio` times that frequency. */
function atReference(
  runS: number,
  share: number,
  ratio: number,
): { readonly timeS: number; readonly cpuShare?: number } {
  const cpuS = runS * share * ratio;
  const timeS = ratio === 1 ? runS : cpuS + runS * (1 - share);
  const cpuShare = ratio === 1 ? share : timeS === 0 ? 1 : Math.min(1, cpuS / timeS);
  return cpuShare === 1 ? { timeS } : { timeS, cpuShare };
}

/** Frequency of the machine that a task ran on: the first it names, or the only one there is, GHz; null where that does not say. */
function machineGHz({ workflow }: WorkflowRecord, { machines: names = [] }: ExecutedTask): number | null {
  const { machines = [] } = workflow.execution;
  const own = names.length > 0 ? machines.find(({ nodeName }) => nodeName === names[0]) : undefined;
  const only = names.length === 0 && machines.length === 1 ? machines[0] : undefined;
  const mhz = (own ?? only)?.cpu?.speedInMHz;
  return mhz === undefined ? null : mhz / MHZ_PER_GHZ;
}

interface Missing {
  missing: number;
}

function edgesOf(
  { workflow }: WorkflowRecord,
  copiesOf: ReadonlyMap<string, readonly string[]>,
  { missingBytes }: ImportChoices,
  problems: LocalProblem[],
  count: Missing,
): JobEdgeRow[] {
  const { tasks, files = [] } = workflow.specification;
  const sizeOf = new Map(files.map(({ id, sizeInBytes }) => [id, sizeInBytes]));
  const writtenBy = new Map(tasks.map(({ id, outputFiles = [] }) => [id, new Set(outputFiles)]));
  const sizeless = new Set<string>();
  return tasks.flatMap(({ id, parents, inputFiles = [] }, n) =>
    [...new Set(parents)].flatMap((parent) => {
      let bytes = 0;
      for (const file of new Set(inputFiles)) {
        if (!writtenBy.get(parent)!.has(file)) continue;
        const size = sizeOf.get(file) ?? missingBytes;
        if (size === null && !sizeless.has(file)) {
          const allowed = 'a file with its size in workflow.specification.files';
          const remedy = `"${excerpt(file)}" is handed over, and how much that is is not known: add it, or say --missing-bytes.`;
          const path = jsonPath(['workflow', 'specification', 'tasks', n, 'inputFiles', inputFiles.indexOf(file)]);
          problems.push({ path, value: file, allowed, remedy });
        }
        if (!sizeOf.has(file) && !sizeless.has(file)) count.missing++;
        if (!sizeOf.has(file)) sizeless.add(file);
        bytes += size ?? 0;
      }
      const [sources, targets] = [copiesOf.get(parent)!, copiesOf.get(id)!];
      const each = bytes / (sources.length * targets.length);
      return sources.flatMap((from) => targets.map((to) => (each === 0 ? { from, to } : { from, to, bytes: each })));
    }),
  );
}

function severalCores(path: string, cores: number): LocalProblem {
  const remedy =
    'A task occupies one core. --multi-core split makes as many tasks of the same time beside one another of it, which need not run at once.';
  return { path, value: cores, allowed: '1', remedy };
}

function speedWanted(path: string, { machines = [] }: ExecutedTask): LocalProblem {
  const allowed = 'a machine in workflow.execution.machines with cpu.speedInMHz';
  const remedy = 'At what frequency the time was measured is not known: add it, or give it with --speed.';
  return { path, value: machines.length === 0 ? undefined : machines, allowed, remedy };
}

function notesOf(
  {
    split,
    noCpu,
    zero,
    defaultSpeed,
    missing,
  }: Readonly<Record<'split' | 'noCpu' | 'zero' | 'defaultSpeed' | 'missing', number>>,
  { speedGHz, missingBytes }: ImportChoices,
): string[] {
  const notes: string[] = [];
  if (split > 0) notes.push(`${split} of several cores: each became as many tasks, which need not run at once`);
  if (noCpu > 0) notes.push(`${noCpu} without avgCPU: their whole time scales with frequency`);
  if (zero > 0) notes.push(`${zero} with a time of 0 s, which is kept`);
  if (defaultSpeed > 0) notes.push(`${defaultSpeed} on machines without a speed: taken to be ${speedGHz} GHz`);
  const tasks = notes.map((note) => `tasks: ${note}.`);
  return missing > 0 ? [...tasks, `files: ${missing} without a size: taken to be ${missingBytes} bytes.`] : tasks;
}
