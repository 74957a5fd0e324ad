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
  'hotter-room-beats-more-power':
    'At a set-point of 13.4 C one kelvin lowers the power that cools 145 kW by 8.7 kW (Eq. 17), about as much as 10 kW more give; two kelvins are worth ' +
    'more. Greedy takes whole degrees and ends when its cores are gone, whatever is left of the cap.',
  'thermal-error-harmless':
    'At 230 kW even the idle facility needs a set-point of at least 10.6 C, and its hottest inlet lies 15.8 K above that, at 26.4 C. Of a red line of 30 C ' +
    'a reserve of 2.8 K leaves 0.8 K for all work ([airflow-thesis-rooms](decisions/airflow-thesis-rooms.md)).',
};
