/**
 * Returns a function from a trial's seed to what is drawn with it. It caches the last draw for the other runs of the
 * same trial.
 */
export function lastDrawn<Drawn>(draw: (seed: number) => Drawn): (seed: number) => Drawn {
  let kept: { readonly seed: number; readonly drawn: Drawn } | null = null;
  return (seed) => {
    if (kept?.seed !== seed) kept = { seed, drawn: draw(seed) };
    return kept.drawn;
  };
}
