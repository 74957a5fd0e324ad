import type { DaySeries } from '../../../../../models/families/templates/online.js';
import { coreSecondsUntil, energyUntilJ } from '../../../../online/power-meter.js';
import type { DayStep } from './ledger.js';

/** Makes the time series of a day. A step is divided among the intervals in proportion to its time in each. */
export interface SeriesCollector {
  /**
   * Adds a step.
   *
   * @param untilS end of the step, or time at which the energy budget is exhausted, s
   * @param idleW power of all nodes when idle, W
   * @param waitingS sum of the tasks' waiting times within the step, task-seconds
   */
  readonly add: (step: DayStep, untilS: number, idleW: number, waitingS: number) => void;
  readonly series: () => DaySeries;
}

export function seriesCollector(intervalS: number, durationS: number): SeriesCollector {
  const count = Math.ceil(durationS / intervalS - 1e-9);
  const sums = (): Float64Array => new Float64Array(count);
  const [nodeJ, cracJ, setPoint, coveredS, running, waiting] = [sums(), sums(), sums(), sums(), sums(), sums()];
  const hottestOutletC = sums().fill(NaN);
  const hottestInletC = sums().fill(-Infinity);
  const reward = sums();
  /**
   * Adds the rewards of tasks that finished in a step to their intervals. A task that finishes at a border counts in
   * the earlier interval.
   */
  const enterReward = ({ finishes }: DayStep, untilS: number): void => {
    for (let n = 0; n < finishes.count && finishes.timeS[n]! <= untilS; n++) {
      if (finishes.inTime[n] !== 1) continue;
      const k = Math.ceil(finishes.timeS[n]! / intervalS) - 1;
      reward[Math.min(count - 1, Math.max(0, k))]! += finishes.reward[n]!;
    }
  };
  return {
    add(step, untilS, idleW, waitingS) {
      const { startS } = step.power;
      enterReward(step, untilS);
      const lengthS = untilS - startS;
      if (!(lengthS > 0)) return;
      const busyJ = energyUntilJ(step.power, untilS);
      const runningS = coreSecondsUntil(step.power, untilS);
      const nodeW = idleW + busyJ / lengthS;
      for (let k = Math.min(count - 1, Math.floor(startS / intervalS)); k < count; k++) {
        const fromS = Math.max(startS, k * intervalS);
        const toS = k === count - 1 ? untilS : Math.min(untilS, (k + 1) * intervalS);
        const shareS = toS - fromS;
        if (shareS > 0) {
          nodeJ[k]! += nodeW * shareS;
          cracJ[k]! += step.cracW * shareS;
          setPoint[k]! += step.setPointC * shareS;
          coveredS[k]! += shareS;
          running[k]! += (runningS / lengthS) * shareS;
          waiting[k]! += (waitingS / lengthS) * shareS;
          hottestOutletC[k] = step.hottestOutletC;
          hottestInletC[k] = Math.max(step.hottestInletC, hottestInletC[k]!);
        }
        if (toS >= untilS) break;
      }
    },
    series() {
      const lengthS = (k: number): number => Math.min(intervalS, durationS - k * intervalS);
      const means = (total: Float64Array): Float64Array => total.map((sum, k) => sum / lengthS(k));
      return {
        intervalS,
        totalPowerW: means(nodeJ.map((joules, k) => joules + cracJ[k]!)),
        nodePowerW: means(nodeJ),
        cracPowerW: means(cracJ),
        setPointC: setPoint.map((sum, k) => sum / coveredS[k]!),
        hottestOutletC,
        hottestInletC: hottestInletC.map((inletC) => (inletC === -Infinity ? NaN : inletC)),
        rewardSoFar: runningSum(reward),
        runningCores: means(running),
        waitingTasks: means(waiting),
      };
    },
  };
}

function runningSum(values: Float64Array): Float64Array {
  let sum = 0;
  return values.map((value) => (sum += value));
}
