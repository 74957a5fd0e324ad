import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { toleratedW, TOLERATED_W } from '../../methods/idle-limits.js';
import type { Knob } from './knobs.js';
import type { Kind } from './movable.js';
import { offGroups, withNodesOff } from './off-nodes.js';
import type { Room } from './trial.js';

/** Nodes of one type in one rack; every running one draws `wakeW` more than a switched-off one. */
export interface ReliefGroup {
  /** Index in the list of node groups. */
  readonly index: number;
  readonly rack: string;
  readonly nodeType: string;
  readonly zones: readonly number[];
  readonly wakeW: number;
  /** Number of nodes that must be on if none is switched off. */
  readonly mustBeOn: number;
  /** Price of switching off one node; null if that is not allowed. */
  readonly price: number | null;
}

/** A limit that may be changed for a price. */
export interface Lever {
  readonly kind: Kind;
  readonly where: string;
  readonly knob: Knob;
  /** Price of changing it by a W or K. */
  readonly price: number;
  /** Change of the value to be kept per W or K by which the limit is changed; below 1 if a share is reserved. */
  readonly gain: number;
}

/**
 * A room with one CRAC at work, with the nodes that may be switched off and the limits that may be changed at a price.
 */
export interface Relief {
  readonly instance: RewardRateInstance;
  /** The room with all of `groups` switched off. */
  readonly off: RewardRateModel;
  readonly groups: readonly ReliefGroup[];
  readonly levers: readonly Lever[];
}

/** Returns the possible changes of a room with one CRAC at work; `priceOf` returns null for node types that stay on. */
export function reliefOf(room: Room, priceOf: (nodeType: string) => number | null, levers: readonly Lever[]): Relief {
  const { instance, matrix, model } = room;
  const choices = offGroups(instance).filter(({ nodeType }) => priceOf(nodeType) !== null);
  const all = withNodesOff(instance, new Map(choices.map((one) => [one.index, one.mustBeOn])));
  const off = withStandby(rewardRateModel(withoutMinimums(all), matrix, model));
  const nodeGroups = instance.facility.nodeGroups;
  const groups = nodeGroups.flatMap(({ rack, nodeType, mayBeOff, minimumOn = 0 }, index): ReliefGroup[] => {
    const choice = choices.find((one) => one.index === index);
    const mustBeOn = choice?.mustBeOn ?? (mayBeOff === true ? minimumOn : 0);
    const zones = [...matrix.zones.keys()].filter(
      (b) => matrix.zones[b]!.rack === rack && matrix.zones[b]!.nodeType === nodeType,
    );
    const wakeW = zones.length === 0 ? 0 : (off.nodeTypes[off.zones[zones[0]!]!.type]!.wakeW ?? 0);
    if (mustBeOn === 0 || wakeW === 0) return [];
    return [{ index, rack, nodeType, zones, wakeW, mustBeOn, price: choice === undefined ? null : priceOf(nodeType) }];
  });
  return { instance, off, groups, levers };
}

function withoutMinimums(instance: RewardRateInstance): RewardRateInstance {
  const nodeGroups = instance.facility.nodeGroups.map((group) => ({ ...group, minimumOn: undefined }));
  return { ...instance, facility: { ...instance.facility, nodeGroups } };
}

/** An idle room: the powers of its zones and what follows from them at any set-point. */
export interface ReliefState {
  readonly powersW: Float64Array;
  readonly nodePowerW: number;
  /** Rise of the warmest inlet over the set-point, K. */
  readonly hottestK: number;
  readonly riseC: Float64Array;
}

/** Returns the state with these numbers of running nodes by zone. */
export function stateOf({ off, groups }: Relief, on: ArrayLike<number>): ReliefState {
  const powersW = Float64Array.from(off.zones, ({ idleW }) => idleW);
  for (const { zones, wakeW } of groups) for (const b of zones) powersW[b]! += wakeW * on[b]!;
  const riseC = off.thermal.inletRiseC(powersW);
  return {
    powersW,
    riseC,
    nodePowerW: powersW.reduce((sum, powerW) => sum + powerW, 0),
    hottestK: riseC.reduce((most, value) => Math.max(most, value), -Infinity),
  };
}

/** Limit on a weighted sum of zone powers, W, and the levers that raise it. */
export interface SteadyLimit {
  /** Returns the fraction of a zone's power that counts. */
  readonly share: (zone: number) => number;
  readonly limitW: number;
  /** Excess that the checker tolerates, W. */
  readonly toleranceW: number;
  readonly levers: readonly Lever[];
}

/** Returns the limits that do not depend on the set-point: racks, PDUs and the capacity of the CRAC at work. */
export function steadyLimits({ off, levers }: Pick<Relief, 'off' | 'levers'>): SteadyLimit[] {
  const drawn = off.powerLimits.map(({ constraint, where, zones, limitW }): SteadyLimit => {
    const under = new Set(zones);
    const own = leversOf(levers, [constraint], where);
    return { share: (b) => (under.has(b) ? 1 : 0), limitW, toleranceW: toleratedW(limitW), levers: own };
  });
  const removed = off.coolingLimits.map(({ where, crac, capacityW }): SteadyLimit => {
    const row = off.thermal.cracHeatRow(crac);
    const own = leversOf(levers, ['coolingCapacity'], where);
    return { share: (b) => row[b]!, limitW: capacityW, toleranceW: TOLERATED_W, levers: own };
  });
  return [...drawn, ...removed];
}

/** Returns the levers of some kinds, optionally at one place, cheapest per unit gained first. */
export function leversOf(levers: readonly Lever[], kinds: readonly Kind[], where?: string): readonly Lever[] {
  const own = levers.filter((one) => kinds.includes(one.kind) && (where === undefined || one.where === where));
  return own.sort((a, b) => a.price / a.gain - b.price / b.gain);
}
