import type { RewardRateProblem } from './problem.js';

/**
 * Test whether all CRACs at work must have one set-point: where there are several and rows of M are uncertain. Then every inlet is the set-point and a row times the
 * powers, and whichever CRAC removes the heat pays the same for it (docs/reward-rate/uncertain-rooms.md).
 */
export function mustShareSetPoint({ cracs, thermal }: Pick<RewardRateProblem, 'cracs' | 'thermal'>): boolean {
  return cracs.length > 1 && thermal.uncertain !== undefined;
}
