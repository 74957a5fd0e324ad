import { J_PER_MJ, S_PER_H } from '../../../models/units.js';
import { WEEKDAYS } from '../../../models/families/jobs/format.js';
import { knownOptimumWarnings } from '../../../models/families/known-optimum.js';
import { countOf, oneLine, significant } from '../../reports/format.js';
import type { Driver } from '../../runs/control.js';
import type { BoundOfFamily, Proven, Words } from '../family.js';
import { type CapacityWorth, capacityWorth } from './methods/bound/capacity-worth.js';
import type { BoundKind, ValueFrontier } from './methods/bound/month-bound.js';
import { boundPoints } from './methods/bound/bound-points.js';
import { proveFrontier } from './methods/bound/prove-frontier.js';
import { proveMonth } from './methods/bound/prove-months.js';
import { DEFAULT_NODE_LIMIT } from './methods/profiles/build-profiles.js';
import { profilesFor } from './runs/profiles.js';
import { boundScopeOf } from './runs/result-of.js';
import type { JobsOfTrial } from './runs/solve.js';

/**
 * Command `bound` for jobs instances: proves an upper bound on the total value that any schedule of the month can earn.
 */
export const boundOfJobs: BoundOfFamily<JobsOfTrial> = {
  progressUnit: '',
  prove,
  tightens: 'lower',
  least: 'a bound',
  mayBeEmpty: false,
};

/** Random seed of the profile search; equals the default of `solve`. */
const SEED = 1;
/**
 * Maximum number of hours of the week that the answer names. They are the hours in which node capacity has the highest
 * dual values.
 */
const MAX_HOURS = 3;

async function prove(
  { instance, month, profilesOf = profilesFor }: JobsOfTrial,
  control: Driver,
  words: Words,
): Promise<Proven> {
  const { kind: asked, profileNodes, frontier: isTraced, seed } = words;
  const kind: BoundKind = asked === 'rigid' ? 'rigid' : 'malleable';
  const nodeLimit = typeof profileNodes === 'number' ? profileNodes : DEFAULT_NODE_LIMIT;
  const isStopped = (): boolean => control.stopReason !== null;
  const { set: profiles } = await profilesOf(
    month,
    { nodeLimit, seed: typeof seed === 'number' ? seed : SEED },
    control,
    isStopped,
  );
  const points = boundPoints(month, profiles);
  const bounds = await proveMonth(month, points, control);
  const { rigid, malleable } = bounds;
  const { bound } = bounds[kind];
  const frontier = isTraced === true ? await proveFrontier(month, points, control, malleable) : null;
  const { durationS, startsOn = 'monday' } = instance.period;
  const worths = capacityWorth(month, bounds[kind], durationS, WEEKDAYS.indexOf(startsOn));
  const fronts = profiles.profiles.flatMap((row) => row.flatMap((profile) => profile.fronts));
  const exactFronts = fronts.filter(({ proof }) => proof.kind === 'exact').length;
  return {
    bound,
    objectiveUnit: 'value',
    boundScope: boundScopeOf(kind),
    warnings: knownOptimumWarnings('knownOptimum.value', instance.knownOptimum?.value, { bound, earned: null }),
    work: { passes: rigid.passes + malleable.passes },
    details: {
      kind,
      rigidBound: rigid.bound,
      malleableBound: malleable.bound,
      fronts: fronts.length,
      exactFronts,
      borderS: [...bounds[kind].borderS],
      nodeTypes: month.nodeTypes.map(({ name }, n) => ({
        nodeType: name,
        worthPerCore: worths[n]!.perCore,
        worthPerNode: worths[n]!.perNode,
        perCoreHByHourOfWeek: [...worths[n]!.perCoreH],
        perCoreHBySlot: Array.from(bounds[kind].perCoreS[n]!, (perS) => perS * S_PER_H),
      })),
      ...(frontier === null ? {} : { frontier: frontierDetails(frontier) }),
    },
    lines: [
      `No schedule for ${oneLine(instance.name)} earns more than ${significant(bound)}.`,
      `Jobs that stay at their point: ${significant(rigid.bound)}; jobs that may move: ${significant(malleable.bound)}.`,
      ...worths.flatMap((worth, n) => worthLines(oneLine(month.nodeTypes[n]!.name), worth)),
      ...(frontier === null ? [] : frontierLines(frontier)),
      ...(exactFronts < fronts.length
        ? [
            `${fronts.length - exactFronts} of ${countOf(fronts.length, 'front')} ${fronts.length - exactFronts === 1 ? 'is' : 'are'} not proven: designs that may be better than those found are counted.`,
          ]
        : []),
      `Holds for ${boundScopeOf(kind)}.`,
    ],
  };
}

/**
 * Returns sentences on one node type. They say how much one more node can raise the bound, and in which hours of the
 * week a core-hour has the highest dual values.
 */
function worthLines(name: string, { perNode, perCoreH }: CapacityWorth): string[] {
  if (!(perNode > 0)) return [`One more node of type ${name} raises the bound by nothing.`];
  const dearest = Array.from(perCoreH.keys())
    .toSorted((a, b) => perCoreH[b]! - perCoreH[a]! || a - b)
    .slice(0, MAX_HOURS)
    .filter((hour) => perCoreH[hour]! > 0)
    .map((hour) => `${weekday(hour)} from ${hour % 24} h (${significant(perCoreH[hour]!, 3)})`);
  return [
    `One more node of type ${name} raises the bound by at most ${significant(perNode)}.`,
    ...(dearest.length === 0 ? [] : [`The price of its core-hours is highest on ${dearest.join(', ')}.`]),
  ];
}

/** Returns the weekday of an hour of the week (0 to 167, from Monday 0 h). */
function weekday(hour: number): string {
  const name = WEEKDAYS[Math.floor(hour / 24)]!;
  return `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

function frontierDetails({ bounds }: ValueFrontier): readonly object[] {
  return bounds.map(({ perJ, bound }) => ({ pricePerMJ: perJ * J_PER_MJ, bound }));
}

/**
 * Returns one sentence for each positive price of energy. Each sentence states an upper bound on value that rises
 * linearly with energy.
 */
function frontierLines({ bounds }: ValueFrontier): string[] {
  return bounds
    .filter(({ perJ }) => perJ > 0)
    .map(({ perJ, bound }) => {
      const price = significant(perJ * J_PER_MJ);
      return `Value is at most ${significant(bound)} + ${price} for each MJ of energy.`;
    });
}
