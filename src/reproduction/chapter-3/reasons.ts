/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'cap-linear':
    'The best reward is a concave function of the cap: where two caps each allow a plan, the mean of the caps allows a mixture of both that earns the mean. ' +
    'It levels off where cores and arrivals run out, and rises most where the idle room alone needs most of the cap.',
  'cap-used':
    'Above some cap our plans run out of cores and arrivals before they run out of power, greedy first: it stops when all ' +
    'cores run in their most efficient P-states ([workload-parameters](decisions/workload-parameters.md)).',
  'greedy-close-on-cpu':
    "Greedy's set-point is a whole number of degrees below the red line: up to a degree colder than needed, which the cap pays for in cooling.",
  'memory-half':
    'Shares hang on the demand, which the thesis does not state: with equal demands the workloads differ by what co-location costs alone.',
  'nlp-intractable':
    'Our interior-point method ends within a minute of one core: `plenum solve instances/reward-rate/room-4320-hybrid.json --method nlp` ' +
    '([nlp](reward-rate/nlp.md)).',
  'nlp-scales-poorly':
    'Our program has classes of equal nodes in a zone, so its variables grow with the room, and its Newton steps hardly: a solve takes about 11 s of one core at 2,160 and ' +
    '30 s at 4,320 nodes, an exponent of 1.5.',
  'hotter-room-beats-more-power':
    'At a set-point of 13.4 C one kelvin lowers the power that cools 145 kW by 8.7 kW (Eq. 17), about as much as 10 kW more give; a step of two kelvins is worth ' +
    'more. Greedy takes whole degrees and ends when its cores are gone, whatever is left of the cap.',
  'thermal-error-harmless':
    'At 230 kW even the idle facility needs a set-point of at least 10.6 C, and its hottest inlet lies 15.8 K above that, at 26.4 C. Of a red line of 30 C ' +
    'a reserve of 2.8 K leaves 0.8 K for all work ([airflow-thesis-rooms](decisions/airflow-thesis-rooms.md)).',
};
