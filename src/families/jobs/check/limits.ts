import { POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import type { JudgedLimits, Tolerance } from '../../../check/judged-words.js';

/** Tolerances of the checker of points, months and profiles. docs/jobs/checker.md has them as a table. */
export const TOLERANCES = {
  point: {
    value: 1e-10,
    of: 'the response time; of an energy that energy',
    compares: 'moments, time and energy of a design point',
    origin: 'ours: 10,000 additions err by less than 2e-12',
  },
  moment: {
    value: 1e-10,
    of: 'the moment',
    compares:
      'moments of a month, twice for lengths of pieces: a quarter of a millisecond at the end of a month of 30 days',
    origin: 'ours: an end that is put off by 900,000 checks errs by less',
  },
  share: {
    value: 1e-9,
    of: 'the whole work, to which each piece adds 2 moments of its end over its whole time',
    compares: 'the sum of the shares of work of the pieces with 1',
    origin: 'ours: above the rounding error of a sum over all pieces',
  },
  value: {
    value: 1e-9,
    of: 'the value at age 0',
    compares: 'the value of a job with its curve; a value with nothing',
    origin: 'ours: above the rounding error of a curve',
  },
  age: {
    value: 1e-11,
    of: 'the age',
    compares:
      'ages of curves that are multiples of the least response time, as sums of times depend on their order. Ages in seconds are exact: at a drop of the curve it is decided which side counts',
    origin: 'ours: a sum of 10,000 task times errs by less than 2e-12',
  },
  sum: {
    value: 1e-9,
    of: 'the figure',
    compares: 'claimed value and energy, energy of the room and its end with what the pieces come to',
    origin: 'ours: above the rounding error of a million additions',
  },
  starting: {
    value: 1e-12,
    of: 'the values of all jobs at age 0, together',
    compares: 'the claimed value, in addition to the tolerance of sums',
    origin: 'ours: the rounding error of a value is in proportion to that at age 0',
  },
  product: {
    value: 1e-9,
    of: 'the least product',
    compares: 'the stated bound on time x energy with the least product of its front',
    origin: 'that of the proofs',
  },
  temperature: {
    value: TEMPERATURE_TOLERANCE_C,
    of: 'C',
    compares: 'inlets with the red line, set-points with the range of each CRAC',
    origin: 'that of all checkers',
  },
  power: {
    value: POWER_TOLERANCE_W,
    of: 'W',
    compares: 'heat of a CRAC with its capacity',
    origin: 'that of all checkers',
  },
} as const satisfies Readonly<Record<string, Tolerance>>;

/** Kinds of faults and limits, with their tolerances. */
type Limits = JudgedLimits<keyof typeof TOLERANCES>;

/** Everything that is reported of a design point. */
const LIMITS_OF_POINTS = {
  plan: { meaning: 'job type, node type, task, core or level that does not exist; more cores than a node has' },
  taskMissing: { meaning: 'a task of the type that is not there' },
  taskRepeated: { meaning: 'a task that is there twice' },
  coreUnused: { meaning: 'fewer cores with tasks than are said' },
  level: { meaning: 'tasks of one core at several levels, unless the instance says `levelsOf: "task"`' },
  order: { meaning: 'moments below 0, an end before the start' },
  duration: { meaning: 'an end that is not start + time', tolerances: ['point'] },
  precedence: {
    meaning: 'a start before data are there; in a list without moments, a task before one that it waits for',
    tolerances: ['point'],
  },
  overlap: { meaning: 'two tasks at once on a core', tolerances: ['point'] },
  responseTime: { meaning: 'T that is not what the tasks come to, s', tolerances: ['point'] },
  energy: { meaning: 'E that is not what the tasks come to, J', tolerances: ['point'] },
} as const satisfies Limits;

/** Everything that is reported of a month beside its points. */
const LIMITS_OF_MONTHS = {
  plan: {
    meaning: 'jobs, points or nodes that do not exist; a point of another job type; a room not asked for, or none',
  },
  jobMissing: { meaning: 'a job in neither list' },
  jobRepeated: { meaning: 'a job in two places' },
  order: {
    meaning:
      'a start before the arrival; an end before the start; a piece that does not begin where the one before ends; a drop before the arrival',
    tolerances: ['moment'],
  },
  checkpoint: { meaning: 'a move at another moment than a checkpoint, or without any', tolerances: ['moment'] },
  capacity: {
    meaning: 'more cores in use on a node than it has, at any moment; an end makes room for a start of the same moment',
    tolerances: ['moment'],
  },
  overhead: {
    meaning: 'less than checks, moves and changes of level take, less than 0, or more than the piece, s',
    tolerances: ['moment'],
  },
  work: { meaning: 'shares of work that do not sum to 1', tolerances: ['share', 'moment'] },
  value: { meaning: "a job's value that is not that of its curve", tolerances: ['value', 'age'] },
  dropReason: { meaning: 'a job dropped as `worthless` that was worth something then', tolerances: ['value', 'age'] },
  claim: {
    meaning: 'claimed value or energy that is not what the pieces come to, or another end of the room',
    tolerances: ['sum', 'starting'],
  },
} as const satisfies Limits;

/** Everything that is reported of the room over a month. */
const LIMITS_OF_ROOMS = {
  setPoint: {
    meaning:
      'set-points not from 0 s on, out of order, outside the range of a CRAC at work, more than one where it is constant, or not the one that is given',
    tolerances: ['temperature'],
  },
  redLine: { meaning: 'an inlet above the red line, C, at the moment when it is warmest', tolerances: ['temperature'] },
  coolingCapacity: { meaning: 'more heat to a CRAC than it can remove, W, at its greatest', tolerances: ['power'] },
  roomEnergy: { meaning: 'energy of the room that is not what the month comes to, J', tolerances: ['sum'] },
} as const satisfies Limits;

/** Everything that is reported of stored profiles beside their points. */
const LIMITS_OF_PROFILES = {
  fronts: { meaning: 'not one front for each number of cores, or a point on other cores than its front' },
  front: { meaning: 'a point that is not slower and cheaper than the one before' },
  productMark: { meaning: 'a mark of the least product on another point, or on none' },
  productBound: { meaning: 'a bound above the least product of its front', tolerances: ['product'] },
  proof: { meaning: 'an exact front without points, or a bound where none is claimed, or none where one is' },
  dominatedMark: { meaning: 'a mark that says otherwise than the other points of the profile' },
} as const satisfies Limits;

/** Everything that the checker of the family reports, by table of docs/jobs/checker.md. */
export const LIMITS_BY_TABLE = {
  points: LIMITS_OF_POINTS,
  months: LIMITS_OF_MONTHS,
  room: LIMITS_OF_ROOMS,
  profiles: LIMITS_OF_PROFILES,
} as const;
