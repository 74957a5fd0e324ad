/** Fields of a facility in which it states its UPS. */
interface Stated {
  readonly upsEfficiency?: number | undefined;
}

/** Input power of the UPS, W, for the power of all nodes. */
export function upsInputW({ upsEfficiency = 1 }: Stated, nodesW: number): number {
  return nodesW / upsEfficiency;
}
