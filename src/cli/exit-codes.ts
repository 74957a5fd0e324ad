/** Exit codes that the program gives the shell; one meaning each for all commands (docs/commands.md). */
export const EXIT = { solved: 0, ourFault: 1, badInput: 2, noFeasiblePlan: 3, limitWithoutPlan: 4 } as const;
