/** Lists of what a run makes best, the first thing first: of plans that earn the same the one of least power, or any; or money. */
export const OBJECTIVES = ['reward', 'reward,power', 'money'] as const;
export type Objectives = (typeof OBJECTIVES)[number];
