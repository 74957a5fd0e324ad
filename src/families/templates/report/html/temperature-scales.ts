import type { TemplatesAtlas } from '../../studies/atlas/record.js';

export interface TemperatureScale {
  readonly minC: number;
  readonly maxC: number;
}

/** Half a kelvin at least: less is noise. */
const MIN_SPAN_K = 0.5;

/** Scales of inlets and outlets of all blocks in all states shown, so that colours mean the same in each; null where none are known. */
export function temperatureScales({
  states,
  room,
}: TemplatesAtlas): Readonly<Record<'inlet' | 'outlet', TemperatureScale>> | null {
  const { inletCentiK, inletBaseC, utilisation } = states;
  if (inletCentiK.length === 0) return null;
  const inlet = { minC: Infinity, maxC: -Infinity };
  const outlet = { minC: Infinity, maxC: -Infinity };
  const widen = (range: typeof inlet, valueC: number): void => {
    if (valueC < range.minC) range.minC = valueC;
    if (valueC > range.maxC) range.maxC = valueC;
  };
  const count = room.blocks.length;
  for (let n = 0; n < inletCentiK.length; n++) {
    const { idleK, busyK } = room.blocks[n % count]!;
    const inletC = inletBaseC + inletCentiK[n]! / 100;
    widen(inlet, inletC);
    widen(outlet, inletC + idleK + (busyK * utilisation[n]!) / 1e4);
  }
  const wide = ({ minC, maxC }: TemperatureScale): TemperatureScale => ({
    minC,
    maxC: Math.max(minC + MIN_SPAN_K, maxC),
  });
  return { inlet: wide(inlet), outlet: wide(outlet) };
}
