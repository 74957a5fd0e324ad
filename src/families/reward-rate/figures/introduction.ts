/** Introduction of the page, up to the verdicts. */
export const INTRODUCTION = `# Reproduction of the thesis' results

Generated from the records under \`reproduction/\` by \`plenum reproduce --write-docs docs\`; not edited by hand. Section 3.6 of the
thesis makes the claims; its figures print no numbers, so orders, ratios and shapes are compared. No instance was chosen to
make a claim true.

| Verdict | Meaning |
| --- | --- |
| holds | every comparison says yes: its 95 % interval lies wholly where the claim puts it |
| in part | some say yes, others no, are open or could not be made |
| contradicts | some say no, none yes |
| undecided | all intervals lie on both sides |
| not tested | nothing to compare: a method is missing or found no plan, or everything saturates: all plans are certain, or no limit that is varied limits any |
| ..., by our reading | the source leaves a point open and the verdict hangs on how we read it, or would be another by a reading that is named |

**Verdicts are made on the thesis' own settings alone.** Rooms, caps and budgets of ours have columns of their own and say nothing in a verdict. \`reproduce\` writes a page with the figures
drawn beside each figure's records (\`<figure>-<scale>.html\`). Statements of the text without a figure are \`text-2.7\`, \`text-3.6\`, \`text-5.6\`.
\`plenum reproduce <figure> --engine slurm\` hands the trials to a cluster; the same command without it judges them afterwards ([experiments](studies/experiments.md#on-a-cluster)).

Every interval is a 95 % Student-t interval over trials, paired by common seeds; ratios of means have Fieller's. Each interval stands
alone: with many comparisons, one in twenty misses by chance. Counts of plans (red line) have no interval.

Settings: rooms of [airflow-thesis-rooms](decisions/airflow-thesis-rooms.md) in both air regimes; *nominal* fans as in the thesis' table, which verdicts are made on;
*balanced* fans, ours, slowed to 0.88 of the CRAC air. 230 and 900 kW are the thesis' caps, 190 and 760 kW those that bind in the balanced
regime, ours too. Trial n is the room's workload varied with seed n ([workload-parameters](decisions/workload-parameters.md)): the thesis varies
rewards, deadlines and arrivals over 48 trials. Figs. 3.5 to 3.7 do not name their workload; it is hybrid here. Shares are of the
full reward, that of running every arriving task. Verdicts use the thesis' evaluation of a plan, with time-averaged co-location
features; where the time-sliced one ([semantics](decisions/time-sliced-semantics.md)) leads to another, it is named.

The thesis stops its GA when its NLP ends. Here the GA gets a fixed number of steps, so that records repeat byte for byte, chosen
so that it takes about the NLP's time. \`config-lp\` is ours; its bound says what no plan can pass.
`;
