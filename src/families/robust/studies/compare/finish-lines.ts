import type { RobustEvaluation } from '../../../../../models/families/robust/outcome.js';

/** Finish time of a core, s, as a linear function of the quantile z: meanS + z sdS. */
export type FinishLine = readonly [meanS: number, sdS: number];

/** Returns the finish lines of those cores that finish last for some quantile. */
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
 * Returns true if the middle one of three lines is never above both others. The lines are in ascending order of slope.
 */
function isHidden([beforeS, beforeSdS]: FinishLine, [meanS, sdS]: FinishLine, [afterS, afterSdS]: FinishLine): boolean {
  // Where the line after meets it, and where it met the one before.
  return (meanS - afterS) * (sdS - beforeSdS) <= (beforeS - meanS) * (afterSdS - sdS);
}
