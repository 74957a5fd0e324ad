/** Markdown text for chapter 2 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 2: robust bags of tasks

Sections 2.5.7 and 2.7 and appendices B and C of the thesis make these claims. Trial n is the instance with seed n:
means, variances and types of all tasks are drawn anew, as in the thesis over 96 trials.

Settings: \`spec25-thesis\` (25 nodes, 458 cores, 10,000 tasks; 15,500 s, 58 MJ unless a figure varies them), \`spec250-thesis\` (ten copies,
100,000 tasks; 13,500 s, 580 MJ), for Fig. 2.6 \`spec25-high-affinity\` and \`spec25-low-affinity\`. Both limits are 90 %, the penalty is
dynamic unless a figure compares handlings. Voltages and affinities are ours ([robust-data](decisions/robust-data.md), [robust-affinity](decisions/robust-affinity.md)).
All searches are the printed ones, without our improvements and without our stop rules.

**Calibrations.** The thesis prints neither mean times nor the dynamic power of a core. Both are the factor \`calibration\`, and every claim is judged in each of
its levels ([robust-calibration](decisions/robust-calibration.md)): for Fig. 2.2 those at which Min-Min Balance takes 60 MJ, for the other figures those at
which it keeps 58 MJ (580 MJ) and its Psi is in doubt. No level does both. The bundled instance (dynamic power x 1, 640 s) is shown in Fig. 2.2 and not counted there.

**What six hours are.** The thesis' Tabu Search did 1.35 iterations a second at small size, 0.12 at large: 29,000 iterations in six hours and
350,000 in 72, at large 30,000 in 72. Ours does 43,000 and 20,400 a second of one busy core, so six hours are 0.7 s here, 72 hours 8.1 s and at
large 1.5 s. The thesis gives every search the same time, and so do we:

| Levels | Time |
| --- | --- |
| \`tabu-thesis\`, \`gals-thesis\`, \`ga-thesis\` | that of Tabu's iterations in the thesis. If the thesis' GA and GALS were slower than ours by Tabu's factor, this is its experiment |
| \`tabu\`, \`gals\`, \`ga\` | with \`--full\`, in one calibration: the seconds each figure names, the same for all three; a regime of ours |

Speeds were measured together: GALS makes 20 generations in the first 0.55 s, 40 in the next 0.65 s, then 82 a second (large: 10 in 1.35 s, then 12), GA 1,000 in the
first 0.46 s, then 25,500 a second (large: 200 in 2.8 s, 800 in the next 2.9 s, then 5,800). They are given as steps and generations, so that records repeat byte for
byte. Founding a population and Min-Min Balance's first plan are not counted.

**Readings.** Another way to evaluate the same runs is named where it changes a verdict: energy with every node on until its last core is done
([why it differs from Eqs. 9 and 10](robust/until-last-core.md)). Limiting the search space would by definition be superiority of feasible solutions if a long-hop beyond the
limit were a start there too ([robust-tabu](decisions/robust-tabu.md)).

Psi and phi here are the thesis' own measures, of the least certain core and with nodes on until the core expected to be last; what can be promised of a
plan, that all cores are in time and the budget is kept until the last of every node is done, is [far less](robust/until-last-core.md) and is what other commands lead with.
Compared are standard normal quantiles (z) of the probabilities, which tell plans apart where Psi or phi is 0 or 1 to every digit of a
figure. A plan that breaks its limit counts as the worst of all: probability 0, z = -40. Where all plans compared have z of 8 or more (a probability that misses 1 by less than
1e-15), nothing is tested. "No worse" is a quantile at most 0.0125 behind, which changes no probability by more than half a point. \`lagrange\` (\`--full\`) is ours; \`bound\` is its proven upper bound
on z, which no plan can pass.

What the thesis says of why (which operator does what), of its machine's speed, and of inputs (appendix A) has no row: the first two are no results of ours to compare, and the
last is what we read. Nor has, for want of runs, that greedy plans are useful as seeds, and that Psi of the present plan falls sharply at a long-hop. A mark "0.0" or "1.0" of its figures means within half of that digit; "similar" means within 5 %, as in all chapters.

### What the thesis' author could object to

- **The work of GA and GALS.** Only Tabu's iterations are printed. We give GA and GALS the time those take here, on the same core. Had the thesis' GA been faster or slower than ours
  beside its Tabu Search, its GA would have done more or less: at large size we allow twelve generations of GALS and a hundred of GA, whose course is followed generation by generation. Claims on the order of searches hang on it.
- **One number for two.** Fig. 2.2 says that Min-Min Balance has energy left above 60 MJ, and section 2.7 that 58 MJ leaves the deadline in doubt. With our powers no factor and no mean does
  both, so Fig. 2.2 and the other figures are judged on different bags. In the thesis they are one. Its voltages or component powers must span less than ours.
- **Powers.** Voltages are estimates, component powers are ours, and nodes 15 and 17 are counted as the chassis whose watts they have. A factor on all dynamic powers cannot stand for other
  voltages in single P-states.
- **Ties.** Where doubles round two probabilities to 0 or 1 all three searches compare them as exact numbers. Had the thesis' programs compared doubles, random founders would have been
  equal, so that only offspring of the greedy seeds would have entered the population; and Tabu Search for EO-MC, which begins at a phi of 0, would have been blind at first: in six hours it
  then ends at a z of -10, and at 3 as exact numbers are compared (seed 1, 15,500 s).
- **The quantile.** Figures of the thesis show Psi and phi, in which plans near 0 or 1 look alike. We compare quantiles, which is stricter: a claim "best" must hold where no figure could show it.
- **Readings of 2.5.5.** The gain of 0.1 % is taken over 500 short-hops together, not for each; arbitrary choices are uniform. Numbers of long-hops hang on it.
- **Instances.** Coefficients of variation and affinities are ours; the thesis names the methods and no numbers. Twelve trials are not 96: \`--full\` runs those.
`;
