import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { StandbyNodes } from '../../../../../models/families/reward-rate/plan.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby-state.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import { worstRoom } from '../../check/worst-room.js';
import { moneyRate } from '../../runs/money-rate.js';
import type { Prices } from '../../runs/result.js';
import { asleepAtLeastCost, type Cost, type ZoneEpoch } from './awake-between.js';
import type { CheckedPlan } from './kept-awake.js';
import { meterPerNodeW, nodesOnStandby, workByWorth } from './waking.js';

/** Epoch of a day with `own`, its best plan without regard to other epochs. */
export interface PlannedEpoch {
  readonly epochS: number;
  readonly instance: RewardRateInstance;
  readonly own: CheckedPlan;
  readonly prices?: Prices;
}

/** Number of nodes on standby in each zone, in the order of the influence matrix. */
export type Asleep = readonly number[];

export interface StandbyChoices {
  /** Alternatives in which no zone has more nodes on standby than in the epoch's own plan. */
  readonly fewer: readonly Asleep[];
  /**
   * Alternative in which no node has to wake at the start of the epoch. Null if none wakes anyway, or if the
   * alternative would violate a minimum number of nodes on.
   */
  readonly unwoken: Asleep | null;
}

/** Returns numbers of nodes on standby as the standby list of a plan. */
export function standbyList(
  { facility }: RewardRateInstance,
  { zones }: Pick<InfluenceMatrix, 'zones'>,
  asleep: Asleep,
): StandbyNodes[] {
  const types = new Map(facility.nodeTypes.map((type) => [type.name, type]));
  return zones.flatMap(({ name, nodeType }, b) => {
    const state = standbyOf(types.get(nodeType)!)?.state;
    return state === undefined || asleep[b] === 0 ? [] : [{ zone: name, nodes: asleep[b]!, state }];
  });
}

/**
 * Returns alternative numbers of nodes on standby for each epoch of a day, derived from the epochs' own plans:
 * - nodes that are on in the next epoch, the previous one or both stay on too;
 * - nodes stay on, or wake earlier, if that costs less than waking;
 * - no node has to wake.
 */
export function standbyChoices(epochs: readonly PlannedEpoch[], matrix: InfluenceMatrix): StandbyChoices[] {
  const own = epochs.map(({ own: { plan } }) => {
    const nodes = nodesOnStandby(plan);
    return matrix.zones.map(({ name }) => nodes.get(name) ?? 0);
  });
  const byNode = asleepByNode(epochs, own, matrix);
  return epochs.map((epoch, e) => {
    const [mine, last, next] = [own[e]!, own[e - 1] ?? own[e]!, own[e + 1] ?? own[e]!];
    const wished = [byNode[e]!, least(mine, next), least(mine, last), least(mine, least(last, next))];
    const distinct = new Map(wished.map((asleep) => [asleep.join(' '), asleep]));
    distinct.delete(mine.join(' '));
    const unwoken = mine.map((nodes, b) => Math.max(nodes, last[b]!));
    const wakes = unwoken.some((nodes, b) => nodes > mine[b]!);
    return {
      fewer: [...distinct.values()],
      unwoken: wakes && keepsMinimums(epoch.instance, matrix, unwoken) ? unwoken : null,
    };
  });
}

function least(one: Asleep, other: Asleep): Asleep {
  return one.map((nodes, b) => Math.min(nodes, other[b]!));
}

function keepsMinimums({ facility }: RewardRateInstance, { zones }: InfluenceMatrix, asleep: Asleep): boolean {
  return facility.nodeGroups.every(({ rack, nodeType, count, minimumOn = 0 }) => {
    const off = zones.reduce(
      (sum, zone, b) => (zone.rack === rack && zone.nodeType === nodeType ? sum + asleep[b]! : sum),
      0,
    );
    return minimumOn === 0 || count - off >= minimumOn;
  });
}

/** Returns the cheapest numbers of nodes on standby, [epoch][zone], by the costs of staying idle and of waking. */
function asleepByNode(epochs: readonly PlannedEpoch[], own: readonly Asleep[], matrix: InfluenceMatrix): number[][] {
  const asleep = own.map((nodes) => [...nodes]);
  const rooms = epochs.map(({ instance }) => worstRoom(instance));
  for (const [b, zone] of matrix.zones.entries()) {
    if (own.every((nodes) => nodes[b] === 0)) continue;
    const zoneEpochs = epochs.map((epoch, e) => {
      const room = rooms[e]!;
      const type = room.facility.nodeTypes.find(({ name }) => name === zone.nodeType)!;
      const { wakeTimeS = 0, wakeEnergyJ = 0, idlePowerW } = type;
      const perNodeW = atWallW(type, meterPerNodeW(room, epoch.own.evaluation));
      const standbyW = standbyOf(type)?.powerW ?? idlePowerW;
      const cost = (reward: number, energyJ: number): Cost => costOf(epoch, reward, energyJ);
      const works = workByWorth(room, matrix, epoch.own.plan, zone.name);
      return {
        asleep: own[e]![b]!,
        worthPerS: works.flatMap(({ nodes, worthPerS }) => Array.from({ length: nodes }, () => worthPerS)),
        idleCost: cost(0, (idlePowerW - standbyW) * perNodeW * epoch.epochS),
        wakeCost: cost(0, wakeEnergyJ * perNodeW),
        perWorthPerS: cost(wakeTimeS, 0),
      } satisfies ZoneEpoch;
    });
    for (const [e, nodes] of asleepAtLeastCost(zone.nodeCount, zoneEpochs).entries()) asleep[e]![b] = nodes;
  }
  return asleep;
}

/** Returns the cost of lost reward and used energy: [money, 0] if the epoch has prices, otherwise [reward, energy]. */
function costOf({ prices }: PlannedEpoch, reward: number, energyJ: number): Cost {
  if (prices === undefined) return [reward, energyJ];
  const { usdPerReward, usdPerWs } = moneyRate(prices);
  return [usdPerReward * reward + usdPerWs * energyJ, 0];
}
