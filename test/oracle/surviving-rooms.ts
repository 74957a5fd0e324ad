import { oracle } from './brute-force.js';
import { withReserve } from './reserve-rooms.js';
import { bestOnGrid, type GridPlan } from './set-point-grid.js';
import { standbyOracle, withSleep } from './standby-rooms.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';

/** A random room of two or three CRACs whose plans must survive the failure of any, and the rooms whose limits they keep. */
export interface SurvivingRoom {
  readonly facility: TinyFacility;
  /** The room with all CRACs at work, limits less reserves. */
  readonly lowered: TinyFacility;
  /** The room after each failure, limits themselves. */
  readonly failed: readonly TinyFacility[];
  readonly hasStandby: boolean;
}

/** Room of a seed: every second with standby, every third with reserves, with limits wide enough for one in two to survive. */
export function survivingRoom(seed: number, mostPlans: number): SurvivingRoom {
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
  const limits = { ...reserved.instance.limits, survive: 'any-crac' as const };
  const failed = instance.facility.cracs.flatMap(({ name, coolingCapacityW }) =>
    coolingCapacityW === 0 ? [] : [withoutCrac(wide, name)],
  );
  return { facility: { matrix, instance: { ...reserved.instance, limits } }, lowered, failed, hasStandby };
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
