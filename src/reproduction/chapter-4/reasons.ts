/**
 * Known reasons why claims are not reproduced, by the claim's id. They are shown unless the verdict is "holds". They
 * are written by hand from what records or documents show. Numbers are for us-4 on the first day, and all at demand 1
 * (demand.ts).
 */
export const REASONS: Readonly<Record<string, string>> = {
  'cl-best-fdld':
    'At demand 1 FDLD-CL has the fewest nodes and is the cheapest of the three on every day, but FDLD-TAO is only 23 to 157 USD dearer, less than the ties between ' +
    'centres decide: with the first-listed centre first instead of the dearest, FDLD-SO costs 7,558 instead of 7,281 USD, FDLD-TAO 7,175 instead of 6,979, ' +
    'FDLD-CL 7,002 instead of 6,831 ([forces](decisions/geo-fdld-forces.md)).',
  'fdld-for-short-epochs':
    'At demand 1 GALD-CL needs hardly any search: by whole nodes 1,416.7 USD after 164 generations per epoch (1,044 evaluations), 1,414.0 after 1,025. Its greedy heuristic wakes the right node types, ' +
    "FDLD's force the wrong ones (see gald-cl-amount).",
  'fdld-cl-amount':
    'Our FDLD-SO over-provisions by the least that serves everything, found for each group and workload by itself (phi_C 0.762 at demand 1, of which all numbers here are). One factor for the three workloads ' +
    'of us-4 would be that of the memory-intensive one, 0.700: FDLD-SO then costs 8,144 USD, and FDLD-CL 16 % less. How much the thesis over-provisions is not ' +
    'printed; it says "severely". On the memory- and the CPU-intensive workload FDLD-CL gains 29.6 and 16.8 % (Fig. 4.3).',
  'fdld-tao-amount':
    'One phi_C must cover the worst task type and epoch of all centres, so at demand 1 FDLD-SO serves the more above the arrivals the larger the group: 10, 12 and 14 %. FDLD-TAO ' +
    'serves 3 % more in each, and gains what lies between.',
  'gald-cl-amount':
    "At demand 1, by the letter of Eq. 25, the reduction is 1.3 to 1.4 times the printed one; with efficiency of whole nodes, which is ours, 1.9 to 2 times (us-4: 77 %). (1) FDLD's " +
    'force sees tasks per second and hardly any watts: it puts the Z820, which do most tasks per second, to sleep first, and cannot tell a TS140 (51 W) from a Z600 (186 W), which ' +
    'does as many. All Z600 stay awake all day; GALD-CL wakes few or none. In rooms of Z820 alone GALD-CL by Eq. 25 costs 41 % less than FDLD-SO, by whole nodes 60 %. (2) Sun and wind, ' +
    'sold at the price (Eq. 33), take 3,198 USD off every bill: without them 38 and 56 % less. (3) CoP falls with load, which CUP hides: by CUP the reductions of Eq. 25 are smaller. ' +
    'P-states are no reason: with P-state 0 alone GALD-CL by whole nodes costs 1,338 USD instead of 1,414.',
  'knowledge-pays':
    'At demand 1 FDLD-CL is cheaper than FDLD-TAO on every day, by amounts that vary with the day (see cl-best-fdld).',
  'gald-loses-with-size':
    'At demand 1, from our reduced number of evaluations on, more search changes nothing that depends on size: up to 64 times as many make a day 0.3 to 1.7 % cheaper. With some fifth of them, as ' +
    "the thesis' FDLD minutes suggest for its hour, 16 centres are searched too little, and the reduction falls as printed: 52.8, 51.2, 43.7 %, by CUP 41.4, 38.0, 31.4 %.",
  'composition-matters':
    'At demand 1 our arrivals are, of every workload, 25 to 60 % of what all cores can do of it ([geo instances](geo/instances.md)), so node hours cannot differ much. What ' +
    'differs is the gain of FDLD-CL over FDLD-SO: 29.6 % memory-intensive, 16.8 % CPU-intensive, 5.8 % mixed (means).',
  'average-amounts':
    "The thesis' 10 % and 37 % are not the means of its own table, 16.2 % and 38.6 %. At demand 1 FDLD-CL's is near ours; for GALD-CL see gald-cl-amount.",
  'fdld-scales':
    'From four to eight centres FDLD-TAO evaluates 3.2 to 3.7 times as many candidates: the interval just passes the window about the printed 4.',
};
