import type { UtilityModel } from '../../../models/families/utility/model.js';

/** Factor by which a small fault of minutes becomes one of days: three minutes are a day then. Whole numbers stay whole. */
const FACTOR = 480;

/** A fault in which everything takes longer by one factor: a policy that does not know hours decides the same. */
export function stretched(model: UtilityModel): UtilityModel {
  const { options, functions, tasks } = model;
  const longer = (timeS: number): number => FACTOR * timeS;
  return {
    ...model,
    endS: longer(model.endS),
    measuredFromS: longer(model.measuredFromS),
    eventIntervalS: longer(model.eventIntervalS),
    days: model.days.map(({ startS, endS, budgetJ }) => {
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
