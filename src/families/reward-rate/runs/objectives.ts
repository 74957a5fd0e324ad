/** Lists of what a run makes best, the first thing first: of plans that earn the same the one of least power, or any. */
export const OBJECTIVES = ['reward', 'reward,power'] as const;
export type Objectives = (typeof OBJECTIVES)[number];
