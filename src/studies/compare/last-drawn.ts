/** Function from a trial's seed to what is drawn with it; it keeps the draw made last, for the other runs of that trial. */
export function lastDrawn<Drawn>(draw: (seed: number) => Drawn): (seed: number) => Drawn {
  let kept: { readonly seed: number; readonly drawn: Drawn } | null = null;
  return (seed) => {
    if (kept?.seed !== seed) kept = { seed, drawn: draw(seed) };
    return kept.drawn;
  };
}
