import { balanceErrors, sinkhornInPlace } from '../../../../../models/physics/airflow/balance.js';
import { newtonInPlace } from '../../../../../models/physics/airflow/newton-scaling.js';
import type { AirUnderWay } from '../../../../../models/physics/thermal/air-under-way.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import { randomStream } from '../../../../random/stream.js';

/** Relative deviation of row sums from 1, and of air flows from conservation, that counts as rounding error. */
const BALANCE_TOLERANCE = 1e-12;
/**
 * Maximum number of sweeps of Sinkhorn's method, which scales rows and columns in turn. After that, Newton's method is
 * used.
 */
const MAX_SWEEPS = 10_000;

/** Air model of one vent combination in a perturbed room. */
export interface OtherAir {
  readonly matrix: InfluenceMatrix;
  readonly air: AirUnderWay;
  /** Largest deviation from 1 of the row sums of the perturbed weights, before they are balanced. */
  readonly rowSumError: number;
  /** Largest relative deviation of an entity's air flow from conservation, before the weights are balanced. */
  readonly conservationError: number;
  /** Largest change of an influence weight by the perturbation, |new - old|. */
  readonly largestChange: number;
}

/**
 * Returns a random factor for the weight of every pair of `size` entities, uniform on [1 - spread, 1 + spread]. The
 * matrix is row-major; a row belongs to the entity that draws the air. The same factors are used for all vent
 * combinations, because an error of measurement affects all.
 */
export function weightFactors(size: number, spread: number, seed: number): Float64Array {
  if (!(spread >= 0 && spread < 1)) throw new RangeError(`A spread of ${spread}: it is from 0 up to, not including, 1`);
  const stream = randomStream(seed, 'influence weights');
  return Float64Array.from({ length: size * size }, () => stream.uniform(1 - spread, 1 + spread));
}

/**
 * Returns a factor for the weight of every pair of entities, row-major. It is 1 + share for weights between zones, and
 * 1 for weights from or to CRACs.
 */
export function recirculationFactors(cracs: number, size: number, share: number): Float64Array {
  if (!(share > -1)) throw new RangeError(`A share of ${share}: it is above -1`);
  return Float64Array.from({ length: size * size }, (_, n) =>
    Math.floor(n / size) >= cracs && n % size >= cracs ? 1 + share : 1,
  );
}

/**
 * Returns the air model with every weight multiplied by its factor. Weights are then scaled so that rows sum to 1 and
 * heat is conserved (Sinkhorn). Travel times are unchanged.
 *
 * @throws RangeError if no scaling is found
 */
export function perturbedAir(
  { matrix, air }: { readonly matrix: InfluenceMatrix; readonly air: AirUnderWay },
  factors: Float64Array,
): OtherAir {
  const { airFlowM3PerS: flows } = matrix;
  const { start, column, value } = matrix.weights;
  const size = flows.length;
  const weights = { start, column, value: value.slice() };
  forEachWeight(matrix, (n, sink) => (weights.value[n]! *= factors[sink * size + column[n]!]!));
  const errors = balanceErrors(weights, flows);
  const isSwept = sinkhornInPlace(weights, flows, BALANCE_TOLERANCE, MAX_SWEEPS) !== null;
  if (!isSwept && !newtonInPlace(weights, flows, BALANCE_TOLERANCE)) {
    throw new RangeError('No scaling was found that makes the perturbed weights conserve heat');
  }
  const volumeM3 = new Float64Array(value.length);
  let largestChange = 0;
  forEachWeight(matrix, (n, sink) => {
    volumeM3[n] = flows[sink]! * weights.value[n]! * air.meanTravelS[n]!;
    largestChange = Math.max(largestChange, Math.abs(weights.value[n]! - value[n]!));
  });
  return {
    matrix: { ...matrix, weights },
    air: { meanTravelS: air.meanTravelS, volumeM3 },
    rowSumError: errors.rowSum,
    conservationError: errors.conservation,
    largestChange,
  };
}

function forEachWeight({ weights: { start } }: InfluenceMatrix, visit: (n: number, sink: number) => void): void {
  for (let sink = 0; sink + 1 < start.length; sink++) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) visit(n, sink);
  }
}
