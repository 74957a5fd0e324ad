import type { Month } from '../../../../models/families/jobs/month.js';
import type { PointTables } from '../../../../models/families/jobs/month-schedule.js';
import type { Profile } from '../../../../models/families/jobs/profile.js';
import type { Driver } from '../../../runs/control.js';
import { frontPoints, productPoints, scheduledTables } from '../methods/month/points.js';
import { type MonthMethod, pointsOf } from '../methods/month/policies.js';
import { buildProfile, type ProfileEffort, type ProfileSet } from '../methods/profiles/build-profiles.js';
import { balancedSchedule } from '../methods/profiles/list-schedule.js';
import { lowerLevels } from '../methods/profiles/lower-levels.js';

/** Profiles of a month, and whether their computation was stopped early. */
export interface MadeProfiles {
  readonly set: ProfileSet;
  readonly isCut: boolean;
}

/** Gives a run the profiles of its month: computes them or returns existing ones. */
export type ProfileSource = (
  month: Month,
  effort: ProfileEffort,
  driver: Driver,
  isTimeUp: () => boolean,
) => Promise<MadeProfiles>;

/**
 * Computes the profiles of all job types of a month on all its node types; each is one step of the driver. After the
 * driver stops or time is up, the remaining profiles hold only the initial designs of the search. So every job type has
 * design points.
 *
 * @param known existing profiles computed with the same effort, [job type][node type]; they are kept
 */
export async function profilesFor(
  { types, nodeTypes, levelsOf }: Month,
  effort: ProfileEffort,
  driver: Driver,
  isTimeUp: () => boolean,
  known: readonly (readonly (Profile | null)[])[] | null = null,
): Promise<MadeProfiles> {
  const shouldStop = (): boolean => driver.stopReason !== null || isTimeUp();
  const profiles: Profile[][] = [];
  let isCut = false;
  for (const [t, { graphs }] of types.entries()) {
    const row: Profile[] = [];
    for (const [n, graph] of graphs.entries()) {
      const kept = known?.[t]?.[n] ?? null;
      if (kept !== null) {
        row.push(kept);
        continue;
      }
      const { power, coresPerNode } = nodeTypes[n]!;
      isCut ||= shouldStop();
      row.push(buildProfile(graph, power, coresPerNode, levelsOf, effort, shouldStop));
      await driver.step({ phase: 'profiles', bound: null, incumbent: null });
    }
    profiles.push(row);
  }
  return { set: { effort, profiles }, isCut };
}

/**
 * Returns a source of profiles that keeps the profiles computed last and returns them to later runs on the same month.
 * Such a run counts as many steps as computing the profiles takes. If its step limit is not above that number, new
 * profiles are computed.
 */
export function keptProfiles(): ProfileSource {
  let kept: { readonly month: Month; readonly effort: ProfileEffort; readonly made: MadeProfiles } | null = null;
  return async (month, effort, driver, isTimeUp) => {
    const { seed, nodeLimit } = effort;
    const count = month.types.length * month.nodeTypes.length;
    const isSame = kept?.month === month && kept.effort.seed === seed && kept.effort.nodeLimit === nodeLimit;
    if (isSame && (driver.limits.workLimit ?? Infinity) > count) {
      for (let n = 0; n < count; n++) await driver.step({ phase: 'profiles', bound: null, incumbent: null });
      return kept!.made;
    }
    const made = await profilesFor(month, effort, driver, isTimeUp);
    if (!made.isCut) kept = { month, effort, made };
    return made;
  };
}

/** Returns true if a method runs jobs at design points of profiles. */
export function needsProfiles(method: MonthMethod): boolean {
  const points = pointsOf(method);
  return points === 'product' || points === 'front';
}

/**
 * Returns the design points at which a method runs jobs, by job type and node type.
 *
 * @throws RangeError if the method needs profiles and none are given
 */
export function tablesOf(method: MonthMethod, month: Month, profiles: ProfileSet | null): PointTables {
  const points = pointsOf(method);
  if (points === 'scheduled') return scheduledTables(month, balancedSchedule);
  if (points === 'lowered') {
    return scheduledTables(month, (graph, power, cores, levelsOf) =>
      lowerLevels(graph, power, balancedSchedule(graph, power, cores), levelsOf),
    );
  }
  if (profiles === null) throw new RangeError(`${method} without profiles`);
  return profiles.profiles.map((row) => row.map(points === 'front' ? frontPoints : productPoints));
}
