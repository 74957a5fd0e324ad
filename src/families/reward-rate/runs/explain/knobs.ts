import { type LimitName, unitOf } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { decimal, STEP_C } from '../../../../../models/families/reward-rate/limit-steps.js';
import { isUsed } from '../../../../../models/facility/room-limits.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';
import type { LimitChange } from '../../../../runs/result.js';

/** Limit of an instance that may be loosened, from its present value `from` to at most `loosest`. */
export interface Movable {
  readonly kind: LimitName;
  /** Entry of the catalogue; absent for demands and for nodes that are switched off. */
  readonly entry?: RoomLimit;
  /** Place of the limit: rack, PDU, CRAC, node type or task type; empty for the whole facility. */
  readonly where: string;
  readonly unit: string;
  readonly from: number;
  /** Loosest value of the limit that is valid in an instance file. */
  readonly loosest: number;
  readonly moved: (instance: RewardRateInstance, to: number) => RewardRateInstance;
}

/** Limit as records state it, with its present value `from`. */
export type LimitRecord = Omit<LimitChange, 'to'>;

/** Returns a limit as records state it. */
export function recordOf({ kind: constraint, where, unit, from }: Movable): LimitRecord {
  return { constraint, where, unit, from };
}

/** Returns true if a broken limit is this one. Inlets above the red line break the one red line of the facility. */
export function isBroken({ kind, where }: Movable, broken: { readonly constraint: LimitName; readonly where: string }) {
  return kind === broken.constraint && (kind === 'redLine' || where === broken.where);
}

/** Returns the names of the limits that may be changed, in the order in which suggested changes list them. */
export function kindsOf(limits: readonly RoomLimit[]): LimitName[] {
  return limits.flatMap(({ name, loosest }): LimitName[] => {
    if (loosest === undefined) return [];
    return name === 'minimumOn' ? [name, 'nodesOff', 'arrivals'] : [name];
  });
}

/** Returns the limits of an instance that can be loosened, in the order of the catalogue. */
export function movablesOf(instance: RewardRateInstance, limits: readonly RoomLimit[] = ROOM_LIMITS): Movable[] {
  return limits.flatMap((entry) =>
    entry.stated(instance).flatMap(({ where, value: from }): Movable[] => {
      const { name: kind } = entry;
      const unit = unitOf(kind, entry.unit);
      const loosest = entry.loosest?.(instance, where) ?? from;
      const moved: Movable['moved'] = (one, to) => entry.with(one, where, to);
      return loosest === from ? [] : [{ kind, entry, where, unit, from, loosest, moved }];
    }),
  );
}

/** Returns the instance with all of these limits as loose as an instance allows, except those of `kept`. */
export function loosenedAllBut(
  instance: RewardRateInstance,
  all: readonly Movable[],
  kept: readonly Movable[],
): RewardRateInstance {
  return all.reduce((sum, one) => (kept.includes(one) ? sum : one.moved(sum, one.loosest)), instance);
}

/** Returns true if a limit may be changed to reach a wanted reward or demand: one that plans use. */
export function isWanted({ entry }: Movable): boolean {
  return entry !== undefined && isUsed(entry);
}

/** Limit, or several changed together, that can be loosened by whole numbers of steps. */
export interface Knob {
  readonly kind: LimitName;
  /** Unit of the limit: W, C, K, share or nodes. */
  readonly unit: string;
  /** Change of the limit in one step, in the unit of the limit. */
  readonly step: number;
  /** Maximum number of steps, at least 1. */
  readonly most: number;
  /** Number of steps that a search tries first, 1 to `most`. */
  readonly guess: number;
  readonly changes: (steps: number) => readonly LimitChange[];
  readonly turned: (instance: RewardRateInstance, steps: number) => RewardRateInstance;
}

/**
 * Number of significant digits to which power limits are changed. The step is one unit of the last of these digits, so
 * a cap of 437 kW changes in steps of 100 W.
 */
const POWER_DIGITS = 4;
/** Step of limits that are fractions, such as reserves of cooling capacity and demanded fractions of arrivals. */
const STEP_SHARE = 1e-3;
/** Maximum number of steps by which a limit is loosened. Ours: twice as many are still exact in double precision. */
const MAX_STEPS = 2 ** 51;

/** Kinds of limits that are changed by the same amount for all CRACs. */
const TOGETHER: readonly LimitName[] = ['setPointMin', 'setPointMax'];

/**
 * Returns one knob for each limit (a knob loosens it by whole numbers of steps), in the order of the limits. The
 * set-point ranges of all CRACs form one knob.
 *
 * @param amountOf returns the amount by which a limit is violated, in its unit; undefined if it is kept
 */
export function knobsOf(movables: readonly Movable[], amountOf: (one: Movable) => number | undefined): Knob[] {
  return [...new Set(movables.map(({ kind }) => kind))].flatMap((kind) => {
    const own = movables.filter((one) => one.kind === kind);
    const sets = TOGETHER.includes(kind) ? [own] : own.map((one) => [one]);
    return sets.map((some) => knobOf(some, Math.max(0, ...some.map((one) => amountOf(one) ?? 0))));
  });
}

/**
 * Returns a knob that loosens limits of one kind together.
 *
 * @param amount amount by which the limits are violated, in their unit; 0 if they are kept
 */
export function knobOf(own: readonly Movable[], amount: number): Knob {
  const [first] = own as [Movable];
  const step = stepOf(first, amount);
  const mostOf = (one: Movable): number => Math.floor(decimal(Math.abs(one.loosest - one.from) / step));
  const most = Math.max(1, Math.min(MAX_STEPS, Math.max(...own.map(mostOf))));
  const toOf = ({ from, loosest }: Movable, steps: number): number => {
    const to = decimal(from + Math.sign(loosest - from) * steps * step);
    return loosest > from ? Math.min(to, loosest) : Math.max(to, loosest);
  };
  return {
    kind: first.kind,
    unit: first.unit,
    step,
    most,
    guess: Math.min(most, Math.max(1, Math.ceil(amount / step))),
    changes: (steps) =>
      own.flatMap((one) => {
        const { kind: constraint, where, unit, from } = one;
        const to = toOf(one, steps);
        return to === from ? [] : [{ constraint, where, unit, from, to }];
      }),
    turned: (instance, steps) =>
      steps === 0 ? instance : own.reduce((sum, one) => one.moved(sum, toOf(one, steps)), instance),
  };
}

/** Returns the changes by which knobs loosen limits by these numbers of steps. */
export function changesBy(knobs: readonly Knob[], steps: readonly number[]): LimitChange[] {
  return knobs.flatMap((knob, k) => (steps[k]! > 0 ? knob.changes(steps[k]!) : []));
}

/** Returns the instance after knobs were turned by these numbers of steps. */
export function turnedBy(
  instance: RewardRateInstance,
  knobs: readonly Knob[],
  steps: readonly number[],
): RewardRateInstance {
  return knobs.reduce((sum, knob, k) => knob.turned(sum, steps[k]!), instance);
}

function stepOf({ unit, from, loosest }: Movable, amount: number): number {
  if (unit === 'C' || unit === 'K') return STEP_C;
  if (unit === 'share') return STEP_SHARE;
  if (unit === 'nodes') return Math.abs(loosest - from);
  const powerW = from > 0 ? from : Math.max(amount, 1);
  return 10 ** (Math.floor(Math.log10(powerW)) + 1 - POWER_DIGITS);
}
