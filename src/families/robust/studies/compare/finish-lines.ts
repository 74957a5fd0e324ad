import { isInfiniteZ } from '../../../../../models/families/robust/infinite-z.js';
import type { RobustEvaluation } from '../../../../../models/families/robust/outcome.js';

/** The finish time of a core, s, as a linear function of the quantile z: meanS + z sdS. */
export type FinishLine = readonly [meanS: number, sdS: number];

/**
 * Returns the finish lines of those cores that finish last at some quantile z: the upper envelope of the lines meanS +
 * z sdS. The deadline slack of a plan can be computed from them alone.
 */
export function finishLines({ nodes }: Pick<RobustEvaluation, 'nodes'>): FinishLine[] {
  const lines = nodes.flatMap(({ finishMeanS, finishSdS }) =>
    finishMeanS.map((meanS, core): FinishLine => [meanS, finishSdS[core]!]),
  );
  // By rising deviation; of equal ones the latest.
  lines.sort(([meanA, sdA], [meanB, sdB]) => sdA - sdB || meanB - meanA);
  const envelope: FinishLine[] = [];
  for (const line of lines) {
    if (envelope.at(-1)?.[1] === line[1]) continue;
    while (envelope.length > 1 && isHidden(envelope.at(-2)!, envelope.at(-1)!, line)) envelope.pop();
    envelope.push(line);
  }
  return envelope;
}

/**
 * Returns true if a finish line is nowhere the highest, because at every z the line before it or the steeper line after
 * it is at least as high.
 */
function isHidden([beforeS, beforeSdS]: FinishLine, [meanS, sdS]: FinishLine, [afterS, afterSdS]: FinishLine): boolean {
  // Where the line after meets it, and where it met the one before.
  return (meanS - afterS) * (sdS - beforeSdS) <= (beforeS - meanS) * (afterSdS - sdS);
}

/**
 * Returns by how much longer, in %, the deadline would have to be for the latest finish line to reach the bound's
 * quantile. It is the run's figure `deadlineSlackPercent`: 0 if the deadline suffices, null if no deadline does.
 */
export function slackPercent(lines: readonly FinishLine[], deadlineS: number, boundZ: number): number | null {
  const neededS = lines.reduce((most, [meanS, sdS]) => Math.max(most, sdS > 0 ? meanS + boundZ * sdS : meanS), 0);
  const isEndless = boundZ > 0 && isInfiniteZ(boundZ) && lines.some(([, sdS]) => sdS > 0);
  return isEndless ? null : Math.max(0, 100 * (neededS / deadlineS - 1));
}
