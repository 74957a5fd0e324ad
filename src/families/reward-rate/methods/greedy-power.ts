import type { Configuration } from '../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../models/facility/configuration-from.js';
import type { RewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { longestAffordablePrefix, mappingOrder, mostEfficientPStates, nodesAfter } from './greedy.js';
import { commonSetPointsFor, measure } from './rounding/node-plan.js';
import { type MethodInput, type MethodOutcome, placementOf } from './outcome.js';

/**
 * `greedy-power`: Algorithm 2 with set-points to the fraction of a degree; if power is left over when every core is mapped,
 * P-states are raised one step at a time, best reward per watt first, as long as they fit.
 */
export async function greedyPower({ problem, control }: MethodInput): Promise<MethodOutcome> {
  const { nodes, rewardPerS, steps } = greedyPowerNodes(problem);
  const stopped = await control.step({ phase: 'greedy', bound: null, incumbent: rewardPerS });
  return {
    plan: {
      setPointsC: commonSetPointsFor(problem, nodes),
      ...placementOf(problem, nodes),
    },
    claimedRewardPerS: rewardPerS,
    certificate: null,
    stoppedEarly: stopped,
    warnings: [],
    work: { greedySteps: steps },
  };
}

export function greedyPowerNodes(problem: RewardRateProblem): {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
  readonly steps: number;
} {
  const choices = mostEfficientPStates(problem);
  const order = mappingOrder(problem, choices);
  const fits = (nodes: Configuration[][]): boolean => measure(problem, nodes).feasible;
  const mapped = Math.max(
    0,
    longestAffordablePrefix(order.length, (n) => fits(nodesAfter(problem, choices, order, n))),
  );
  const base = nodesAfter(problem, choices, order, mapped);
  const raises = raiseOrder(problem, base);
  const raised = Math.max(
    0,
    longestAffordablePrefix(raises.length, (n) => fits(raise(base, raises, n))),
  );
  const nodes = raise(base, raises, raised);
  return { nodes, rewardPerS: measure(problem, nodes).rewardPerS, steps: mapped + raised };
}

/** One step up in speed for all cores of one task type on some alike nodes of a zone. */
interface Raise {
  readonly zone: number;
  readonly node: number;
  readonly after: Configuration;
}

/** The order in which P-states are raised, ignoring power: most reward per watt first, arrivals respected. */
function raiseOrder(problem: RewardRateProblem, base: readonly (readonly Configuration[])[]): Raise[] {
  const candidates = base.flatMap((zoneNodes, zone) =>
    zoneNodes.flatMap((configuration, node) => ladder(problem, configuration).map((step) => ({ zone, node, ...step }))),
  );
  candidates.sort((a, b) => b.rewardPerW - a.rewardPerW || a.zone - b.zone || a.node - b.node || b.rung - a.rung);
  const ratePerS = measure(problem, base).taskRatePerS.slice();
  const position = new Map<string, Configuration>();
  const raises: Raise[] = [];
  for (const { zone, node, k, rung, task } of candidates) {
    const key = `${zone}/${node}`;
    const now = position.get(key) ?? base[zone]![node]!;
    // A rung counts only from the one below it; the ladder is concave enough that the order rarely asks otherwise.
    if (now.choices[k] !== rung + 1 || ratePerS[task]! >= problem.arrivalRatePerS[task]!) continue;
    const choices = now.choices.slice();
    choices[k] = rung;
    const after = configurationFrom(now.type, problem.nodeTypes[now.type]!, ratePerS.length, now.counts, choices);
    if (after === null) continue;
    for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += after.ratePerS[i]! - now.ratePerS[i]!;
    position.set(key, after);
    raises.push({ zone, node, after });
  }
  return raises;
}

function ladder(
  problem: RewardRateProblem,
  configuration: Configuration,
): { k: number; rung: number; task: number; rewardPerW: number }[] {
  const type = problem.nodeTypes[configuration.type]!;
  const globalTasks = problem.taskNames.length;
  return type.tasks.flatMap((task, k) => {
    if (configuration.counts[k] === 0) return [];
    const steps: { k: number; rung: number; task: number; rewardPerW: number }[] = [];
    let now = configuration;
    for (let rung = configuration.choices[k]! - 1; rung >= 0; rung--) {
      const choices = now.choices.slice();
      choices[k] = rung;
      const after = configurationFrom(configuration.type, type, globalTasks, configuration.counts, choices);
      if (after === null) break;
      const gain = problem.rewardPerTask[task.task]! * (after.ratePerS[task.task]! - now.ratePerS[task.task]!);
      const costW = Math.max(1e-9, after.coreW - now.coreW);
      // Never better than the rung below, so that sorting keeps the rungs in order.
      const rewardPerW = Math.min(gain / costW, steps.at(-1)?.rewardPerW ?? Infinity);
      steps.push({ k, rung, task: task.task, rewardPerW });
      now = after;
    }
    return steps;
  });
}

function raise(
  base: readonly (readonly Configuration[])[],
  raises: readonly Raise[],
  count: number,
): Configuration[][] {
  const nodes = base.map((zone) => [...zone]);
  for (const { zone, node, after } of raises.slice(0, count)) nodes[zone]![node] = after;
  return nodes;
}
