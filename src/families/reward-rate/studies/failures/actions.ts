import { type Configuration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { NodeConfigurations } from '../../methods/rounding/node-plan.js';
import type { FallbackAction } from '../../runs/failures.js';
import { runOf } from '../alternatives/placement.js';
import { type KeptWork, nodesBefore } from './kept-work.js';

/**
 * Change of `nodes` nodes of one part from their work in the plan to less work. A part is a set of nodes of one zone
 * with equal work.
 */
interface Change {
  readonly part: number;
  readonly nodes: number;
  readonly before: Configuration;
  readonly after: Configuration;
  readonly savedW: number;
  /** Decrease of the critical inlet temperature, K; null if power is critical. */
  readonly savedInletK: number | null;
}

/**
 * Returns the actions that lead from a plan to its fallback plan, in the order in which to take them. Actions that lose
 * no reward come first. The others follow in descending order of effect per reward lost. The effect is the decrease of
 * the critical inlet temperature, or of power if no inlet is critical.
 *
 * @param nodes configurations in the fallback plan: [part][node], where a part is a set of nodes of one zone with equal
 * work
 * @param criticalPart index of the part with the critical inlet; null if power is critical
 */
export function orderedActions(
  kept: KeptWork,
  nodes: NodeConfigurations,
  criticalPart: number | null,
): FallbackAction[] {
  const { model, parts } = kept;
  const left = changesOf(kept, nodes, criticalPart === null ? null : model.thermal.inletRow(criticalPart));
  let ratePerS: Float64Array = new Float64Array(model.taskNames.length);
  for (const configuration of nodesBefore(kept).flat())
    for (const [i, rate] of configuration.ratePerS.entries()) ratePerS[i]! += rate;
  const actions: FallbackAction[] = [];
  while (left.length > 0) {
    const reward = rewardOfRates(model, ratePerS);
    const costs = left.map((change) => ({
      relief: change.savedInletK ?? change.savedW,
      lost: Math.max(0, reward - rewardOfRates(model, changed(ratePerS, change))),
    }));
    const next = costs.reduce((best, one, n) => (isSooner(one, costs[best]!) ? n : best), 0);
    const [change] = left.splice(next, 1) as [Change];
    ratePerS = changed(ratePerS, change);
    const { part, savedW, savedInletK } = change;
    const to = kept.doingOf(part, change.after);
    actions.push({
      kind: kindOf(change, to),
      zone: model.zones[part]!.name,
      nodes: change.nodes,
      from: parts[part]!.doing,
      to,
      savedW,
      savedInletK,
      rewardAfterPerS: rewardOfRates(model, ratePerS),
    });
  }
  return actions;
}

/** Effect of a change, in K or W, and the reward rate lost if it is made next, reward/s, at least 0. */
interface Cost {
  readonly relief: number;
  readonly lost: number;
}

/**
 * Returns true if the first change has more effect per reward lost than the second. If neither loses reward, it returns
 * true if the first has more effect.
 */
function isSooner(a: Cost, b: Cost): boolean {
  const left = a.relief * b.lost;
  const right = b.relief * a.lost;
  return left > right || (left === right && a.relief > b.relief);
}

function changesOf(kept: KeptWork, nodes: NodeConfigurations, perW: Float64Array | null): Change[] {
  return nodes.flatMap((ofPart, part) => {
    const before = kept.before[part]!;
    // Configurations that differ in which of like cores are slow are one change.
    const keyOf = (one: Configuration): string => runOf(kept.doingOf(part, one), 1).key;
    const counts = new Map<string, { after: Configuration; nodes: number }>();
    for (const after of ofPart) {
      const key = keyOf(after);
      if (key === keyOf(before)) continue;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { after, nodes: 1 });
      else known.nodes++;
    }
    return [...counts.values()].map(({ after, nodes: count }): Change => {
      const savedW = count * (before.coreW - after.coreW);
      const savedInletK = perW === null ? null : savedW * perW[part]!;
      return { part, nodes: count, before, after, savedW, savedInletK };
    });
  });
}

function changed(ratePerS: Float64Array, { before, after, nodes }: Change): Float64Array {
  return ratePerS.map((rate, i) => rate + nodes * (after.ratePerS[i]! - before.ratePerS[i]!));
}

function kindOf({ before, after }: Change, to: FallbackAction['to']): FallbackAction['kind'] {
  if (isWithoutWork(after)) return typeof to === 'string' ? 'standby' : 'idle';
  const cores = ({ counts }: Configuration): number => counts.reduce((sum, count) => sum + count, 0);
  return cores(after) < cores(before) ? 'drop' : 'slow';
}
