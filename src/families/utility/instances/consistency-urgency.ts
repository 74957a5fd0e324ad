import type { UtilityInstance, UtilityTaskRow } from '../../../../models/families/utility/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';

/** A task, task type or group of types, which may state an urgency. */
interface Owner {
  readonly utilityClass?: string | undefined;
  readonly urgency?: number | undefined;
}

/**
 * Returns faults for tasks without urgency whose utility class decays: their utility would never decay. Rows of listed
 * tasks are checked by `urgencyLack`.
 */
export function urgencyFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  if (draft?.utility === undefined || Object.hasOwn(draft.utility, 'priorities')) return [];
  const decaying = decayingClasses(draft.utility);
  if (decaying.size === 0) return [];
  const types = draft.taskTypes;
  if (types === undefined) return [];
  const arrivals = draft.arrivals;
  if (types.source === 'table' || types.source === 'facility') {
    const lacking = entries(types.types).filter(([, row]) => lacks(row, decaying));
    // Rows of tasks may say for themselves.
    if (arrivals?.source === 'table' || arrivals?.source === 'csv') return [];
    return lacking.map(([t]) => missing(['taskTypes', 'types', t, 'urgency']));
  }
  if (types.source === 'two-level') {
    return entries(types.groups).flatMap(([g, group]) =>
      group.priorities === undefined && lacks({ utilityClass: group.utilityClass }, decaying)
        ? [missing(['taskTypes', 'groups', g, 'priorities'])]
        : [],
    );
  }
  // Downey's types ask for priorities themselves.
  return types.source === 'cov' ? [missing(['utility', 'priorities'])] : [];
}

/**
 * Returns a function that tells whether a listed task lacks an urgency that it needs: neither the task, its type nor
 * `priorities` states one.
 */
export function urgencyLack(draft: Draft<UtilityInstance>): (row: NonNullable<Draft<UtilityTaskRow>>) => boolean {
  const types = draft?.taskTypes;
  if (draft?.utility === undefined || Object.hasOwn(draft.utility, 'priorities') || types?.source !== 'table')
    return () => false;
  const decaying = decayingClasses(draft.utility);
  if (decaying.size === 0) return () => false;
  const classOf = new Map(
    entries(types.types).flatMap(([, row]) =>
      Object.hasOwn(row, 'urgency') ? [] : [[row.name, row.utilityClass] as const],
    ),
  );
  return (row) =>
    !Object.hasOwn(row, 'urgency') &&
    classOf.has(row.taskType) &&
    lacks({ utilityClass: row.utilityClass ?? classOf.get(row.taskType) }, decaying);
}

function decayingClasses(utility: NonNullable<Draft<UtilityInstance['utility']>>): ReadonlySet<string> {
  return new Set(
    entries(utility.classes).flatMap(([, one]) => (mayDecay(one) && one.name !== undefined ? [one.name] : [])),
  );
}

/**
 * Returns true if an urgency is missing although the utility class decays or is not stated. An invalid urgency counts
 * as stated; its fault is reported elsewhere.
 */
function lacks(owner: Owner, decaying: ReadonlySet<string>): boolean {
  const { utilityClass } = owner;
  return !Object.hasOwn(owner, 'urgency') && (utilityClass === undefined || decaying.has(utilityClass));
}

function mayDecay(one: NonNullable<Draft<UtilityInstance['utility']['classes'][number]>>): boolean {
  return (
    one.shape === 'intervals' &&
    entries(one.intervals).some(
      ([, { fraction, approaches, urgencyModifier }]) => fraction !== approaches && (urgencyModifier ?? 0) > 0,
    )
  );
}

/** Texts of the fault for a missing urgency, without the path of the field. */
export const URGENCY_WANTED = {
  value: undefined,
  allowed: 'an urgency for every task whose class decays',
  remedy: 'Give it on the task, on its type, or in priorities; 0 where it is meant never to decay.',
} as const;

function missing(path: readonly PathSegment[]): LocalFault {
  return { path: jsonPath(path), ...URGENCY_WANTED };
}
