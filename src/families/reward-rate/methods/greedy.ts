import { isWithinCap } from '../../../../models/facility/meter.js';
import { firstWhere } from '../../../../models/bisection.js';
import type { CompiledTask } from '../../../../models/facility/compiled.js';
import type { Configuration } from '../../../../models/facility/configuration.js';
import { withMinimumOn } from '../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { totalPowerW } from '../../../../models/facility/power-budget.js';
import type { RunControl } from '../../../methods/control.js';
import { emptyNodes, keepsCapClamped, measure, type NodeConfigurations } from './rounding/node-plan.js';
import { changed } from './rounding/without-excess.js';
import { assignmentsOf, commonSetPoint, type MethodRequest, type MethodOutcome } from './outcome.js';

/** Runs method `greedy`: Algorithm 2 as printed. docs/decisions/greedy-reading.md lists what the thesis leaves open. */
export async function greedy({ model, control }: MethodRequest): Promise<MethodOutcome> {
  const { nodes, setPointC, rewardPerS, steps } = greedyNodes(model);
  const setPointsC = setPointC === null ? null : commonSetPoint(model, setPointC);
  const plan = setPointsC === null ? null : { setPointsC, assignments: assignmentsOf(model, nodes) };
  return constructed(control, 'greedy', plan, rewardPerS, { greedySteps: steps });
}

/** Returns the outcome of a method that constructs a plan in one go, after reporting it as progress. */
export async function constructed(
  control: RunControl,
  phase: string,
  plan: MethodOutcome['plan'],
  rewardPerS: number,
  work: MethodOutcome['work'],
): Promise<MethodOutcome> {
  const stoppedEarly = await control.step({ phase, bound: null, incumbent: rewardPerS });
  return { plan, claimedRewardPerS: rewardPerS, certificate: null, stoppedEarly, warnings: [], work };
}

/**
 * Returns the nodes after Algorithm 2. The order of assignment does not depend on power, so all cores are first
 * assigned without a power limit. Power grows with every core, so bisection finds how many assignments the limits
 * allow.
 */
export function greedyNodes(model: RewardRateModel) {
  const fits = (some: NodeConfigurations): boolean => wholeDegreeSetPoint(model, some) !== null;
  const { nodes, count } = longestPrefix(model, emptyNodes(model), mappingOrder(model), fits);
  const { rewardPerS } = measure(model, nodes);
  return { nodes, setPointC: wholeDegreeSetPoint(model, nodes), rewardPerS, steps: Math.max(0, count) };
}

/** New configuration of one node. */
export interface NodeChange {
  readonly zone: number;
  readonly node: number;
  readonly after: Configuration;
}

/**
 * Returns the nodes, [zone][node], after the largest number of changes in their order with which they fit, and this
 * number. If they fit, they must also fit after fewer changes. If they fit after no number of changes, not even 0, it is -1, and
 * the nodes are those without changes. Where too few nodes are on, some more are turned on and idle.
 */
export function longestPrefix(
  model: RewardRateModel,
  base: NodeConfigurations,
  changes: readonly NodeChange[],
  fits: (nodes: NodeConfigurations) => boolean,
): { readonly nodes: Configuration[][]; readonly count: number } {
  const nodesAfter = (count: number): Configuration[][] => {
    const nodes = base.map((zone) => [...zone]);
    for (const { zone, node, after } of changes.slice(0, Math.max(0, count))) nodes[zone]![node] = after;
    return withMinimumOn(model, nodes);
  };
  const count = firstWhere(changes.length + 1, (n) => !fits(nodesAfter(n))) - 1;
  return { nodes: nodesAfter(count), count };
}

/**
 * Returns a function like `changed` that returns the same object for the same change. Facilities can have millions of
 * cores but have few different nodes.
 */
export function rememberedChanges(model: RewardRateModel) {
  const known = new Map<Configuration, (Configuration | null)[]>();
  return (now: Configuration, k: number, count: number, choice: number): Configuration | null => {
    let ofNow = known.get(now);
    if (ofNow === undefined) known.set(now, (ofNow = []));
    const { tasks, cores } = model.nodeTypes[now.type]!;
    const key = (choice * tasks.length + k) * (cores + 1) + count;
    if (ofNow[key] === undefined) ofNow[key] = changed(model, now, k, count, choice);
    return ofNow[key];
  };
}

/**
 * Returns the assignments of Algorithm 2 (lines 1 to 14) in their order, without the power limit. Each gives one more
 * core of a node a task type, in its most efficient P-state. Pairs of node type and task type come by descending
 * efficiency, and for each pair the cores in node order. A pair ends when one more core would exceed the arrivals.
 */
export function mappingOrder(model: RewardRateModel): NodeChange[] {
  const change = rememberedChanges(model);
  const idle = emptyNodes(model);
  const pairs = model.nodeTypes
    .flatMap(({ tasks }, t) =>
      tasks.map((task, k) => ({ t, k, task: task.task, choice: mostEfficient(task), eff: efficiencyOf(task) })),
    )
    .sort((a, b) => b.eff - a.eff);
  const fill = model.nodeTypes.map((_, t) => ({
    places: idle.flatMap((nodes, zone) =>
      model.zones[zone]!.type === t ? nodes.map((now, node) => ({ zone, node, now })) : [],
    ),
    next: 0,
    used: 0,
  }));
  const ratePerS = new Float64Array(model.taskNames.length);
  const changes: NodeChange[] = [];
  for (const { t, k, task, choice } of pairs) {
    const state = fill[t]!;
    for (;;) {
      if (state.used === model.nodeTypes[t]!.cores) {
        state.next++;
        state.used = 0;
      }
      const place = state.places[state.next];
      if (place === undefined) break;
      const { zone, node, now } = place;
      const after = change(now, k, now.counts[k]! + 1, choice);
      if (after === null) break;
      if (ratePerS[task]! + after.ratePerS[task]! - now.ratePerS[task]! > model.arrivalRatePerS[task]!) break;
      for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += after.ratePerS[i]! - now.ratePerS[i]!;
      place.now = after;
      state.used++;
      changes.push({ zone, node, after });
    }
  }
  return changes;
}

/** Returns the index of the P-state with the highest rate per watt (line 1, Eq. 25); on a tie, that of the fastest. */
function mostEfficient(task: CompiledTask): number {
  let best = 0;
  for (let p = 1; p < task.timeS.length; p++) if (efficiencyOf(task, p) > efficiencyOf(task, best)) best = p;
  return best;
}

/** Returns the rate per watt of a task type in a P-state, by default in its most efficient one, 1/J. */
function efficiencyOf(task: CompiledTask, p = mostEfficient(task)): number {
  return 1 / (task.timeS[p]! * task.powerW[p]!);
}

/**
 * Returns the common set-point of line 12, C: from the red line it falls by whole degrees until all inlets are cool
 * enough. Null if the plan then violates the cap or another limit, or the set-point is outside the common range. If the
 * CRACs' ranges have no common value, each CRAC is clamped to its own range.
 */
function wholeDegreeSetPoint(model: RewardRateModel, nodes: NodeConfigurations): number | null {
  const { warmestC, nodePowerW, brokenLimit } = measure(model, nodes);
  const wholeC = wholeDegreesBelow(model.redLineC, warmestC);
  if (model.setPointMinC > model.setPointMaxC) {
    return brokenLimit === null && keepsCapClamped(model, nodes, wholeC) ? wholeC : null;
  }
  const setPointC = Math.min(model.setPointMaxC, Math.max(model.setPointMinC, wholeC));
  // 27.3 - 7 is not quite 20.3: an end of the range met but for rounding is met.
  if (Math.abs(setPointC - wholeC) > 1e-9) return null;
  if (!isWithinCap(model.budget, totalPowerW(model.budget, nodePowerW, setPointC))) return null;
  return brokenLimit === null ? setPointC : null;
}

/** Returns the warmest temperature, C, that is a whole number of degrees below the red line and at most `warmestC`. */
export function wholeDegreesBelow(redLineC: number, warmestC: number): number {
  return redLineC - Math.max(0, Math.ceil(redLineC - warmestC - 1e-12));
}
