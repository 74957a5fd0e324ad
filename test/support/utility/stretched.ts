import type { UtilityProblem } from '../../../models/problems/utility/problem.js';

/** Factor by which a small problem of minutes becomes one of days: three minutes are a day then. Whole numbers stay whole. */
const FACTOR = 480;

/** A problem in which everything takes longer by one factor: a policy that does not know hours decides the same. */
export function stretched(problem: UtilityProblem): UtilityProblem {
  const { options, functions, tasks } = problem;
  const longer = (timeS: number): number => FACTOR * timeS;
  return {
    ...problem,
    endS: longer(problem.endS),
    measuredFromS: longer(problem.measuredFromS),
    eventIntervalS: longer(problem.eventIntervalS),
    days: problem.days.map(({ startS, endS, budgetJ }) => {
      return { startS: longer(startS), endS: longer(endS), budgetJ: FACTOR * budgetJ };
    }),
    options: { ...options, timeS: options.timeS.map(longer) },
    functions: {
      ...functions,
      startS: functions.startS.map(longer),
      ratePerS: functions.ratePerS.map((rate) => rate / FACTOR),
      slopePerS: functions.slopePerS.map((slope) => slope / FACTOR),
    },
    tasks: { ...tasks, arrivalS: tasks.arrivalS.map(longer) },
  };
}
