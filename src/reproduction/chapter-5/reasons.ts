/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show. They use the idle power of 127.1 kW and the CoPs of 3.77 at
 * 22 C and 5.81 at 28 C that follow from the room's tables.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'balancing-throttled':
    'At 28 C nodes are too hot before the first task comes, wherever tasks are put. Idle nodes draw 127.1 kW, which warm the 26.1 m3/s of the CRAC by 4.0 K: air ' +
    'comes back at 32.0 C, and 1 K is left below the limit for all differences between nodes, while an idle TS140 warms its own air by 0.9 K, a Z600 or Z820 by 2.3 K. In our ' +
    'room 876 of 1,080 idle nodes are above 33 C then (hottest 34.6 C). The thesis needs a room whose outlets are nearly equal.',
  'consolidation-over-balancing':
    'Consolidation earns more because its nodes (TS140) are faster than the Z600 of quadrants 2 and 3, not for what they draw: also with 16,000 MJ, more than any of the three needs. Overcooled, all day, it ends 2.5 and 5.4 % of the tasks too late ' +
    '(constant, bursty), LBBN 11.5 and 15.0 %, LBBR 14.5 %. Its cores draw less than theirs under constant arrivals, and as much as those of LBBR under bursty ones, when it fills more than quadrant 1.',
  'greedy-best-overcooled':
    'It is ahead of all under bursty arrivals. Under constant ones consolidation earns 0.9 % more: greedy drops 5.8 % of the tasks, consolidation ends 2.5 % too late. Greedy drops cg and canneal ' +
    'alone, whose reward is least. Where they waited for more than 38 or 47 of the 60 s between two mapping events, only a TS140 in P-state 0 is in time, and Algorithm 6 has given the idle ones (some 150) ' +
    'in slow P-states to tasks of higher reward, as the cores of least energy; over 5,000 other cores are idle then. When we mapped every 30 s (four hours, one seed), it dropped none and earned 1.1 % more than consolidation. ' +
    "The interval is the thesis', times and powers of tasks are ours.",
  'throttling-half-of-templates':
    "The order is the thesis', the amount is not: a third. At 28 C most nodes are above the limit whatever the load (see balancing-throttled), and tasks of greedy mapping, " +
    'in the slowest P-state that is in time, end late when throttled.',
  'sinusoidal-throttling-better':
    'Idle nodes alone are above 33 C at 28 C (see balancing-throttled), so that few tasks are throttled as well as many. What throttling saves is there: 12,000 MJ last 22.4 h instead of 20.7 h.',
  'sinusoidal-all-equal':
    'Overcooled, greedy, consolidation and LBBN complete practically all tasks in time, as does greedy with templates; throttling does not (see sinusoidal-throttling-better), nor LBBR, overcooled: ' +
    'P-state 0 is in time on every node, but not after up to 60 s of waiting for the mapping event: ua takes 316 s on a Z600 and has 317.5 s.',
  'overcooling-needs-16000':
    'It does with tasks in P-state 0. Greedy mapping takes slower P-states and needs 14,500 to 14,600 MJ; idle nodes alone need 13,899 MJ at 22 C.',
  'throttling-stops':
    'It cannot: idle nodes and their cooling at 28 C draw 127.1 (1 + 1 / 5.81) = 149.0 kW, with which 12,000 MJ last 22.4 h without a single task.',
  'templates-last':
    'They cannot: 12,000 MJ in 24 h are 138.9 kW, which leave 11.8 kW to cool 127.1 kW of idle nodes. That is a CoP of 10.8, a set-point of 38.9 C: above the limit of the outlets.',
  'overcooling-draws-more':
    'It cannot by so much: for the same power of nodes 22 C costs (1 + 1 / 3.77) / (1 + 1 / 5.81) = 1.08 times what 28 C costs. The stops that the thesis reports, 19.5 and 23.5 h with the same ' +
    'energy, would need 1.2.',
  'templates-draw-less':
    'Throttling keeps 28 C and lets outlets get too hot; templates keep outlets at 33 C, 6.6 K of which idle nodes take already, hence set-points of at most some 26.5 C and more cooling ' +
    'power. In return hardly a task is throttled.',
  'templates-drop-more':
    'Overcooling and templates both drop 4.4 % of what arrives before they stop (see greedy-best-overcooled), throttling 7.4 %: its slowed tasks hold their cores longer. Templates of this room allow ' +
    'enough cores in the intervals of the high rate.',
};
