import { W_PER_KW } from '../../../../../models/units.js';
import { firstTangent, powerUse } from '../../../../../models/facility/power-limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { toleratedW, TOLERATED_W } from '../../../../../models/facility/limits.js';
import type { Knob } from './knobs.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import { offGroups, withNodesOff } from './off-nodes.js';
import type { Room } from './trial.js';

/** Nodes of one type in one rack that may be switched off. Each node switched off saves `wakeW`. */
export interface ReliefGroup {
  /** Index in the instance's list of node groups. */
  readonly index: number;
  readonly rack: string;
  readonly nodeType: string;
  readonly zones: readonly number[];
  readonly wakeW: number;
  /** Number of nodes that must be on before any further node is switched off. */
  readonly mustBeOn: number;
  /** Price of switching off one more node of the group; null if that is not allowed. */
  readonly price: number | null;
}

/** Knob of one limit that can be loosened at a price. */
export interface Lever extends Knob {
  readonly where: string;
  /** Price per unit of the limit (W, K or fraction). */
  readonly price: number;
  /**
   * Rise of the value that plans must keep if the limit rises by one unit. It is below 1 if a fraction of the limit is
   * reserved.
   */
  readonly gain: number;
}

/** What may be changed in a facility with one working CRAC that cannot idle: nodes switched off and limits loosened. */
export interface Relief {
  readonly instance: RewardRateInstance;
  /** Model with all nodes of `groups` switched off. */
  readonly off: RewardRateModel;
  readonly groups: readonly ReliefGroup[];
  readonly levers: readonly Lever[];
}

/**
 * Returns the nodes that may be switched off and the limits that may be loosened in a facility with one working CRAC.
 *
 * @param priceOf returns the price of switching off a node of a type; null if nodes of the type stay on
 */
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

/** Zone powers of the idle facility, with the inlet temperature rises that they cause at any set-point. */
export interface ReliefState {
  readonly powersW: Float64Array;
  readonly nodePowerW: number;
  /** Largest difference between an inlet temperature and the set-point, K. */
  readonly hottestK: number;
  readonly riseC: Float64Array;
}

/**
 * Returns zone powers and temperature rises of the idle facility for given numbers of running nodes.
 *
 * @param on [zone]: number of running nodes
 */
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

/** Limit that does not depend on the set-point, as a row of an LP, in the unit of the limit. `levers` can raise it. */
export interface SteadyLimit {
  /** Returns the coefficient of a zone's power, per W. */
  readonly perW: (zone: number) => number;
  /** Right-hand side of the row. */
  readonly most: number;
  /** Excess over this limit that the checker tolerates. */
  readonly tolerance: number;
  /** W_PER_KW if the unit is W: rows are in kW. Otherwise 1. */
  readonly perRow: number;
  /** Returns the excess of zone powers, W, over the limit. It is exact, whereas the row may be a tangent. */
  readonly excess: (powersW: Float64Array) => number;
  readonly levers: readonly Lever[];
}

/** Returns the limits that do not depend on the set-point: racks, PDUs and the capacity of the working CRAC. */
export function steadyLimits({ off, levers }: Pick<Relief, 'off' | 'levers'>): SteadyLimit[] {
  const drawn = off.powerLimits.map((one): SteadyLimit => {
    const { perW, most } = firstTangent(one, off.zones);
    const of = new Map(one.zones.map((b, n) => [b, perW[n]!]));
    return {
      perW: (b) => of.get(b) ?? 0,
      most,
      tolerance: toleratedW(one.limit),
      perRow: one.unit === 'W' ? W_PER_KW : 1,
      excess: (powersW) => powerUse(one, powersW) - one.limit,
      levers: leversOf(levers, [one.constraint], one.where),
    };
  });
  const removed = off.coolingLimits.map(({ where, crac, capacityW }): SteadyLimit => {
    const row = off.thermal.cracHeatRow(crac);
    const own = leversOf(levers, ['coolingCapacity'], where);
    return {
      perW: (b) => row[b]!,
      most: capacityW,
      tolerance: TOLERATED_W,
      perRow: W_PER_KW,
      excess: (powersW) => powersW.reduce((sum, powerW, b) => sum + row[b]! * powerW, 0) - capacityW,
      levers: own,
    };
  });
  return [...drawn, ...removed];
}

/**
 * Returns the levers (limits that can be loosened step by step) of the given kinds, by ascending price per unit gained.
 *
 * @param where name of a rack, PDU, CRAC or node type; if given, only its levers are returned
 */
export function leversOf(levers: readonly Lever[], kinds: readonly LimitName[], where?: string): readonly Lever[] {
  const own = levers.filter((one) => kinds.includes(one.kind) && (where === undefined || one.where === where));
  return own.sort((a, b) => a.price / a.gain - b.price / b.gain);
}
