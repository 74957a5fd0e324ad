import { overlapS, type UtilityProblem } from './problem.js';
import { startingUtility, utilityAt } from '../utility-function.js';

/** Utility that the tasks of a problem could bring into the measured time, by two measures. Neither is a bound: docs/utility/results.md. */
export interface ArrivingUtility {
  /** Sum of the starting utilities of the tasks that arrive in the measured time (what 002 calls the maximum). */
  readonly starting: number;
  /**
   * Utility that would be earned in the measured time if every task started when it arrives, alone, on the option on which it ends first (what
   * 000 calls the maximum): counted as earnings are, each by the share of its execution that lies in the measured time.
   */
  readonly immediate: number;
}

/** The two measures of what arrives. */
export function arrivingUtility(problem: UtilityProblem): ArrivingUtility {
  const { tasks, functions, measuredFromS, endS } = problem;
  const fastestS = fastestTimesS(problem);
  let [starting, immediate] = [0, 0];
  for (let n = 0; n < tasks.count; n++) {
    const arrivalS = tasks.arrivalS[n]!;
    const timeS = fastestS[tasks.kind[n]!]!;
    const f = tasks.utility[n]!;
    if (arrivalS >= measuredFromS) starting += startingUtility(functions, f);
    const insideS = overlapS(arrivalS, arrivalS + timeS, measuredFromS, endS);
    if (insideS > 0) immediate += (utilityAt(functions, f, timeS) * insideS) / timeS;
  }
  return { starting, immediate };
}

/** Shortest execution time of each kind of work, s; length C. */
function fastestTimesS({ options: { kindCount, first, timeS } }: UtilityProblem): Float64Array {
  return Float64Array.from({ length: kindCount }, (_, kind) => {
    let leastS = Infinity;
    for (let o = first[kind]!; o < first[kind + 1]!; o++) leastS = Math.min(leastS, timeS[o]!);
    return leastS;
  });
}
