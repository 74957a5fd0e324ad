/**
 * Returns a power at the wall, W: the input of a node's power supply, given its output. It also converts energies, J.
 * By default, the power supply has no losses.
 */
export function atWallW(
  { psuEfficiency = 1 }: { readonly psuEfficiency?: number | undefined },
  outputW: number,
): number {
  return outputW / psuEfficiency;
}
