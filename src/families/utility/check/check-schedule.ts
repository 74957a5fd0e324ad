import { currencyOf } from '../../../../models/units.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityPlan } from '../../../../models/families/utility/plan.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Violation } from '../../../../models/families/violation.js';
import { compensatedSum } from '../../../check/compensated-sum.js';
import { addFault, addIfAbove } from '../../../check/findings.js';
import { heldBackNodes } from './allowed-cores.js';
import { type AnnualAccount, annualAccount } from './annual-account.js';
import { checkCapacity } from './capacity.js';
import { costPerWatt } from './cost.js';
import { daysOfInstance, insideS } from './days.js';
import { facilityWork } from './facility-work.js';
import { Faults } from '../../../check/faults.js';
import { TOLERANCES } from './limits.js';
import { checkPreemptions } from './preemptions.js';
import { checkRoomLimits, type RoomPeaks } from './room-limits.js';
import { type JudgedRun, readRuns } from './runs.js';
import { type Service, serviceOf } from './service.js';
import { worthAtAge } from './task-worth.js';

/**
 * Result of the check of a schedule. Arrays have one entry per day, in order of time. The last day is the measured
 * time. The first day may be only the time before the first midnight.
 */
export interface ScheduleVerdict {
  /**
   * Utility earned in the measured time. Null if the schedule has violations other than these: exceeded budgets,
   * exceeded limits of the machine room, wrong stated figures.
   */
  readonly utility: number | null;
  /** Energy of the schedule's runs by day, J. */
  readonly energyJ: readonly number[];
  /** Cost of the energy by day, USD; null if energy has no price. */
  readonly costUsd: readonly number[] | null;
  readonly completed: number;
  readonly dropped: number;
  readonly preemptions: number;
  /** Waiting times, slowdowns and utilisation; null if `utility` is. */
  readonly service: Service | null;
  /** Highest power and hottest inlet of the machine room; null if there is no facility. */
  readonly room: RoomPeaks | null;
  /** Account of the year's energy after the measured time; null without an annual budget, or if `utility` is. */
  readonly annualBudget: AnnualAccount | null;
  readonly violations: readonly Violation[];
}

/**
 * Checks a schedule (docs/utility/checker.md), using only the instance and its tasks. It shares no code with models and
 * policies.
 * - Every task runs at most once, on nodes that can run it, for its execution time.
 * - No task starts before the first mapping event after its arrival.
 * - Pools have enough nodes, daily budgets are kept, and preemptions and stated figures are right.
 * - On a facility, inlet temperatures, CRAC heat and meter power are within limits at every moment. Energies are those
 * that busy cores add at the meter.
 */
export function checkSchedule(
  instance: UtilityInstance,
  given: UtilityWorkload,
  plan: UtilityPlan,
  matrix?: InfluenceMatrix,
): ScheduleVerdict {
  const faults = new Faults();
  const ofFacility: Violation[] = [];
  const onFacility = matrix === undefined ? null : facilityWork(instance, given, matrix, ofFacility);
  const { facility, operation } = instance;
  if (facility !== undefined && onFacility === null) {
    if (matrix === undefined) addFault(ofFacility, 'matrix', 'the air of the facility is not known');
    return {
      utility: null,
      energyJ: [],
      costUsd: null,
      completed: 0,
      dropped: 0,
      preemptions: 0,
      service: null,
      room: null,
      annualBudget: null,
      violations: ofFacility,
    };
  }
  const workload = onFacility?.workload ?? given;
  const { runs, dropped } = readRuns(instance, workload, plan, faults);
  checkCapacity(instance, runs, heldBackNodes(instance, matrix?.zones ?? []), faults);
  checkPreemptions(instance, workload, runs, faults);
  const currency = currencyOf(instance);
  const days = daysOfInstance(instance);
  const energyJ = days.map(({ startS, endS }) =>
    compensatedSum(runs, ({ powerW, pieces }) => powerW * insideS(pieces, startS, endS)),
  );
  const costs = costPerWatt(instance);
  const costUsd =
    costs === null
      ? null
      : days.map(({ startS, endS }) =>
          compensatedSum(runs, ({ powerW, pieces }) => powerW * costs(pieces, startS, endS)),
        );
  const utility = compensatedSum(runs, (run) => worthInPeriod(instance, workload, run));
  const violations = faults.violations();
  const isRated = violations.length === 0;
  let room: RoomPeaks | null = null;
  if (onFacility !== null && facility !== undefined && operation !== undefined && matrix !== undefined) {
    room = checkRoomLimits({ room: onFacility.room, facility, operation, matrix }, runs, violations);
  }
  const idleW = onFacility?.room.idleW ?? 0;
  for (const [d, { startS, endS, budgetJ, budgetUsd }] of days.entries()) {
    const where = `day from ${startS} s`;
    if (budgetUsd !== null && costs !== null && costUsd !== null) {
      const limit = budgetUsd - idleW * costs([[startS, endS]], startS, endS);
      addIfAbove(violations, 'costBudget', {
        where,
        unit: currency,
        value: costUsd[d]!,
        limit,
        tolerance: TOLERANCES.sum.value * limit,
      });
    }
    if (budgetJ === null) continue;
    const limit = budgetJ - idleW * (endS - startS);
    addIfAbove(violations, 'energyBudget', {
      where,
      unit: 'J',
      value: energyJ[d]!,
      limit,
      tolerance: TOLERANCES.sum.value * limit,
    });
  }
  if (isRated) addClaims(violations, { plan, currency, utility, energyJ, costUsd });
  return {
    utility: isRated ? utility : null,
    energyJ,
    costUsd,
    completed: runs.filter(({ finished }) => finished).length,
    dropped,
    preemptions: runs.reduce((sum, { pieces, finished }) => sum + pieces.length - (finished ? 1 : 0), 0),
    service: isRated ? serviceOf(instance, workload, runs) : null,
    room,
    annualBudget: isRated ? annualAccount(instance, energyJ.at(-1)!, idleW) : null,
    violations,
  };
}

/**
 * Returns a task's utility times the fraction of its execution that lies in the measured time; 0 if it did not finish.
 */
function worthInPeriod(
  { period, utility, urgencyUnitS }: UtilityInstance,
  { tasks }: UtilityWorkload,
  run: JudgedRun,
): number {
  const { task, finished, pieces, meanTimeS } = run;
  if (!finished) return 0;
  const { startingUtility, urgency, utilityClass, arrivalS } = tasks;
  const endS = pieces[pieces.length - 1]![1];
  const worth = worthAtAge(utility.classes[utilityClass[task]!]!, endS - arrivalS[task]!, {
    startingUtility: startingUtility[task]!,
    urgency: urgency[task]!,
    urgencyUnitS,
    meanTimeS,
  });
  const wholeS = insideS(pieces, -Infinity, Infinity);
  return (worth * insideS(pieces, period.measuredFromS, period.durationS)) / wholeS;
}

function addClaims(
  violations: Violation[],
  judged: Pick<ScheduleVerdict, 'energyJ' | 'costUsd'> & {
    readonly plan: UtilityPlan;
    readonly currency: string;
    readonly utility: number;
  },
): void {
  const { plan, currency, utility, energyJ, costUsd } = judged;
  const { claimed } = plan;
  const claims = [
    { where: 'claimed.utility', unit: 'utility', value: claimed.utility, found: utility },
    ...energyJ.map((found, d) => ({
      where: `claimed.energyJ[${d}]`,
      unit: 'J',
      value: claimed.energyJ[d] ?? NaN,
      found,
    })),
    ...(costUsd ?? []).map((found, d) => ({
      where: `claimed.costUsd[${d}]`,
      unit: currency,
      value: claimed.costUsd?.[d] ?? NaN,
      found,
    })),
  ];
  for (const { where, unit, value, found } of claims) {
    const amount = Math.abs(value - found);
    if (amount <= TOLERANCES.sum.value * Math.max(1, Math.abs(found))) continue;
    violations.push({ constraint: 'claim', where, unit, value, limit: found, amount });
  }
  if (claimed.energyJ.length === energyJ.length) return;
  const counts = { value: claimed.energyJ.length, limit: energyJ.length };
  const amount = Math.abs(counts.value - counts.limit);
  violations.push({ constraint: 'claim', where: 'claimed.energyJ', unit: 'days', ...counts, amount });
}
