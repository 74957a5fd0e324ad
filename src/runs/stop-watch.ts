/** Times of the phases with the sum of all. */
export function withTotal(timeS: Readonly<Record<string, number>>): Record<string, number> {
  return { ...timeS, total: Object.values(timeS).reduce((sum, seconds) => sum + seconds, 0) };
}

/** A stop-watch that books the time since its last call under a name. */
export function phases(nowS: () => number, timeS: Record<string, number>): (phase: string) => void {
  let lastS = nowS();
  return (phase) => {
    const now = nowS();
    timeS[phase] = (timeS[phase] ?? 0) + now - lastS;
    lastS = now;
  };
}
