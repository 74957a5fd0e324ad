/** Markdown text for chapter 2 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 2: robust bags of tasks

Section 2.7 and appendix B of the thesis make these claims. Trial n is the instance with seed n:
means, variances and types of all tasks are drawn anew, as in the thesis over 96 trials.

Settings: \`spec25-thesis\` (25 nodes, 458 cores, 10,000 tasks; 15,500 s, 58 MJ unless a figure varies them), \`spec250-thesis\` (ten copies,
100,000 tasks; 13,500 s, 580 MJ), for Fig. 2.6 \`spec25-high-affinity\` and \`spec25-low-affinity\`. Both limits are 90 %, the penalty is
dynamic unless a figure compares handlings. The mean times are ours ([robust-calibration](decisions/robust-calibration.md)), and so are
voltages and affinities ([robust-data](decisions/robust-data.md), [robust-affinity](decisions/robust-affinity.md)).
All searches are the printed ones, without our improvements and without our stop rules.

**What six hours are.** The thesis' Tabu Search did 1.35 iterations a second at small size, 0.12 at large: 29,000 iterations in six hours and
350,000 in 72, at large 30,000 in 72. Ours does about 40,000 and 25,000 a second of one core, so six hours are 0.7 s here, 72 hours 8.8 s and at
large 1.2 s. The thesis gives every search the same time. So do we, twice:

| Levels | Time |
| --- | --- |
| \`tabu-thesis\`, \`gals-thesis\`, \`ga-thesis\` | that of Tabu's iterations in the thesis. If the thesis' GA and GALS were slower than ours by Tabu's factor, this is its experiment |
| \`tabu\`, \`gals\`, \`ga\` | the seconds each figure names, the same for all three |

Seconds are those of a core on which Tabu does 40,000 iterations (large: 25,000) a second, GALS 21 generations (8.7), GA 1,000 in the first 0.3 s
(3.1), when its parents differ in every gene, and then 50,000 (9,800) a second; they are given as steps, so that records repeat byte for
byte. Founding a population and Min-Min Balance's first plan are not counted. Tabu and GALS have become faster since these were fixed (bench/robust.md):
the GA gets about twice the work of equal seconds, which favours it where it is ahead.
Verdicts are by the thesis' work; equal seconds are a regime of ours, in a column of its own.

Psi and phi here are the thesis' own measures, of the least certain core and with nodes on until the core expected to be last; what can be promised of a
plan, that all cores are in time and the budget is kept until the last of every node is done, is [far less](robust/until-last-core.md) and is what other commands lead with.
Compared are standard normal quantiles (z) of the probabilities, which tell plans apart where Psi or phi is 0 or 1 to every digit of a
figure. A plan that breaks its limit counts as the worst of all: probability 0, z = -40. \`lagrange\` is ours; \`bound\` is its proven upper bound
on z, which no plan can pass.
`;
