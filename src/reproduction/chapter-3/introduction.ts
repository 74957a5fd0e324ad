import { OBJECTIONS } from './objections.js';

/** Markdown text for chapter 3 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 3: one steady room

Section 3.6 of the thesis makes these claims; its figures print no numbers, so orders, ratios and shapes are compared.

The thesis prints no influence matrix, no arrivals and no rewards, but it says how warm idle nodes are. So claims are judged in
several settings of what it leaves open ([rooms](decisions/airflow-thesis-rooms.md#three-rooms-that-agree-with-the-print)):

- \`room\`: three rooms of 1,080 nodes that agree with these numbers, \`mixed\` (stated mixing, and 52 % of the CRAC air goes straight
  back), \`fine\` (cells of 6 cm) and \`tight\` (these, with 5 % of the CRAC air leaking through the floor instead of 15 %). \`nominal\`, the bundled room, is too cool, so it is
  shown, as published, and not counted. No such room fits 2,160 or 4,320 nodes: \`large\` has the cells of the bundled room.
- \`demand\`: arrivals over the capacity of all cores in middle P-states; \`0.8 (memory 1.3)\` is 0.8, and 1.3 of the memory-intensive workload, which
  counts for the one claim on that.
- \`law\` of reward: \`tied\` to a task's time, times U(0.8, 1.2), or \`free\`, U(0.5, 1.5). Both are drawn once (seed 1); a trial multiplies either by its own
  U(0.8, 1.2), so that rewards vary by the product of two draws.

Trial n varies the room's workload with seed n ([workload-parameters](decisions/workload-parameters.md)): the thesis varies
rewards, deadlines and arrivals over 48 trials. Figs. 3.5 to 3.7 do not name their workload; it is hybrid here. Shares are of the
full reward, that of running every arriving task. Verdicts use the thesis' evaluation of a plan, with time-averaged co-location
features; where the time-sliced one ([semantics](decisions/time-sliced-semantics.md)) leads to another, it is named.

Where the NLP is not run, our \`config-lp\` stands for it, "nlp (by config-lp)": they differ little
([nlp-relaxation](decisions/nlp-relaxation.md#config-lp-in-its-place)). Plans
that ignore co-location differ more below demand 1, where they meet no cap and many are equally good; there only the NLP itself counts. A claim on all
techniques is counted where they were run; reduced, Fig. 3.4 runs the GA in \`mixed\` at demand 0.8 alone, and Figs. 3.5 and 3.6 do not run it. Greedy's
set-points are whole degrees below the red line, as Algorithm 2 lowers them: one degree may cost it 6 kW of cooling, so that no claim on greedy rests on one room.

The thesis stops its GA when its NLP ends. Here the GA gets a fixed number of steps, so that records repeat byte for byte, about the
NLP's time at 1,080 nodes and half of it in reduced figures. The bundled room has no GA. \`ga-repaired\` and \`ga-diverse\` are other rules for its population ([ga](reward-rate/ga.md)).

${OBJECTIONS}`;
