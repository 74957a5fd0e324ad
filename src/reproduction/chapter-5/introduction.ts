import { AIR, AIRS, isAdmissible } from './levels.js';

/** Rows of the table of airs. */
const AIR_ROWS = Object.entries(AIRS)
  .map(([air, { fields, idleRiseK, fullRiseK }]) => {
    const [mixed, exchange] =
      fields === null ? ['0.8', 'none: alike'] : [fields.mixingFraction, fields.exhaustExchange];
    const counted = isAdmissible({ [AIR]: air }) ? 'counted' : 'shown, not counted';
    return `| ${air} | ${mixed} | ${exchange} | ${idleRiseK} | ${fullRiseK} | ${counted} |`;
  })
  .join('\n');

/** Markdown text for chapter 5 above the table of verdicts. */
export const INTRODUCTION = `## Chapter 5: templates and their value online

Section 5.7 of the thesis makes these claims. Every trial draws the tasks of one day (seed n), which all methods then see
([templates workload](templates/workload.md)), and simulates the day for each ([templates day](templates/day.md)).

**Room.** \`room-1080-nominal\`: the room of chapter 5 with the air flows of Table 5.1. The thesis prints no influence matrix, but says two things of outlets, whose limit is 33 C. 22 C is "a low enough temperature so that
compute nodes do not overheat", even fully used (5.5.1): with the highest-powered task on every core no outlet is more than 11 K above the set-point; how much less, it does not say. At 28 C the few tasks of the sinusoid do not trigger
throttling (5.7): of this we ask only that **idle** nodes are not throttled, so that no idle outlet is more than 5 K above the set-point. A setting is admissible if it has both. That few tasks trigger no throttling does not
follow: a busy core of a Z820 adds 0.14 K, and idle nodes leave 0.01 to 0.76 K. So claims on days of few tasks are tested.

| Air | \`mixingFraction\` | \`exhaustExchange\` | Hottest outlet, all idle, K | full, K | |
| --- | --- | --- | --- | --- | --- |
${AIR_ROWS}

Mixed is a share of the air, over the whole room without bypass or, by quadrant, within each quadrant, so that a busy quadrant is hot ([arithmetic](decisions/airflow-thesis-rooms.md#air-for-chapter-5)). The claim that states the 22 C is calibrated, not tested.

**Counts of airs count our choices.** "Holds in 4 of 5" says of which of the five airs that we took a claim holds, not how likely it is in the thesis' room: four of the five have \`exhaustExchange\` 1, and one only has a hot quadrant. By the history
of this repository the range of both fields was worked out first (every exchange from 0 to 1, every share from the least to 1); one day each in seven airs of that range, two of the five above among them (mixed 1, mixed 0.9 by quadrant), was simulated and
[written down](decisions/airflow-thesis-rooms.md#air-for-chapter-5) second; the five levels were written third, eight minutes later. They were written beside that table, not from it, but the history does not show this.

**Arrivals.** Constant 6 tasks/s; bursty 9 and 3 tasks/s by turns of two hours (the length is ours); sinusoidal with a mean of 0.08 tasks/s, the mean rate of the trace
that the thesis uses, MetaCentrum 2, which is not part of this repository ([online-arrivals](decisions/online-arrivals.md)). \`text-5.6.2\` has real days in the sinusoid's place: what was submitted in each hour of twelve days in
February 2013 to two clusters of the same grid, to the same mean rate. They are burstier: a busy hour has ten times the mean. Rewards are 1 per task on average; the thesis does not print its factor.

**Templates** are those of the room, solved when a day first asks for them and kept beside the runs; each air has its own. Their cores are rounded so that no node passes the limit; rounded up node by node, as
section 5.4.3 says, they are a reading, run in Fig. 5.5 and with \`--full\` in all. In the simulated day tasks differ from the average ones of the templates, and some outlets pass the limit and are throttled.

**Size.** Methods are compared with 8,000, 12,000 and 16,000 MJ, of the budgets of Fig. 5.4 the least, the largest and one between. \`--full\` has steps of 10 s instead of 30, the bundled room, and cores rounded up.

### What the thesis' author could object to

- **The air is not mine.** CFD of the room is not printed. We sought airs that agree with the two statements above, found families of them, and judge each claim in five. A mixture is smoother than CFD: it has no hot corner beyond a quadrant.
- **Nor is it the room of chapter 3.** It cannot be: that chapter's caps need idle inlets 15.4 K above the set-point or more, this one's 28 C needs no idle outlet above 5 K, and every outlet is warmer than its inlet. With the same nodes, CRAC and open
  aisles the two exclude each other.
- **Times, powers and rewards of tasks are ours** between the printed end points, and so are the bursts' length and the phase of the sinusoid. Greedy mapping's order of tasks, by reward, rests on the fastest and slowest P-states that are printed.
- **The trace is not MetaCentrum 2.** Its mean rate is; shape and bursts come from a sinusoid, and for \`text-5.6.2\` from hourly counts of two of its clusters with every processor a task, scaled 4.5 times.
- **Your templates go up to the limit with rounded-up cores; ours round down where a node would pass it.** The other rounding is run beside ours.
- **"Slightly", "nearly", "very poorly", "approximately half" are no numbers.** Windows are the common ones of all chapters ([claims](claims.md)), fixed before any of these rooms was run.
- **Two statements of section 5.7 do not agree:** below 14,000 MJ no technique keeps the facility active all day, and with 12,000 MJ templates do (Fig. 5.5). Each has its row.
- **12,000 MJ cannot last a day in any room of these nodes:** they are 138.9 kW, and idle nodes alone draw 127.1 kW. The 11.8 kW left cool them only at a set-point of 38.9 C, above the outlet limit of 33 C. So \`templates-last\` fails whatever the air is; only
  idle powers below the tables' would mend it.
`;
