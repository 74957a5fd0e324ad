import type { JobValue } from '../../../../models/families/jobs/instance.js';
import type { DrawnCurve } from '../../../../models/families/jobs/workload.js';
import type { CheckedJobType } from './job-type.js';
import { TOLERANCES } from './limits.js';

/**
 * Value curve of a job: its value by its age at completion. The curve is linear between points and constant after the
 * last point. Of two points with equal age the later one counts.
 */
export interface CheckedCurve {
  readonly points: readonly { readonly ageS: number; readonly value: number }[];
  /** Relative rounding error of the ages; 0 if the ages are stated in seconds. */
  readonly ageTolerance: number;
}

export function checkedCurve(value: JobValue | DrawnCurve, { leastTimeS, workCoreH }: CheckedJobType): CheckedCurve {
  if (value.shape === 'drawn') {
    const { softDeadlineOverLeastTime, fallOverLeastTime, worthPerCoreHour } = value;
    const softS = softDeadlineOverLeastTime * leastTimeS;
    return falling(worthPerCoreHour * workCoreH, softS, softS + fallOverLeastTime * leastTimeS, TOLERANCES.age.value);
  }
  if (value.shape === 'deadlines') {
    const { worth, softDeadlineS = 0, softDeadlineOverLeastTime = 0, endS = 0, endOverLeastTime = 0 } = value;
    const isMultiple = softDeadlineOverLeastTime > 0 || endOverLeastTime > 0;
    const softS = softDeadlineS + softDeadlineOverLeastTime * leastTimeS;
    return falling(worth, softS, endS + endOverLeastTime * leastTimeS, isMultiple ? TOLERANCES.age.value : 0);
  }
  const isMultiple = value.points.some(({ ageOverLeastTime = 0 }) => ageOverLeastTime > 0);
  return {
    points: value.points.map(({ ageS = 0, ageOverLeastTime = 0, value: worth }) => ({
      ageS: ageS + ageOverLeastTime * leastTimeS,
      value: worth,
    })),
    ageTolerance: isMultiple ? TOLERANCES.age.value : 0,
  };
}

function falling(worth: number, softS: number, endS: number, ageTolerance: number): CheckedCurve {
  const points = [
    { ageS: 0, value: worth },
    { ageS: softS, value: worth },
    { ageS: endS, value: 0 },
  ];
  return { points, ageTolerance };
}

/** Returns the value of a job that completes at the age `ageS` (s). */
export function worthAt({ points }: CheckedCurve, ageS: number): number {
  let last = -1;
  while (last + 1 < points.length && points[last + 1]!.ageS <= ageS) last++;
  const from = points[Math.max(0, last)]!;
  const to = points[last + 1];
  if (last < 0 || to === undefined) return from.value;
  return from.value - ((from.value - to.value) * (ageS - from.ageS)) / (to.ageS - from.ageS);
}

/** Returns the smallest and largest value at an age (s) within the rounding error of the curve's ages. */
export function worthAbout(curve: CheckedCurve, ageS: number): { readonly least: number; readonly most: number } {
  const marginS = curve.ageTolerance * ageS;
  return { least: worthAt(curve, ageS + marginS), most: worthAt(curve, ageS - marginS) };
}
