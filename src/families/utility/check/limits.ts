import {
  BALANCE_TOLERANCE,
  MATRIX_TOLERANCE,
  POWER_TOLERANCE_SHARE,
  POWER_TOLERANCE_W,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';
import type { JudgedLimits, Tolerance } from '../../../check/judged-words.js';

/** Tolerances of the checker of schedules. docs/utility/checker.md has them as a table. */
export const TOLERANCES = {
  moment: {
    value: 1e-9,
    of: 'the later moment, at least 1 s',
    compares: 'two moments that count as one; the length of a run, once for each piece',
    origin: 'ours: above the rounding error of sums of times, far below any interval of events',
  },
  event: {
    value: 1e-9,
    of: 'the number of mapping events up to the moment, at least 1',
    compares: 'a moment with the next mapping event',
    origin: 'ours: as for moments, whatever the interval',
  },
  sum: {
    value: 1e-8,
    of: 'the budget; of claims the figure, at least 1',
    compares: 'energy and cost with budgets; claims with what the runs come to',
    origin: 'ours: above the rounding error of sums over a million tasks',
  },
  temperature: {
    value: TEMPERATURE_TOLERANCE_C,
    of: 'C',
    compares: 'inlets with the red line',
    origin: 'that of all checkers',
  },
  power: {
    value: POWER_TOLERANCE_W,
    of: 'W',
    compares: 'heat of a CRAC with its capacity',
    origin: 'that of all checkers',
  },
  cap: {
    value: POWER_TOLERANCE_SHARE,
    of: `the cap, at most ${POWER_TOLERANCE_W} W`,
    compares: 'power at the meter with the cap',
    origin: 'that of all checkers',
  },
  rows: {
    value: MATRIX_TOLERANCE,
    of: '1; of conservation the flow of the source',
    compares: 'row sums of an influence matrix, and the air drawn from each source',
    origin: 'that of all checkers',
  },
  flows: {
    value: BALANCE_TOLERANCE,
    of: 'the flow',
    compares: 'air flows of an influence matrix with those of the instance',
    origin: 'that of all checkers',
  },
} as const satisfies Readonly<Record<string, Tolerance>>;

/** Everything that the checker of schedules reports. docs/utility/checker.md has it as a table. */
export const LIMITS_OF_SCHEDULES = {
  plan: {
    meaning:
      'unknown tasks or pools, a wrong number of nodes, a P-state or machine that does not exist, a machine where nodes are only counted',
  },
  taskRepeated: {
    meaning: 'a task in two runs, or run to its end and dropped; one that was preempted may be dropped later',
  },
  taskCannotRun: { meaning: 'a task on a pool that cannot run it' },
  duration: {
    meaning: 'pieces that do not add up to the execution time and the overheads; of an unfinished run: exceed it',
    tolerances: ['moment'],
  },
  order: {
    meaning:
      'a piece that ends before it begins or begins before the one before it has ended; a start before the first mapping event from the arrival on (an arrival that is one but for rounding counts as one), at or after the end, or at a moment when no mapping event is and nothing ends in the same place; a drop before the arrival, before the last piece has ended or after the end',
    tolerances: ['moment', 'event'],
  },
  preemption: {
    meaning:
      'pieces where nothing is preempted; a task preempted that may not be, or between mapping events; more tasks preempted in a pool at one moment than tasks begin there that may preempt',
    tolerances: ['event'],
  },
  capacity: {
    meaning:
      'more nodes at work or held back than there are, or two tasks on one machine, at any moment; an end makes room for a start of the same moment',
    tolerances: ['moment'],
  },
  matrix: {
    meaning: 'of a facility: air that is not known, or an influence matrix that contradicts it',
    tolerances: ['rows', 'flows'],
  },
  instance: {
    meaning:
      'of a facility: pools that are not those of the room, an efficiency out of range, temperatures that cannot be computed, a limit that is no number',
  },
  energyBudget: { meaning: 'a day that draws more than its budget, J', tolerances: ['sum'] },
  costBudget: { meaning: 'a day whose energy costs more than its budget, USD', tolerances: ['sum'] },
  redLine: {
    meaning: 'an inlet warmer than the red line, C, at the moment when it is warmest; one violation for each zone',
    tolerances: ['temperature'],
  },
  powerCap: { meaning: 'power at the meter above the cap, W, at its greatest', tolerances: ['cap'] },
  coolingCapacity: {
    meaning: 'more heat to a CRAC than it can remove, W, at its greatest; one violation for each',
    tolerances: ['power'],
  },
  claim: {
    meaning:
      'claimed utility, energy or cost that is not what the schedule comes to, or energies of another number of days',
    tolerances: ['sum'],
  },
} as const satisfies JudgedLimits<keyof typeof TOLERANCES>;
