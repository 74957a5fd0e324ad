/**
 * Rules for the population of method `ga` (option `--population`; docs/decisions/ga-reading.md).
 *
 * - `printed`: as in the thesis. Random founders (members of the initial population) are ranked as they are drawn.
 * - `repaired`: founders are repaired by Algorithm 3 like children, so every plan is ranked by its reward after repair.
 * - `diverse`: repaired, and a plan whose reward and excesses over limits are exactly those of a member is turned away.
 */
export const POPULATIONS = ['printed', 'repaired', 'diverse'] as const;

export type Population = (typeof POPULATIONS)[number];
