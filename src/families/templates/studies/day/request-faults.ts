import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import type { TaskTables } from '../../methods/online/task-tables.js';
import { type ArrivalSequence, refuseUnordered } from '../../../../online/arrivals.js';
import type { DayOptions, DayRequest } from './request.js';

/**
 * Checks a request for a simulated day.
 *
 * @throws RangeError if it cannot be simulated
 */
export function refuseBadRequest(
  { model, arrivals, thermal, book, energyBudgetsJ }: DayRequest,
  options: DayOptions,
): void {
  const { timeS, taskType, length, durationS } = arrivals;
  demand(durationS > 0 && Number.isFinite(durationS), `A day of ${durationS} s`);
  demand(timeS.length === taskType.length, `${timeS.length} arrivals with ${taskType.length} task types`);
  const types = model.instance.taskTypes.length;
  if (length !== undefined) {
    demand(length.length === timeS.length, `${timeS.length} arrivals with ${length.length} lengths`);
    const odd = length.findIndex((one) => !(one > 0 && one < Infinity));
    demand(odd < 0, `Arrival ${odd} has the length ${length[odd]}`);
  }
  refuseUnordered(timeS, durationS);
  const odd = taskType.findIndex((type) => type >= types);
  demand(odd < 0, `Arrival ${odd} is of task type ${taskType[odd]!}; there are ${types}, from 0`);
  demand(energyBudgetsJ.length > 0, 'No energy budget; Infinity is one');
  for (const budgetJ of energyBudgetsJ) demand(budgetJ >= 0, `An energy budget of ${budgetJ} J`);
  for (const name of ['thermalStepS', 'seriesIntervalS', 'mappingIntervalS', 'thermalIntervalS'] as const) {
    demand(options[name] > 0 && Number.isFinite(options[name]), `${name} of ${options[name]} s`);
  }
  const { setPointMinC, setPointMaxC } = model;
  const range = `CRACs of this room have ${setPointMinC} to ${setPointMaxC} C`;
  const demandInRange = (name: string, setPointC: number): void => {
    const inRange = setPointC >= setPointMinC && setPointC <= setPointMaxC;
    demand(inRange, `${name}: a set-point of ${setPointC} C; ${range}`);
  };
  if (thermal === 'overcooling') demandInRange('overcoolingC', options.overcoolingC);
  if (thermal === 'throttling') demandInRange('throttlingC', options.throttlingC);
  if (options.startSetPointC !== null) demandInRange('startSetPointC', options.startSetPointC);
  if (thermal === 'templates') refuseBadBook(model, book, energyBudgetsJ.length);
}

/**
 * Checks the relative execution times of tasks.
 *
 * @throws RangeError if the execution time of a task exceeds the largest floating-point number
 */
export function refuseEndlessTasks({ length, durationS }: ArrivalSequence, { timeS }: TaskTables): void {
  const longest = length?.reduce((most, one) => Math.max(most, one), 0) ?? 1;
  const slowestS = timeS.reduce((most, one) => Math.max(most, one), 0);
  demand(
    durationS + slowestS * longest < Infinity,
    `A task of length ${longest}, of which 1 takes up to ${slowestS} s`,
  );
}

function refuseBadBook(model: TemplatesModel, book: TemplateBook | null, budgets: number): void {
  if (book === null) throw new RangeError('Templates need a template book');
  const why = 'what is done depends on it';
  demand(budgets === 1, `With templates a day has one energy budget, not ${budgets}: ${why}`);
  const ofBook = [book.grid.runningCores.length, book.template(0).allowableCores.length];
  const ofRoom = [model.quadrants.length, model.blocks.length];
  const same = ofBook.every((count, k) => count === ofRoom[k]);
  const counts = ([quadrants, blocks]: number[]): string => `${quadrants} quadrants and ${blocks} blocks`;
  demand(same, `Templates for ${counts(ofBook)}; the room has ${counts(ofRoom)}`);
}

function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new RangeError(otherwise);
}
