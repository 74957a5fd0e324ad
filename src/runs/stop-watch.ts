/** Returns the durations of the phases, s, with their sum as `total`. */
export function withTotal(timeS: Readonly<Record<string, number>>): Record<string, number> {
  return { ...timeS, total: Object.values(timeS).reduce((sum, seconds) => sum + seconds, 0) };
}

/**
 * Returns a function that measures phases. Each call adds the time since the previous call, s, to the named phase in
 * `timeS`.
 */
export function phases(nowS: () => number, timeS: Record<string, number>): (phase: string) => void {
  let lastS = nowS();
  return (phase) => {
    const now = nowS();
    timeS[phase] = (timeS[phase] ?? 0) + now - lastS;
    lastS = now;
  };
}
