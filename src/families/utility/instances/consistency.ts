import { S_PER_DAY } from '../../../../models/units.js';
import type {
  GeneratedArrivals,
  UtilityInstance,
  UtilityTaskRow,
} from '../../../../models/families/utility/instance.js';
import { duplicateNames, entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';
import { heldFacilityFaults } from './facility/consistency.js';
import { restFactor } from './arrivals/rates.js';
import { RowJudge } from './arrivals/row-judge.js';
import { annualBudgetFaults } from './annual-budget.js';
import { typeFaults } from './consistency-types.js';
import { energyPriceFaults } from './energy-price.js';
import { definitionFaults } from './consistency-utility.js';
import { urgencyFaults } from './consistency-urgency.js';
import { MAX_TASKS } from '../../../../models/families/utility/definitions.js';

/** Maximum number of mapping events of a simulation. Our choice: about a year of three-second steps. */
const MAX_EVENTS = 10_000_000;
/** Maximum number of machines, nodes or cores in all pools together. */
const MAX_ALL_NODES = 10_000_000;
/**
 * Largest accepted difference between 1 and the mean of the rate factors. Our choice: users write factors with few
 * digits.
 */
const ROUNDING = 1e-6;

/**
 * Returns the faults that concern several fields: names repeated or unknown, wrong order, sizes above a maximum.
 *
 * @param draft the instance before validation; missing and invalid fields are skipped, so that one run reports all
 * faults
 */
export function utilityConsistencyFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const arrivals = draft?.arrivals;
  return [
    ...periodFaults(draft),
    ...energyPriceFaults(draft),
    ...annualBudgetFaults(draft),
    ...poolFaults(draft),
    ...definitionFaults(draft?.utility),
    ...typeFaults(draft),
    ...(arrivals?.source === 'generated' ? arrivalFaults(arrivals, draft) : []),
    ...(arrivals?.source === 'table' ? taskFaults(arrivals.tasks, draft) : []),
    ...urgencyFaults(draft),
    ...heldFacilityFaults(draft),
  ];
}

function periodFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const { durationS, measuredFromS } = draft?.period ?? {};
  const intervalS = draft?.eventIntervalS;
  const faults: LocalFault[] = [];
  if (durationS !== undefined && measuredFromS !== undefined) {
    const least = Math.max(0, durationS - S_PER_DAY);
    if (!(measuredFromS >= least && measuredFromS < durationS)) {
      const allowed = `from ${least} to below ${durationS} (s): at most the last 24 h are measured`;
      const remedy = 'Set it to the last midnight but one: durationS - 86400, or 0 where the period is shorter.';
      faults.push({ path: 'period.measuredFromS', value: measuredFromS, allowed, remedy });
    }
  }
  if (durationS !== undefined && intervalS !== undefined && durationS / intervalS > MAX_EVENTS) {
    const allowed = `at least ${durationS / MAX_EVENTS} (s): at most ${MAX_EVENTS} events in the period`;
    faults.push({ path: 'eventIntervalS', value: intervalS, allowed, remedy: 'Lengthen it, or shorten the period.' });
  }
  if (draft?.droppingThreshold === 'none' && draft.environment !== undefined && draft.environment !== 'parallel') {
    const allowed = `a number in a ${draft.environment} instance`;
    const remedy = 'Only parallel tasks may wait for ever: write 0 to drop what can earn nothing more.';
    faults.push({ path: 'droppingThreshold', value: 'none', allowed, remedy });
  }
  if (draft?.preemption !== undefined && draft.environment !== undefined && draft.environment !== 'preemptive') {
    const remedy = 'Nothing is preempted in it: remove the field, or make it a preemptive instance.';
    faults.push({
      path: 'preemption',
      value: draft.preemption,
      allowed: `nothing in a ${draft.environment} instance`,
      remedy,
    });
  }
  return faults;
}

function poolFaults(draft: Draft<UtilityInstance>): LocalFault[] {
  const nodes = entries(draft?.pools).reduce((sum, [, pool]) => sum + (pool.nodes ?? 0), 0);
  const faults = duplicateNames(['pools'], draft?.pools);
  if (nodes <= MAX_ALL_NODES) return faults;
  const allowed = `at most ${MAX_ALL_NODES} nodes in all pools`;
  return [...faults, { path: 'pools', value: `${nodes} nodes`, allowed, remedy: 'Divide the instance.' }];
}

function taskFaults(rows: Draft<readonly UtilityTaskRow[]>, draft: Draft<UtilityInstance>): LocalFault[] {
  const judge = new RowJudge(draft);
  return entries(rows).flatMap(([i, row]) => judge.faults(row, (field) => jsonPath(['arrivals', 'tasks', i, field])));
}

function arrivalFaults(arrivals: NonNullable<Draft<GeneratedArrivals>>, draft: Draft<UtilityInstance>): LocalFault[] {
  const { tasksPerDay, special, workingHours } = arrivals;
  const faults: LocalFault[] = [];
  const durationS = draft?.period?.durationS;
  const tasks = ((tasksPerDay ?? 0) * (durationS ?? 0)) / S_PER_DAY;
  if (tasks > MAX_TASKS) {
    const allowed = `at most ${Math.floor((MAX_TASKS * S_PER_DAY) / durationS!)}: ${MAX_TASKS} tasks in the period`;
    faults.push({
      path: 'arrivals.tasksPerDay',
      value: tasksPerDay,
      allowed,
      remedy: 'Lower it, or shorten the period.',
    });
  }
  const { meanOnS, meanOffS, onFactor, offFactor } = special ?? {};
  if (meanOnS !== undefined && meanOffS !== undefined && onFactor !== undefined && offFactor !== undefined) {
    const mean = (meanOnS * onFactor + meanOffS * offFactor) / (meanOnS + meanOffS);
    if (Math.abs(mean - 1) > ROUNDING) {
      const needed = (meanOnS + meanOffS - meanOffS * offFactor) / meanOnS;
      const allowed = `factors whose mean over both times is 1; it is ${Number(mean.toPrecision(6))}`;
      const remedy =
        needed >= 0
          ? `Set it to ${Number(needed.toPrecision(9))}, or correct the others.`
          : 'Lower offFactor: by itself it makes more than the mean.';
      faults.push({ path: 'arrivals.special.onFactor', value: onFactor, allowed, remedy });
    }
  }
  const { fromHour, toHour, factor } = workingHours ?? {};
  if (fromHour === undefined || toHour === undefined) return faults;
  if (fromHour >= toHour || toHour - fromHour >= 24) {
    const allowed = `an hour after fromHour, ${fromHour}, less than 24 h later`;
    faults.push({
      path: 'arrivals.workingHours.toHour',
      value: toHour,
      allowed,
      remedy: 'Exchange or correct the two.',
    });
  } else if (factor !== undefined && restFactor(toHour - fromHour, factor) < 0) {
    const allowed = `at most ${Number((24 / (toHour - fromHour)).toPrecision(6))}: more in these hours than in a day leaves less than nothing for the rest`;
    faults.push({
      path: 'arrivals.workingHours.factor',
      value: factor,
      allowed,
      remedy: 'Lower it, or shorten the hours.',
    });
  }
  return faults;
}
