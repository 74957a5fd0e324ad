import type {
  DayOutcome,
  DayResult,
  DaySeries,
  TemplateBook,
} from '../../../../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { dayClosure } from './closure.js';
import type { DayMethod } from './methods.js';
import type { DayBudgetRecord, DayMethodRecord } from './record.js';
import type { DayOptions, TransientRooms } from './request.js';
import { simulateDay } from './simulate-day.js';
import { stoppedSeries } from './stopped-series.js';

/** Request to simulate several methods and energy budgets with the same tasks. */
export interface MethodsRequest {
  readonly model: TemplatesModel;
  readonly rooms: TransientRooms;
  readonly book: TemplateBook | null;
  readonly arrivals: ArrivalSequence;
  readonly methods: readonly DayMethod[];
  /** Energy budgets, J; Infinity for no limit. */
  readonly energyBudgetsJ: readonly number[];
  readonly seed: number;
  readonly options: Partial<DayOptions>;
  /** Called before each simulated day with the numbers of days done and of all days. Returning true ends the study. */
  readonly pause: (done: number, total: number) => Promise<boolean>;
}

export interface MethodsFound {
  /** Results of the methods for which the days of all budgets were simulated. */
  readonly methods: readonly DayMethodRecord[];
  readonly series: readonly (readonly DaySeries[])[];
  readonly interrupted: boolean;
}

/** Returns true if a method's decisions depend on the energy budget, so that each budget is simulated. */
function heedsBudget({ thermal }: DayMethod): boolean {
  return thermal === 'templates';
}

export async function simulateMethods(request: MethodsRequest): Promise<MethodsFound> {
  const { methods, energyBudgetsJ } = request;
  const daysOf = (method: DayMethod): readonly (readonly number[])[] =>
    heedsBudget(method) ? energyBudgetsJ.map((budget) => [budget]) : [energyBudgetsJ];
  const total = methods.reduce((sum, method) => sum + daysOf(method).length, 0);
  const found: DayMethodRecord[] = [];
  const series: DaySeries[][] = [];
  let done = 0;
  for (const method of methods) {
    const days: DayResult[] = [];
    for (const budgets of daysOf(method)) {
      if (await request.pause(done, total)) return { methods: found, series, interrupted: true };
      days.push(oneDay(request, method, budgets));
      done++;
    }
    found.push({
      ...method,
      budgets: days.flatMap(({ outcomes, lookups }) =>
        outcomes.map((outcome) => ({ outcome, closure: dayClosure(outcome), lookups, ...planFigures(outcome) })),
      ),
    });
    series.push(
      days.flatMap((day) =>
        day.outcomes.map((outcome) => stoppedSeries(day.series, outcome, request.arrivals.durationS)),
      ),
    );
  }
  return { methods: found, series, interrupted: false };
}

/** Returns the figures of a day that all families report: energy by use, and number of completed tasks. */
function planFigures({ energyJ, tasks }: DayOutcome): Pick<DayBudgetRecord, 'energyByPart' | 'completed'> {
  const { cores, idle, crac } = energyJ;
  return {
    energyByPart: { coresJ: cores, idleJ: idle, coolingJ: crac },
    completed: tasks.completedInTime + tasks.completedLate,
  };
}

function oneDay(
  { model, rooms, book, arrivals, seed, options }: MethodsRequest,
  { mapping, thermal }: DayMethod,
  energyBudgetsJ: readonly number[],
): DayResult {
  const own = thermal === 'templates' ? book : null;
  return simulateDay({ model, rooms, arrivals, mapping, thermal, book: own, energyBudgetsJ, seed, options });
}
