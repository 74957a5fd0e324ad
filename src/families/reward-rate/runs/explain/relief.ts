import {
  type AirLimit,
  airLimitsOf,
  perCommonC,
  readingIn,
  warmestCommonC,
} from '../../../../../models/facility/air-limits.js';
import { overCapW } from '../../../../../models/facility/meter.js';
import { type LimitName, toleratedOf } from '../../../../../models/facility/limits.js';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { firstTangent, powerUse } from '../../../../../models/facility/power-limits.js';
import { type PoweredRoom, poweredRoom } from '../../../../../models/facility/room-state.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { linearForm, unitInRows } from '../../methods/room-program/coupling.js';
import type { Knob } from './knobs.js';
import { offGroups, withNodesOff } from './off-nodes.js';
import type { Steps } from './search.js';
import type { Room } from './trial.js';

/** Nodes of one type in one rack that may be switched off. Each node switched off saves `wakeW`. */
interface ReliefGroup {
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
  /** Rise of the value that plans must keep per unit of the limit: below 1 if a fraction of the limit is reserved. */
  readonly gain: number;
}

/** Limit that the idle facility must keep, with the levers that can loosen it, by ascending price per unit gained. */
export interface ReliefLimit {
  readonly levers: readonly Lever[];
  /** Returns the excess over the limit at a set-point, C, in the unit of the limit. */
  readonly excess: (state: ReliefState, setPointC: number) => number;
}

/** Limit on temperatures, which rise with the set-point. */
export interface WarmLimit extends ReliefLimit {
  /** Rise of what is limited per kelvin of the set-point. */
  readonly perC: number;
  /** Returns the warmest set-point at which the limit is kept, C. */
  readonly warmestC: (state: ReliefState) => number;
}

/** Limit on temperatures of the catalogue besides the red line. */
export interface OtherWarmLimit extends WarmLimit {
  readonly air: AirLimit;
}

/** Row of an LP: the sum over zones of `perKW` times power, kW, is at most `most` and what the levers add to it. */
export interface LimitRow {
  readonly perKW: (zone: number) => number;
  readonly most: number;
  readonly levers: readonly Lever[];
}

/** Limit with the tangent of its use as a row, looser by what the checker tolerates, in kW if the limit is in W. */
type SteadyLimit = ReliefLimit & LimitRow;

/** What may be changed in a facility with one working CRAC that cannot idle: nodes switched off and limits loosened. */
export interface Relief {
  readonly instance: RewardRateInstance;
  /** Model with all nodes of `groups` switched off. */
  readonly off: RewardRateModel;
  readonly groups: readonly ReliefGroup[];
  readonly levers: readonly Lever[];
  /** Limits that set-points do not matter for: of racks, PDUs and the like, and those on heats alone. */
  readonly steady: readonly SteadyLimit[];
  readonly redLine: WarmLimit;
  readonly warm: readonly OtherWarmLimit[];
  readonly setPointMin: ReliefLimit;
  readonly setPointMax: ReliefLimit;
  readonly powerCap: ReliefLimit;
}

/**
 * Returns the nodes that may be switched off and the limits that may be loosened in a facility with one working CRAC.
 *
 * @param priceOf returns the price of switching off a node of a type; null if nodes of the type stay on
 */
export function reliefOf(room: Room, priceOf: (nodeType: string) => number | null, levers: readonly Lever[]): Relief {
  const { instance, matrix, model } = room;
  const { nodeGroups } = instance.facility;
  const choices = offGroups(instance).filter(({ nodeType }) => priceOf(nodeType) !== null);
  const all = withNodesOff(instance, new Map(choices.map((one) => [one.index, one.mustBeOn])));
  const withoutMinimums = all.facility.nodeGroups.map((group) => ({ ...group, minimumOn: undefined }));
  const changed = { ...all, facility: { ...all.facility, nodeGroups: withoutMinimums } };
  const off = withStandby(rewardRateModel(changed, matrix, model));
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
  return { instance, off, groups, levers, ...limitsOf(off, levers) };
}

function limitsOf(off: RewardRateModel, levers: readonly Lever[]) {
  const { budget, redLineC, setPointMinC, setPointMaxC } = off;
  const leversOf = (name: LimitName, where = ''): readonly Lever[] => {
    const isReserve = ({ kind }: Lever): boolean =>
      off.limits.some((one) => one.name === kind && one.reserveOf === name);
    return levers
      .filter((one) => (one.kind === name && one.where === where) || isReserve(one))
      .sort((a, b) => a.price / a.gain - b.price / b.gain);
  };
  const ofCrac = (name: LimitName): readonly Lever[] => leversOf(name, off.cracs[0]!.name);
  const drawn = off.powerLimits.map((one): SteadyLimit => {
    const { perW, most } = firstTangent(one, off.zones);
    const of = new Map(one.zones.map((b, n) => [b, perW[n]!]));
    const perRow = unitInRows(one);
    const perKW = (b: number): number => ((of.get(b) ?? 0) * W_PER_KW) / perRow;
    const excess: ReliefLimit['excess'] = ({ zonePowerW }) => powerUse(one, zonePowerW) - one.limit;
    return { levers: leversOf(one.constraint, one.where), excess, perKW, most: (most + toleratedOf(one)) / perRow };
  });
  const onAir = airLimitsOf(off).map((air): OtherWarmLimit => {
    const perC = perCommonC(air.reading);
    return {
      air,
      levers: leversOf(air.constraint, air.of),
      perC,
      excess: ({ riseC: zoneInletC, heatW: cracHeatW, zonePowerW: zoneNodePowerW }, setPointC) =>
        readingIn(air.reading, { zoneInletC, cracHeatW, zoneNodePowerW }) -
        air.limit +
        (perC === 0 ? 0 : perC * setPointC),
      warmestC: (state) => warmestCommonC(air, state),
    };
  });
  const removed = onAir
    .filter(({ perC }) => perC === 0)
    .map((one): SteadyLimit => ({ ...one, ...airRow(off, one.air, one.levers, 0) }));
  return {
    steady: [...drawn, ...removed],
    redLine: {
      levers: leversOf('redLine'),
      perC: 1,
      warmestC: ({ hottestK }) => redLineC - hottestK,
      excess: ({ hottestK }, setPointC) => setPointC - (redLineC - hottestK),
    },
    warm: onAir.filter(({ perC }) => perC > 0),
    setPointMin: { levers: ofCrac('setPointMin'), excess: (_, setPointC) => setPointMinC - setPointC },
    setPointMax: { levers: ofCrac('setPointMax'), excess: (_, setPointC) => setPointC - setPointMaxC },
    powerCap: {
      levers: leversOf('powerCap'),
      excess: ({ nodePowerW }, setPointC) => overCapW(budget, totalPowerW(budget, nodePowerW, setPointC)),
    },
  } satisfies Partial<Relief>;
}

/**
 * Returns the LP row of a limit on temperatures or heats at a set-point, C, looser by what the checker tolerates, in kW
 * if the limit is in W.
 *
 * @param zonePowerW powers for which the row is the worst case if M is uncertain, W
 */
export function airRow(
  off: RewardRateModel,
  air: Pick<AirLimit, 'constraint' | 'unit' | 'limit' | 'reading'>,
  levers: readonly Lever[],
  setPointC: number,
  zonePowerW: Float64Array = Float64Array.from(off.zones, ({ idleW }) => idleW),
): LimitRow {
  const { perW, perC } = linearForm({ model: off, setPoints: 'common' }, air.reading, zonePowerW);
  const perRow = unitInRows(air);
  return {
    levers,
    perKW: (b) => perW[b]! * (W_PER_KW / perRow),
    most: (air.limit + toleratedOf(air) - perC[0]! * setPointC) / perRow,
  };
}

/** The idle facility's steady state as far as zone powers alone determine it. */
export interface ReliefState extends PoweredRoom {
  /** Largest difference between an inlet temperature and the set-point, K. */
  readonly hottestK: number;
}

/**
 * Returns zone powers and temperature rises of the idle facility for given numbers of running nodes.
 *
 * @param on [zone]: number of running nodes
 */
export function stateOf({ off, groups }: Relief, on: ArrayLike<number>): ReliefState {
  const powersW = Float64Array.from(off.zones, ({ idleW }) => idleW);
  for (const { zones, wakeW } of groups) for (const b of zones) powersW[b]! += wakeW * on[b]!;
  const state = poweredRoom(off, powersW);
  return { ...state, hottestK: state.riseC.reduce((most, value) => Math.max(most, value), -Infinity) };
}

/** Changes of limits in whole steps of the levers of a `Relief`, with their price. */
export interface LimitSteps {
  readonly steps: Steps;
  readonly price: number;
}

/**
 * Maximum number of set-points tried on either side of the range. Ours: no instance has so many set-points at steps of
 * 0.01 K.
 */
const MAX_SET_POINTS = 20_000;
/** A remainder of at most this counts as 0, in W, K or steps. The resulting changes are tested separately. */
const ROUNDING = 1e-9;

/**
 * Returns the cheapest changes of limits after which the facility can idle with the zone powers of `state`. Null if
 * none suffice or all cost at least `most`.
 *
 * At a given set-point the necessary changes follow directly. So set-points are tried one after another: those at which
 * a limit on temperatures or an end of the set-point range has changed by whole steps.
 */
export function cheapestLimits(relief: Relief, state: ReliefState, most = Infinity): LimitSteps | null {
  const { off, levers, steady, redLine, warm, setPointMin, setPointMax, powerCap } = relief;
  const fixed = filled({ steps: levers.map(() => 0), price: 0 }, steady, NaN, Infinity);
  if (fixed === null) return null;
  let best: LimitSteps | null = null;
  for (const setPointC of setPoints()) {
    const below: number = best?.price ?? most;
    best = filled(fixed, [redLine, ...warm, setPointMin, setPointMax, powerCap], setPointC, below) ?? best;
  }
  return best;

  /** Returns `from` and the cheapest further steps with which all `limits` are kept; null at `below` or more. */
  function filled(
    from: LimitSteps,
    limits: readonly ReliefLimit[],
    setPointC: number,
    below: number,
  ): LimitSteps | null {
    let all = from;
    for (const { levers: own, excess } of limits) {
      let [left, price] = [excess(state, setPointC), all.price];
      if (left > ROUNDING) {
        const steps = [...all.steps];
        for (const lever of own) {
          if (left <= ROUNDING) break;
          const { step, gain } = lever;
          const taken = Math.min(lever.most, Math.ceil(left / (gain * step) - ROUNDING));
          steps[levers.indexOf(lever)] = taken;
          price += taken * step * lever.price;
          left -= taken * step * gain;
        }
        if (left > ROUNDING * Math.max(1, own[0]?.step ?? 1)) return null;
        all = { steps, price };
      }
      if (price >= below) return null;
    }
    return all;
  }

  /** Yields the set-points to try, C. Between two neighbours changes cost at least as much as at the warmer one. */
  function* setPoints(): Generator<number, void> {
    const { setPointMinC, setPointMaxC } = off;
    const stepsOf = ({ levers: own }: ReliefLimit): number =>
      Math.min(
        MAX_SET_POINTS,
        own.reduce((sum, lever) => sum + lever.most, 0),
      );
    const stepK = ({ levers: [first] }: ReliefLimit): number => first?.step ?? 0;
    const warmestC = setPointMaxC + stepsOf(setPointMax) * stepK(setPointMax);
    const coldestC = setPointMinC - stepsOf(setPointMin) * stepK(setPointMin);
    yield setPointMaxC;
    for (const one of [redLine, ...warm]) {
      const perStep = (stepK(one) * (one.levers[0]?.gain ?? 1)) / one.perC;
      for (let n = 0; n <= stepsOf(one); n++) {
        const setPointC = one.warmestC(state) + n * perStep;
        if (setPointC >= coldestC && setPointC <= warmestC) yield setPointC;
        if (setPointC > warmestC) break;
      }
    }
    for (let n = 1; n <= stepsOf(setPointMax); n++) yield setPointMaxC + n * stepK(setPointMax);
    for (let n = 0; n <= stepsOf(setPointMin); n++) yield setPointMinC - n * stepK(setPointMin);
  }
}
