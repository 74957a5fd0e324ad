import type { CoverageSample, RunningVector } from '../studies/coverage/record.js';
import { csvText } from '../../../reports/csv.js';

/**
 * Returns CSV with a row per combination of running cores. It has the least power at which these cores can continue,
 * with the set-point and vents of that setting.
 */
export function runningVectorsCsv(
  quadrants: readonly string[],
  vectors: readonly RunningVector[],
  ventOpenings: readonly (readonly number[])[],
): string {
  return csvText([
    [
      ...quadrants.map((name) => `runningCores ${name}`),
      'leastPowerW',
      'enoughW',
      'setPointC',
      'excessC',
      ...quadrants.map((name) => `opening ${name}`),
    ],
    ...vectors.map(({ runningCores, leastPowerW, enoughW, setPointC, excessC, vents }) => [
      ...runningCores,
      leastPowerW,
      enoughW,
      setPointC,
      excessC,
      ...ventOpenings[vents]!,
    ]),
  ]);
}

/**
 * Returns CSV with a row per sampled state, which compares the template of the nearest grid state with the optimal
 * setting.
 */
export function coverageSamplesCsv(quadrants: readonly string[], samples: readonly CoverageSample[]): string {
  return csvText([
    [
      'arrivingWorkPerS',
      ...quadrants.map((name) => `runningCores ${name}`),
      'powerLimitW',
      'nearestState',
      'templateFeasible',
      'trueFeasible',
      'bestTasksPerJ',
      'bestWorkPerS',
      'asSetTasksPerJ',
      'asSetWorkPerS',
      'excessW',
      'excessK',
      'keptTasksPerJ',
      'keptWorkPerS',
      'keeps',
    ],
    ...samples.map((one) => [
      one.arrivingWorkPerS,
      ...one.runningCores,
      one.powerLimitW,
      one.nearestState,
      Number(one.templateFeasible),
      Number(one.trueFeasible),
      one.bestTasksPerJ,
      one.bestWorkPerS,
      one.asSetTasksPerJ,
      one.asSetWorkPerS,
      one.excessW,
      one.excessK,
      one.keptTasksPerJ,
      one.keptWorkPerS,
      Number(one.keeps),
    ]),
  ]);
}
