/** Usual maximum number of bisection steps. */
const MAX_STEPS = 60;
/** Width of the interval at which a bisection ends: far below any tolerance, K or 1. */
const MIN_WIDTH = 1e-11;

/**
 * Returns the last value for which `holds` was true in a bisection of the interval from `good` to `bad`.
 *
 * @param good value for which `holds` is true
 * @param bad value for which it is false, above or below `good`
 */
export function lastThatHolds(
  holds: (value: number) => boolean,
  { good, bad }: { readonly good: number; readonly bad: number },
  maxSteps = MAX_STEPS,
): number {
  let kept = good;
  let broken = bad;
  for (let n = 0; n < maxSteps && Math.abs(broken - kept) > MIN_WIDTH; n++) {
    const middle = (kept + broken) / 2;
    if (holds(middle)) kept = middle;
    else broken = middle;
  }
  return kept;
}
