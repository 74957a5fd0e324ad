import type { PriorityShare } from '../../../../models/families/utility/definitions.js';
import type { RandomStream } from '../../../random/stream.js';
import { weighted } from '../../../random/weighted.js';

/**
 * Returns a function that draws a starting utility and an urgency from a weighted list, with two random numbers per
 * call.
 */
export function drawPriority(
  priorities: readonly PriorityShare[],
  stream: RandomStream,
): () => { readonly startingUtility: number; readonly urgency: number } {
  const entry = weighted(priorities.map(({ share }) => share));
  return () => {
    const { startingUtility: most, startingUtilityAbove: above = most, urgency } = priorities[entry(stream.uniform())]!;
    // From the top, so that the greatest is possible and the excluded least is not.
    return { startingUtility: most - (most - above) * stream.uniform(), urgency };
  };
}
