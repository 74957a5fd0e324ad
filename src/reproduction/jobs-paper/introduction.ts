/** Markdown text for the jobs paper above the table of verdicts. */
export const INTRODUCTION = `## Jobs whose value decays: value- and energy-adaptive allocation

A paper on jobs of dependent tasks (004: Singh, Dziurzanski, Indrusiak, ISORC 2016) makes these claims. Trial n is month n of the bundled instances:
job types, arrivals, values and paces are all drawn anew, and every method, platform and reading gets the same jobs. Months 2 to 4 chose [our defaults](decisions/jobs-run-time.md), so trials begin with 5.
What the verdicts mean for a planner: [claims on jobs](jobs/claims.md).

**Calibration.** The paper prints neither task times nor powers, values or rates ([jobs-instances](decisions/jobs-instances.md)). The mean task time, 420 min, was chosen once so that ValEnJoinOpt
rejects about as many jobs as in Table II; its cells are left out where cells are judged. Everything else follows.

**Readings.** What the paper leaves open is read as nearly as printed: bids take a job's value at the moment of allocation, Eq. 3 is literal, jobs move once. Two points can be read otherwise, and where that leads to another verdict it is named.
ValOpt and ValEnSepOpt, whose number of cores is not printed, run on the fewest cores of least response time, or on all cores of the bid (\`maxBid\`). At a checkpoint the best move by Eq. 5 ends adaptation if it does not gain, as Algorithm 1 has it, or ValEnAdaptOpt
looks on for moves that gain (\`gaining\`), as the text has it: "until all the executing jobs are tried". Our defaults, bids at predicted completion and Eq. 3 repaired, have columns of their own and are no part of a verdict ([what is open](decisions/jobs-run-time.md)).

Every schedule of the first trial passed the [checker](jobs/checker.md).

**Profiles** of the paper's methods are the points of least response time x energy on each number of cores, found by branch and bound: they use no other points, so whole fronts are made for bounds and \`price\` alone. Value is a share of the sum of what the jobs are worth as they arrive.

| Figure | What is run | Trials, reduced and full |
| --- | --- | --- |
| \`jobs-checkpoints\` | Fig. 5: time between checkpoints from 1 min to a day, 3 nodes of 10 cores | 12, 100 |
| \`jobs-nodes\` | Fig. 6 and Table II: 2 to 6 nodes of 10 cores; ValEnAdaptOpt also with 60 s to set levels (\`levels\`) | 12, 100 |
| \`jobs-cores\` | Fig. 7: 3 nodes of 10 to 20 cores, reduced four numbers of them | 12, 100 |
| \`jobs-profiles\` | profiles against ValEnSepOpt's schedules on as many cores | 12, 100 |
| \`jobs-bounds\` | 2 to 6 nodes of 10 cores, reduced 2, 4 and 6, with what bounds all schedules of the month ([bound](jobs/bound.md)); ours | 12, 100 |

### What the paper's authors could object to

- **These are not their jobs.** Each trial draws graphs, task times, values, arrivals and paces anew, so that no verdict rests on one month; the distributions are ours ([jobs-instances](decisions/jobs-instances.md)).
  One number of them, the mean task time, is chosen by their Table II. Their jobs may be far shorter, and another interval of checkpoints best for them.
- **Powers are an estimate** of a 4.5 W part from its levels. Energies are compared between methods alone.
- **Two rules of theirs are read**: the cores of ValOpt and ValEnSepOpt, and what ends adaptation. Where the other reading changes a verdict it is named beside it. Neither reading gives their rejections at 5 nodes and more.
- **Bids at the moment of allocation** are what they print. With bids at predicted completion, ours, all methods earn more, and ValEnAdaptOpt 0.8 % less than ValEnJoinOpt in place of 1.6 % more, mean over nodes: a column of its own.
- **Their number of trials is not printed.** A difference that twelve months cannot tell is open here, where they may have had one month in which it was plain.
`;
