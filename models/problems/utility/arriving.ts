import { firstEventS, greatestAloneW, keepsBudgetsAlone } from './alone.js';
import { overlapS, type UtilityProblem } from './problem.js';
import { startingUtility, utilityAt } from '../utility-function.js';

/** Utility that the tasks of a problem could bring into the measured time, by three measures. None is a bound: docs/utility/results.md. */
export interface ArrivingUtility {
  /** Sum of the starting utilities of the tasks that arrive in the measured time (what 002 calls the maximum). */
  readonly starting: number;
  /**
   * Utility that would be earned in the measured time if every task started at the first mapping event from its arrival on, alone, on the option on which it
   * ends first of those that keep budgets and power rows by themselves: counted as earnings are, each by the share of its execution in the measured time.
   */
  readonly immediate: number;
  /** The same if every task started when it arrives, which no schedule may, whatever its option draws (what 000 calls the maximum). */
  readonly onArrival: number;
}

/** The three measures of what arrives. */
export function arrivingUtility(problem: UtilityProblem): ArrivingUtility {
  const { tasks, functions, measuredFromS, endS, eventIntervalS } = problem;
  const fastest = optionsByTime(problem);
  let [starting, immediate, onArrival] = [0, 0, 0];
  for (let n = 0; n < tasks.count; n++) {
    const arrivalS = tasks.arrivalS[n]!;
    const f = tasks.utility[n]!;
    /** Utility earned in the measured time by a run that starts when it has waited for so long. */
    const earned = (waitS: number, timeS: number): number => {
      const insideS = overlapS(arrivalS + waitS, arrivalS + waitS + timeS, measuredFromS, endS);
      return insideS > 0 ? (utilityAt(functions, f, waitS + timeS) * insideS) / timeS : 0;
    };
    if (arrivalS >= measuredFromS) starting += startingUtility(functions, f);
    const { all, able } = fastest[tasks.kind[n]!]!;
    onArrival += earned(0, problem.options.timeS[all]!);
    const startS = Math.max(arrivalS, firstEventS(arrivalS, eventIntervalS));
    const option = startS < endS ? able.find((o) => keepsBudgetsAlone(problem, o, startS)) : undefined;
    if (option !== undefined) immediate += earned(startS - arrivalS, problem.options.timeS[option]!);
  }
  return { starting, immediate, onArrival };
}

/** Options of each kind of work, the fastest first: of all the first one, and those that no power row forbids. Length C. */
function optionsByTime(problem: UtilityProblem): { readonly all: number; readonly able: readonly number[] }[] {
  const { kindCount, first, pool, timeS, powerW } = problem.options;
  const mostW = greatestAloneW(problem);
  return Array.from({ length: kindCount }, (_, kind) => {
    const those = Array.from({ length: first[kind + 1]! - first[kind]! }, (_, i) => first[kind]! + i);
    those.sort((a, b) => timeS[a]! - timeS[b]! || a - b);
    return { all: those[0]!, able: those.filter((o) => powerW[o]! <= mostW[pool[o]!]!) };
  });
}
