/** Markdown text for the utility papers above the table of verdicts. */
export const INTRODUCTION = `## Utility-based scheduling: three papers

Papers on serial tasks with an energy budget (001), parallel tasks (000) and preemptible tasks (002) make these claims. Trial n is the
bundled instance with seed n: task types, times, powers, arrivals and utility functions are all drawn anew (of Curie another day), and every method and setting gets the same trials.
Leniencies of filters are those that the papers find best, dropping thresholds 0.5; thresholds of preemption are 0. Where 000 prints what its baselines earn
beside utility-based heuristics that drop (Figs. 8 and 9), they drop nothing ([why](decisions/claims.md)); elsewhere they do.

Systems are the bundled ones, calibrated where the papers print nothing ([utility-instances](decisions/utility-instances.md)): \`serial-100\` (001), \`parallel-5000\` and
\`parallel-10000\` (000, nodes of 64 cores), \`preemptive-64\` (002) and its variants; \`testbed\` is printed whole. Every schedule of the first trial passed the [checker](utility/checker.md).

**Budgets.** The papers fix one budget for all trials: 70 % of what a named heuristic draws without one, in the mean of the trials. So do we, with our own means of trials 1 to 12:
Max-Max UPT for 001, Max Util at 5,000 and Max UPR at 10,000 tasks for 000. Settings are named by that share: 000's 12 GJ are 70 % of its own 17.1 GJ, its 8, 10, 15 and 18 GJ
47, 58, 88 and 105 %. Our clusters draw less without a limit, so 12 GJ limit them less than they limit the paper's: printed GJ as they are (run by \`--full\` alone) have a column of their own
and are no part of a verdict.

Utility is a share of the maximum: for 001 and 000 of the [immediate utility](utility/results.md), what the measured day would earn if every task started at the first mapping event
from its arrival on, alone, where it ends first within the budget; for 002 of the starting utilities of its arrivals. 000 has every task start as it arrives, which no scheduler may:
shares of that are lower, and have a table of their own.
A budget that was never drawn to 98 or 99 % counts as drawn at midnight, hour 24.

| Figure | What is run | Trials, reduced and full |
| --- | --- | --- |
| \`utility-serial\` | 001 Figs. 3 to 7: no filter, and leniencies from 0.3 to 4; reduced, those that claims compare for a heuristic | 12, 48 |
| \`utility-parallel-5000\` | 000 Figs. 6 to 8, 10, 11: filters and two leniencies of each, reservations, baselines, dropping thresholds or none, fifteen P-states | 12, 48 |
| \`utility-budgets\` | 000 Figs. 12, 13: budgets from 8 to 18 GJ of the paper; goals that follow expected arrivals | 12, 48 |
| \`utility-parallel-10000\` | 000 Fig. 9; baselines also without dropping | 12, 48 |
| \`utility-curie\` | 000 Figs. 14, 15: days of Curie's log, of which it has 46, where the environment variable \`PLENUM_CURIE_LOG\` names it; goals that follow the hours of the days before | 12, 48 |
| \`utility-testbed\` | 000 Fig. 16: the [test bed](utility/testbed.md); each trial's budgets are shares of what Max UPR draws on its own tasks | 48, 48 |
| \`utility-preemptive\` | 002 Figs. 3, 5, 6, 7; Random and FCFS; pair with flags of 80 % in full alone | 12, 64 |
| \`utility-bursts\` | 002 Fig. 4; bursts of 1 in full alone, pair with some bursts | 12, 64 |

### What the papers' authors could object to

- **These are not their systems.** Powers, spreads of times and shapes of utility functions are printed in part or not at all. Every trial draws times, powers, task types, arrivals and utility functions anew, so that no verdict rests on one
  drawn system; what all trials share are the distributions, listed with their reasons in [utility-instances](decisions/utility-instances.md). An order that holds holds over those draws. An amount that does
  not (UPE's 11 % over UPT and 280 % of Random, at 10,000 tasks UPR's 50 % over UPT and 20 % more energy) says that our distributions are not theirs, not that the paper is wrong.
- **Times of mapping events are counted in candidates.** Seconds of another program on another machine tell nothing; ours evaluates candidates lazily, so that a claim of this kind is about our program as well.
- **Budgets are shares of what we draw.** Their 12 GJ are 70 % of what their cluster draws and more of what ours does. Judged by the printed GJ (\`--full\`, a column of its own) budgets bind less.
- **The maximum is another one.** Shares are of what can be earned by starts at mapping events; where a paper prints a share we judge by its own measure, which is up to 0.6 points lower, on Curie's log up to 10.
- **Windows are ours.** Papers print numbers without intervals; 25 % of an effect on either side is our allowance ([claims](decisions/claims.md)).
- **Another part of Curie's log.** Theirs has 48 days, and which they are is not printed. We take 46 others in turn, 12 or more of them as trials, and compare orders alone. A budget that is the same every day binds on eleven of twelve days within 31 % of the energy, on ten within 50 %.
- **Our EASY is better than theirs**, and Conservative at 10,000 tasks worse. None of the readings of EASY's reservation that we tried explains it, so that claims on baselines hang on an algorithm that we may have read wrongly.
- **Reduced figures have fewer points** of a grid than the papers: of leniencies, budgets, burst sizes and thresholds those that a claim compares. \`--full\` has all.
`;
