import type { Improvements } from '../../src/families/robust/methods/outcome.js';

/** All improvements on the thesis' methods, switched on. */
export const IMPROVED: Improvements = { zSpace: true, ties: true, keepFeasible: true };
