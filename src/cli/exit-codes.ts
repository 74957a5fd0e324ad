/** Exit codes of the program, with the same meaning for all commands (docs/commands.md). */
export const EXIT = { solved: 0, ourFault: 1, badInput: 2, noFeasiblePlan: 3, limitWithoutPlan: 4 } as const;
