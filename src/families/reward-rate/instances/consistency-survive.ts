import type { RewardRateFacility, RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import { duplicateNames, entries, knownNames, unknownReference } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault, type PathSegment } from '../../../instances/fault.js';
import { rackNames } from '../../../facility/consistency.js';
import { setsAnew } from '../../../../models/families/reward-rate/failed-rooms.js';

/**
 * Maximum number of working CRACs with which plans may change set-points after failures. Ours: with more, plans use one
 * common set-point (docs/facility/several-cracs.md).
 */
const MAX_RESET_CRACS = 12;

/** Maximum air flow of a CRAC while another has failed, in multiples of its usual one. Ours: fans give no more. */
const MAX_STANDBY_AIR = 2;

/** Advice in the fault that no working CRAC would be left after a failure. */
const MINUTES =
  'Without its last CRAC a room warms without end: leave survive out, and let plenum check --failures say how many minutes there are.';

type Limits = Draft<RewardRateInstance['limits']>;
type Groups = Draft<RewardRateInstance['failureGroups']>;

/**
 * Returns a fault if the failures in limits.survive cannot be required of a plan:
 * - no plan can survive them;
 * - they are failure groups, but the instance has none;
 * - set-points may change after failures, but there are more than MAX_RESET_CRACS working CRACs.
 */
export function surviveFaults(
  facility: Draft<RewardRateFacility>,
  limits: Limits,
  failureGroups?: Groups,
): LocalFault[] {
  if (limits?.survive === undefined || facility?.cracs === undefined) return [];
  const { survive } = limits;
  const atWork = facility.cracs.filter((crac) => crac?.coolingCapacityW !== 0);
  const refused = (allowed: string, remedy: string): LocalFault[] => [
    { path: 'limits.survive', value: survive, allowed, remedy },
  ];
  if (atWork.length < 2) return refused(`rooms with two CRACs or more at work; this one has ${atWork.length}`, MINUTES);
  if (setsAnew({ limits: { survive } }) && atWork.length > MAX_RESET_CRACS) {
    const allowed = `rooms with at most ${MAX_RESET_CRACS} CRACs at work; this one has ${atWork.length}`;
    return refused(allowed, 'Ask for the same without -reset: set-points then stay in a failure.');
  }
  if (!survive.startsWith('any-group')) return [];
  if (failureGroups === undefined) {
    return refused('with failureGroups', 'Name the parts that fail together in failureGroups, or ask for any-crac.');
  }
  const last = entries(failureGroups).find(([, { cracs }]) =>
    atWork.every((crac) => crac?.name === undefined || cracs?.includes(crac.name) === true),
  );
  return last === undefined
    ? []
    : refused(`groups that leave a CRAC at work; "${last[1].name ?? ''}" takes the last one`, MINUTES);
}

/**
 * Returns the faults of failure groups (named sets of CRACs and racks that fail together): unknown or repeated names,
 * and a group with the name of a CRAC.
 */
export function failureGroupFaults(facility: Draft<RewardRateFacility>, groups: Groups): LocalFault[] {
  const cracs = knownNames(facility?.cracs);
  const racks = rackNames(facility);
  return [
    ...duplicateNames(['failureGroups'], groups),
    ...entries(groups).flatMap(([g, group]) => {
      const named = (facility?.cracs ?? []).some((crac) => crac?.name !== undefined && crac.name === group.name);
      return [
        ...(named
          ? [
              {
                path: jsonPath(['failureGroups', g, 'name']),
                value: group.name,
                allowed: 'a name that no CRAC has',
                remedy: 'Give the group another name: the CRAC alone is a failure of its own.',
              },
            ]
          : []),
        ...entries(group.cracs).flatMap(([k, name]) =>
          unknownReference(['failureGroups', g, 'cracs', k], name, cracs, 'facility.cracs'),
        ),
        ...entries(group.racks).flatMap(([k, name]) =>
          unknownReference(['failureGroups', g, 'racks', k], name, racks, 'the racks'),
        ),
        ...repeated(['failureGroups', g, 'cracs'], group.cracs),
        ...repeated(['failureGroups', g, 'racks'], group.racks),
      ];
    }),
  ];
}

/** Fields of a CRAC that change the air of a room when one fails. No air can be drawn anew without a layout. */
const FIELDS_OF_AIR = ['onFailure', 'backFlow', 'standbyAirFlowM3PerS'] as const;

/** Returns the faults of what CRACs say about failures: other air without a layout, or too much or too little air. */
export function failureAirFaults(facility: Draft<RewardRateFacility>): LocalFault[] {
  const source = facility?.airflow?.source;
  return entries(facility?.cracs).flatMap(([c, crac]): LocalFault[] => {
    const { airFlowM3PerS: usual, standbyAirFlowM3PerS: standby } = crac;
    const at = (field: string): string => jsonPath(['facility', 'cracs', c, field]);
    const undrawn = FIELDS_OF_AIR.flatMap((field) => {
      const value = crac[field];
      if (source !== 'matrix' || value === undefined || value === 'fanRuns') return [];
      const allowed = 'left out, or fanRuns, with a matrix file: it has no room to draw the other air of';
      return [{ path: at(field), value, allowed, remedy: 'Leave it out: the fan of a failed CRAC then runs on.' }];
    });
    const isOutside =
      undrawn.length === 0 &&
      usual !== undefined &&
      standby !== undefined &&
      !(standby >= usual && standby <= MAX_STANDBY_AIR * usual);
    if (!isOutside) return undrawn;
    const allowed = `from airFlowM3PerS, ${usual}, to ${MAX_STANDBY_AIR} times that (m3/s)`;
    const remedy = 'Correct the value, or leave it out: the air then stays when another CRAC fails.';
    return [{ path: at('standbyAirFlowM3PerS'), value: standby, allowed, remedy }];
  });
}

function repeated(path: readonly PathSegment[], names: readonly (string | undefined)[] | undefined): LocalFault[] {
  return entries(names).flatMap(([k, name]) =>
    names!.indexOf(name) === k
      ? []
      : [
          {
            path: jsonPath([...path, k]),
            value: name,
            allowed: 'each name once per group',
            remedy: 'Remove the repetition.',
          },
        ],
  );
}
