import type { UtilityInstance, UtilityTaskRow } from '../../../../../models/families/utility/instance.js';
import { entries, known, knownNames, type Names, unknownReference } from '../../../../instances/consistency-names.js';
import type { Draft } from '../../../../instances/draft.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { URGENCY_WANTED, urgencyLack } from '../consistency-urgency.js';
import { MAX_TASK_TYPES } from '../../../../../models/families/utility/definitions.js';
import { covTypeName, downeyTypeName, twoLevelTypeName } from '../types/names.js';

/** Returns the path of a field of a row, e.g. for the message about a fault in that field. */
export type PlaceOf = (field: string) => string;

/**
 * Validates rows of tasks one by one: unique names, known task types and utility classes, order of arrival, no fields
 * of other environments.
 */
export class RowJudge {
  readonly #types: Names;
  readonly #classes: Names;
  readonly #environment: UtilityInstance['environment'] | undefined;
  readonly #durationS: number;
  readonly #names = new Set<string>();
  readonly #lacksUrgency: (row: NonNullable<Draft<UtilityTaskRow>>) => boolean;
  #lastS = 0;

  constructor(draft: Draft<UtilityInstance>) {
    this.#types = typeNames(draft);
    this.#lacksUrgency = urgencyLack(draft);
    this.#classes = knownNames(draft?.utility?.classes);
    this.#environment = draft?.environment;
    this.#durationS = draft?.period?.durationS ?? Infinity;
  }

  /**
   * Returns the faults of the next row.
   *
   * @param place returns the path of a field of this row
   */
  faults(row: NonNullable<Draft<UtilityTaskRow>>, place: PlaceOf): LocalFault[] {
    const found = [
      ...unknownReference([], row.taskType, this.#types, 'taskTypes').map((one) => ({
        ...one,
        path: place('taskType'),
      })),
      ...unknownReference([], row.utilityClass, this.#classes, 'utility.classes').map((one) => ({
        ...one,
        path: place('utilityClass'),
      })),
    ];
    this.#name(row.name, place, found);
    this.#arrival(row.arrivalS, place, found);
    if (this.#lacksUrgency(row)) found.push({ path: place('urgency'), ...URGENCY_WANTED });
    if ((row.cores ?? 1) > 1 && this.#environment !== undefined && this.#environment !== 'parallel') {
      const remedy = 'Only parallel tasks take more than one: remove it, or make it a parallel instance.';
      found.push({ path: place('cores'), value: row.cores, allowed: `1 in a ${this.#environment} instance`, remedy });
    }
    for (const field of ['mayPreempt', 'mayBePreempted'] as const) {
      if (row[field] === undefined || this.#environment === undefined || this.#environment === 'preemptive') continue;
      const remedy = 'Nothing is preempted in it: remove the field.';
      found.push({
        path: place(field),
        value: row[field],
        allowed: `nothing in a ${this.#environment} instance`,
        remedy,
      });
    }
    return found;
  }

  #name(name: string | undefined, place: PlaceOf, found: LocalFault[]): void {
    if (name === undefined) return;
    const before = this.#names.size;
    if (this.#names.add(name).size > before) return;
    const remedy = 'Another task has this name already: rename or remove one of the two.';
    found.push({ path: place('name'), value: name, allowed: 'each name once among the tasks', remedy });
  }

  #arrival(arrivalS: number | undefined, place: PlaceOf, found: LocalFault[]): void {
    if (arrivalS === undefined) return;
    if (arrivalS >= this.#durationS) {
      const allowed = `below ${this.#durationS} (s), the end of the period`;
      const remedy = 'It arrives when the period is over: remove it, or lengthen the period.';
      found.push({ path: place('arrivalS'), value: arrivalS, allowed, remedy });
    } else if (arrivalS < this.#lastS) {
      const allowed = `at least ${this.#lastS} (s), that of a task before it`;
      found.push({ path: place('arrivalS'), value: arrivalS, allowed, remedy: 'Sort the tasks by arrival.' });
    } else this.#lastS = arrivalS;
  }
}

/**
 * Returns the names of the task types that an instance lists or generates; undefined if some are missing or invalid.
 */
function typeNames(draft: Draft<UtilityInstance>): Names {
  const types = draft?.taskTypes;
  switch (types?.source) {
    case 'table':
    case 'facility':
      return knownNames(types.types);
    case 'cov':
      return types.count === undefined ? undefined : made([types.count], (_, t) => covTypeName(t));
    case 'downey':
      return made(
        entries(types.groups).map(([, { count }]) => count),
        downeyTypeName,
      );
    case 'two-level': {
      const groups = entries(types.groups).map(([, group]) => group);
      return made(
        groups.map(({ count }) => count),
        (g, t) => twoLevelTypeName(groups[g]!.name ?? '', t),
      );
    }
    case undefined:
      return undefined;
  }
}

function made(counts: readonly (number | undefined)[], name: (group: number, type: number) => string): Names {
  const all = counts.reduce<number>((sum, count) => sum + (count ?? NaN), 0);
  if (!(all <= MAX_TASK_TYPES)) return undefined;
  return known(counts.flatMap((count, g) => Array.from({ length: count! }, (_, t) => name(g, t))));
}
