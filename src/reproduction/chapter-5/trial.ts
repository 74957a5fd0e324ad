import { S_PER_H, J_PER_MJ } from '../../../models/units.js';
import { ventAirflow } from '../../../models/physics/airflow/vents.js';
import { middleStateOf } from '../../../models/families/templates/middle-state.js';
import { templatesModel } from '../../../models/families/templates/compile.js';
import type { DayOutcome, DaySeries, TemplateBook } from '../../../models/families/templates/online.js';
import type { TemplatesModel } from '../../../models/families/templates/model.js';
import { layoutFacility } from '../../../models/families/templates/room.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { drawArrivals } from '../../online/draw-arrivals.js';
import { PATTERN_DEFAULTS } from '../../online/arrival-pattern.js';
import type { TemplatesInstance } from '../../../models/families/templates/instance.js';
import { bundledInstance } from '../../instances/bundled.js';
import { monotonicS } from '../../runs/clock.js';
import { digestOf } from '../../runs/digest.js';
import { cacheBeside, templatesAsAsked } from '../../families/templates/runs/as-asked.js';
import type { DayOptions, TransientRooms } from '../../families/templates/studies/day/request.js';
import { transientRooms } from '../../families/templates/studies/day/rooms.js';
import { simulateMethods } from '../../families/templates/studies/day/run.js';
import { dayEnergies } from './arithmetic.js';
import { budgetsOf } from './figures.js';
import { levelOf, type MIDDLE_P_STATES, type Pattern, powerAt, under } from './levels.js';

type MiddlePState = (typeof MIDDLE_P_STATES)[number];

/** Number of significant digits recorded: enough for every statement, without the noise of the last digits. */
const DIGITS = 9;

/**
 * Trial of one method on one seed's tasks, under all budgets: a function of its input alone. It keeps the room and its
 * templates only to save time.
 */
export async function templatesTrial(input: TrialRequest): Promise<TrialOutput> {
  const startS = monotonicS();
  const { cell, seed, settings } = input;
  if (cell['middlePState'] !== undefined) {
    const tasksPerS = serviceRatePerS(String(settings['instance']), cell['middlePState'] as MiddlePState);
    return {
      values: Object.fromEntries([inDigits(['tasksPerS', tasksPerS])]),
      times: { solve: monotonicS() - startS },
    };
  }
  const { method, marginK } = levelOf(cell['method']!);
  const { model, rooms } = roomFor(String(settings['instance']));
  const durationS = Number(settings['durationS']);
  const pattern = PATTERN_DEFAULTS[cell['pattern'] as Pattern];
  const arrivals = drawArrivals(pattern, durationS, model.instance.taskTypes.length, seed);
  const budgetsMJ = budgetsOf(input);
  const { methods, series } = await simulateMethods({
    model,
    rooms,
    arrivals,
    seed,
    book: method.thermal === 'templates' ? bookFor(model, marginK, input.partFile) : null,
    methods: [method],
    energyBudgetsJ: budgetsMJ.map((budgetMJ) => budgetMJ * J_PER_MJ),
    options: optionsOf(input),
    pause: () => Promise.resolve(false),
  });
  const { budgets } = methods[0]!;
  const open = budgets.find(({ closure }) => !closure.closes);
  if (open !== undefined) throw new RangeError(`The ledger does not close: ${JSON.stringify(open.closure)}`);
  const values: Values = {
    tasks: arrivals.timeS.length,
    ...Object.fromEntries(Object.entries(dayEnergies(model, optionsOf(input), durationS)).map(inDigits)),
    ...Object.fromEntries(
      budgets.flatMap(({ outcome }, b) => outcomeValues(outcome, durationS, budgetsMJ[b]!).map(inDigits)),
    ),
    ...Object.fromEntries(powerValues(series[0]![0]!, Number(settings['powerEveryS']), durationS).map(inDigits)),
  };
  return { values, times: { solve: monotonicS() - startS } };
}

function optionsOf({
  settings,
}: Pick<TrialRequest, 'settings'>): Pick<
  DayOptions,
  'thermalStepS' | 'overcoolingC' | 'throttlingC' | 'seriesIntervalS'
> {
  const number = (name: string): number => Number(settings[name]);
  return {
    thermalStepS: number('thermalStepS'),
    overcoolingC: number('overcoolingC'),
    throttlingC: number('throttlingC'),
    seriesIntervalS: number('powerEveryS') > 0 ? number('powerEveryS') : S_PER_H,
  };
}

/** Rooms by key, kept because trials follow each other: functions of their keys. */
const roomsKept = new Map<string, { readonly model: TemplatesModel; readonly rooms: TransientRooms }>();
const booksKept = new Map<string, TemplateBook>();

function roomFor(name: string): { readonly model: TemplatesModel; readonly rooms: TransientRooms } {
  let room = roomsKept.get(name);
  if (room === undefined) {
    const instance = bundledInstance('templates', name) as TemplatesInstance;
    const facility = layoutFacility(instance);
    if (facility === null) throw new RangeError(`The bundled room "${name}" has no layout`);
    const air = ventAirflow(facility, instance.quadrants, instance.ventOpenings);
    const matrices = air.ventOpenings.map((_, vents) => air.influence(vents));
    room = {
      model: templatesModel(instance, matrices),
      rooms: transientRooms(instance, (vents) => air.transientAir(vents)),
    };
    roomsKept.set(name, room);
  }
  return room;
}

/** Service rate of all cores in their middle P-state, tasks/s (Eqs. 61 and 62). */
function serviceRatePerS(name: string, middlePState: MiddlePState): number {
  const { model } = roomFor(name);
  const { ratePerS } = middleStateOf({ ...model.instance, middlePState });
  return model.blocks.reduce(
    (sum, { nodeCount, coresPerNode, type }) => sum + nodeCount * coresPerNode * ratePerS[type]!,
    0,
  );
}

/** Templates that stay `marginK` below the outlet limit. Solved vectors are kept beside the parts of trials. */
function bookFor(model: TemplatesModel, marginK: number, partFile: string | undefined): TemplateBook {
  const held = { ...model, outletLimitC: model.outletLimitC - marginK };
  const digest = digestOf({ instance: model.instance, outletLimitC: held.outletLimitC }).slice(0, 12);
  let book = booksKept.get(digest);
  if (book === undefined) {
    book = templatesAsAsked(held, partFile === undefined ? null : cacheBeside(partFile, `templates-${digest}`));
    booksKept.set(digest, book);
  }
  return book;
}

function outcomeValues(outcome: DayOutcome, durationS: number, budgetMJ: number): [string, Value][] {
  const { reward, stoppedAtS, tasks, energyJ, throttledCoreS, hottestOutletC } = outcome;
  const values: Record<string, Value> = {
    reward,
    /** Moment of the stop, s; the day's length where the budget lasts. */
    stopS: stoppedAtS ?? durationS,
    energyMJ: energyJ.total / J_PER_MJ,
    coresMJ: energyJ.cores / J_PER_MJ,
    cracMJ: energyJ.crac / J_PER_MJ,
    inTime: tasks.completedInTime,
    late: tasks.completedLate,
    dropped: tasks.dropped,
    afterStop: tasks.afterStop,
    throttledCoreH: throttledCoreS / S_PER_H,
    hottestC: hottestOutletC,
  };
  return Object.entries(values).map(([name, value]) => [under(name, budgetMJ), value]);
}

function powerValues({ totalPowerW }: DaySeries, everyS: number, durationS: number): [string, Value][] {
  if (everyS <= 0) return [];
  return Array.from({ length: Math.floor(durationS / everyS) }, (_, k) => [powerAt(k), totalPowerW[k]!]);
}

function inDigits([name, value]: [string, Value]): [string, Value] {
  return [name, typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value];
}
