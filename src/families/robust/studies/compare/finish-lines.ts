import type { RobustEvaluation } from '../../../../../models/families/robust/outcome.js';

/** Finish of a core as a line over the quantile z asked for: meanS + z sdS, s. */
export type FinishLine = readonly [meanS: number, sdS: number];

/** Least time that counts as infinite, s; chosen: an infinite bound is written as 1e308, and no other time comes near. */
const INFINITE = 1e307;

/**
 * Finishes of the cores that are the last one done at some quantile: the upper envelope of the lines meanS + z sdS over
 * all z. The deadline slack needs nothing else of a plan, whatever the bound.
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
    while (envelope.length > 0 && isHidden(envelope, line)) envelope.pop();
    envelope.push(line);
  }
  return envelope;
}

/** Returns true if the last line of the envelope is nowhere above both its neighbour and the new, steeper line. */
function isHidden(envelope: readonly FinishLine[], [meanS, sdS]: FinishLine): boolean {
  const [lastMeanS, lastSdS] = envelope.at(-1)!;
  const before = envelope.at(-2);
  if (before === undefined) return false;
  const [beforeMeanS, beforeSdS] = before;
  // Where the new line meets the last, and where the last met the one before it.
  return (lastMeanS - meanS) * (lastSdS - beforeSdS) <= (beforeMeanS - lastMeanS) * (sdS - lastSdS);
}

/** Slack of the deadline as `deadlineSlackPercent` of a run, %: 0 where the deadline suffices, null if none does. */
export function slackPercent(lines: readonly FinishLine[], deadlineS: number, boundZ: number): number | null {
  const neededS = lines.reduce((most, [meanS, sdS]) => Math.max(most, sdS > 0 ? meanS + boundZ * sdS : meanS), 0);
  return neededS < INFINITE ? Math.max(0, 100 * (neededS / deadlineS - 1)) : null;
}
