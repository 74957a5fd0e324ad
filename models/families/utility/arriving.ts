import { firstEventS, greatestAloneW, keepsBudgetsAlone } from './alone.js';
import { overlapS, type UtilityModel } from './model.js';
import { startingUtility, utilityAt } from '../utility-function.js';

/**
 * Three measures of the utility that the tasks of a model could earn within the measured time. Each neglects that tasks
 * compete for machines. None is an upper bound on the objective (docs/utility/results.md).
 */
export interface ArrivingUtility {
  /** Sum of the starting utilities of the tasks that arrive in the measured time (the maximum of paper 002). */
  readonly starting: number;
  /**
   * Utility in the measured time if every task started at the first mapping event (possible start time) after its
   * arrival, as if all machines were free. Each task runs in the fastest way that alone keeps energy budgets and power
   * limits. Its utility counts by the fraction of its execution within the measured time.
   */
  readonly immediate: number;
  /**
   * Utility in the measured time if every task started on arrival, in the fastest way, as if all machines were free and
   * power unlimited (the maximum of paper 000). Real schedules start tasks only at mapping events.
   */
  readonly onArrival: number;
}

export function arrivingUtility(model: UtilityModel): ArrivingUtility {
  const { tasks, functions, measuredFromS, endS, eventIntervalS } = model;
  const fastest = optionsByTime(model);
  let [starting, immediate, onArrival] = [0, 0, 0];
  for (let n = 0; n < tasks.count; n++) {
    const arrivalS = tasks.arrivalS[n]!;
    const f = tasks.utility[n]!;
    /** Returns the measured utility of a run of the current task, `waitS` after arrival and of length `timeS`. */
    const earned = (waitS: number, timeS: number): number => {
      const insideS = overlapS(arrivalS + waitS, arrivalS + waitS + timeS, measuredFromS, endS);
      return insideS > 0 ? (utilityAt(functions, f, waitS + timeS) * insideS) / timeS : 0;
    };
    if (arrivalS >= measuredFromS) starting += startingUtility(functions, f);
    const { all, able } = fastest[tasks.kind[n]!]!;
    onArrival += earned(0, model.options.timeS[all]!);
    const startS = Math.max(arrivalS, firstEventS(arrivalS, eventIntervalS));
    const option = startS < endS ? able.find((o) => keepsBudgetsAlone(model, o, startS)) : undefined;
    if (option !== undefined) immediate += earned(startS - arrivalS, model.options.timeS[option]!);
  }
  return { starting, immediate, onArrival };
}

/**
 * For each kind of work (task type and number of cores), returns indices of options, which are ways to run it. `all` is
 * the fastest option. `able` has the options that no power limit rules out, fastest first.
 */
function optionsByTime(model: UtilityModel): { readonly all: number; readonly able: readonly number[] }[] {
  const { kindCount, first, pool, timeS, powerW } = model.options;
  const mostW = greatestAloneW(model);
  return Array.from({ length: kindCount }, (_, kind) => {
    const those = Array.from({ length: first[kind + 1]! - first[kind]! }, (_, i) => first[kind]! + i);
    those.sort((a, b) => timeS[a]! - timeS[b]! || a - b);
    return { all: those[0]!, able: those.filter((o) => powerW[o]! <= mostW[pool[o]!]!) };
  });
}
