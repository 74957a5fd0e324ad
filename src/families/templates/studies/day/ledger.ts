import { countBelow } from '../../../../../models/bisection.js';
import type { DayOutcome } from '../../../../../models/families/templates/online.js';
import { energyUntilJ, momentUsedS, type PowerWindow } from '../../../../online/power-meter.js';
import type { ThermalStep } from './room-temperatures.js';

/** Tasks that finished within the present step, by finishing time. The arrays are overwritten in every step. */
export interface Finishes {
  count: number;
  timeS: Float64Array;
  reward: Float64Array;
  /** 1 for each finished task that was in time, otherwise 0. */
  inTime: Uint8Array;
  /** 1 for each finished task that ran throttled, otherwise 0. */
  throttled: Uint8Array;
}

/** Step of a day: power of its cores, tasks that finished in it, and temperatures at its end. */
export interface DayStep extends ThermalStep {
  readonly power: PowerWindow;
  /** Number of throttled cores at the start of the step. */
  readonly throttledCores: number;
  readonly finishes: Finishes;
  readonly setPointC: number;
}

/**
 * Energies (J), reward and numbers of tasks, summed from the start of the day, and the hottest temperatures so far, C.
 */
interface Tally {
  reward: number;
  started: number;
  dropped: number;
  inTime: number;
  late: number;
  coresJ: number;
  cracJ: number;
  removedJ: number;
  nodesJ: number;
  ventsJ: number;
  throttledCoreS: number;
  throttlings: number;
  hottestOutletC: number;
  hottestInletC: number;
  nodeSecondsTooHot: number;
  cracWithoutHeatS: number;
}

/**
 * Sums a day's energies and tasks. Determines the time at which each energy budget is exhausted, and the outcome of the
 * day until that time.
 */
export interface Ledger {
  readonly taskStarted: () => void;
  readonly taskDropped: () => void;
  readonly nodeThrottled: () => void;
  readonly ventsMoved: (heatJ: number) => void;
  /** Returns the total energy at the end of the last step (Eq. 52), J. */
  readonly totalJ: () => number;
  /**
   * Adds a step. Returns the time at which the last energy budget is exhausted, s, or null while some budget is left.
   *
   * @param nodesJ energy of all nodes in the step
   * @param storedJ returns the heat stored in the room at the end of the step; called when a budget is exhausted
   */
  readonly close: (step: DayStep, nodesJ: number, storedJ: () => number) => number | null;
  /**
   * Returns the outcome under each budget, in order. `storedJ` is the heat stored in the room at the end of the day.
   */
  readonly outcomes: (storedJ: number) => DayOutcome[];
}

export interface LedgerSetup {
  readonly budgetsJ: readonly number[];
  readonly idleW: number;
  readonly durationS: number;
  readonly arrivalsS: Float64Array;
  readonly storedAtStartJ: number;
  readonly hottestAtStartC: number;
}

export function dayLedger({ budgetsJ, idleW, durationS, arrivalsS, ...start }: LedgerSetup): Ledger {
  const tally = emptyTally(start.hottestAtStartC);
  let nowS = 0;
  const found: (DayOutcome | null)[] = budgetsJ.map(() => null);

  const outcome = (
    at: Tally,
    stoppedAtS: number | null,
    untilS: number,
    storedJ: number,
    budgetJ: number,
  ): DayOutcome => {
    const arrived = arrivalsS.length;
    const beforeStop = stoppedAtS === null ? arrived : countBelow(arrivalsS, stoppedAtS);
    const idle = idleW * untilS;
    return {
      energyBudgetJ: budgetJ,
      stoppedAtS,
      reward: at.reward,
      tasks: {
        arrived,
        completedInTime: at.inTime,
        completedLate: at.late,
        dropped: at.dropped,
        running: at.started - at.inTime - at.late,
        waiting: beforeStop - at.started - at.dropped,
        afterStop: arrived - beforeStop,
      },
      energyJ: { cores: at.coresJ, idle, crac: at.cracJ, total: at.nodesJ + at.cracJ },
      heatJ: { nodes: at.nodesJ, removed: at.removedJ, stored: storedJ - start.storedAtStartJ, ventChanges: at.ventsJ },
      cracWithoutHeatS: at.cracWithoutHeatS,
      throttledCoreS: at.throttledCoreS,
      throttlings: at.throttlings,
      hottestOutletC: at.hottestOutletC,
      hottestInletC: Number.isFinite(at.hottestInletC) ? at.hottestInletC : null,
      nodeSecondsTooHot: at.nodeSecondsTooHot,
    };
  };
  const totalJ = (): number => tally.coresJ + idleW * nowS + tally.cracJ;

  budgetsJ.forEach((budgetJ, k) => {
    if (budgetJ <= 0) found[k] = outcome(tally, 0, 0, start.storedAtStartJ, budgetJ);
  });

  return {
    taskStarted: () => {
      tally.started++;
    },
    taskDropped: () => {
      tally.dropped++;
    },
    nodeThrottled: () => {
      tally.throttlings++;
    },
    ventsMoved: (heatJ) => void (tally.ventsJ += heatJ),
    totalJ,
    close(step, nodesJ, storedJ) {
      const { startS, endS } = step.power;
      const before = { ...tally };
      const beforeJ = totalJ();
      advance(tally, step, endS, true);
      tally.nodesJ = before.nodesJ + nodesJ;
      nowS = endS;
      const afterJ = totalJ();
      let lastStopS = -Infinity;
      budgetsJ.forEach((budgetJ, k) => {
        if (found[k] === null && budgetJ <= afterJ) {
          const stopS = momentUsedS(step.power, idleW + step.cracW, budgetJ - beforeJ);
          const at = { ...before };
          advance(at, step, stopS, false);
          const busyJ = at.coresJ - before.coresJ;
          at.nodesJ = before.nodesJ + busyJ + idleW * (stopS - startS);
          // The heat of the rest of the step is not stored.
          const notStoredJ = tally.nodesJ - at.nodesJ - (tally.removedJ - at.removedJ);
          found[k] = outcome(at, stopS, stopS, storedJ() - notStoredJ, budgetJ);
        }
        lastStopS = Math.max(lastStopS, found[k]?.stoppedAtS ?? Infinity);
      });
      return lastStopS < Infinity ? lastStopS : null;
    },
    outcomes: (storedJ) => found.map((one, k) => one ?? outcome(tally, null, durationS, storedJ, budgetsJ[k]!)),
  };
}

function emptyTally(hottestOutletC: number): Tally {
  return {
    reward: 0,
    started: 0,
    dropped: 0,
    inTime: 0,
    late: 0,
    coresJ: 0,
    cracJ: 0,
    removedJ: 0,
    nodesJ: 0,
    ventsJ: 0,
    throttledCoreS: 0,
    throttlings: 0,
    hottestOutletC,
    hottestInletC: -Infinity,
    nodeSecondsTooHot: 0,
    cracWithoutHeatS: 0,
  };
}

/**
 * Adds the part of a step up to `untilS` to all sums except `nodesJ`. If `inclusive` is true, tasks that finish exactly
 * at `untilS` are counted.
 */
function advance(tally: Tally, step: DayStep, untilS: number, inclusive: boolean): void {
  const { finishes } = step;
  const lengthS = untilS - step.power.startS;
  let throttledCoreS = step.throttledCores * lengthS;
  for (let n = 0; n < finishes.count; n++) {
    const leftS = untilS - finishes.timeS[n]!;
    if (leftS < 0 || (leftS === 0 && !inclusive)) break;
    if (finishes.throttled[n] === 1) throttledCoreS -= leftS;
    if (finishes.inTime[n] === 1) {
      tally.inTime++;
      tally.reward += finishes.reward[n]!;
    } else tally.late++;
  }
  tally.coresJ += energyUntilJ(step.power, untilS);
  tally.cracJ += step.cracW * lengthS;
  tally.removedJ += step.removedW * lengthS;
  tally.throttledCoreS += throttledCoreS;
  tally.cracWithoutHeatS += step.cracsWithoutHeat * lengthS;
  tally.nodeSecondsTooHot += step.hotNodes * lengthS;
  tally.hottestOutletC = Math.max(tally.hottestOutletC, step.hottestOutletC);
  tally.hottestInletC = Math.max(tally.hottestInletC, step.hottestInletC);
}
