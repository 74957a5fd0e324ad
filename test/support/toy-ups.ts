import type { UpsLine } from '../oracle/ups-input.js';
import { QuadraticUps } from './quadratic-ups.js';

/** Parts of a facility from which its toy UPS follows. */
interface Stated {
  readonly upsEfficiency?: number | undefined;
  readonly nodeTypes: readonly { readonly name: string; readonly cores: number }[];
  readonly nodeGroups: readonly { readonly nodeType: string; readonly count: number }[];
}

/** Rated power of the toy UPS, W: 15 W for each core. */
function ratedW({ nodeTypes, nodeGroups }: Stated): number {
  return nodeGroups.reduce(
    (sum, { nodeType, count }) => sum + 15 * count * nodeTypes.find(({ name }) => name === nodeType)!.cores,
    0,
  );
}

/**
 * The kind of UPS that tests add: wherever a facility states an efficiency below 1, the losses depend on the load, far
 * more than those of real UPSs. Null elsewhere.
 */
export function toyUps(facility: object): QuadraticUps | null {
  const stated = facility as Stated;
  const lost = 1 / (stated.upsEfficiency ?? 1) - 1;
  return lost === 0 ? null : new QuadraticUps(0.3 * lost * ratedW(stated), 0.3 * lost, 1.5 * lost, ratedW(stated));
}

/** Input power of the toy UPS, W, written down a second time for the checker and for brute force. */
export function toyInputW(facility: object, nodesW: number): number {
  const stated = facility as Stated;
  const lost = 1 / (stated.upsEfficiency ?? 1) - 1;
  const load = nodesW / ratedW(stated);
  return nodesW + lost * ratedW(stated) * (0.3 + 0.3 * load + 1.5 * load * load);
}

/** Tangents of the toy UPS at so many node powers that what is between them does not count. */
export function toyLines(facility: object, fromW: number, toW: number): UpsLine[] {
  const steps = 1000;
  return Array.from({ length: steps + 1 }, (_, n) => {
    const atW = fromW + ((toW - fromW) * n) / steps;
    // The input is quadratic, so this difference is its slope.
    const perW = toyInputW(facility, atW + 0.5) - toyInputW(facility, atW - 0.5);
    return { perW, atZeroW: toyInputW(facility, atW) - perW * atW };
  });
}
