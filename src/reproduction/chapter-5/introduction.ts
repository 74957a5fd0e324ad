/** Markdown text for chapter 5 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 5: templates and their value online

Section 5.7 of the thesis makes these claims. Every trial draws the tasks of one day (seed n), which all methods then see
([templates workload](templates/workload.md)), and simulates the day for each ([templates day](templates/day.md)).

**Room.** \`room-1080-nominal\`: the room of chapter 5 with the air flows of Table 5.1 and so much mixing (0.8) that 22 C just suffices for the highest-powered task on
every core, as the thesis says of its own ([templates instances](templates/instances.md)). In \`room-1080\`, the balanced room, 22 C does not suffice: overcooling
there needs another set-point, so that it cannot be compared with the thesis.

**Arrivals.** Constant 6 tasks/s; bursty 9 and 3 tasks/s by turns of two hours (the length is ours); sinusoidal with a mean of 0.08 tasks/s, the mean rate of the trace
that the thesis uses, MetaCentrum 2, which is not part of this repository ([online-arrivals](decisions/online-arrivals.md)). Rewards are 1 per task on average; the
thesis does not print its factor.

**Templates** are those of the room's database, solved when a day first asks for them and kept beside the runs; no database need be built. The level
\`greedy+templates-1K\` is ours: templates that stay 1 K below the outlet limit. The thesis' templates go up to the limit in the steady state, with average tasks in
the middle P-state; in the simulated day tasks differ, and some outlets pass the limit and are throttled. Verdicts with the margin are named where they differ.
`;
