import type { FigureData } from './data.js';
import type { Part } from './rules.js';

/** A statement of the thesis and the rule by which records answer it. */
export interface Claim {
  readonly id: string;
  readonly figure: string;
  /** In the thesis' sense. */
  readonly says: string;
  /** What is compared, and when a part says yes. */
  readonly rule: string;
  /** What the source leaves open and this claim hangs on, in words: our reading of it decides. */
  readonly decidedBy?: string;
  readonly parts: (data: FigureData) => readonly Part[];
}
