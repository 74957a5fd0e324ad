/** Up to the verdicts. */
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
| not tested | nothing to compare: a method is missing or found no plan |

Every interval is a 95 % Student-t interval over trials, paired by common seeds; ratios of means have Fieller's. Each interval stands
alone: with many comparisons, one in twenty misses by chance. Counts of plans (red line) have no interval.

Settings: rooms of [airflow-thesis-rooms](decisions/airflow-thesis-rooms.md) in both air regimes; *nominal* fans as in the thesis' table,
*balanced* fans slowed to 0.88 of the CRAC air. 230 and 900 kW are the thesis' caps, 190 and 760 kW those that bind in the balanced
regime. Trial n is the room's workload varied with seed n ([workload-parameters](decisions/workload-parameters.md)): the thesis varies
rewards, deadlines and arrivals over 48 trials. Figs. 3.5 to 3.7 do not name their workload; it is hybrid here. Shares are of the
full reward, that of running every arriving task. Verdicts use the thesis' evaluation of a plan, with time-averaged co-location
features; where the time-sliced one ([semantics](decisions/time-sliced-semantics.md)) leads to another, it is named.

The thesis stops its GA when its NLP ends. Here the GA gets a fixed number of steps, so that records repeat byte for byte, chosen
so that it takes about the NLP's time. \`config-lp\` is ours; its bound says what no plan can pass.
`;
