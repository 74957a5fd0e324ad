import type { Month } from '../../../../../models/families/jobs/month.js';
import type { Front } from '../../../../../models/families/jobs/profile.js';
import type { CorePower, TaskGraph } from '../../../../../models/families/jobs/task-graph.js';
import type { ProfileSet } from '../profiles/build-profiles.js';

/** Cores, response time (s) and energy (J) of a design, real or fictitious (a lower bound). */
export interface PointCost {
  readonly cores: number;
  readonly timeS: number;
  readonly energyJ: number;
}

/**
 * Lower bounds on designs, [job type][node type][bound]. For every possible design, the list contains a bound with no
 * more cores, time and energy than the design.
 */
export type PointCosts = readonly (readonly (readonly PointCost[])[])[];

/**
 * Relative difference in time or energy by which an exact front may be wrong. Its proof treats designs as equal within
 * 1e-9, and this is twice as much (docs/jobs/profiles.md). Lower bounds are reduced by this fraction.
 */
const UNDECIDED = 2e-9;
/**
 * Ratio of response times of successive fictitious points, which bound a front that is not proven. The steps make an
 * energy bound too low by at most this factor.
 */
const STEP_RATIO = 1.05;
/**
 * Maximum number of fictitious points that bound a front which is not proven. They follow from the lower bound on time
 * x energy of the front. One more point bounds all longer times.
 */
const MAX_STEPS = 40;

/**
 * Returns points that bound all designs of a month's job types from below in cores, time and energy. They are the
 * points of exact fronts, and fictitious points for other fronts (docs/jobs/bound.md).
 *
 * @throws RangeError for profiles of other job types or node types
 */
export function boundPoints({ types, nodeTypes }: Month, { profiles }: ProfileSet): PointCosts {
  if (profiles.length !== types.length)
    throw new RangeError(`${profiles.length} profiles for ${types.length} job types`);
  return types.map(({ graphs }, t) =>
    nodeTypes.map(({ power, coresPerNode }, n) => {
      const [graph, profile] = [graphs[n]!, profiles[t]![n]];
      if (profile === undefined) throw new RangeError(`Job type ${t} has no profile on node type ${n}`);
      const costs = Array.from({ length: Math.min(graph.tasks, coresPerNode) }, (_, k) => {
        const front = profile.fronts.find(({ cores }) => cores === k + 1);
        return costsBelow(graph, power, k + 1, front?.proof ?? { kind: 'none' }, front?.points ?? []);
      });
      return undominated(costs.flat());
    }),
  );
}

/**
 * Returns points (real or fictitious designs) that bound all designs on exactly `cores` cores: each design takes at
 * least the time and energy of one of the points.
 */
export function costsBelow(
  graph: TaskGraph,
  power: CorePower,
  cores: number,
  proof: Front['proof'],
  points: readonly Pick<PointCost, 'timeS' | 'energyJ'>[],
): PointCost[] {
  const down = 1 - UNDECIDED;
  if (proof.kind === 'exact')
    return points.map(({ timeS, energyJ }) => ({ cores, timeS: timeS * down, energyJ: energyJ * down }));
  const { leastTimeS, leastDynamicJ } = leastCosts(graph, power, cores);
  const staticW = power.staticPowerW * cores;
  const productSJ = proof.kind === 'bounded' ? proof.productBoundSJ : 0;
  const plainJ = (timeS: number): number => leastDynamicJ + staticW * timeS;
  const steps: PointCost[] = [];
  let timeS = leastTimeS;
  // A step holds from its time to the next one's: there energy is at least the product over the latter.
  while (steps.length < MAX_STEPS && timeS > 0 && timeS * plainJ(timeS) < productSJ) {
    const nextS = timeS * STEP_RATIO;
    steps.push({ cores, timeS: timeS * down, energyJ: Math.max(plainJ(timeS), productSJ / nextS) * down });
    timeS = nextS;
  }
  return [...steps, { cores, timeS: timeS * down, energyJ: plainJ(timeS) * down }];
}

/**
 * Returns lower bounds on the response time (s) and dynamic energy (J) of designs on `cores` cores. For the time, each
 * task is at its fastest level, and the bound is the longest path or total time / cores, whichever is larger. For the
 * energy, the least energies of all tasks are summed.
 */
function leastCosts(
  { tasks, levels, timeS, firstEdge, edgeFrom }: TaskGraph,
  { dynamicPowerW }: CorePower,
  cores: number,
): { leastTimeS: number; leastDynamicJ: number } {
  const endS = new Float64Array(tasks);
  let [pathS, loadS, leastDynamicJ] = [0, 0, 0];
  for (let task = 0; task < tasks; task++) {
    let [leastS, leastJ, readyS] = [Infinity, Infinity, 0];
    for (let level = 0; level < levels; level++) {
      const execS = timeS[task * levels + level]!;
      leastS = Math.min(leastS, execS);
      leastJ = Math.min(leastJ, execS * dynamicPowerW[level]!);
    }
    for (let edge = firstEdge[task]!; edge < firstEdge[task + 1]!; edge++)
      readyS = Math.max(readyS, endS[edgeFrom[edge]!]!);
    endS[task] = readyS + leastS;
    pathS = Math.max(pathS, endS[task]!);
    loadS += leastS;
    leastDynamicJ += leastJ;
  }
  return { leastTimeS: Math.max(pathS, loadS / cores), leastDynamicJ };
}

/**
 * Returns the undominated points, ordered by cores, then time. A point is dominated if another point is no worse in
 * cores, time and energy.
 */
export function undominated<Cost extends PointCost>(costs: readonly Cost[]): Cost[] {
  const kept: Cost[] = [];
  for (const cost of costs.toSorted((a, b) => a.cores - b.cores || a.timeS - b.timeS || a.energyJ - b.energyJ)) {
    if (!kept.some(({ timeS, energyJ }) => timeS <= cost.timeS && energyJ <= cost.energyJ)) kept.push(cost);
  }
  return kept;
}
