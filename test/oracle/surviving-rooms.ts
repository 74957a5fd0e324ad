import { oracle } from './brute-force.js';
import type { Survive } from '../../models/families/reward-rate/instance.js';
import { withReserve } from './reserve-rooms.js';
import { checkTheWay } from '../../src/families/reward-rate/check/the-way.js';
import { steadyTemperatures } from '../../src/check/temperatures.js';
import { bestOnGrid, type GridPlan, type Holds, operations, RHO_C } from './set-point-grid.js';
import { standbyOracle, withSleep } from './standby-rooms.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';
import { upsInputW } from './ups-input.js';

/** A random room of two or three CRACs whose plans must survive the failure of any, and the rooms whose limits they keep. */
export interface SurvivingRoom {
  readonly facility: TinyFacility;
  /** The room with all CRACs at work, limits less reserves. */
  readonly lowered: TinyFacility;
  /** The room after each failure, limits themselves. */
  readonly failed: readonly TinyFacility[];
  readonly hasStandby: boolean;
  /** Names of the CRACs that fail, in the order of `failed`. */
  readonly gone: readonly string[];
}

/** Room of a seed: every second with standby, every third with reserves, with limits wide enough for one in two to survive. */
export function survivingRoom(seed: number, mostPlans: number, survive: Survive = 'any-crac'): SurvivingRoom {
  const drawn = tinyRandom(seed, { cracs: seed % 4 === 3 ? 3 : 2, mostPlans });
  const hasStandby = seed % 2 === 0;
  const slept = hasStandby ? withSleep(drawn, seed) : drawn;
  // Drawn rooms are cooled by all CRACs together: most need some kelvins and watts more to lose one.
  const { instance, matrix } = slept;
  const wide: TinyFacility = {
    matrix,
    instance: {
      ...instance,
      limits: { ...instance.limits, redLineC: instance.limits.redLineC + (seed % 5) },
      facility: {
        ...instance.facility,
        cracs: instance.facility.cracs.map((crac) =>
          crac.coolingCapacityW === undefined ? crac : { ...crac, coolingCapacityW: crac.coolingCapacityW * 1.8 },
        ),
      },
    },
  };
  const { reserved, lowered } = seed % 3 === 0 ? withReserve(wide, seed) : { reserved: wide, lowered: wide };
  const limits = { ...reserved.instance.limits, survive };
  const gone = instance.facility.cracs.flatMap(({ name, coolingCapacityW }) => (coolingCapacityW === 0 ? [] : [name]));
  const failed = gone.map((name) => withoutCrac(wide, name));
  return { facility: { matrix, instance: { ...reserved.instance, limits } }, lowered, failed, hasStandby, gone };
}

/** The facility in which one CRAC removes no heat. */
export function withoutCrac({ instance, matrix }: TinyFacility, gone: string): TinyFacility {
  const cracs = instance.facility.cracs.map((crac) => (crac.name === gone ? { ...crac, coolingCapacityW: 0 } : crac));
  return { matrix, instance: { ...instance, facility: { ...instance.facility, cracs } } };
}

/** The best surviving plan of one configuration per node on a grid of set-points; null where there is none. */
export function bestSurviving({ lowered, failed, hasStandby }: SurvivingRoom, steps: number): GridPlan | null {
  const truth = hasStandby ? standbyOracle(lowered) : oracle(lowered.instance, lowered.matrix);
  return bestOnGrid(lowered, truth, steps, failed);
}

/**
 * The best plan of one configuration per node on a grid of set-points that survives with set-points on the same grid for each failure, for good and on the
 * way there by the checker's course; null where there is none.
 */
export function bestSurvivingReset(
  { facility, lowered, failed, hasStandby, gone }: SurvivingRoom,
  steps: number,
): GridPlan | null {
  const truth = hasStandby ? standbyOracle(lowered) : oracle(lowered.instance, lowered.matrix);
  const ways = failed.map((room, f) => survivesReset(facility, room, gone[f]!, steps));
  return bestOnGrid(lowered, truth, steps, [], (zoneW, setPointsC) => ways.every((way) => way(zoneW, setPointsC)));
}

/** Test whether some set-points of the CRACs left on a grid keep the limits after one failure. */
function survivesReset({ instance, matrix }: TinyFacility, failed: TinyFacility, gone: string, steps: number): Holds {
  const { facility, limits } = instance;
  const cracs = matrix.cracNames.map((name) => facility.cracs.find((crac) => crac.name === name)!);
  const dead = new Set(cracs.flatMap((crac, c) => (crac.coolingCapacityW === 0 ? [c] : [])));
  const without = new Set([...dead, matrix.cracNames.indexOf(gone)]);
  const holds = operations(failed);
  const grid = cracs.map(({ setPointMinC: low, setPointMaxC: high }, c) =>
    without.has(c) ? [low] : Array.from({ length: steps }, (_, n) => low + ((high - low) * n) / (steps - 1)),
  );
  const resets = grid.reduce<number[][]>(
    (all, own) => all.flatMap((start) => own.map((value) => [...start, value])),
    [[]],
  );
  return (zoneW, setPointsC) => {
    const zoneNodePowerW = Float64Array.from(zoneW);
    const nodesW = zoneW.reduce((sum, value) => sum + value, 0);
    const besideW = upsInputW(facility, nodesW) + (facility.otherLoadW ?? 0);
    // Unchanged, nothing is passed on the way.
    if (holds(zoneW, setPointsC)) return true;
    const air = steadyTemperatures(matrix, setPointsC, zoneNodePowerW, RHO_C, dead)!;
    const onTheWay = (ownSetPointsC: number[]): { readonly isCool: boolean; readonly totalW: number } => {
      const { zonePeaks, peakCoolingW } = checkTheWay(facility, matrix, limits.failureResponse ?? {}, {
        zoneNodePowerW,
        setPointsC,
        heatPerM3K: RHO_C,
        air,
        failed: dead,
        without,
        ownSetPointsC,
        capacityW: cracs.map(({ coolingCapacityW }) => coolingCapacityW ?? Infinity),
      });
      return { isCool: zonePeaks.every(({ inletC }) => inletC <= limits.redLineC), totalW: besideW + peakCoolingW };
    };
    // What is too warm on the way to the coldest of all is too warm on the way to others.
    const kept = resets.filter((one) => holds(zoneW, one));
    if (kept.length === 0 || !onTheWay(resets[0]!).isCool) return false;
    return kept.some((one) => {
      const { isCool, totalW } = onTheWay(one);
      return isCool && totalW <= limits.powerCapW;
    });
  };
}
