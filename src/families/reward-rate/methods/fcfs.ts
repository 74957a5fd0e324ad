import type { Configuration } from '../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { constructed, longestPrefix, type NodeChange, rememberedChanges } from './greedy.js';
import { assignmentsOf, type MethodRequest, type MethodOutcome } from './outcome.js';
import { commonSetPointsFor, emptyNodes, measure, type NodeConfigurations } from './rounding/node-plan.js';

/**
 * Runs the baseline method `fcfs`, "first come, first served". All nodes are on, and cores run at their fastest
 * admissible P-state. Arriving tasks fill them node by node until a limit is met at one common set-point.
 */
export async function fcfs({ model, control }: MethodRequest): Promise<MethodOutcome> {
  const fits = (some: NodeConfigurations): boolean => measure(model, some).feasible;
  const { nodes, count } = longestPrefix(model, emptyNodes(model), arrivalOrder(model), fits);
  const setPointsC = commonSetPointsFor(model, nodes);
  const plan = count < 0 ? null : { setPointsC, assignments: assignmentsOf(model, nodes) };
  const { rewardPerS } = measure(model, nodes);
  return constructed(control, 'first come, first served', plan, rewardPerS, { coresFilled: Math.max(0, count) });
}

/**
 * Returns the order in which cores get work, node after node. Each core gets the task type with the smallest fraction
 * of its arrivals served so far. A task type gets no more cores if its rate would exceed the arrival rate.
 */
function arrivalOrder(model: RewardRateModel): NodeChange[] {
  const { arrivalRatePerS } = model;
  const change = rememberedChanges(model);
  const ratePerS = new Float64Array(model.taskNames.length);
  const served = (task: number): number =>
    arrivalRatePerS[task]! > 0 ? ratePerS[task]! / arrivalRatePerS[task]! : Infinity;
  /** Returns the node with one more core busy on the task type served least; null if none can use the core. */
  const fill = (now: Configuration): Configuration | null => {
    const local = model.nodeTypes[now.type]!.tasks.map(({ task }, k) => ({ task, k }));
    for (const { task, k } of local.sort((a, b) => served(a.task) - served(b.task) || a.k - b.k)) {
      const after = change(now, k, now.counts[k]! + 1, 0);
      if (after === null) continue;
      const added = after.ratePerS.map((rate, i) => rate - now.ratePerS[i]!);
      if (!(ratePerS[task]! + added[task]! <= arrivalRatePerS[task]!)) continue;
      for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += added[i]!;
      return after;
    }
    return null;
  };
  return emptyNodes(model).flatMap((nodes, zone) =>
    nodes.flatMap((idle, node) => {
      const changes: NodeChange[] = [];
      for (let now = idle; changes.length < model.nodeTypes[idle.type]!.cores;) {
        const after = fill(now);
        if (after === null) break;
        changes.push({ zone, node, after });
        now = after;
      }
      return changes;
    }),
  );
}
