import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { JobOutcome } from '../../../../models/families/jobs/month-schedule.js';
import type { DroppedJob, JobsPlan } from '../../../../models/families/jobs/plan.js';
import type { JobsWorkload } from '../../../../models/families/jobs/workload.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { compensatedSum } from '../../../check/compensated-sum.js';
import { Faults } from '../../../check/faults.js';
import { checkCapacity } from './capacity.js';
import { type CheckedTypes, checkedTypes } from './checked-types.js';
import { type CheckedCurve, checkedCurve, worthAbout } from './curve.js';
import { TOLERANCES } from './limits.js';
import { checkRoom, type RoomVerdict } from './room.js';
import { judgeRuns, type JudgedRun } from './runs.js';
import { type Service, serviceOf } from './service.js';

/** The checker's verdict on the plan of a month. */
export interface MonthVerdict {
  /**
   * Total value earned by all jobs. Null if the plan has a violation that is neither a wrong claim nor a violation of
   * the room.
   */
  readonly value: number | null;
  /**
   * Energy of all runs of jobs, J. Null if the plan has a violation that is neither a wrong claim nor a violation of
   * the room.
   */
  readonly energyJ: number | null;
  /** Number of jobs with each outcome, counting only jobs that could be judged. */
  readonly outcomes: Readonly<Record<JobOutcome, number>>;
  /** Number of moves of jobs to another design point, counting only jobs that could be judged. */
  readonly moves: number;
  /** Waiting times, slowdowns and utilisation; null if `value` is. */
  readonly service: Service | null;
  /**
   * Verdict on temperatures and energy of the machine room. Null if the instance asks for no room, `value` is null, or
   * the room cannot be judged.
   */
  readonly room: RoomVerdict | null;
  readonly violations: readonly Violation[];
}

/**
 * Judges the plan of a month (docs/jobs/checker.md) from the instance, its jobs and the plan. It shares no code with
 * models and methods.
 *
 * Checks that every job occurs once. Also checks design points, the use of cores, overheads, work, values, energy,
 * claims and, if asked for, the machine room.
 *
 * @param matrix influence matrix of the facility's air; null if there is none
 */
export function checkMonth(
  instance: JobsInstance,
  workload: JobsWorkload,
  plan: JobsPlan,
  matrix: InfluenceMatrix | null,
): MonthVerdict {
  const faults = new Faults();
  const checked = checkedTypes(instance, workload);
  const { jobOf, judgeMissing } = jobsOnce(workload, faults);
  const { runs, inUse } = judgeRuns({ instance, workload, checked, plan, faults }, jobOf);
  checkCapacity(checked.platform.nodeTypes, inUse, faults);
  const curveOf = curvesOf(workload, checked);
  let dropped = 0;
  for (const [d, one] of plan.dropped.entries()) {
    const where = (): string => `dropped[${d}], job "${one.job}"`;
    const job = jobOf(one.job, where);
    if (job === null) continue;
    dropped++;
    judgeDropped(workload.arrivalS[job]!, curveOf(job), one, where, faults);
  }
  judgeMissing();
  const outcomes = { inTime: 0, late: 0, worthless: 0, dropped };
  let startingValue = 0;
  const values = runs.map((run) => {
    const curve = curveOf(run.job);
    const whole = curve.points[0]!.value;
    startingValue += whole;
    const value = judgedValue(curve, run, run.endS - workload.arrivalS[run.job]!, faults);
    outcomes[value > 0 ? (value >= whole * (1 - TOLERANCES.value.value) ? 'inTime' : 'late') : 'worthless']++;
    return value;
  });
  const violations = faults.violations();
  const isRated = violations.length === 0;
  const value = compensatedSum(values, (one) => one);
  const energyJ = compensatedSum(runs, (run) => run.energyJ ?? NaN);
  let room: RoomVerdict | null = null;
  if (isRated) {
    const { claimed } = plan;
    const further = new Faults();
    const judge = (where: string, unit: string, said: number, found: number, rounding: number): void => {
      if (!(Math.abs(said - found) <= rounding)) further.add('claim', () => where, { unit, value: said, limit: found });
    };
    const roundingOfValue = TOLERANCES.sum.value * value + TOLERANCES.starting.value * startingValue;
    judge('claimed.value', 'value', claimed.value, value, roundingOfValue);
    judge('claimed.energyJ', 'J', claimed.energyJ, energyJ, TOLERANCES.sum.value * energyJ);
    room = checkRoom(instance, plan, matrix, further);
    violations.push(...further.violations());
  }
  return {
    value: isRated ? value : null,
    energyJ: isRated ? energyJ : null,
    outcomes,
    moves: runs.reduce((sum, { moves }) => sum + moves, 0),
    service: isRated ? serviceOf(instance, workload, checked.platform.nodeTypes, { runs, inUse }) : null,
    room,
    violations,
  };
}

/**
 * Returns two functions: `jobOf` looks up a job by name and reports unknown and repeated names; `judgeMissing` reports
 * jobs never looked up.
 */
function jobsOnce(
  { jobs, name }: JobsWorkload,
  faults: Faults,
): { jobOf: (name: string, where: () => string) => number | null; judgeMissing: () => void } {
  const byName = new Map(Array.from({ length: jobs }, (_, job) => [name(job), job]));
  const seen = new Uint8Array(jobs);
  return {
    jobOf: (named, where) => {
      const job = byName.get(named);
      if (job === undefined) faults.add('plan', () => `${where()}: no such job in the instance`);
      else if (seen[job] === 1) faults.add('jobRepeated', () => `${where()} again`);
      else {
        seen[job] = 1;
        return job;
      }
      return null;
    },
    judgeMissing: () => {
      for (let job = 0; job < jobs; job++) {
        if (seen[job] === 0) faults.add('jobMissing', () => `job "${name(job)}" neither ran nor was dropped`);
      }
    },
  };
}

function curvesOf(workload: JobsWorkload, checked: CheckedTypes): (job: number) => CheckedCurve {
  return (job) => checkedCurve(workload.value(job), checked.types[workload.typeOf[job]!]!);
}

function judgeDropped(
  arrivalS: number,
  curve: CheckedCurve,
  { atS, reason }: DroppedJob,
  where: () => string,
  faults: Faults,
): void {
  if (!(atS >= arrivalS && atS < Infinity)) {
    faults.add('order', () => `${where()}: dropped at ${atS} s, it arrives at ${arrivalS} s`);
    return;
  }
  const { least } = worthAbout(curve, atS - arrivalS);
  if (reason !== 'worthless' || least <= TOLERANCES.value.value * curve.points[0]!.value) return;
  faults.add('dropReason', () => `${where()}: dropped as worthless`, { unit: 'value', value: least, limit: 0 });
}

/**
 * Returns the value of a run: the claimed value or, if the value curve excludes it, the nearest value that the curve
 * allows. Adds a fault if the two differ by more than the tolerance.
 */
function judgedValue(curve: CheckedCurve, { saidValue, where }: JudgedRun, ageS: number, faults: Faults): number {
  const { least, most } = worthAbout(curve, ageS);
  const rounding = TOLERANCES.value.value * curve.points[0]!.value;
  const value = saidValue > least ? Math.min(most, saidValue) : least;
  if (!(Math.abs(saidValue - value) <= rounding)) {
    faults.add('value', () => `${where()}, which ends at an age of ${ageS} s`, {
      unit: 'value',
      value: saidValue,
      limit: value,
    });
  }
  return value;
}
