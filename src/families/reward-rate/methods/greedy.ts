import type { Configuration } from '../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import { withMinimumOn } from '../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { totalPowerW } from '../../../../models/facility/power-budget.js';
import { emptyNodes, keepsCapClamped, measure } from './rounding/node-plan.js';
import { assignmentsOf, commonSetPoint, type MethodRequest, type MethodOutcome } from './outcome.js';

export interface GreedyNodes {
  readonly nodes: Configuration[][];
  readonly setPointC: number | null;
  readonly rewardPerS: number;
  readonly steps: number;
}

/** Runs method `greedy`: Algorithm 2 as printed. docs/decisions/greedy-reading.md lists what the thesis leaves open. */
export async function greedy({ model, control }: MethodRequest): Promise<MethodOutcome> {
  const result = greedyNodes(model);
  const stopped = await control.step({ phase: 'greedy', bound: null, incumbent: result.rewardPerS });
  return {
    plan:
      result.setPointC === null
        ? null
        : { setPointsC: commonSetPoint(model, result.setPointC), assignments: assignmentsOf(model, result.nodes) },
    claimedRewardPerS: result.rewardPerS,
    certificate: null,
    stoppedEarly: stopped,
    warnings: [],
    work: { greedySteps: result.steps },
  };
}

/**
 * Returns the nodes after Algorithm 2. The order of assignment does not depend on power, so all cores are first
 * assigned without a power limit. Power grows with every core, so bisection finds how many assignments the limits
 * allow.
 */
export function greedyNodes(model: RewardRateModel): GreedyNodes {
  const { steps, nodesAfter } = mappingOrder(model, mostEfficientPStates(model));
  const count = longestAffordablePrefix(steps, (n) => wholeDegreeSetPoint(model, nodesAfter(n)) !== null);
  const nodes = nodesAfter(Math.max(0, count));
  return {
    nodes,
    setPointC: wholeDegreeSetPoint(model, nodes),
    rewardPerS: measure(model, nodes).rewardPerS,
    steps: Math.max(0, count),
  };
}

/**
 * Returns the most efficient P-state (line 1, Eq. 25), [node type][task type on this node type]. It is the index of the
 * P-state with the highest rate per watt; on a tie, that of the fastest.
 */
export function mostEfficientPStates(model: RewardRateModel): Uint8Array[] {
  return model.nodeTypes.map((type) =>
    Uint8Array.from(type.tasks, (task) => {
      let best = 0;
      for (let p = 1; p < task.timeS.length; p++) if (efficiency(task, p) > efficiency(task, best)) best = p;
      return best;
    }),
  );
}

function efficiency(task: { readonly timeS: Float64Array; readonly powerW: Float64Array }, p: number): number {
  return 1 / (task.timeS[p]! * task.powerW[p]!);
}

/** Steps in which Algorithm 2 assigns task types to cores, in their order. */
export interface MappingOrder {
  /** Total number of steps; each assigns a task type to one core. */
  readonly steps: number;
  /** Returns what every node runs after the first `count` steps, [zone][node]. */
  readonly nodesAfter: (count: number) => Configuration[][];
}

/**
 * Node with some busy cores. `next[k]` is the node with one more core on task type k (index on this node type); null if
 * some task would then have no positive time.
 */
export interface Filled {
  readonly configuration: Configuration;
  readonly next: (Filled | null)[];
}

/**
 * Returns the assignments of lines 2 to 14 of Algorithm 2 in their order, without the power limit. Pairs of node type
 * and task type come by descending efficiency, and for each pair the cores in node order. A pair ends when one more
 * core would exceed the arrivals. Equal nodes share one configuration object, because facilities can have millions of
 * cores.
 *
 * @param choices [node type][task type on this node type]: index of the P-state
 */
export function mappingOrder(model: RewardRateModel, choices: readonly Uint8Array[]): MappingOrder {
  const pairs = model.nodeTypes
    .flatMap((type, t) => type.tasks.map((task, k) => ({ t, k, eff: efficiency(task, choices[t]![k]!) })))
    .sort((a, b) => b.eff - a.eff);
  const firstOfZone: number[] = [];
  let nodeCount = 0;
  for (const zone of model.zones) {
    firstOfZone.push(nodeCount);
    nodeCount += zone.nodeCount;
  }
  const nodesOfType = model.nodeTypes.map((_, t) =>
    model.zones.flatMap((zone, b) =>
      zone.type === t ? Array.from({ length: zone.nodeCount }, (__, n) => firstOfZone[b]! + n) : [],
    ),
  );
  const tasks = model.taskNames.length;
  const empty = model.nodeTypes.map((type, t): Filled => {
    const counts = new Uint16Array(type.tasks.length);
    return { configuration: configurationFrom(t, type, tasks, counts, choices[t]!)!, next: [] };
  });
  const fill = empty.map((now) => ({ next: 0, now, used: 0 }));
  const ratePerS = new Float64Array(tasks);
  const nodeOfStep: number[] = [];
  const filledOfStep: Filled[] = [];
  for (const { t, k } of pairs) {
    const type = model.nodeTypes[t]!;
    const state = fill[t]!;
    const task = type.tasks[k]!.task;
    for (;;) {
      if (state.used === type.cores) {
        state.next++;
        state.used = 0;
        state.now = empty[t]!;
      }
      const node = nodesOfType[t]![state.next];
      if (node === undefined) break;
      const before = state.now.configuration;
      const after = withOneMore(model, state.now, k);
      if (after === null) break;
      const added = after.configuration.ratePerS;
      if (ratePerS[task]! + added[task]! - before.ratePerS[task]! > model.arrivalRatePerS[task]!) break;
      for (let i = 0; i < tasks; i++) ratePerS[i]! += added[i]! - before.ratePerS[i]!;
      state.now = after;
      state.used++;
      nodeOfStep.push(node);
      filledOfStep.push(after);
    }
  }
  return {
    steps: nodeOfStep.length,
    nodesAfter(count) {
      const last = new Array<Configuration | undefined>(nodeCount);
      for (let step = 0; step < count; step++) last[nodeOfStep[step]!] = filledOfStep[step]!.configuration;
      const nodes = emptyNodes(model).map((zone, b) => zone.map((idle, n) => last[firstOfZone[b]! + n] ?? idle));
      return withMinimumOn(model, nodes);
    },
  };
}

/**
 * Returns the node with one more core on task type k, also stored in `next`; null if a task then has no positive time.
 */
export function withOneMore(model: RewardRateModel, { configuration, next }: Filled, k: number): Filled | null {
  const known = next[k];
  if (known !== undefined) return known;
  const { type, choices } = configuration;
  const counts = configuration.counts.slice();
  counts[k]!++;
  const after = configurationFrom(type, model.nodeTypes[type]!, model.taskNames.length, counts, choices);
  return (next[k] = after === null ? null : { configuration: after, next: [] });
}

/**
 * Returns the common set-point of line 12, C: from the red line it falls by whole degrees until all inlets are cool
 * enough. Null if the plan then violates the cap or another limit, or the set-point is outside the common range. If the
 * CRACs' ranges have no common value, each CRAC is clamped to its own range.
 */
function wholeDegreeSetPoint(model: RewardRateModel, nodes: Configuration[][]): number | null {
  const { warmestC, nodePowerW, brokenLimit } = measure(model, nodes);
  const steps = Math.max(0, Math.ceil(model.redLineC - warmestC - 1e-12));
  const wholeC = model.redLineC - steps;
  if (model.setPointMinC > model.setPointMaxC) {
    return brokenLimit === null && keepsCapClamped(model, nodes, wholeC) ? wholeC : null;
  }
  const setPointC = Math.min(model.setPointMaxC, Math.max(model.setPointMinC, wholeC));
  // 27.3 - 7 is not quite 20.3: an end of the range met but for rounding is met.
  if (Math.abs(setPointC - wholeC) > 1e-9) return null;
  if (totalPowerW(model.budget, nodePowerW, setPointC) > model.budget.powerCapW) return null;
  return brokenLimit === null ? setPointC : null;
}

/**
 * Returns the largest n from 0 to `length` for which fits(n) is true; -1 if fits(0) is false. If fits(n) is true, it
 * must be true for all smaller numbers.
 */
export function longestAffordablePrefix(length: number, fits: (n: number) => boolean): number {
  if (!fits(0)) return -1;
  let low = 0;
  let high = length + 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
