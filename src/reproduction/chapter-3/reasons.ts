/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'red-line-unmet':
    'In our rooms even a red line of 24 C leaves 230 kW enough for the idle facility and its cooling. The thesis computes its ' +
    'influence matrix by fluid dynamics and does not print it; its room must need colder air ' +
    '([airflow-thesis-rooms](decisions/airflow-thesis-rooms.md)).',
  'cap-used':
    'Above some cap our plans run out of cores and arrivals before they run out of power, greedy first: it stops when all ' +
    'cores run in their most efficient P-states ([workload-parameters](decisions/workload-parameters.md)).',
  'ga-beats-greedy-large':
    'Under 900 kW the GA beats greedy in both trials, by amounts too different for an interval of two. Under our 760 kW, which binds, it finds nothing ' +
    'better than its greedy seed in the steps allowed here, a fifth of those of the full figure.',
  'ga-gains-with-time':
    'At 4,320 nodes the GA gains in both trials, by amounts too different for an interval of two. Under our 760 kW it finds nothing better than its greedy ' +
    'seed in the steps allowed here, so more of them change nothing.',
  'nlp-intractable':
    'Our interior-point method ends after some 14 s of one core, with a plan 0.6 % below the proven bound: `plenum solve instances/reward-rate/room-4320-hybrid.json --method nlp` ' +
    '([nlp](reward-rate/nlp.md)).',
  'cap-linear': 'Above some cap plans run out of cores and arrivals, and the reward levels off.',
};
