/** What the shell is told. */
export const EXIT = {
  solved: 0,
  ourFault: 1,
  badInput: 2,
  noFeasiblePlan: 3,
  limitWithoutPlan: 4,
} as const;
