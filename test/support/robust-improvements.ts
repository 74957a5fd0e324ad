import type { Improvements } from '../../src/families/robust/methods/outcome.js';

export const IMPROVED: Improvements = { zSpace: true, ties: true, keepFeasible: true };
