import type { SearchRequest } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';

/** Surroundings of a run that reports no progress. The process that asked for the run ends it. */
export const UNATTENDED: Pick<SearchRequest, 'nowS' | 'interrupted' | 'interruptedTwice' | 'onProgress'> = {
  nowS: monotonicS,
  interrupted: () => false,
  interruptedTwice: () => false,
  onProgress: () => undefined,
};
