import { firstEventS, greatestAloneW, keepsBudgetsAlone } from './alone.js';
import { overlapS, type UtilityModel } from './model.js';
import { startingUtility, utilityAt } from '../utility-function.js';

/**
 * Utility that the tasks of a model could bring within the measured time, by three measures. None of them is a bound:
 * docs/utility/results.md.
 */
export interface ArrivingUtility {
  /** Sum of the starting utilities of the tasks that arrive in the measured time (the maximum of paper 002). */
  readonly starting: number;
  /**
   * Utility that would be earned in the measured time if every task started at the first mapping event after its
   * arrival, alone, on the option that ends first among those that keep budgets and power rows by themselves. As in
   * earnings, each task counts by the share of its execution in the measured time.
   */
  readonly immediate: number;
  /**
   * The same if every task started when it arrives, which no schedule may do, whatever its option draws (the maximum of
   * paper 000).
   */
  readonly onArrival: number;
}

/** Returns the three measures for the tasks that arrive. */
export function arrivingUtility(model: UtilityModel): ArrivingUtility {
  const { tasks, functions, measuredFromS, endS, eventIntervalS } = model;
  const fastest = optionsByTime(model);
  let [starting, immediate, onArrival] = [0, 0, 0];
  for (let n = 0; n < tasks.count; n++) {
    const arrivalS = tasks.arrivalS[n]!;
    const f = tasks.utility[n]!;
    /** Returns the utility earned in the measured time by a run that starts after waiting for so long. */
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
 * Returns the first option of each kind of work, fastest first: of all options, and those that no power row rules out.
 * Length C.
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
