import type { Configuration } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import {
  idleAwake,
  isOnStandby,
  minimumOfZone,
  minimumsOf,
  nodesOn,
} from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type NodeConfigurations, ratesOf } from './node-plan.js';

/** Relative difference up to which a completion rate counts as equal to the arrival rate. */
const ROUNDING = 1e-12;

/**
 * Returns the plan without work that earns nothing because more is completed than arrives. Task types are removed from
 * nodes or run in slower P-states, the largest power saving first. The reward stays, and power and heat fall, so limits
 * still hold.
 */
export function withoutExcess(model: RewardRateModel, nodes: NodeConfigurations): Configuration[][] {
  const { arrivalRatePerS } = model;
  const ratePerS = ratesOf(model, nodes);
  const result = nodes.map((zone) => [...zone]);
  if (!ratePerS.some((rate, i) => rate > arrivalRatePerS[i]! * (1 + ROUNDING))) return result;
  const harmless = (before: Configuration, after: Configuration): boolean =>
    after.ratePerS.every((rate, i) => {
      const fall = before.ratePerS[i]! - rate;
      return fall <= 0 || ratePerS[i]! - fall >= arrivalRatePerS[i]!;
    });
  const minimumOf = minimumOfZone(model);
  const spare = nodesOn(model, nodes).map((on, h) => on - minimumsOf(model)[h]!.nodes);
  const places = result.flatMap((zone, b) => zone.map((configuration, n) => ({ b, n, coreW: configuration.coreW })));
  places.sort((p, q) => q.coreW - p.coreW || p.b - q.b || p.n - q.n);
  for (const { b, n } of places) {
    for (let now = result[b]![n]!; now.coreW > 0;) {
      const leanest = leaner(model, now).find((candidate) => harmless(now, candidate));
      if (leanest === undefined) break;
      const h = minimumOf[b]!;
      const sleeps = h >= 0 && isOnStandby(leanest) && spare[h]! > 0;
      const next = h >= 0 && isOnStandby(leanest) && !sleeps ? idleAwake(model, b) : leanest;
      if (sleeps) spare[h]!--;
      for (let i = 0; i < ratePerS.length; i++) ratePerS[i]! += next.ratePerS[i]! - now.ratePerS[i]!;
      result[b]![n] = next;
      now = next;
    }
  }
  return result;
}

/**
 * Returns configurations that complete less of one task type (none of it, one core less, or one P-state slower) and
 * save power, largest saving first.
 */
function leaner(model: RewardRateModel, now: Configuration): Configuration[] {
  const nodeType = model.nodeTypes[now.type]!;
  const candidates = nodeType.tasks.flatMap((task, k) => {
    const count = now.counts[k]!;
    const choice = now.choices[k]!;
    if (count === 0) return [];
    const slower = choice + 1 < task.pStates.length ? [changed(model, now, k, count, choice + 1)] : [];
    const one = count > 1 ? [changed(model, now, k, count - 1, choice)] : [];
    return [changed(model, now, k, 0, choice), ...one, ...slower];
  });
  return candidates
    .flatMap((candidate) => (candidate !== null && candidate.coreW < now.coreW ? [candidate] : []))
    .sort((a, b) => a.coreW - b.coreW);
}

/**
 * Returns the configuration changed so that task type k (index on the node type) runs on `count` cores in P-state
 * `choice`. Null if there is no such configuration.
 */
export function changed(
  { nodeTypes, taskNames }: RewardRateModel,
  now: Configuration,
  k: number,
  count: number,
  choice: number,
): Configuration | null {
  const counts = now.counts.slice();
  const choices = now.choices.slice();
  counts[k] = count;
  choices[k] = choice;
  return configurationFrom(now.type, nodeTypes[now.type]!, taskNames.length, counts, choices);
}
