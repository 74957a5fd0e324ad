import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../../../instances/fault.js';
import type { FailureCase } from '../../runs/failures.js';

/** CRACs that fail together (`gone`), racks whose nodes fail with them, and the failure group's name, if any. */
export type GoneParts = Pick<FailureCase, 'gone' | 'group' | 'racks'>;

export interface FailureCases {
  readonly ok: true;
  readonly cases: readonly GoneParts[];
}

/**
 * Returns the failure cases that the user asked for, without duplicates.
 *
 * @param each true to include each working CRAC alone, and each failure group with a working CRAC
 * @param gone names of CRACs and failure groups, separated by commas, that fail together in one more case
 */
export function failureCases(
  { facility: { cracs }, failureGroups = [] }: Pick<RewardRateInstance, 'facility' | 'failureGroups'>,
  each: boolean,
  gone: string | undefined,
): FailureCases | Refused {
  const atWork = cracs.flatMap(({ name, coolingCapacityW }) => (coolingCapacityW === 0 ? [] : [name]));
  if (atWork.length === 0) {
    const remedy = 'Give a CRAC a capacity above 0, or leave the option out.';
    return refused([fault(each ? '--failures' : '--gone', 'no CRAC at work', 'a room with a CRAC at work', remedy)]);
  }
  const groups = failureGroups.flatMap((group): GoneParts[] => {
    const own = atWork.filter((name) => group.cracs.includes(name));
    const racks = group.racks === undefined ? {} : { racks: group.racks };
    return own.length === 0 ? [] : [{ gone: own, group: group.name, ...racks }];
  });
  const single = atWork.map((name): GoneParts => ({ gone: [name] }));
  const names = gone === undefined ? [] : gone.split(',').map((name) => name.trim());
  const partsOf = (name: string): GoneParts | undefined =>
    groups.find(({ group }) => group === name) ?? single.find((one) => one.gone[0] === name);
  const faults = names.flatMap((name, n) => {
    if (partsOf(name) === undefined) {
      const hasFailed = cracs.some((crac) => crac.name === name) || failureGroups.some((group) => group.name === name);
      const remedy = hasFailed
        ? 'It has failed already: leave it out.'
        : 'Name CRACs and failure groups as the instance does.';
      const known = [...atWork, ...groups.map(({ group }) => group!)];
      return [fault('--gone', name, `CRACs at work and failure groups (${known.slice(0, 12).join(', ')})`, remedy)];
    }
    return names.indexOf(name) < n ? [fault('--gone', name, 'each name once', 'Remove the repetition.')] : [];
  });
  if (faults.length > 0) return refused(faults);
  const all = each ? [...single, ...groups] : [];
  const named = unionOf(
    names.map((name) => partsOf(name)!),
    atWork,
  );
  const isNew = named !== null && !all.some((one) => keyOf(one) === keyOf(named));
  return { ok: true, cases: [...all, ...(isNew ? [named] : [])] };
}

/**
 * Returns the case in which all CRACs and racks of several cases fail together; null if there are none.
 *
 * @param atWork names of the working CRACs
 */
function unionOf(parts: readonly GoneParts[], atWork: readonly string[]): GoneParts | null {
  const [first, ...others] = parts;
  if (first === undefined) return null;
  if (others.length === 0) return first;
  const racks = [...new Set(parts.flatMap((one) => one.racks ?? []))];
  return {
    gone: atWork.filter((name) => parts.some(({ gone }) => gone.includes(name))),
    ...(racks.length === 0 ? {} : { racks }),
  };
}

/** Returns a text that is equal for cases in which the same CRACs and racks fail, even if their names differ. */
function keyOf({ gone, racks = [] }: GoneParts): string {
  return JSON.stringify([gone, [...racks].sort()]);
}

function fault(path: string, value: string, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path, value, allowed, remedy };
}

function refused(faults: readonly Fault[]): Refused {
  return { ok: false, faults };
}
