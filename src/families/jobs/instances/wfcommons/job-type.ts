import { MHZ_PER_GHZ } from '../../../../../models/units.js';
import type { JobEdgeRow, JobTaskRow, JobTypeRow } from '../../../../../models/families/jobs/instance.js';
import { excerpt, jsonPath, type LocalFault } from '../../../../instances/fault.js';
import { MAX_EDGES_PER_JOB, MAX_TASKS_PER_JOB } from '../../../../../models/families/jobs/value-curve.js';
import { copiesOf, WHOLE_CORE } from './copies.js';
import type { ExecutedTask, RecordPlaces, WorkflowRecord } from './fields.js';

/**
 * Processor use of a task, per cent of a core. If every task of a record uses less, the record probably states
 * fractions, and there is a warning. Our choice: no public record is near.
 */
const LIKELY_PER_CENT = 10;
/**
 * Clock frequency of a machine, MHz. If a record states a lower frequency, it was probably given in GHz, and there is a
 * warning. No cluster processor is that slow.
 */
const LIKELY_MHZ = 100;

/** User's options for information that workflow records do not state. */
export interface ImportChoices {
  /** Frequency assumed for machines without a recorded frequency, GHz; null to refuse records with such machines. */
  readonly speedGHz: number | null;
  /** Whether tasks with several cores are refused, or split into one parallel task per core. */
  readonly multiCore: 'refuse' | 'split';
  /** Size assumed for transferred files without a recorded size, bytes; null to refuse records with such files. */
  readonly missingBytes: number | null;
}

export type ImportedType =
  | {
      readonly ok: true;
      readonly type: JobTypeRow;
      /** Notes on information that was left out or assumed. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Returns the frequency of the machine that ran a record's first task, GHz. If the record states none, returns the
 * frequency given by option; null without either.
 */
export function firstSpeedGHz(record: WorkflowRecord, { speedGHz }: ImportChoices): number | null {
  const [first] = record.workflow.execution.tasks;
  return (first === undefined ? null : machineGHz(record, first)) ?? speedGHz;
}

/**
 * Converts a consistent workflow record to a job type. The fraction of a task's time in which the processor was busy
 * scales with frequency, the rest does not. The data of an edge are the files that its first task writes and its second
 * reads.
 *
 * @param referenceGHz frequency for which the instance states execution times, GHz
 */
export function importedType(
  name: string,
  record: WorkflowRecord,
  choices: ImportChoices,
  referenceGHz: number,
): ImportedType {
  const { specification, execution } = record.workflow;
  const { places } = record;
  const executed = new Map(execution.tasks.map((task, n) => [task.id, { task, n }]));
  const faults: LocalFault[] = [];
  const count = { split: 0, beyond: 0, noCpu: 0, zero: 0, defaultSpeed: 0, missing: 0, copies: 0 };
  const tasks: JobTaskRow[] = [];
  const namesOf = new Map<string, readonly string[]>();
  for (const { id } of specification.tasks) {
    const { task, n } = executed.get(id)!;
    const at = (field: string): string => jsonPath([...places.executed, n, field]);
    const { coreCount = 1, avgCPU, runtimeInSeconds } = task;
    if (coreCount > 1 && !Number.isInteger(coreCount)) {
      const path = at(places.coreCount);
      faults.push({ path, value: coreCount, allowed: 'a whole number', remedy: 'Correct the value.' });
      continue;
    }
    const { count: cores, copy, isBeyond } = copiesOf(task);
    const several = isBeyond ? at('avgCPU') : at(places.coreCount);
    if (cores > 1 && choices.multiCore === 'refuse') {
      faults.push(coreCount > 1 ? severalCores(at(places.coreCount), coreCount) : severalUsed(several, avgCPU!));
      continue;
    }
    const known = machineGHz(record, task);
    const ghz = known ?? choices.speedGHz;
    if (ghz === null) {
      faults.push(speedWanted(at(places.machines), task, places));
      continue;
    }
    if (count.copies + cores > MAX_TASKS_PER_JOB) {
      const remedy = 'Divide the workflow, or leave tasks of many cores out.';
      const allowed = `at most ${MAX_TASKS_PER_JOB} tasks in all, those made of several cores each for itself`;
      faults.push({ path: several, value: `${cores} tasks of one core`, allowed, remedy });
      break;
    }
    const names = cores === 1 ? [id] : Array.from({ length: cores }, (_, c) => `${id} #${c + 1}`);
    for (const [c, name] of names.entries()) {
      const { runS, share } = copy(c);
      tasks.push({ name, ...atReference(runS, share, ghz / referenceGHz) });
    }
    namesOf.set(id, names);
    count.copies += cores;
    if (isBeyond) count.beyond++;
    else if (cores > 1) count.split++;
    if (avgCPU === undefined) count.noCpu++;
    if (runtimeInSeconds === 0) count.zero++;
    if (known === null) count.defaultSpeed++;
  }
  const edges = faults.length > 0 ? [] : edgesOf(record, namesOf, choices, faults, count);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, type: { name, tasks, edges }, notes: [...notesOf(count, record, choices), ...record.notes] };
}

/**
 * Converts a run time to the reference frequency: returns the execution time, s, and its fraction proportional to 1 /
 * frequency.
 *
 * @param share fraction of the run time that is proportional to 1 / frequency
 * @param ratio frequency of the measurement over the reference frequency
 */
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

/**
 * Returns the frequency of the machine that ran a task, GHz; null if it is not stated. The machine is the first one
 * that the task names or, if the task names none, the record's only machine.
 */
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
  { workflow, places }: WorkflowRecord,
  namesOf: ReadonlyMap<string, readonly string[]>,
  { missingBytes }: ImportChoices,
  faults: LocalFault[],
  count: Missing,
): JobEdgeRow[] {
  const { tasks, files = [] } = workflow.specification;
  const sizeOf = new Map(files.map(({ id, sizeInBytes }) => [id, sizeInBytes]));
  const writtenBy = new Map(tasks.map(({ id, outputFiles = [] }) => [id, new Set(outputFiles)]));
  const sizeless = new Set<string>();
  let made = 0;
  for (const { id, parents } of tasks) {
    for (const parent of new Set(parents)) made += namesOf.get(parent)!.length * namesOf.get(id)!.length;
  }
  if (made > MAX_EDGES_PER_JOB) {
    const remedy = 'Each part of a task of several cores waits for each part of those before it: divide the workflow.';
    const allowed = `at most ${MAX_EDGES_PER_JOB} edges`;
    faults.push({ path: jsonPath(places.specified), value: `${made} edges`, allowed, remedy });
    return [];
  }
  return tasks.flatMap(({ id, parents, inputFiles = [] }, n) =>
    [...new Set(parents)].flatMap((parent) => {
      let bytes = 0;
      for (const file of new Set(inputFiles)) {
        if (!writtenBy.get(parent)!.has(file)) continue;
        const size = sizeOf.get(file) ?? missingBytes;
        if (size === null && !sizeless.has(file)) {
          const allowed = places.size;
          const remedy = `"${excerpt(file)}" is handed over, and how much that is is not known: add it, or say --missing-bytes.`;
          const path = jsonPath([...places.specified, n, places.inputFiles, inputFiles.indexOf(file)]);
          faults.push({ path, value: file, allowed, remedy });
        }
        if (!sizeOf.has(file) && !sizeless.has(file)) count.missing++;
        if (!sizeOf.has(file)) sizeless.add(file);
        bytes += size ?? 0;
      }
      const [sources, targets] = [namesOf.get(parent)!, namesOf.get(id)!];
      const each = bytes / (sources.length * targets.length);
      return sources.flatMap((from) => targets.map((to) => (each === 0 ? { from, to } : { from, to, bytes: each })));
    }),
  );
}

function severalCores(path: string, cores: number): LocalFault {
  const remedy =
    'A task occupies one core. --multi-core split makes as many tasks of the same time beside one another of it, which need not run at once.';
  return { path, value: cores, allowed: '1', remedy };
}

function severalUsed(path: string, avgCPU: number): LocalFault {
  const remedy =
    'It used more than one core, and a task occupies one. --multi-core split makes as many tasks beside one another as its processor time fills, which need not run at once.';
  return { path, value: avgCPU, allowed: `at most ${WHOLE_CORE} (per cent of one core)`, remedy };
}

function speedWanted(path: string, { machines = [] }: ExecutedTask, { speed }: RecordPlaces): LocalFault {
  const remedy = 'At what frequency the time was measured is not known: add it, or give it with --speed.';
  return { path, value: machines.length === 0 ? undefined : machines, allowed: speed, remedy };
}

function notesOf(
  {
    split,
    beyond,
    noCpu,
    zero,
    defaultSpeed,
    missing,
  }: Readonly<Record<'split' | 'beyond' | 'noCpu' | 'zero' | 'defaultSpeed' | 'missing', number>>,
  { workflow }: WorkflowRecord,
  { speedGHz, missingBytes }: ImportChoices,
): string[] {
  const notes: string[] = [];
  if (split > 0) notes.push(`${split} of several cores: each became as many tasks, which need not run at once`);
  if (beyond > 0) {
    notes.push(
      `${beyond} used more cores than they had: each became as many tasks as its processor time fills, which need not run at once`,
    );
  }
  const most = workflow.execution.tasks.reduce((so, { avgCPU = 0 }) => Math.max(so, avgCPU), 0);
  if (most > 0 && most < LIKELY_PER_CENT) {
    notes.push(
      `the greatest avgCPU is ${most}, read as ${most} per cent of one core: where fractions are meant, multiply by ${WHOLE_CORE}`,
    );
  }
  const slowestMHz = (workflow.execution.machines ?? []).reduce(
    (so, { cpu }) => Math.min(so, cpu?.speedInMHz ?? Infinity),
    Infinity,
  );
  if (slowestMHz < LIKELY_MHZ) {
    notes.push(
      `the slowest machine has ${slowestMHz} MHz: where GHz are meant, multiply by ${MHZ_PER_GHZ}, or the work is ${MHZ_PER_GHZ} times too little`,
    );
  }
  if (noCpu > 0) notes.push(`${noCpu} without avgCPU: their whole time scales with frequency`);
  if (zero > 0) notes.push(`${zero} with a time of 0 s, which is kept`);
  if (defaultSpeed > 0) notes.push(`${defaultSpeed} on machines without a speed: taken to be ${speedGHz} GHz`);
  const tasks = notes.map((note) => `tasks: ${note}.`);
  return missing > 0 ? [...tasks, `files: ${missing} without a size: taken to be ${missingBytes} bytes.`] : tasks;
}
