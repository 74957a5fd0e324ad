import { OBJECTIONS } from './objections.js';

/** Markdown text for chapter 3 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 3: one steady room

Section 3.6 of the thesis makes these claims; its figures print no numbers, so orders, ratios and shapes are compared.

Settings: rooms of [airflow-thesis-rooms](decisions/airflow-thesis-rooms.md) in both air regimes; *nominal* fans as in the thesis' table, which verdicts are made on;
*balanced* fans, ours, slowed to 0.88 of the CRAC air. 230 and 900 kW are the thesis' caps, 190 and 760 kW those that bind in the balanced
regime, ours too. Trial n is the room's workload varied with seed n ([workload-parameters](decisions/workload-parameters.md)): the thesis varies
rewards, deadlines and arrivals over 48 trials. Figs. 3.5 to 3.7 do not name their workload; it is hybrid here. Shares are of the
full reward, that of running every arriving task. Verdicts use the thesis' evaluation of a plan, with time-averaged co-location
features; where the time-sliced one ([semantics](decisions/time-sliced-semantics.md)) leads to another, it is named.

The thesis stops its GA when its NLP ends. Here the GA gets a fixed number of steps, so that records repeat byte for byte, chosen
so that it takes about the NLP's time. \`config-lp\` is ours; its bound says what no plan can pass.

${OBJECTIONS}`;
