import type { Crac, Facility } from '../../models/facility/facility.js';
import type { RewardRateInstance } from '../../models/problems/reward-rate/instance.js';
import { placeGroups } from '../../models/physics/airflow/zones.js';
import { nodeTypeProblems, unrunnableTaskProblems } from './consistency-nodes.js';
import {
  duplicateNames,
  duplicates,
  entries,
  known,
  knownNames,
  type Names,
  unknownReference,
} from './consistency-names.js';
import { timeRatioProblems } from './consistency-times.js';
import type { Draft } from './draft.js';
import { type LocalProblem, type PathSegment, jsonPath } from './problem.js';

/**
 * What the fields say together: unique names, known references, order, completeness. Works on a draft, so that a file
 * with a wrong number still hears about its unknown names; whatever is missing is not judged.
 */
export function consistencyProblems(draft: Draft<RewardRateInstance>): LocalProblem[] {
  const { facility, workload, limits } = draft ?? {};
  const taskNames = knownNames(workload?.taskTypes);
  const memoryClassOf = new Map((workload?.taskTypes ?? []).map((type) => [type?.name, type?.memoryClass]));
  return [
    ...duplicateNames(['facility', 'nodeTypes'], facility?.nodeTypes),
    ...duplicateNames(['workload', 'taskTypes'], workload?.taskTypes),
    ...placeProblems(facility, limits, knownNames(facility?.nodeTypes)),
    ...entries(facility?.nodeTypes).flatMap(([i, type]) => [
      ...entries(type.tasks).flatMap(([k, task]) => {
        const path = ['facility', 'nodeTypes', i, 'tasks', k, 'taskType'];
        return unknownReference(path, task.taskType, taskNames, 'workload.taskTypes');
      }),
      ...duplicates(
        ['facility', 'nodeTypes', i, 'tasks'],
        'taskType',
        type.tasks?.map((one) => one?.taskType),
      ),
      ...nodeTypeProblems(i, type, facility?.colocation?.model, memoryClassOf),
    ]),
    ...unrunnableTaskProblems(facility?.nodeTypes, workload?.taskTypes),
    ...timeRatioProblems(facility?.nodeTypes),
  ];
}

/** The same of what stands in the room and its limits, given the names of the node types: paths as in the reward-rate family. */
export function placeProblems(
  facility: Draft<Omit<Facility, 'nodeTypes' | 'colocation'>>,
  limits: Draft<RewardRateInstance['limits']>,
  nodeTypeNames: Names,
): LocalProblem[] {
  const layout = facility?.airflow?.source === 'room' ? facility.airflow.layout : undefined;
  const at = ['facility', 'airflow', 'layout'];
  const isMatrix = facility?.airflow?.source === 'matrix';
  const racks = known(isMatrix ? facility.nodeGroups?.map((one) => one?.rack) : layout?.racks?.map((one) => one?.name));
  const cracNames = knownNames(facility?.cracs);
  return [
    ...duplicateNames(['facility', 'cracs'], facility?.cracs),
    ...duplicateNames([...at, 'racks'], layout?.racks),
    ...duplicateNames([...at, 'tiles'], layout?.tiles),
    ...duplicateNames([...at, 'aisles'], layout?.aisles),
    ...duplicates(
      [...at, 'cracPlacements'],
      'crac',
      layout?.cracPlacements?.map((one) => one?.crac),
    ),
    ...duplicateNames(['limits', 'pdus'], limits?.pdus),
    ...duplicates(
      ['limits', 'rackPowerLimits'],
      'rack',
      limits?.rackPowerLimits?.map((one) => one?.rack),
    ),

    ...entries(facility?.nodeGroups).flatMap(([i, group]) => [
      ...unknownReference(
        ['facility', 'nodeGroups', i, 'nodeType'],
        group.nodeType,
        nodeTypeNames,
        'facility.nodeTypes',
      ),
      ...unknownReference(['facility', 'nodeGroups', i, 'rack'], group.rack, racks, 'facility.airflow.layout.racks'),
    ]),
    ...entries(layout?.cracPlacements).flatMap(([i, placement]) =>
      unknownReference([...at, 'cracPlacements', i, 'crac'], placement.crac, cracNames, 'facility.cracs'),
    ),
    ...entries(limits?.rackPowerLimits).flatMap(([i, limit]) =>
      unknownReference(['limits', 'rackPowerLimits', i, 'rack'], limit.rack, racks, 'the racks'),
    ),
    ...entries(limits?.pdus).flatMap(([i, pdu]) =>
      (pdu.racks ?? []).flatMap((rack, k) =>
        unknownReference(['limits', 'pdus', i, 'racks', k], rack, racks, 'the racks'),
      ),
    ),
    ...entries(limits?.pdus).flatMap(([i, pdu]) => repeatedRacks(['limits', 'pdus', i, 'racks'], pdu.racks)),
    ...entries(facility?.cracs).flatMap(([i, crac]) => setPointProblems(i, crac)),
    ...coolingProblems(facility),
    ...matrixProblems(facility),
  ];
}

function repeatedRacks(
  path: readonly PathSegment[],
  racks: readonly (string | undefined)[] | undefined,
): LocalProblem[] {
  const first = new Map<string, number>();
  for (const [k, rack] of (racks ?? []).entries()) if (rack !== undefined && !first.has(rack)) first.set(rack, k);
  return (racks ?? []).flatMap((rack, k) =>
    rack === undefined || first.get(rack) === k
      ? []
      : [
          {
            path: jsonPath([...path, k]),
            value: rack,
            allowed: 'each rack once per PDU',
            remedy: 'Remove the repetition.',
          },
        ],
  );
}

function setPointProblems(i: number, crac: NonNullable<Draft<Crac>>): LocalProblem[] {
  const { setPointMinC, setPointMaxC } = crac;
  if (setPointMinC === undefined || setPointMaxC === undefined || setPointMinC <= setPointMaxC) return [];
  return [
    {
      path: jsonPath(['facility', 'cracs', i, 'setPointMaxC']),
      value: setPointMaxC,
      allowed: `a number at least setPointMinC, ${setPointMinC} (C)`,
      remedy: 'Exchange or correct the two set-points.',
    },
  ];
}

/** CoP is a parabola: its slope is least at one end of the range, so two slopes and one value decide. */
function coolingProblems(facility: Draft<Pick<Facility, 'coolingPerformance' | 'cracs'>>): LocalProblem[] {
  const { quadraticPerC2: a, linearPerC: b, constant: c } = facility?.coolingPerformance ?? {};
  const temperatures = (facility?.cracs ?? []).flatMap((crac) => [crac?.setPointMinC, crac?.setPointMaxC]);
  if (a === undefined || b === undefined || c === undefined) return [];
  if (temperatures.length === 0 || temperatures.includes(undefined)) return [];
  const lowC = (temperatures as number[]).reduce((least, one) => Math.min(least, one));
  const highC = (temperatures as number[]).reduce((most, one) => Math.max(most, one));
  const cop = (outletC: number): number => (a * outletC + b) * outletC + c;
  const slope = (outletC: number): number => 2 * a * outletC + b;
  const range = `from ${lowC} to ${highC} C`;
  const fault = (value: string, allowed: string): LocalProblem => ({
    path: 'facility.coolingPerformance',
    value,
    allowed,
    remedy: 'Check the signs and units of the coefficients (T in C), or narrow the set-point ranges of facility.cracs.',
  });
  const short = (value: number): string => String(Number(value.toPrecision(4)));
  if (slope(lowC) < 0 || slope(highC) < 0) {
    const fallsAtC = slope(lowC) < 0 ? lowC : highC;
    return [
      fault(`CoP changes by ${short(slope(fallsAtC))} per C at ${fallsAtC} C`, `a CoP that does not fall ${range}`),
    ];
  }
  if (cop(lowC) <= 0) return [fault(`CoP ${short(cop(lowC))} at ${lowC} C`, `a CoP above 0 ${range}`)];
  return [];
}

/** What roomProblems does not judge because there is no room. */
function matrixProblems(facility: Draft<Pick<Facility, 'airflow' | 'cracs' | 'nodeGroups'>>): LocalProblem[] {
  const airflow = facility?.airflow;
  if (airflow?.source !== 'matrix') return [];
  const problems: LocalProblem[] = [];
  if (airflow.kind === 'heatRecirculation' && (facility?.cracs?.length ?? 1) !== 1) {
    problems.push({
      path: 'facility.airflow.kind',
      value: airflow.kind,
      allowed: `"influence" with ${facility!.cracs!.length} CRACs`,
      remedy: 'A heat recirculation matrix has one supply temperature: give an influence matrix, or one CRAC.',
    });
  }
  const groups = facility?.nodeGroups ?? [];
  if (groups.some((group) => group?.rack === undefined || group.count === undefined || group.nodeType === undefined))
    return problems;
  const placed = placeGroups(groups as Facility['nodeGroups']);
  for (const { index, clash } of sharedSlots(placed)) {
    const { group, firstSlot } = placed[index]!;
    problems.push({
      path: jsonPath(['facility', 'nodeGroups', index, 'firstSlot']),
      value: firstSlot,
      allowed: `slots of rack ${group.rack} that facility.nodeGroups[${clash}] does not use`,
      remedy: 'Change firstSlot, or leave it out to stack the groups of a rack in their order.',
    });
  }
  return problems;
}

/** Groups that use slots of an earlier one of their rack, in their order. */
function sharedSlots(placed: ReturnType<typeof placeGroups>): { readonly index: number; readonly clash: number }[] {
  const byRack = new Map<string, { index: number; from: number; to: number }[]>();
  for (const [index, { group, firstSlot }] of placed.entries()) {
    const own = byRack.get(group.rack) ?? [];
    byRack.set(group.rack, own);
    own.push({ index, from: firstSlot, to: firstSlot + group.count });
  }
  const shared = [...byRack.values()].flatMap((stack) => {
    // From the lowest slot up, each is held against the one that reaches highest so far.
    stack.sort((a, b) => a.from - b.from || a.index - b.index);
    let highest = stack[0]!;
    return stack.slice(1).flatMap((one) => {
      const clashes = one.from < highest.to;
      const pair = { index: Math.max(one.index, highest.index), clash: Math.min(one.index, highest.index) };
      if (one.to > highest.to) highest = one;
      return clashes ? [pair] : [];
    });
  });
  const seen = new Set<number>();
  return shared.sort((a, b) => a.index - b.index).filter(({ index }) => seen.size < seen.add(index).size);
}
