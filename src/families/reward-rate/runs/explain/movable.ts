import type { Crac, Facility } from '../../../../../models/facility/facility.js';
import type {
  Limits,
  RewardRateFacility,
  RewardRateInstance,
} from '../../../../../models/families/reward-rate/instance.js';
import { coefficientOfPerformance, copSlope } from '../../../../../models/physics/cooling/crac.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby.js';

/** Kinds of limits that may be changed, in the order in which suggested changes list them. */
export const KINDS = [
  'redLine',
  'inletReserve',
  'setPointMin',
  'setPointMax',
  'rackPower',
  'pduPower',
  'coolingCapacity',
  'coolingReserve',
  'standby',
  'minimumOn',
  'nodesOff',
  'arrivals',
  'powerReserve',
  'powerCap',
] as const;
export type Kind = (typeof KINDS)[number];

/** Unit of a limit's value: W, C, K, 'share' (a fraction), or 'nodes' (a number of nodes). */
export type MovableUnit = 'W' | 'C' | 'K' | 'share' | 'nodes';

/**
 * Limit of an instance that may be loosened, from its present value `from` to at most `loosest`. `kind` is the name
 * that lists of violated limits use.
 */
export interface Movable {
  readonly kind: Kind;
  /** Place of the limit: rack, PDU, CRAC, node type or task type; empty for the whole facility. */
  readonly where: string;
  readonly unit: MovableUnit;
  readonly from: number;
  /** Loosest value of the limit that is valid in an instance file. */
  readonly loosest: number;
  readonly moved: (instance: RewardRateInstance, to: number) => RewardRateInstance;
}

/** Highest value of a temperature that is valid in an instance file, C. */
const MAX_C = 100;
/** Lowest value of a temperature that is valid in an instance file, C. */
const MIN_C = -50;
/** Largest value of a power limit that is valid in an instance file, W. */
const MAX_W = 1e11;
/** Step in which temperature limits are changed, C. */
export const STEP_C = 0.01;

/** Returns the limits of an instance that can be loosened. Failed CRACs stay failed. */
export function movablesOf(instance: RewardRateInstance): Movable[] {
  const all = [
    ...ofLimits(instance),
    ...ofReserve(instance),
    ...instance.facility.cracs.flatMap((crac) => ofCrac(crac, instance.facility)),
    ...ofNodes(instance.facility),
    ...ofMinimums(instance.facility),
  ];
  const movables = all.filter(({ from, loosest }) => from !== loosest);
  return movables.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function withLimits(instance: RewardRateInstance, limits: Partial<Limits>): RewardRateInstance {
  return { ...instance, limits: { ...instance.limits, ...limits } };
}

function ofLimits({ limits }: RewardRateInstance): Movable[] {
  return [
    {
      kind: 'redLine',
      where: '',
      unit: 'C',
      from: limits.redLineC,
      loosest: MAX_C,
      moved: (instance, redLineC) => withLimits(instance, { redLineC }),
    },
    {
      kind: 'powerCap',
      where: '',
      unit: 'W',
      from: limits.powerCapW,
      loosest: MAX_W,
      moved: (instance, powerCapW) => withLimits(instance, { powerCapW }),
    },
    ...(limits.rackPowerLimits ?? []).map((limit, n): Movable => ({
      kind: 'rackPower',
      where: limit.rack,
      unit: 'W',
      from: limit.powerLimitW,
      loosest: MAX_W,
      moved: (instance, powerLimitW) =>
        withLimits(instance, {
          rackPowerLimits: instance.limits.rackPowerLimits!.map((one, m) => (m === n ? { ...one, powerLimitW } : one)),
        }),
    })),
    ...(limits.pdus ?? []).map((pdu, n): Movable => ({
      kind: 'pduPower',
      where: pdu.name,
      unit: 'W',
      from: pdu.powerLimitW,
      loosest: MAX_W,
      moved: (instance, powerLimitW) =>
        withLimits(instance, {
          pdus: instance.limits.pdus!.map((one, m) => (m === n ? { ...one, powerLimitW } : one)),
        }),
    })),
  ];
}

function ofReserve({ limits: { reserve } }: RewardRateInstance): Movable[] {
  if (reserve === undefined) return [];
  const { powerW = 0, inletK = 0, coolingShare = 0 } = reserve;
  const withReserve = (instance: RewardRateInstance, changed: typeof reserve): RewardRateInstance =>
    withLimits(instance, { reserve: { ...instance.limits.reserve, ...changed } });
  return [
    {
      kind: 'powerReserve',
      where: '',
      unit: 'W',
      from: powerW,
      loosest: 0,
      moved: (instance, to) => withReserve(instance, { powerW: to }),
    },
    {
      kind: 'inletReserve',
      where: '',
      unit: 'K',
      from: inletK,
      loosest: 0,
      moved: (instance, to) => withReserve(instance, { inletK: to }),
    },
    {
      kind: 'coolingReserve',
      where: '',
      unit: 'share',
      from: coolingShare,
      loosest: 0,
      moved: (instance, to) => withReserve(instance, { coolingShare: to }),
    },
  ];
}

function ofCrac(crac: Crac, facility: Facility): Movable[] {
  const { name: where, setPointMinC, setPointMaxC, coolingCapacityW } = crac;
  if (coolingCapacityW === 0) return [];
  const withCrac = (instance: RewardRateInstance, changed: Partial<Crac>): RewardRateInstance => ({
    ...instance,
    facility: {
      ...instance.facility,
      cracs: instance.facility.cracs.map((one) => (one.name === where ? { ...one, ...changed } : one)),
    },
  });
  const { coldestC, warmestC } = setPointRange(facility);
  return [
    {
      kind: 'setPointMin',
      where,
      unit: 'C',
      from: setPointMinC,
      loosest: Math.min(setPointMinC, coldestC),
      moved: (instance, to) => withCrac(instance, { setPointMinC: to }),
    },
    {
      kind: 'setPointMax',
      where,
      unit: 'C',
      from: setPointMaxC,
      loosest: Math.max(setPointMaxC, warmestC),
      moved: (instance, to) => withCrac(instance, { setPointMaxC: to }),
    },
    ...(coolingCapacityW === undefined
      ? []
      : [
          {
            kind: 'coolingCapacity',
            where,
            unit: 'W',
            from: coolingCapacityW,
            loosest: MAX_W,
            moved: (instance, to) => withCrac(instance, { coolingCapacityW: to }),
          } satisfies Movable,
        ]),
  ];
}

/**
 * Returns the widest set-point range, C, in which the CoP is positive and never falls with the set-point. Its ends are
 * whole numbers of steps from the present ones.
 */
function setPointRange({ coolingPerformance, cracs }: Facility): {
  readonly coldestC: number;
  readonly warmestC: number;
} {
  const suits = (setPointC: number): boolean =>
    coefficientOfPerformance(coolingPerformance, setPointC) > 0 && copSlope(coolingPerformance, setPointC) >= 0;
  const end = (fromC: number, to: -1 | 1, mostC: number): number => {
    const most = Math.floor(Math.abs(mostC - fromC) / STEP_C);
    let [good, bad] = [0, most + 1];
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      if (suits(fromC + to * middle * STEP_C)) good = middle;
      else bad = middle;
    }
    return decimal(fromC + to * good * STEP_C);
  };
  const lowC = cracs.reduce((least, crac) => Math.min(least, crac.setPointMinC), Infinity);
  const highC = cracs.reduce((most, crac) => Math.max(most, crac.setPointMaxC), -Infinity);
  return { coldestC: end(lowC, -1, MIN_C), warmestC: end(highC, 1, MAX_C) };
}

/**
 * Returns, for each node type with a standby power, the number of its nodes that may be on standby, as a changeable
 * limit. The loosest value of this limit is the number of all nodes of the type.
 */
function ofNodes({ nodeTypes, nodeGroups }: RewardRateFacility): Movable[] {
  return nodeTypes.flatMap((type): Movable[] => {
    const groups = nodeGroups.filter(({ nodeType }) => nodeType === type.name);
    if (standbyOf(type) === null) return [];
    const nodes = groups.reduce((sum, { count }) => sum + count, 0);
    const from = groups.reduce((sum, { count, mayBeOff }) => sum + (mayBeOff === true ? count : 0), 0);
    const moved = (instance: RewardRateInstance, to: number): RewardRateInstance => ({
      ...instance,
      facility: {
        ...instance.facility,
        nodeGroups: instance.facility.nodeGroups.map((group) =>
          group.nodeType === type.name && to === nodes ? { ...group, mayBeOff: true } : group,
        ),
      },
    });
    return [{ kind: 'standby', where: type.name, unit: 'nodes', from, loosest: nodes, moved }];
  });
}

/** Returns the minimum number of running nodes of each node type that has one, as a changeable limit. */
function ofMinimums({ nodeTypes, nodeGroups }: RewardRateFacility): Movable[] {
  return nodeTypes.map(({ name }): Movable => {
    const from = nodeGroups.reduce((sum, group) => sum + (group.nodeType === name ? (group.minimumOn ?? 0) : 0), 0);
    const moved = (instance: RewardRateInstance, to: number): RewardRateInstance => ({
      ...instance,
      facility: {
        ...instance.facility,
        nodeGroups: instance.facility.nodeGroups.map((group) =>
          group.nodeType === name && group.minimumOn !== undefined && to === 0 ? { ...group, minimumOn: 0 } : group,
        ),
      },
    });
    return { kind: 'minimumOn', where: name, unit: 'nodes', from, loosest: 0, moved };
  });
}

/** Number of significant digits to which values are rounded after adding steps. */
const DECIMAL_DIGITS = 12;

/** Rounds a number so that sums of decimal steps stay decimal. */
export function decimal(value: number): number {
  return Number(value.toPrecision(DECIMAL_DIGITS));
}
