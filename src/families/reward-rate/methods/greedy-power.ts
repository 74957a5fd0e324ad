import type { Configuration } from '../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { constructed, longestPrefix, mappingOrder, type NodeChange, rememberedChanges } from './greedy.js';
import { commonSetPointsFor, emptyNodes, measure, type NodeConfigurations } from './rounding/node-plan.js';
import { changed } from './rounding/without-excess.js';
import { type MethodRequest, type MethodOutcome, placementOf } from './outcome.js';

/**
 * Runs method `greedy-power`: Algorithm 2 with set-points in fractions of a degree. If power is left when all cores
 * have tasks, P-states are raised step by step, the step with the highest reward per watt first.
 */
export async function greedyPower({ model, control }: MethodRequest): Promise<MethodOutcome> {
  const { nodes, rewardPerS, steps } = greedyPowerNodes(model);
  const plan = { setPointsC: commonSetPointsFor(model, nodes), ...placementOf(model, nodes) };
  return constructed(control, 'greedy', plan, rewardPerS, { greedySteps: steps });
}

export function greedyPowerNodes(model: RewardRateModel) {
  const fits = (some: NodeConfigurations): boolean => measure(model, some).feasible;
  const mapped = longestPrefix(model, emptyNodes(model), mappingOrder(model), fits);
  const { nodes, count } = longestPrefix(model, mapped.nodes, raiseOrder(model, mapped.nodes), fits);
  const { rewardPerS } = measure(model, nodes);
  return { nodes, rewardPerS, steps: Math.max(0, mapped.count) + Math.max(0, count) };
}

/**
 * Returns the P-state steps in the order in which they are taken, highest reward per watt first. Each makes all cores of
 * one task type of a node one P-state faster. The limits on power may allow only the first of them. No task type becomes
 * faster once its rate reaches the arrival rate.
 */
function raiseOrder(model: RewardRateModel, base: NodeConfigurations): NodeChange[] {
  const change = rememberedChanges(model);
  const ratePerS = measure(model, base).taskRatePerS.slice();
  const places = base.flatMap((nodes, zone) => nodes.map((from, node) => ({ zone, node, from, now: from })));
  const placesOf = new Map<Configuration, number[]>();
  for (const [n, { from }] of places.entries()) {
    const known = placesOf.get(from);
    if (known === undefined) placesOf.set(from, [n]);
    else known.push(n);
  }
  const steps = [...placesOf.keys()].flatMap((from) => ladder(model, from));
  steps.sort((a, b) => b.rewardPerW - a.rewardPerW || b.rung - a.rung);
  const raises: NodeChange[] = [];
  for (let first = 0; first < steps.length;) {
    const end = steps.findIndex(({ rewardPerW }, s) => s > first && rewardPerW !== steps[first]!.rewardPerW);
    const alike = steps.slice(first, end < 0 ? steps.length : end);
    first += alike.length;
    const nodes = [...new Set(alike.map(({ from }) => from))].flatMap((from) => placesOf.get(from)!);
    for (const n of nodes.sort((a, b) => a - b)) {
      const place = places[n]!;
      for (const { from, k, rung, task } of alike) {
        const { zone, node, now } = place;
        // A rung counts only from the one below it; the ladder is concave enough that the order rarely asks otherwise.
        if (from !== place.from || now.choices[k] !== rung + 1 || ratePerS[task]! >= model.arrivalRatePerS[task]!)
          continue;
        const after = change(now, k, now.counts[k]!, rung);
        if (after === null) continue;
        for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += after.ratePerS[i]! - now.ratePerS[i]!;
        place.now = after;
        raises.push({ zone, node, after });
      }
    }
  }
  return raises;
}

/**
 * Returns the possible P-state steps of a node with configuration `from`. In a step, all cores of task type `k` (index
 * on this node type) change to the P-state at position `rung`. Position 0 is the fastest.
 */
function ladder(model: RewardRateModel, from: Configuration) {
  return model.nodeTypes[from.type]!.tasks.flatMap(({ task }, k) => {
    const steps: { from: Configuration; k: number; rung: number; task: number; rewardPerW: number }[] = [];
    let now = from;
    for (let rung = from.counts[k] === 0 ? -1 : from.choices[k]! - 1; rung >= 0; rung--) {
      const after = changed(model, now, k, now.counts[k]!, rung);
      if (after === null) break;
      const gain = model.rewardPerTask[task]! * (after.ratePerS[task]! - now.ratePerS[task]!);
      const costW = Math.max(1e-9, after.coreW - now.coreW);
      // Never better than the rung below, so that sorting keeps the rungs in order.
      steps.push({ from, k, rung, task, rewardPerW: Math.min(gain / costW, steps.at(-1)?.rewardPerW ?? Infinity) });
      now = after;
    }
    return steps;
  });
}
