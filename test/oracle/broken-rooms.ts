import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance, RewardRateNodeType } from '../../models/families/reward-rate/instance.js';
import type { RewardRatePlan, StandbyNodes } from '../../models/families/reward-rate/plan.js';
import { checkPlan } from '../../src/families/reward-rate/check/check-plan.js';
import { planRecord } from './checked.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';

/** Room with limits that idling may break. */
export interface BrokenRoom {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
}

const FREE = { powerCapW: 1e9, redLineC: 95 };

/**
 * Rooms of a seed in which idling breaks limits of some kinds: of red line, cap, a rack, all racks together, cooling capacity and a reserve, in
 * many combinations. In every second room a node type has a power on standby, and its nodes must stay on. None if the room is too hot.
 */
export function brokenRooms(seed: number, cracs = 1, groupNodes?: readonly [number, number]): BrokenRoom[] {
  const drawn = tinyRandom(seed, { mostPlans: 1e9, cracs, ...(groupNodes === undefined ? {} : { groupNodes }) });
  const free = withLimits(drawn, FREE, undefined);
  const coldestC = drawn.instance.facility.cracs.map(({ setPointMinC }) => setPointMinC);
  const idle = judged(free, coldestC);
  const redLineC = Math.max(...idle.zoneInletC) - 0.5;
  // No instance has a red line above 100 C.
  if (redLineC > 95) return [];
  const rack = drawn.matrix.zones[0]!.rack;
  const racks = [...new Set(drawn.matrix.zones.map((zone) => zone.rack))];
  const { idleW, totalW } = idle.power;
  const parts: readonly Partial<RewardRateInstance['limits']>[] = [
    { redLineC: redLineC + (seed % 3 === 0 ? 1 : 0) },
    { powerCapW: seed % 2 === 0 ? 0.9 * idleW : 0.97 * totalW },
    { rackPowerLimits: [{ rack, powerLimitW: 0.5 * idle.zoneNodePowerW[0]! }] },
    { pdus: [{ name: 'P1', racks, powerLimitW: 0.7 * idleW }] },
    { reserve: { powerW: 0.05 * idleW, inletK: 0.2 } },
  ];
  return Array.from({ length: 64 }, (_, mask) => mask)
    .filter((mask) => (mask * 7 + seed) % 5 === 0)
    .map((mask) => {
      const limits = parts.reduce<RewardRateInstance['limits']>(
        (sum, part, n) => (mask & (1 << n) ? { ...sum, ...part } : sum),
        FREE,
      );
      const reserve = limits.reserve?.powerW !== undefined && limits.powerCapW <= limits.reserve.powerW;
      const kept = reserve ? { ...limits, reserve: undefined } : limits;
      const limited = withLimits(drawn, kept, mask & 32 ? (0.6 * idleW) / cracs : undefined);
      return seed % 2 === 0 ? withStandbyPower(limited) : limited;
    });
}

function withLimits(
  { instance, matrix }: TinyFacility,
  limits: RewardRateInstance['limits'],
  capacityW: number | undefined,
): BrokenRoom {
  const cracs = instance.facility.cracs.map(({ name, airFlowM3PerS, setPointMinC, setPointMaxC }) => ({
    name,
    airFlowM3PerS,
    setPointMinC,
    setPointMaxC,
    ...(capacityW === undefined ? {} : { coolingCapacityW: capacityW }),
  }));
  return { matrix, instance: { ...instance, limits, facility: { ...instance.facility, cracs } } };
}

function withStandbyPower({ instance, matrix }: BrokenRoom): BrokenRoom {
  const [first, ...others] = instance.facility.nodeTypes as [RewardRateNodeType, ...RewardRateNodeType[]];
  const nodeTypes = [{ ...first, offPowerW: 0.1 * first.idlePowerW }, ...others];
  return { matrix, instance: { ...instance, facility: { ...instance.facility, nodeTypes } } };
}

function judged(
  { instance, matrix }: BrokenRoom,
  setPointsC: readonly number[],
  given?: readonly StandbyNodes[],
): ReturnType<typeof checkPlan> {
  const all = matrix.zones.flatMap(({ name, rack, nodeType, nodeCount }) => {
    const groups = instance.facility.nodeGroups.filter((one) => one.rack === rack && one.nodeType === nodeType);
    return groups.some(({ mayBeOff }) => mayBeOff === true)
      ? [{ zone: name, nodes: nodeCount, state: 'off' as const }]
      : [];
  });
  const plan: RewardRatePlan = { ...planRecord({ instance, matrix }, setPointsC, []), standby: given ?? all };
  return checkPlan(instance, matrix, plan);
}

/**
 * Test by the checker whether a room with one CRAC idles within its limits, with all nodes on standby that may be: at the coldest set-point, the
 * warmest, or the warmest that the red line allows. `standby`: those that are, where not all.
 */
export function canIdle(room: BrokenRoom, standby?: readonly StandbyNodes[]): boolean {
  const { facility, limits } = room.instance;
  const { setPointMinC, setPointMaxC } = facility.cracs[0]!;
  const coldest = judged(room, [setPointMinC], standby);
  const warmestC = setPointMinC + limits.redLineC - (limits.reserve?.inletK ?? 0) - Math.max(...coldest.zoneInletC);
  const setPointC = Math.max(setPointMinC, Math.min(setPointMaxC, warmestC));
  return judged(room, [setPointC], standby).violations.length === 0;
}

/**
 * Test by the checker whether a room idles within its limits at some set-points of a grid, `perCrac` from end to end of the range of each CRAC,
 * or at those given.
 */
export function canIdleOnGrid(room: BrokenRoom, perCrac: number, given: readonly number[] = []): boolean {
  const grid = room.instance.facility.cracs.reduce<readonly (readonly number[])[]>(
    (some, { setPointMinC: minC, setPointMaxC: maxC }) =>
      some.flatMap((before) =>
        Array.from({ length: perCrac }, (_, n) => [...before, minC + ((maxC - minC) * n) / Math.max(1, perCrac - 1)]),
      ),
    [[]],
  );
  const tried = given.length > 0 ? [...grid, given] : grid;
  return tried.some((setPointsC) => judged(room, setPointsC).violations.length === 0);
}

/** Verdict of the checker on a room without work at a set-point, with these nodes on standby. */
export function idleAt(
  room: BrokenRoom,
  setPointC: number,
  standby: readonly StandbyNodes[],
): ReturnType<typeof checkPlan> {
  return judged(room, [setPointC], standby);
}

/** Rises of the inlets over the set-point when nothing runs, K, by zone. */
export function idleRisesK(room: BrokenRoom): readonly number[] {
  const { setPointMinC } = room.instance.facility.cracs[0]!;
  return judged(room, [setPointMinC]).zoneInletC.map((inletC) => inletC - setPointMinC);
}
