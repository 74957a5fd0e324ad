import type { NodeType } from '../../models/facility/facility.js';
import type { Place } from '../../models/facility/places.js';
import type { Draft } from '../instances/draft.js';
import { entries } from '../instances/consistency-names.js';
import { jsonPath, type LocalProblem } from '../instances/problem.js';

/**
 * Longest over shortest task time of an instance up to which methods are tested (docs/reward-rate/config-lp.md). Beyond, an LP in double
 * precision overlooks the short tasks.
 */
export const MAX_TIME_RATIO = 1e9;

interface PlacedTime {
  readonly path: Place;
  readonly timeS: number;
}

/** Task times further apart than is supported, told at the shortest. The node types stand at `at`. */
export function timeRatioProblems(nodeTypes: Draft<readonly NodeType[]>, at: Place): LocalProblem[] {
  let shortest: PlacedTime | null = null;
  let longest: PlacedTime | null = null;
  for (const place of timesOf(nodeTypes, at)) {
    if (shortest === null || place.timeS < shortest.timeS) shortest = place;
    if (longest === null || place.timeS > longest.timeS) longest = place;
  }
  if (shortest === null || longest === null) return [];
  const ratio = longest.timeS / shortest.timeS;
  if (ratio <= MAX_TIME_RATIO) return [];
  return [
    {
      path: jsonPath(shortest.path),
      value: shortest.timeS,
      allowed: `times at most ${MAX_TIME_RATIO.toExponential(0)} times shorter than the longest, ${longest.timeS} s at ${jsonPath(longest.path)}; this is ${Number(ratio.toPrecision(3))} times shorter`,
      remedy:
        'Check the units (s); leave out task types whose time does not matter beside the others, or gather many tasks into one.',
    },
  ];
}

/** Positive times that are written; what the schema refuses is not judged. */
function* timesOf(nodeTypes: Draft<readonly NodeType[]>, at: Place): Generator<PlacedTime> {
  for (const [i, type] of entries(nodeTypes)) {
    for (const [k, task] of entries(type.tasks)) {
      const path = [...at, i, 'tasks', k, 'timeS'];
      for (const [key, timeS] of Object.entries(task.timeS ?? {})) {
        if (typeof timeS !== 'number' || !(timeS > 0)) continue;
        yield { path: [...path, Array.isArray(task.timeS) ? Number(key) : key], timeS };
      }
    }
  }
}
