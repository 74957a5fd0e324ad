/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand, and hold in every admissible room: they use the idle power of 127.1 kW and the CoPs of 3.77 at
 * 22 C and 5.81 at 28 C that follow from the tables, or what days in any room show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'below-14000-exhausted':
    'With 12,000 MJ, 138.9 kW over the day, no technique can last where nodes alone draw 127.1 kW when idle (see templates-last).',
  'consolidation-over-balancing':
    'Consolidation earns more because its nodes (TS140) are faster than the Z600 of quadrants 2 and 3, which end more tasks too late, not for what they draw: overcooled, no task depends on the air. ' +
    'Its cores draw less than theirs under constant arrivals, and as much as those of LBBR under bursty ones, when it fills more than quadrant 1.',
  'greedy-best-overcooled':
    'Overcooled, no task depends on the air. Greedy drops cg and canneal alone, whose reward is least: where they waited for more than 38 or 47 of the 60 s between two mapping events, only a TS140 in P-state 0 is in time, and ' +
    'Algorithm 6 has given the idle ones in slow P-states to tasks of higher reward, as the cores of least energy. Mapped every 30 s (four hours, one seed), it dropped none and earned 1.1 % more than consolidation. ' +
    "The interval is the thesis', times and powers of tasks are ours.",
  'balancing-throttled':
    'At 28 C a node has 5 K for its own heat and that of others. What LBBN and LBBR save is bounded: the same power of nodes costs (1 + 1 / 3.77) / (1 + 1 / 5.81) = 1.08 times as much at 22 C. In less mixed air they lose more than that by throttling.',
  'greedy-throttling-poor':
    'Well-mixed air heats all nodes alike: it cannot throttle greedy mapping and spare LBBN. One with hot quadrants does better, as greedy fills quadrants 4 and 1 first.',
  'throttling-half-of-templates':
    'See greedy-throttling-poor: what greedy mapping loses by throttling depends on how hot its nodes are among the others.',
  'sinusoidal-all-equal':
    'LBBR, overcooled too, ends tasks late: P-state 0 is in time on every node, but not after up to 60 s of waiting for the mapping event: ua takes 316 s on a Z600 and has 317.5 s.',
  'real-days-all-equal':
    'As in sinusoidal-all-equal, a node at random may be too slow after the wait for the mapping event.',
  'overcooling-needs-16000':
    'It does with tasks in P-state 0. Greedy mapping takes slower P-states and needs 14,500 to 14,600 MJ; idle nodes alone need 13,899 MJ at 22 C.',
  'throttling-stops':
    'It cannot: idle nodes and their cooling at 28 C draw 127.1 (1 + 1 / 5.81) = 149.0 kW, with which 12,000 MJ last 22.4 h without a single task.',
  'templates-last':
    'They cannot: 12,000 MJ in 24 h are 138.9 kW, which leave 11.8 kW to cool 127.1 kW of idle nodes. That is a CoP of 10.8, a set-point of 38.9 C: above the limit of the outlets.',
  'overcooling-draws-more':
    'It cannot by so much: for the same power of nodes 22 C costs (1 + 1 / 3.77) / (1 + 1 / 5.81) = 1.08 times what 28 C costs. The stops that the thesis reports, 19.7 and 23.5 h with the same ' +
    'energy, would need 1.2.',
  'real-days-hardly-throttled':
    'In the least mixed air that meets the printed rises the hottest nodes are throttled even among few tasks; in better mixed air hardly any is.',
  'sinusoidal-hardly-throttled':
    'In the least mixed air that meets the printed rises the hottest nodes are throttled even among few tasks; in better mixed air hardly any is.',
  'real-days-throttling-better':
    'Where the air is mixed least, nodes are throttled on days with few tasks, too (see real-days-hardly-throttled).',
  'sinusoidal-throttling-better':
    'Where the air is mixed least, nodes are throttled even among few tasks (see sinusoidal-hardly-throttled).',
  'templates-best-low-budgets':
    'In air without any bypass, mixed 1, nothing is hot enough for templates to matter, and bursts earn a little more under another technique.',
  'consolidation-throttles-most':
    'In less mixed air LBBN and LBBR are throttled more: consolidation fills the nodes of quadrant 1, which draw least.',
  'templates-slightly-more-energy': 'They use the same energy within half a percent, a little less in bursts.',
  'templates-draw-less': 'In air without any bypass, mixed 1, they draw less in exactly half of the intervals.',
  'templates-drop-more': 'With a hot quadrant greedy mapping with throttling drops more, 0.36 points.',
  'templates-do-not-throttle':
    'In mixed 0.9, 1 and 0.9 by quadrant throttling itself is rare, so that what remains with templates is a larger share of it.',
};
