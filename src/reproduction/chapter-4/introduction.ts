/** Markdown text for chapter 4 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 4: geo-distributed load

Section 4.5 of the thesis makes these claims. Groups: \`us-4\`, \`us-8\`, \`us-16\`, and \`us-4\` with the memory-
and the CPU-intensive workload ([geo instances](geo/instances.md) says what is the thesis' and what is ours). Surplus sun and wind earn the
price, as printed in Eq. 33; there are no demand charges. The groups are deterministic: nothing in them is drawn. Trial n is another day of the same
group, the second Wednesday of a month of 2017 (July, January, October, April, ...): prices by season, another sun and wind, the same arrivals. The thesis
has one day, which it does not name. The seed of the genetic search is n. So intervals say how results vary with the day, not with the site.

**Costs** are the checker's bill of a plan, steps 22 and 23 of Algorithm 4: true co-located rates and powers, the room's cooling. Cooling by CUP, the other
reading, is the bill with Eq. 43's CRAC power instead, which is what FDLD's force sees; where it leads to another verdict, it is named.
\`bound\` is the proven lower bound that comes with \`gld-lp\`: no plan costs less. Both are ours; the thesis has neither.

**Budgets.** GALD-CL gets generations per epoch, counted, so that records repeat byte for byte. The thesis gives it an hour per epoch: that is
\`--full\` (14.8, 8.2 and 5.3 million generations of six evaluations per epoch with 4, 8 and 16 centres, at the speed of one of our cores). The reduced runs have 0.25 s per epoch:
1,025, 568 and 368 generations. So with more centres there are fewer generations, as in the thesis. More search changes little: \`us-4\` on the first day
costs 1,416.7 USD after 164 generations per epoch, 1,414.2 after 500, 1,414.0 after 1,025.

| Level | What |
| --- | --- |
| \`fdld-so\`, \`fdld-tao\`, \`fdld-cl\` | Algorithm 4; over-provisioning calibrated by the tool to the least that serves everything ([calibration](decisions/geo-fdld-calibration.md)) |
| \`gald-cl-eq25\` | Algorithm 5 with Eq. 25 to the letter: joules of the cores, without their node. Verdicts are made on it |
| \`gald-cl\` | the same with [our reading](decisions/geo-gald-reading.md): efficiency as tasks per joule of the whole node, which costs far less. Where it leads to another verdict, it is named |
| \`gald-cl-short\` | \`gald-cl\` in 0.04 s per epoch, the time that \`fdld-cl\` takes for it on \`us-4\` |

**Three things to know.** FDLD's force does not see prices: they cancel in Eq. 46. Between centres it is mostly tied, and the rule for ties, which the thesis
does not give (ours: the dearest centre first), moves costs by some 4 %, as much as FDLD-TAO is said to gain ([forces](decisions/geo-fdld-forces.md)). What
GALD-CL gains over FDLD hangs on what "efficient" means in its step 6: both readings are run.

**Time per epoch**, which records do not hold: FDLD took 1, 4 and 13 minutes in the thesis with 4, 8 and 16 centres, here on one core
0.15 s (SO with its calibration), 0.9 s (TAO) and 0.04 s (CL) with 4 centres, 0.4 s (SO) and 0.14 s (CL) with 16.
`;
