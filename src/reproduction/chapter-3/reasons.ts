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
  'thermal-error-harmless':
    'At 230 kW even the idle facility needs a set-point of at least 10.6 C, and its hottest inlet lies 15.8 K above that, at 26.4 C. Of a red line of 30 C ' +
    'a reserve of 2.8 K leaves 0.8 K for all work ([airflow-thesis-rooms](decisions/airflow-thesis-rooms.md)).',
  'isolation-earns':
    'At demand 0.5 the cap limits hardly anything: with and without isolation nearly all arrivals are served.',
  'isolation-cools-less':
    'Greedy and the GA end at another set-point from trial to trial, so that twelve leave some comparisons open; none of them contradicts.',
  'isolation-computes-more':
    'At demand 0.5 all arrivals of the CPU-intensive workload are served in open aisles, too; with isolation slower P-states suffice, which draw less.',
  'isolation-same-order':
    'At demand 0.5 greedy serves nearly all that there is: the NLP is ahead in every trial, by amounts too different for the interval.',
  'ga-any-time':
    'After an eighth of its generations the GA still holds its greedy founder at 1,080 nodes, and in ten of twelve trials at 4,320.',
  'interference-grows':
    'The memory-intensive workload loses more than the hybrid one on average, by less than its rewards and deadlines vary from trial to trial.',
  'red-line-nonlinear':
    'Greedy takes whole degrees of set-points, which makes its line jagged, and in the room mixed nearly straight on average: R2 lies within hundredths of the bound of 0.98.',
  'greedy-leaves-power':
    'At demand 0.8 greedy reaches the cap before it serves all that arrives; the NLP serves nearly all of it, so that a little of the cap is left.',
  'open-earns-less':
    'At 32 C the NLP serves nearly all that arrives in open aisles, too, so that isolation has nothing left to gain.',
  'memory-costs':
    'Where the NLP serves nearly all that arrives, at demands 0.5 and 0.6, workloads cannot differ; elsewhere rewards and arrivals of greedy vary more from trial to trial than co-location costs it.',
  awareness:
    'Greedy and the GA gain from it by less than trials vary on the CPU-intensive and hybrid workloads; at demand 1.3 greedy loses 0.1 to 0.3 points on the first.',
  'awareness-grows':
    'What awareness gains varies from trial to trial by several points, more than it grows with memory intensity.',
  'greedy-half-on-memory':
    'Ratios of 0.56 to 0.68 lie about the upper end of the window of 0.625: at demand 0.5 and 1.3 greedy does a little better than half as well.',
  'differences-grow-with-memory':
    'At demand 1.3 greedy falls behind on every workload, so that in two rooms twelve trials do not tell the differences apart.',
};
