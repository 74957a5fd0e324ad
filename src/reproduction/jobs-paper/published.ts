import { PERCENT, type Printed, printedShare } from '../rules.js';
import type { MonthMethod } from './settings.js';

/** Methods of the paper, in the order of Table II. */
export const PAPER_METHODS = [
  'val-opt',
  'val-en-sep-opt',
  'val-en-join-opt',
  'val-en-adapt-opt',
] as const satisfies readonly MonthMethod[];
export type PaperMethod = (typeof PAPER_METHODS)[number];

/** Numbers of nodes in Fig. 6 and Table II, of 10 cores each. */
export const PAPER_NODES = [2, 3, 4, 5, 6];

/** Share of rejected jobs in Table II of the paper, %, by method and then by number of nodes as in PAPER_NODES. */
export const REJECTED_PERCENT: Readonly<Record<PaperMethod, readonly number[]>> = {
  'val-opt': [58.8, 41.2, 26.2, 14.2, 8.6],
  'val-en-sep-opt': [56.2, 37.4, 22.8, 13.6, 8.6],
  'val-en-join-opt': [48.8, 26.2, 7.4, 0, 0],
  'val-en-adapt-opt': [48.8, 25.8, 7.2, 0, 0],
};

/** Average share of rejected jobs over the numbers of nodes, as Table II prints it, %. */
export const AVERAGE_REJECTED_PERCENT: Readonly<Record<PaperMethod, number>> = {
  'val-opt': 29.8,
  'val-en-sep-opt': 27.7,
  'val-en-join-opt': 16.4,
  'val-en-adapt-opt': 16.3,
};

/** Returns a cell of Table II, or a method's average there. Both are printed to a tenth of a percent. */
export function printedRejected(method: PaperMethod, nodes?: number): Printed {
  const percent =
    nodes === undefined ? AVERAGE_REJECTED_PERCENT[method] : REJECTED_PERCENT[method][PAPER_NODES.indexOf(nodes)]!;
  // Two decimals, because half of a tenth is the window of the cells of 0.
  return { ...printedShare(percent / 100, 'Table II'), notation: { ...PERCENT, digits: 2 }, lastDigit: 0.001 };
}

/**
 * Relative gain in value of ValEnAdaptOpt over ValEnJoinOpt, a fraction: the mean over 2 to 6 nodes. The abstract says
 * "about 10 %".
 */
export const ADAPT_GAIN: Printed = { ...printedShare(0.0946, 'section V-B'), notation: { ...PERCENT, digits: 2 } };

/** Time between checkpoints that the paper uses after section V-A, min (V-B). */
export const PAPER_INTERVAL_MIN = 5;
