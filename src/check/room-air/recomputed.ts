import type { Facility } from '../../../models/facility/facility.js';
import type { InfluenceMatrix, RecomputedAir } from '../../../models/physics/thermal/influence-matrix.js';
import type { Violation } from '../../../models/families/violation.js';
import type { CheckedUnit } from '../units.js';
import { addFault, TEMPERATURE_TOLERANCE_C } from '../findings.js';
import type { Temperatures } from '../temperatures.js';
import { cellCount, MAX_CELLS, misplacedZone } from './openings.js';
import { roomAir } from './room-air.js';

/**
 * Maximum number of iterations in computing the mean number of nodes that air has passed since it left a working CRAC.
 */
const MAX_ROUNDS = 2000;
/** The iterations end when no mean number of passed nodes changes by more than this fraction. */
const COUNT_SETTLED = 1e-3;

/**
 * Compares the steady temperatures by an influence matrix with those by air recomputed from the room's layout. Adds a
 * "matrix" violation in two cases: the error may exceed the temperature tolerance, or zones are not where the nodes
 * are.
 *
 * Returns null if nothing can be compared. Reasons: the matrix comes from a file, zones are misplaced, the room has too
 * many cells, or its air-flow equations cannot be solved.
 *
 * Error bound: Z holds the fraction of each inlet's recomputed air that comes from each zone (or failed CRAC). r is the
 * difference of inlet temperatures between matrix and recomputed air. The error e of the outlet temperatures satisfies
 * e = Z e + r. For any vector h > 0 and number q < 1 with h >= Z h + 1 - q,
 *
 * |e| <= h max|r| / (1 - q)
 *
 * (docs/reward-rate/checker.md#the-air-of-the-room). Here h is the mean number of nodes that air has passed, computed
 * from the influence matrix. q is the least number >= 0 that satisfies the inequality.
 */
export function recomputedAir(
  facility: Pick<Facility, 'nodeGroups' | 'airflow'> & { readonly cracs: readonly CheckedUnit[] },
  matrix: InfluenceMatrix,
  { setPointsC, failed, air }: AirOfPlan,
  violations: Violation[],
): RecomputedAir | null {
  const { airflow } = facility;
  if (airflow.source !== 'room' || matrix.recirculationKPerW !== undefined) return null;
  const misplaced = misplacedZone(facility, matrix.zones);
  if (misplaced !== null) addFault(violations, 'matrix', misplaced);
  if (misplaced !== null || cellCount(airflow) > MAX_CELLS) return null;
  const own = roomAir(facility, airflow, matrix);
  if (own === null) return null;

  const cracs = matrix.cracNames.length;
  const isKnown = (entity: number): boolean => entity < cracs && !failed.has(entity);
  const blownC = Float64Array.from(matrix.airFlowM3PerS, (_, n) =>
    n >= cracs ? air.zoneOutletC[n - cracs]! : failed.has(n) ? air.cracInletC[n]! : setPointsC[n]!,
  );
  const drawnC = [...air.cracInletC, ...air.zoneInletC];
  const ownC = own.drawn(blownC);
  const differencesK = drawnC.map((temperatureC, n) => Math.abs(ownC[n]! - temperatureC));
  const worst = differencesK.reduce((most, one, n) => (one > differencesK[most]! ? n : most), 0);
  const worstK = differencesK[worst]!;

  const passes = passesThroughNodes(matrix, isKnown);
  const ownPasses = own.drawn(passes);
  const doubt = passes.reduce((most, h, n) => (isKnown(n) ? most : Math.max(most, 1 + ownPasses[n]! - h)), 0);
  const outletsK = (worstK * Math.max(...passes)) / (1 - doubt);
  // What CRACs draw in is a mixture of outlets, and its own difference.
  const boundK = doubt < 1 && Number.isFinite(outletsK) ? outletsK + worstK : null;
  if (boundK === null || !(boundK <= TEMPERATURE_TOLERANCE_C)) {
    const where = `air of ${matrix.zones[worst - cracs]?.name ?? matrix.cracNames[worst]!}, computed from the layout`;
    const [value, limit] = [ownC[worst]!, drawnC[worst]!];
    violations.push({ constraint: 'matrix', where, unit: 'C', value, limit, amount: Math.max(worstK, Number.EPSILON) });
  }
  return { cells: own.cells, residual: own.residual, worstK, boundK };
}

/** Set-points, failed CRACs, and steady temperatures of a plan by its influence matrix. */
export interface AirOfPlan {
  readonly setPointsC: readonly number[];
  readonly failed: ReadonlySet<number>;
  readonly air: Temperatures;
}

/**
 * Returns, for each CRAC and zone, the mean number h of nodes that its outgoing air has passed since it left a working
 * CRAC. With influence weights Z, it solves h = 1 + Z h, where h = 0 for working CRACs.
 */
function passesThroughNodes(
  { weights, airFlowM3PerS }: InfluenceMatrix,
  isKnown: (entity: number) => boolean,
): Float64Array {
  const { start, column, value } = weights;
  const passes = Float64Array.from(airFlowM3PerS, (_, n) => (isKnown(n) ? 0 : 1));
  for (let round = 0, change = Infinity; round < MAX_ROUNDS && change > COUNT_SETTLED; round += 1) {
    change = 0;
    for (let sink = 0; sink < passes.length; sink += 1) {
      if (isKnown(sink)) continue;
      let next = 1;
      for (let n = start[sink]!; n < start[sink + 1]!; n += 1) next += value[n]! * passes[column[n]!]!;
      change = Math.max(change, (next - passes[sink]!) / next);
      passes[sink] = next;
    }
  }
  return passes;
}
