/** Fields of a facility in which it states its UPS. */
interface Stated {
  readonly upsEfficiency?: number | undefined;
}

/** Input power of the UPS, W, for the power of all nodes. */
export function upsInputW({ upsEfficiency = 1 }: Stated, nodesW: number): number {
  return nodesW / upsEfficiency;
}

/** A line at or below the input of the UPS as a function of node power: atZeroW + perW x power. */
export interface UpsLine {
  readonly perW: number;
  readonly atZeroW: number;
}

/** Lines of which the greatest is the input of the UPS, W, at node powers from `fromW` to `toW`. */
export const upsLines: (facility: Stated, fromW: number, toW: number) => UpsLine[] = ({ upsEfficiency = 1 }) => [
  { perW: 1 / upsEfficiency, atZeroW: 0 },
];
