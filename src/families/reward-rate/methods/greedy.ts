import type { Configuration } from '../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import { withMinimumOn } from '../../../../models/problems/reward-rate/minimum-on.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { totalPowerW } from '../../../../models/physics/cooling/power-budget.js';
import { emptyNodes, keepsCapClamped, measure } from './rounding/node-plan.js';
import { assignmentsOf, commonSetPoint, type MethodInput, type MethodOutcome } from './outcome.js';

/** One core put to work: the step Algorithm 2 takes. */
export interface CoreStep {
  readonly zone: number;
  readonly node: number;
  /** Local task index on the zone's node type. */
  readonly task: number;
}

export interface GreedyNodes {
  readonly nodes: Configuration[][];
  readonly setPointC: number | null;
  readonly rewardPerS: number;
  readonly steps: number;
}

/** `greedy`: Algorithm 2 as printed (docs/decisions/greedy-reading.md says where the print leaves a choice). */
export async function greedy({ problem, control }: MethodInput): Promise<MethodOutcome> {
  const result = greedyNodes(problem);
  const stopped = await control.step({ phase: 'greedy', bound: null, incumbent: result.rewardPerS });
  return {
    plan:
      result.setPointC === null
        ? null
        : { setPointsC: commonSetPoint(problem, result.setPointC), assignments: assignmentsOf(problem, result.nodes) },
    claimedRewardPerS: result.rewardPerS,
    certificate: null,
    stoppedEarly: stopped,
    warnings: [],
    work: { greedySteps: result.steps },
  };
}

/**
 * The order in which Algorithm 2 maps cores depends on efficiency, arrivals and free cores alone; power only says when to stop,
 * and grows with every core. So the mapping is made once without the power limit and the stopping point found by bisection.
 */
export function greedyNodes(problem: RewardRateProblem): GreedyNodes {
  const choices = mostEfficientPStates(problem);
  const steps = mappingOrder(problem, choices);
  const count = longestAffordablePrefix(
    steps.length,
    (n) => wholeDegreeSetPoint(problem, nodesAfter(problem, choices, steps, n)) !== null,
  );
  const nodes = nodesAfter(problem, choices, steps, Math.max(0, count));
  return {
    nodes,
    setPointC: wholeDegreeSetPoint(problem, nodes),
    rewardPerS: measure(problem, nodes).rewardPerS,
    steps: Math.max(0, count),
  };
}

/** Line 1: per node type and local task, the position of the P-state with the highest rate per watt (Eq. 25); the fastest on ties. */
export function mostEfficientPStates(problem: RewardRateProblem): Uint8Array[] {
  return problem.nodeTypes.map((type) =>
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

/** Lines 2-14 without the power limit: pairs by efficiency, cores in node order, a core is given back when its task type's rate passes the arrivals. */
export function mappingOrder(problem: RewardRateProblem, choices: readonly Uint8Array[]): CoreStep[] {
  const pairs = problem.nodeTypes
    .flatMap((type, t) => type.tasks.map((task, k) => ({ t, k, eff: efficiency(task, choices[t]![k]!) })))
    .sort((a, b) => b.eff - a.eff);
  const nodesOfType = problem.nodeTypes.map((_, t) =>
    problem.zones.flatMap((zone, b) =>
      zone.type === t ? Array.from({ length: zone.nodeCount }, (__, n) => [b, n] as const) : [],
    ),
  );
  const fill = problem.nodeTypes.map((type) => ({ next: 0, counts: new Uint16Array(type.tasks.length), used: 0 }));
  const ratePerS = new Float64Array(problem.taskNames.length);
  const current = problem.nodeTypes.map((): Float64Array => new Float64Array(ratePerS.length));
  const steps: CoreStep[] = [];
  for (const { t, k } of pairs) {
    const type = problem.nodeTypes[t]!;
    const state = fill[t]!;
    const task = type.tasks[k]!.task;
    for (;;) {
      if (state.used === type.cores) {
        state.next++;
        state.used = 0;
        state.counts = new Uint16Array(type.tasks.length);
        current[t] = new Float64Array(ratePerS.length);
      }
      const node = nodesOfType[t]![state.next];
      if (node === undefined) break;
      state.counts[k]!++;
      const after = configurationFrom(t, type, ratePerS.length, state.counts, choices[t]!);
      const taskRate = after === null ? Infinity : ratePerS[task]! + after.ratePerS[task]! - current[t]![task]!;
      if (after === null || taskRate > problem.arrivalRatePerS[task]!) {
        state.counts[k]!--;
        break;
      }
      for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += after.ratePerS[i]! - current[t]![i]!;
      current[t] = after.ratePerS;
      state.used++;
      steps.push({ zone: node[0], node: node[1], task: k });
    }
  }
  return steps;
}

/** The nodes after the first `count` steps. */
export function nodesAfter(
  problem: RewardRateProblem,
  choices: readonly Uint8Array[],
  steps: readonly CoreStep[],
  count: number,
): Configuration[][] {
  const nodes = emptyNodes(problem);
  const counts = new Map<string, { step: CoreStep; counts: Uint16Array }>();
  for (const step of steps.slice(0, count)) {
    const key = `${step.zone}/${step.node}`;
    const entry = counts.get(key) ?? {
      step,
      counts: new Uint16Array(problem.nodeTypes[problem.zones[step.zone]!.type]!.tasks.length),
    };
    entry.counts[step.task]!++;
    counts.set(key, entry);
  }
  for (const { step, counts: filled } of counts.values()) {
    const t = problem.zones[step.zone]!.type;
    nodes[step.zone]![step.node] = configurationFrom(
      t,
      problem.nodeTypes[t]!,
      problem.taskNames.length,
      filled,
      choices[t]!,
    )!;
  }
  return withMinimumOn(problem, nodes);
}

/**
 * Line 12: from the red line down by whole degrees until the inlets hold; where the CRACs' ranges have nothing in common, each
 * goes as far as its range allows. Null when the plan then breaks the cap or another limit.
 */
function wholeDegreeSetPoint(problem: RewardRateProblem, nodes: Configuration[][]): number | null {
  const { warmestC, nodePowerW, brokenLimit } = measure(problem, nodes);
  const steps = Math.max(0, Math.ceil(problem.redLineC - warmestC - 1e-12));
  const wholeC = problem.redLineC - steps;
  if (problem.setPointMinC > problem.setPointMaxC) {
    return brokenLimit === null && keepsCapClamped(problem, nodes, wholeC) ? wholeC : null;
  }
  const setPointC = Math.min(problem.setPointMaxC, Math.max(problem.setPointMinC, wholeC));
  // 27.3 - 7 is not quite 20.3: an end of the range met but for rounding is met.
  if (Math.abs(setPointC - wholeC) > 1e-9) return null;
  if (totalPowerW(problem.budget, nodePowerW, setPointC) > problem.budget.powerCapW) return null;
  return brokenLimit === null ? setPointC : null;
}

/** Greatest n in 0..length with fits(n), given that fits is true up to some n and false after; -1 when fits(0) is false. */
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
