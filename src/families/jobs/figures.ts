import { type FieldWords, fieldWords, type Figure, marked, ratedFigures } from '../../reports/figures.js';
import { percent, plain, significant } from '../../reports/format.js';
import { markup, nameOf } from '../../reports/html/markup.js';
import { serviceFigures } from '../../reports/service-figures.js';
import type { JobsRunResult } from './runs/result.js';

/** Places that show figures of a single run only: its summary and the facts on its page. */
const ONE_RUN = ['summary', 'fact'] as const;
/** Places that show figures of single runs and of sets of runs. */
const ALL = ['summary', 'fact', 'compare', 'sweep', 'csv'] as const;
/** Places that show figures of a set of runs only. */
const MANY_RUNS = ['compare', 'sweep', 'csv'] as const;
/** Place that shows figures of each single run within a comparison. */
const RUNS = ['run'] as const;

const [objective, bound, gap] = ratedFigures<JobsRunResult>({
  objective: 'value',
  unit: '',
  note: ({ objective: value, startingValue }) =>
    value !== null && startingValue > 0
      ? markup`of all jobs, ${plain(percent(value / startingValue))} of the ${marked('startingValue', startingValue, '')} that they are worth as they arrive`
      : undefined,
  why: () => 'none was rated',
  bound: 'upper bound',
  proven: 'no schedule earns more, even one that knows all arrivals',
  gapNote: () => 'of the bound: scheduler and bound share it',
  result: (result) => result,
});

/** All figures of a run of a month of jobs. */
export const figures: readonly Figure<JobsRunResult>[] = [
  objective,
  bound,
  gap,
  {
    key: 'shareOfBound',
    label: 'of the bound',
    unit: 'share',
    of: ({ objective: earned, bound: most }) =>
      earned !== null && most !== null && most > 0 ? earned / most : undefined,
    within: [0, 1],
    in: ['compare', 'sweep'],
  },
  {
    key: 'energyJ',
    label: 'energy',
    unit: 'J',
    of: ({ energyJ }) => energyJ ?? undefined,
    note: () => 'of the cores while jobs hold them',
    in: ['summary', 'card', 'compare', 'difference', 'sweep', 'csv'],
  },
  {
    key: 'valuePerMJ',
    label: 'value/energy',
    unit: 'value/MJ',
    of: ({ valuePerMJ }) => valuePerMJ ?? undefined,
    in: ['summary', 'card', 'compare', 'sweep', 'csv'],
  },
  {
    key: 'jobs',
    label: 'jobs',
    unit: 'count',
    of: ({ jobs }) => jobs,
    note: ({ outcomes, rejectedShare }) =>
      outcomes === null
        ? undefined
        : markup`: ${marked('inTime', outcomes.inTime, 'count')} in time, ${marked('late', outcomes.late, 'count')} late, ${marked('worthless', outcomes.worthless, 'count')} worthless, ${marked('dropped', outcomes.dropped, 'count')} dropped; ${marked('rejected', outcomes.worthless + outcomes.dropped, 'count')} rejected, ${marked('rejectedShare', rejectedShare, 'share')}`,
    in: ['summary', 'card'],
  },
  { key: 'inTime', label: 'in time', unit: 'count', of: ({ outcomes }) => outcomes?.inTime, in: RUNS },
  { key: 'late', label: 'late', unit: 'count', of: ({ outcomes }) => outcomes?.late, in: RUNS },
  { key: 'worthless', label: 'worthless', unit: 'count', of: ({ outcomes }) => outcomes?.worthless, in: RUNS },
  { key: 'dropped', label: 'dropped', unit: 'count', of: ({ outcomes }) => outcomes?.dropped, in: RUNS },
  { key: 'rejectedShare', label: 'rejected', unit: 'share', of: ({ rejectedShare }) => rejectedShare, in: MANY_RUNS },
  {
    key: 'moves',
    label: 'moves',
    unit: 'count',
    of: ({ moves }) => moves ?? undefined,
    note: () => 'of running jobs to other cores, at checkpoints',
    in: ALL,
  },
  ...serviceFigures<JobsRunResult>({
    service: ({ service }) => service,
    ran: ({ service }) => (service!.ran === 1 ? 'job that ran to its end' : 'jobs that ran to their end'),
    utilisation: 'of the core-seconds of the period, held by jobs',
  }),
  {
    key: 'room.totalJ',
    label: 'room',
    unit: 'J',
    of: ({ room }) => room?.totalJ,
    note: ({ room }) => {
      const { totalJ, idleJ, coolingJ, valuePerMJ } = room!;
      const perMJ = valuePerMJ === null ? '' : markup`; ${marked('room.valuePerMJ', valuePerMJ, 'value/MJ')}`;
      return markup`at the meter (idle nodes ${plain(percent(idleJ / totalJ))}, CRACs ${plain(percent(coolingJ / totalJ))})${perMJ}`;
    },
    in: ONE_RUN,
  },
  {
    key: 'room.hottest',
    label: 'hottest',
    unit: 'C',
    of: ({ room }) => room?.hottest.inletC,
    note: ({ room }) => {
      const { hottest, redLineC } = room!;
      return markup`at ${nameOf(hottest.zone)} from ${significant(hottest.atS)} s, red line ${marked('room.redLineC', redLineC, 'C')}`;
    },
    in: ONE_RUN,
  },
  {
    key: 'valueBoundAtEnergy',
    label: 'earns at most',
    unit: '',
    of: ({ valueBoundAtEnergy }) => valueBoundAtEnergy ?? undefined,
    note: () => 'with this energy, any schedule',
    in: ONE_RUN,
  },
  {
    key: 'energyBoundForValueJ',
    label: 'needs at least',
    unit: 'J',
    of: ({ energyBoundForValueJ }) => energyBoundForValueJ ?? undefined,
    note: () => 'for this value, any schedule',
    in: ONE_RUN,
  },
  {
    key: 'rigidBound',
    label: 'bound, no moves',
    unit: '',
    of: ({ rigidBound }) => rigidBound ?? undefined,
    note: () => 'where no job is moved',
    in: ['fact', 'bound'],
  },
  {
    key: 'malleableBound',
    label: 'bound, moves',
    unit: '',
    of: ({ malleableBound }) => malleableBound ?? undefined,
    note: () => 'where jobs may be moved',
    in: ['fact'],
  },
  {
    key: 'exactFronts',
    label: 'profiles',
    unit: 'count',
    of: ({ exactFronts, fronts }) => (fronts === 0 ? undefined : exactFronts),
    note: ({ fronts }) =>
      markup`of ${marked('fronts', fronts, 'count')} ${fronts === 1 ? 'front' : 'fronts'} of time and energy proven exact`,
    in: ['summary', 'card'],
  },
];

/** Documentation of the fields of `details` in the JSON result. */
export const fields: readonly FieldWords[] = fieldWords([
  "policy ; object ; the method's rules with all [readings](run-time.md): `order`, `cores`, `valueAt`; `adaptation` (null: none) with `intervalS`, `times`, `remaining`, `directions`, `choice`; `prices` (null: none) with `perJ` (value/J), `cores`, `horizonS` (null: by the jobs that have arrived)",
  'energyJ ; J or null ; energy of all pieces of run; cores that no job uses cost nothing',
  'valuePerMJ ; value/MJ or null ; value over that energy; null where none was drawn',
  'room ; object or null ; energy of the whole [room](room.md) from 0 to `untilS` (s): `idleJ`, `jobsJ`, `upsLossJ`, `coolingJ`, `otherJ`, which sum to `totalJ`; `valuePerMJ` of it; `setPoints` (`fromS`, `setPointC`); `redLineC`; `hottest` inlet with `zone`, `inletC`, `atS`; null where the instance asks for none, or the plan does not pass the checker',
  'jobs ; count ; of the month',
  'outcomes ; counts or null ; each job in one: `inTime` (earned all that it was worth at arrival), `late` (less), `worthless` (ran to its end for nothing), `dropped`',
  'rejectedShare ; fraction or null ; worthless and dropped ones over all: the rejected jobs of Singh, Dziurzanski and Indrusiak',
  'moves ; count or null ; moves of running jobs',
  'service ; object or null ; how long jobs waited and how busy cores were, by the checker: of the jobs that `ran` to their end the [waiting times and bounded slowdowns](results.md#waiting-slowdown-and-utilisation) `waitMeanS`, `wait95S`, `slowdownMean`, `slowdown95` (null if none ran); `utilisation`, and `name` and `utilisation` of `nodeTypes`; null where the schedule cannot be rated',
  'startingValue ; value ; sum of the values that the jobs have at arrival: what would be earned if every job ended in time',
  'rigidBound ; value or null ; no schedule earns more in which each job stays on its cores, also none made with knowledge of all arrivals and paces',
  'malleableBound ; value or null ; the same of schedules whose jobs may move at any moment; never below `rigidBound`',
  'valueBoundAtEnergy`, `energyBoundForValueJ ; value, J, or null ; by bounds on [value against energy](bound.md#frontier): the most that any schedule of this energy earns, the least energy that one of this value draws; null with `--no-bound` and where the bound was stopped',
  'frontier ; list or null ; bounds on value by price of energy: no schedule has more value than `bound` plus `pricePerMJ` for each MJ that it draws',
  'provenProducts ; count ; fronts whose least product of time and energy is proven, the exact ones among them',
  'fronts`, `exactFronts ; counts ; fronts of the profiles in use, by job type, node type and number of cores; how many are proven exact. Both bounds need profiles; with `--no-bound` `val-opt` and `val-en-sep-opt`, whose points are list schedules, make none: 0',
]);
