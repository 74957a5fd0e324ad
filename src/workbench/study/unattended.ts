import type { SearchRequest } from '../../families/family.js';
import { monotonicS } from '../../runs/clock.js';

/** Clock and callbacks of a run without progress and interrupts. The process that asked for the run may end the run. */
export const UNATTENDED: Pick<SearchRequest, 'nowS' | 'interrupted' | 'interruptedTwice' | 'onProgress'> = {
  nowS: monotonicS,
  interrupted: () => false,
  interruptedTwice: () => false,
  onProgress: () => undefined,
};
