import type { WorkloadTasks, WorkloadType } from '../../../models/families/utility/workload.js';
import type { UtilityInstance, UtilityPool } from '../../../models/families/utility/instance.js';
import { csvPieces, type CsvColumn } from '../../reports/csv.js';
import type { Exported, ExportOfFamily } from '../export.js';
import type { Refused } from '../../instances/fault.js';
import type { TASK_COLUMNS } from './instances/arrivals/columns.js';
import { loadUtilityInstance, type LoadedUtility } from './instances/load.js';

type Workload = NonNullable<LoadedUtility['workload']>;

/** Parts of utility instances as CSV (docs/studies/exports.md). */
export const exportOfUtility: ExportOfFamily = {
  tasks: (file) =>
    exported(file, ({ instance }, { types, tasks }) =>
      csvPieces(indices(tasks.count), columnsOf(instance, types, tasks)),
    ),
  types: (file) => exported(file, ({ instance }, workload) => csvPieces(typeRows(instance, workload), TYPE_COLUMNS)),
};

function exported(
  file: string,
  pieces: (loaded: LoadedUtility, workload: Workload) => Iterable<string>,
): Exported | Refused {
  const loaded = loadUtilityInstance(file);
  if (!loaded.ok) return loaded;
  const { instance, workload } = loaded;
  if (workload !== null) return { ok: true, instance: instance.name, pieces: pieces(loaded, workload) };
  const allowed = 'the name of a log in the folder of the instance';
  const remedy = 'Its tasks are those of a log that it does not name: name the log in a copy of the instance.';
  return { ok: false, faults: [{ file, path: 'arrivals.file', value: undefined, allowed, remedy }] };
}

/** Returns the columns of the file of tasks: those that an instance's own CSV file of tasks may have. */
function columnsOf(
  { environment, utility }: UtilityInstance,
  types: readonly WorkloadType[],
  tasks: WorkloadTasks,
): readonly CsvColumn<number>[] {
  const isPreemptive = environment === 'preemptive';
  const values: Readonly<Record<keyof typeof TASK_COLUMNS, CsvColumn<number>['of']>> = {
    task: tasks.name,
    taskType: (n) => types[tasks.type[n]!]!.name,
    arrivalS: (n) => tasks.arrivalS[n]!,
    cores: (n) => tasks.cores[n]!,
    utilityClass: (n) => utility.classes[tasks.utilityClass[n]!]!.name,
    startingUtility: (n) => tasks.startingUtility[n]!,
    urgency: (n) => tasks.urgency[n]!,
    mayPreempt: (n) => (isPreemptive ? tasks.mayPreempt[n] === 1 : null),
    mayBePreempted: (n) => (isPreemptive ? tasks.mayBePreempted[n] === 1 : null),
    runS: (n) => {
      const runS = tasks.runS?.[n] ?? NaN;
      return Number.isNaN(runS) ? null : runS;
    },
  };
  return Object.entries(values).map(([name, of]) => ({ name, of }));
}

/** A task type on a number of nodes of a pool, in one P-state. */
interface TypeRow {
  readonly type: WorkloadType;
  readonly pool: UtilityPool;
  readonly nodes: number;
  readonly pState: number;
  readonly timeS: number;
  readonly powerW: number;
}

/** Columns of the file of task types: one row for each type, pool, number of nodes and P-state. */
const TYPE_COLUMNS: readonly CsvColumn<TypeRow>[] = [
  { name: 'task_type', of: ({ type }) => type.name },
  { name: 'pool', of: ({ pool }) => pool.name },
  { name: 'nodes', of: ({ nodes }) => nodes },
  { name: 'p_state', of: ({ pState }) => pState },
  { name: 'time_s', of: ({ timeS }) => timeS },
  { name: 'power_w', of: ({ powerW }) => powerW },
];

/** Yields times and powers of the task types on the numbers of nodes that tasks need, by type, pool, nodes, P-state. */
function* typeRows({ pools }: UtilityInstance, { types, tasks }: Workload): Generator<TypeRow> {
  const cores = types.map(() => new Set<number>());
  for (let n = 0; n < tasks.count; n++) cores[tasks.type[n]!]!.add(tasks.cores[n]!);
  for (const [t, type] of types.entries()) {
    for (const [p, runs] of type.runs.entries()) {
      if (runs === null) continue;
      const pool = pools[p]!;
      const { leastNodes, mostNodes, pStates, usedPStates = [...indices(pStates)] } = runs;
      const needed = new Set([...cores[t]!].map((number) => Math.ceil(number / (pool.coresPerNode ?? 1))));
      for (const nodes of [...needed].sort((a, b) => a - b)) {
        if (nodes < leastNodes || nodes > Math.min(mostNodes, pool.nodes)) continue;
        for (const pState of usedPStates) {
          yield { type, pool, nodes, pState, timeS: runs.timeS(nodes, pState), powerW: runs.powerW(nodes, pState) };
        }
      }
    }
  }
}

function* indices(count: number): Generator<number> {
  for (let n = 0; n < count; n++) yield n;
}
