import type { JobRow, JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { entries, knownNames, NameSet, type Names, unknownReference } from '../../../../instances/consistency-names.js';
import type { Draft } from '../../../../instances/draft.js';
import type { LocalFault } from '../../../../instances/fault.js';
import { valueFaults } from '../consistency-value.js';
import { layeredName } from '../types/layered.js';

/** Returns the path of a field of a row, for messages about faults. */
export type PlaceOf = (at: readonly (string | number)[]) => string;

/** Checks rows of a job list one by one: unique names, known job types, order of arrival, value curves. */
export class JobRowJudge {
  readonly #types: Names;
  /** Job types without a value curve, whose jobs must each state one. */
  readonly #valueless: ReadonlySet<string>;
  readonly #isDrawn: boolean;
  readonly #durationS: number;
  readonly #names = new Set<string>();
  #lastS = 0;

  constructor(draft: Draft<JobsInstance>) {
    const types = draft?.jobTypes;
    this.#types = typeNames(draft);
    this.#isDrawn = draft !== undefined && Object.hasOwn(draft, 'value');
    const rows = types?.source === 'table' ? entries(types.types) : [];
    this.#valueless =
      types?.source === 'layered'
        ? (this.#types ?? new Set())
        : new Set(rows.flatMap(([, row]) => (row.name === undefined || Object.hasOwn(row, 'value') ? [] : [row.name])));
    this.#durationS = draft?.period?.durationS ?? Infinity;
  }

  /** Returns the faults of the next row. */
  faults(row: NonNullable<Draft<JobRow>>, place: PlaceOf): LocalFault[] {
    const { name, jobType, arrivalS } = row;
    const found = unknownReference([], jobType, this.#types, 'jobTypes').map((one) => ({
      ...one,
      path: place(['jobType']),
    }));
    if (name !== undefined && this.#names.has(name)) {
      const remedy = 'Another job has this name already: rename or remove one of the two.';
      found.push({ path: place(['name']), value: name, allowed: 'each name once', remedy });
    }
    if (name !== undefined) this.#names.add(name);
    if (arrivalS !== undefined) {
      if (arrivalS < this.#lastS) {
        const allowed = `at least ${this.#lastS} (s), that of a job before it`;
        found.push({ path: place(['arrivalS']), value: arrivalS, allowed, remedy: 'Sort the jobs by arrival.' });
      } else if (arrivalS >= this.#durationS) {
        const remedy = 'It arrives after the period: lengthen that, or leave the job out.';
        found.push({ path: place(['arrivalS']), value: arrivalS, allowed: `below ${this.#durationS} (s)`, remedy });
      }
      this.#lastS = Math.max(this.#lastS, arrivalS);
    }
    if (!this.#isDrawn && jobType !== undefined && this.#valueless.has(jobType) && !Object.hasOwn(row, 'value')) {
      const remedy = `Neither the job nor "${jobType}" has a value curve: add one, or the ranges at "value" of the instance.`;
      found.push({ path: place(['value']), value: undefined, allowed: 'a value curve', remedy });
    }
    return [...found, ...valueFaults((at) => place(['value', ...at]), row.value)];
  }
}

/**
 * Returns the names of the job types that jobs may refer to; undefined if some are missing, so that references are not
 * checked.
 */
function typeNames(draft: Draft<JobsInstance>): Names {
  const types = draft?.jobTypes;
  if (types?.source === 'table') return knownNames(types.types);
  if (types?.source !== 'layered' || types.count === undefined) return undefined;
  return new NameSet(Array.from({ length: types.count }, (_, t) => layeredName(t)));
}
