import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { middlePStateIndex } from '../../../../models/families/templates/middle-state.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { type LocalFault, jsonPath } from '../../../instances/fault.js';

/**
 * Minimum power of a node with all cores at work, divided by its number of cores, W. Our choice: a millionth of the
 * power of any real core, so that work per energy can be computed precisely.
 */
const MIN_CORE_W = 1e-6;

/**
 * Returns the faults of lists by P-state whose values are out of order. A P-state must not be faster, or draw more
 * power, than the one before it.
 */
export function listOrderFaults({ facility }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  return entries(facility?.nodeTypes).flatMap(([j, { tasks }]) =>
    entries(tasks).flatMap(([k, { timeS, corePowerW }]) => {
      const at = (field: string, p: number): string =>
        jsonPath([...FACILITY_WITH_WORKLOAD.nodeTypes, j, 'tasks', k, field, p]);
      return [
        ...neighbours(timeS).flatMap(([p, before, value]) => {
          const remedy = 'A core is not slower at a higher frequency: correct the list; P-state 0 is the fastest.';
          const allowed = `a number at least ${before} (s), that of P-state ${p - 1}`;
          return value >= before ? [] : [{ path: at('timeS', p), value, allowed, remedy }];
        }),
        ...neighbours(corePowerW).flatMap(([p, before, value]) => {
          const remedy = 'A core draws no less at a higher frequency: correct the list; P-state 0 is the fastest.';
          const allowed = `a number at most ${before} (W), that of P-state ${p - 1}`;
          return value <= before ? [] : [{ path: at('corePowerW', p), value, allowed, remedy }];
        }),
      ];
    }),
  );
}

/**
 * Returns each number of a list after the first, with its index and the number before it. Returns an empty array if
 * `values` is no list.
 */
function neighbours(values: unknown): (readonly [p: number, before: number, value: number])[] {
  if (!Array.isArray(values)) return [];
  const list: readonly unknown[] = values;
  return list.flatMap((value, p) => {
    const before = list[p - 1];
    return typeof value === 'number' && typeof before === 'number' ? [[p, before, value] as const] : [];
  });
}

/** Returns faults of node types that draw hardly any power at work, because work per energy would be unbounded. */
export function powerlessFaults({ facility, middlePState }: NonNullable<Draft<TemplatesInstance>> = {}): LocalFault[] {
  const standing = new Set(facility?.nodeGroups?.map((group) => group?.nodeType));
  return entries(facility?.nodeTypes).flatMap(([j, { name, cores, idlePowerW, pStateFrequenciesGHz, tasks }]) => {
    if (!standing.has(name) || cores === undefined || idlePowerW === undefined || tasks === undefined) return [];
    if (middlePState === undefined || pStateFrequenciesGHz === undefined || tasks.length === 0) return [];
    const middle = middlePStateIndex(pStateFrequenciesGHz.length, middlePState);
    const powers = tasks.map((task) => {
      const given = task?.corePowerW;
      // Between end points a power lies between them.
      return Array.isArray(given)
        ? (given as (number | undefined)[])[middle]
        : (given as { readonly atHighestFrequency?: number } | undefined)?.atHighestFrequency;
    });
    if (powers.includes(undefined)) return [];
    const coreW = (powers as number[]).reduce((sum, power) => sum + power, 0) / powers.length;
    if (idlePowerW / cores + coreW >= MIN_CORE_W) return [];
    const path = jsonPath([...FACILITY_WITH_WORKLOAD.nodeTypes, j, 'idlePowerW']);
    const allowed = `idle and core power of at least ${MIN_CORE_W} W per core in P-state ${middle}, the middle one`;
    const remedy = 'Templates seek the most work per energy, and this node works without any: say what it draws.';
    return [{ path, value: idlePowerW, allowed, remedy }];
  });
}
