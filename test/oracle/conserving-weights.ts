import type { Uniform } from '../../src/random/stream.js';

/**
 * Random weights whose rows sum to 1 and that conserve air for the given flows (Sinkhorn on the matrix of air streams).
 * Zones always exchange some air with every CRAC; zone-to-zone streams may be absent. @throws RangeError when it does not settle.
 */
export function conservingWeights(airFlow: readonly number[], cracCount: number, draw: Uniform): Float64Array {
  const size = airFlow.length;
  // Zones that take nothing from each other need all their air from the CRACs.
  const flows = (from: number, to: number): number => airFlow.slice(from, to).reduce((sum, flow) => sum + flow, 0);
  const mayBeAbsent = flows(0, cracCount) > 1.05 * flows(cracCount, size);
  const skew = draw(0, 1) < 0.5 ? 1 : 4;
  const stream = Float64Array.from({ length: size * size }, (_, n) => {
    const sink = Math.floor(n / size);
    const source = n % size;
    const betweenZones = sink >= cracCount && source >= cracCount;
    if (betweenZones && mayBeAbsent && draw(0, 1) < 0.3) return 0;
    return (0.02 + draw(0, 1) ** skew) * (betweenZones ? 0.5 : 1) * airFlow[sink]! * airFlow[source]!;
  });
  for (let sweep = 0; sweep < 20_000; sweep++) {
    let error = 0;
    for (let source = 0; source < size; source++) {
      let sum = 0;
      for (let sink = 0; sink < size; sink++) sum += stream[sink * size + source]!;
      for (let sink = 0; sink < size; sink++) stream[sink * size + source]! *= airFlow[source]! / sum;
      error = Math.max(error, Math.abs(sum / airFlow[source]! - 1));
    }
    for (let sink = 0; sink < size; sink++) {
      let sum = 0;
      for (let source = 0; source < size; source++) sum += stream[sink * size + source]!;
      for (let source = 0; source < size; source++) stream[sink * size + source]! *= airFlow[sink]! / sum;
      error = Math.max(error, Math.abs(sum / airFlow[sink]! - 1));
    }
    if (error < 3e-14) return stream.map((value, n) => value / airFlow[Math.floor(n / size)]!);
  }
  throw new RangeError('The drawn air streams cannot be balanced.');
}
