/**
 * Why a claim does not hold here, where it is known: by claim, shown unless the verdict is "holds". Written from the
 * records by hand; say only what they or a document show.
 */
export const REASONS: Readonly<Record<string, string>> = {
  'red-line-unmet':
    "Our rooms recirculate less than the thesis' CFD room, and their set-point is found exactly rather than in whole degrees: " +
    'the idle facility keeps 230 kW far below these red lines ([rooms](decisions/airflow-thesis-rooms.md)).',
  'cap-used':
    'Under high caps the red line and the arrivals limit the plans, not the power: in our rooms 230 kW hardly binds ' +
    '([caps](decisions/workload-parameters.md)). Greedy besides stops when all cores run in their most efficient P-state.',
  'cap-linear': 'Where greedy stops gaining (all cores in use), its reward is flat in the cap and no line fits.',
  awareness:
    'Greedy counts co-located rates only to see whether arrivals are served; where arrivals do not bind, both forms map the same cores.',
};
