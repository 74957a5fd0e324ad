import { pStateTable } from '../../models/physics/power/p-states.js';
import type {
  ColocationChoice,
  InterferenceCoefficients,
  NodeType,
  TaskOnNodeType,
} from '../../models/facility/facility.js';
import type { RunnableTask } from '../../models/facility/compiled.js';
import type { FacilityPlaces, Place } from '../../models/facility/places.js';
import type { Draft } from '../instances/draft.js';
import { type LocalFault, type PathSegment, jsonPath } from '../instances/fault.js';
import { nodeType as nodeTypeSchema } from '../../models/facility/facility.js';

type NodeTypeDraft = NonNullable<Draft<NodeType>>;
type MemoryClasses = ReadonlyMap<string | undefined, string | undefined>;

/** Returns a node type's faults: P-states out of order, wrong list lengths or end values, missing coefficients. */
export function nodeTypeFaults(
  { nodeTypes, colocation: modelAt }: FacilityPlaces,
  index: number,
  type: NodeTypeDraft,
  colocation: ColocationChoice['model'] | undefined,
  memoryClassOf: MemoryClasses,
): LocalFault[] {
  const path = [...nodeTypes, index];
  const frequencies = type.pStateFrequenciesGHz;
  return [
    ...orderFaults([...path, 'pStateFrequenciesGHz'], frequencies ?? []),
    ...(type.tasks ?? []).flatMap((task, k) => [
      ...valueFaults([...path, 'tasks', k, 'timeS'], task?.timeS, frequencies?.length, 'time'),
      ...valueFaults([...path, 'tasks', k, 'corePowerW'], task?.corePowerW, frequencies?.length, 'power'),
    ]),
    ...interferenceFaults(path, type, colocation, memoryClassOf, jsonPath([...modelAt, 'model'])),
  ];
}

function orderFaults(path: readonly PathSegment[], frequencies: readonly (number | undefined)[]): LocalFault[] {
  return frequencies.flatMap((frequency, p) => {
    const before = frequencies[p - 1];
    if (frequency === undefined || before === undefined || frequency < before) return [];
    return [
      {
        path: jsonPath([...path, p]),
        value: frequency,
        allowed: `a number below ${before} (GHz), the frequency of P-state ${p - 1}`,
        remedy: 'List the P-states from the highest frequency to the lowest, each once.',
      },
    ];
  });
}

function valueFaults(
  path: readonly PathSegment[],
  values: Draft<TaskOnNodeType['timeS']>,
  pStates: number | undefined,
  what: 'time' | 'power',
): LocalFault[] {
  if (values === undefined) return [];
  if (Array.isArray(values)) {
    if (pStates === undefined || values.length === pStates) return [];
    return [
      {
        path: jsonPath(path),
        value: values,
        allowed: `a list of ${pStates} entries, one per P-state`,
        remedy: `It has ${values.length}: give one per entry of pStateFrequenciesGHz, or the two end points.`,
      },
    ];
  }
  const { atHighestFrequency: high, atLowestFrequency: low } = values as {
    atHighestFrequency?: number;
    atLowestFrequency?: number;
  };
  if (high === undefined || low === undefined) return [];
  if (pStates === 1 && high !== low) {
    return [
      {
        path: jsonPath([...path, 'atLowestFrequency']),
        value: low,
        allowed: `${high}, as atHighestFrequency: there is one P-state only`,
        remedy: 'Give the same value twice, or a list of one value.',
      },
    ];
  }
  if (what === 'time' ? low >= high : low <= high) return [];
  return [
    {
      path: jsonPath([...path, 'atLowestFrequency']),
      value: low,
      allowed:
        what === 'time'
          ? `a number at least atHighestFrequency, ${high} (s)`
          : `a number at most atHighestFrequency, ${high} (W)`,
      remedy:
        what === 'time'
          ? 'A core is not slower at a higher frequency: exchange or correct the end points.'
          : 'A core draws no less at a higher frequency: exchange or correct the end points.',
    },
  ];
}

/** Names of the coefficients that every co-location model with coefficients needs. */
const ALWAYS_NEEDED = ['perNeighbourS', 'perAverageIntensityS'] as const;
/** Names of the coefficients that an instance must give for each co-location model. */
const NEEDED: Readonly<Record<ColocationChoice['model'], readonly (keyof InterferenceCoefficients)[]>> = {
  none: [],
  anchored: ALWAYS_NEEDED,
  literal: [...ALWAYS_NEEDED, 'baseTimeFactor', 'perGHzS', 'perOwnIntensityS', 'constantS'],
};

function interferenceFaults(
  path: readonly PathSegment[],
  type: NodeTypeDraft,
  colocation: ColocationChoice['model'] | undefined,
  memoryClassOf: MemoryClasses,
  modelPath: string,
): LocalFault[] {
  if (colocation === undefined || colocation === 'none') return [];
  const used = new Map<string, string>();
  for (const task of type.tasks ?? []) {
    const memoryClass = memoryClassOf.get(task?.taskType);
    if (task?.taskType !== undefined && memoryClass !== undefined && !used.has(memoryClass))
      used.set(memoryClass, task.taskType);
  }
  return [...used].flatMap(([memoryClass, taskType]): LocalFault[] => {
    const here = [...path, 'interference', memoryClass];
    const given = type.interference;
    if (given === undefined || !Object.hasOwn(given, memoryClass)) {
      return [
        {
          path: jsonPath(here),
          value: undefined,
          allowed: `coefficients of memory class "${memoryClass}" (${NEEDED[colocation].join(', ')})`,
          remedy: `Task type "${taskType}" runs here and is of that class: add them, or set ${modelPath} to "none".`,
        },
      ];
    }
    const coefficients = given[memoryClass];
    // An entry the schema refused has been reported already.
    if (coefficients === undefined || colocation === 'anchored') return [];
    return NEEDED[colocation]
      .filter((key) => !Object.hasOwn(coefficients, key))
      .map((key) => ({
        path: jsonPath([...here, key]),
        value: undefined,
        allowed: 'a number; the literal model needs all six coefficients',
        remedy: `Add "${key}", or set ${modelPath} to "anchored".`,
      }));
  });
}

/** Returns a fault for each task type that no node type completes within its deadline, even without co-location. */
export function unrunnableTaskFaults(
  nodeTypes: Draft<readonly NodeType[]>,
  taskTypes: Draft<readonly RunnableTask[]>,
  at: Place,
): LocalFault[] {
  const complete = (nodeTypes ?? []).map((type) => nodeTypeSchema.safeParse(type).data);
  if (nodeTypes === undefined || complete.some((type) => type === undefined || !hasTables(type))) return [];
  const fastest = fastestTimesS(complete as NodeType[]);
  return (taskTypes ?? []).flatMap((task, i): LocalFault[] => {
    if (task?.name === undefined || task.deadlineS === undefined) return [];
    const fastestS = fastest.get(task.name) ?? Infinity;
    if (fastestS < task.deadlineS) return [];
    if (fastestS === Infinity) {
      return [
        {
          path: jsonPath([...at, i, 'name']),
          value: task.name,
          allowed: 'a task type that some node type runs',
          remedy: `Add "${task.name}" to the tasks of a node type, or remove the task type.`,
        },
      ];
    }
    return [
      {
        path: jsonPath([...at, i, 'deadlineS']),
        value: task.deadlineS,
        allowed: `a number above ${fastestS} (s), the fastest time of "${task.name}" alone in any P-state of any node type`,
        remedy: `"${task.name}" can never meet its deadline of ${task.deadlineS} s: raise the deadline or remove the type.`,
      },
    ];
  });
}

function hasTables(type: NodeType): boolean {
  const pStates = type.pStateFrequenciesGHz.length;
  return type.tasks.every((task) => !Array.isArray(task.timeS) || task.timeS.length === pStates);
}

/** Returns the shortest execution time of each task type without co-location, s. */
export function fastestTimesS(nodeTypes: readonly NodeType[]): Map<string, number> {
  const fastest = new Map<string, number>();
  for (const type of nodeTypes) {
    for (const task of type.tasks) {
      const timeS = pStateTable(type, task).timeS.reduce((least, one) => Math.min(least, one), Infinity);
      fastest.set(task.taskType, Math.min(timeS, fastest.get(task.taskType) ?? Infinity));
    }
  }
  return fastest;
}

/** Returns the shortest time of a task type on a node type without co-location, s; Infinity if it cannot run. */
export function fastestTimeS(type: NodeType, taskType: string): number {
  return Math.min(
    ...type.tasks.filter((task) => task.taskType === taskType).flatMap((task) => [...pStateTable(type, task).timeS]),
  );
}
