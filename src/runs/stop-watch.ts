/** Returns the durations of the phases with their sum added as `total`. */
export function withTotal(timeS: Readonly<Record<string, number>>): Record<string, number> {
  return { ...timeS, total: Object.values(timeS).reduce((sum, seconds) => sum + seconds, 0) };
}

/**
 * Returns a stop-watch: a function that adds the time since its last call to the duration of the phase that it is
 * given.
 */
export function phases(nowS: () => number, timeS: Record<string, number>): (phase: string) => void {
  let lastS = nowS();
  return (phase) => {
    const now = nowS();
    timeS[phase] = (timeS[phase] ?? 0) + now - lastS;
    lastS = now;
  };
}
