import { S_PER_H, J_PER_MJ } from '../../../models/units.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { type Memory, memory, open, templates, type TemplatesDayOptions } from '../../library/index.js';
import {
  accepted,
  alteredInstance,
  bundledFile,
  fileIn,
  folderOf,
  inTemporaryFolder,
  keptFolder,
} from '../library-calls.js';
import { budgetsOf } from './figures.js';
import {
  AIR,
  AIRS,
  AMPLE_BUDGET_MJ,
  levelOf,
  type MIDDLE_P_STATES,
  powerAt,
  REAL_DAYS,
  type RoomAir,
  under,
} from './levels.js';
import { dayTrace } from './metacentrum.js';
import { CHANGE_ABOVE, readsOf } from './reads.js';

type MiddlePState = (typeof MIDDLE_P_STATES)[number];

/** Number of significant digits in records: enough for every claim, few enough to exclude floating-point error. */
const DIGITS = 9;

/**
 * Runs one method on the tasks drawn with one seed, with all energy budgets. The recorded values depend only on the
 * input; the room and its templates are cached to save time.
 */
export async function templatesTrial(input: TrialRequest): Promise<TrialOutput> {
  const { cell, settings } = input;
  const instance = `templates/${String(settings['instance'])}`;
  if (cell['middlePState'] !== undefined) {
    const tasksPerS = await serviceRatePerS(instance, cell['middlePState'] as MiddlePState);
    return { values: Object.fromEntries([inDigits(['tasksPerS', tasksPerS])]), times: { solve: 0 } };
  }
  const file = await roomFile(instance, cell[AIR]);
  const { record } = await inTemporaryFolder(async (folder) => {
    const { pattern } = cell;
    return accepted(
      await templates.day(
        file,
        dayOptionsOf(input, pattern === REAL_DAYS ? fileIn(folder, 'day.swf', dayTrace(input.trial)) : pattern!),
      ),
    );
  });
  const values = Object.fromEntries(dayValues(record.details as unknown as DayDetails, input).map(inDigits));
  return { values: readIn(values, input), times: { solve: record.timeS['days'] ?? 0 } };
}

/** Returns the values that the figure records, null for those that nothing reads in this cell; all without a figure. */
function readIn(values: Values, { cell, settings }: TrialRequest): Values {
  if (settings['figure'] === undefined) return values;
  const reads = [...readsOf(String(settings['figure']), cell)].map(([name, isRead]): [string, Value] => [
    name,
    isRead ? values[name]! : null,
  ]);
  const powers = Object.entries(values).filter(([name]) => name.startsWith(powerAt('')));
  return Object.fromEntries([...reads, ...powers]);
}

/** Rooms with an air of the factor "air", by the bundled instance and the level: files that last as long as the process. */
const airs = new Map<string, Promise<string>>();

/** Returns the file of the room: the bundled one, or a copy with another air. */
function roomFile(instance: string, air: string | undefined): Promise<string> {
  const own = air === undefined ? null : AIRS[air]!.fields;
  if (own === null) return bundledFile(instance);
  const known = airs.get(`${instance} ${air!}`) ?? withAir(instance, `room-${air!.replaceAll(' ', '-')}`, own);
  airs.set(`${instance} ${air!}`, known);
  return known;
}

async function withAir(instance: string, folder: string, own: RoomAir): Promise<string> {
  return alteredInstance<WithAirflow>(await bundledFile(instance), keptFolder(folder), ({ facility, ...rest }) => ({
    ...rest,
    facility: { ...facility, airflow: { ...facility.airflow, ...own } },
  }));
}

/** The part of an instance that `withAir` changes. */
interface WithAirflow {
  readonly facility: { readonly airflow: object };
}

/**
 * Returns the options for the simulated day of a trial. Templates (settings of CRACs, vents and cores) are solved when
 * first needed, and stored beside the partial results of trials.
 */
function dayOptionsOf({ cell, seed, settings, partFile }: TrialRequest, arrivals: string): TemplatesDayOptions {
  const { method, rounding } = levelOf(cell['method']!);
  const number = (name: string): number => Number(settings[name]);
  const asAsked = { asAsked: true, rounding, ...(partFile === undefined ? {} : { cache: folderOf(partFile) }) };
  return {
    memory: ROOMS,
    methods: method.name,
    ...(method.thermal === 'templates' ? asAsked : {}),
    arrivals,
    durationS: number('durationS'),
    seed,
    energyBudget: budgetsOf({ settings }),
    thermalStepS: number('thermalStepS'),
    overcoolingC: number('overcoolingC'),
    throttlingC: number('throttlingC'),
    ...(number('powerEveryS') > 0 ? { seriesIntervalS: number('powerEveryS') } : {}),
  };
}

/** The part of a day's `details` that a trial records (docs/templates/results.md). */
interface DayDetails {
  readonly arrivals: { readonly tasks: number };
  readonly steadyEnergy: { readonly fullLoadOvercooledJ: number };
  readonly methods: readonly {
    readonly budgets: readonly {
      readonly outcome: DayOutcome;
      readonly closure: { readonly closes: boolean };
      readonly powerW?: readonly number[];
    }[];
  }[];
}

/** Result of a day with one energy budget. */
interface DayOutcome {
  readonly reward: number;
  readonly stoppedAtS: number | null;
  readonly tasks: Readonly<Record<'arrived' | 'completedInTime' | 'completedLate' | 'dropped' | 'afterStop', number>>;
  readonly energyJ: { readonly total: number; readonly cores: number; readonly crac: number };
  readonly throttledCoreS: number;
  readonly hottestOutletC: number;
}

/** Cache of machine rooms and templates, shared by the trials of a process. */
const ROOMS: Memory = memory();

/** Returns the service rate of all cores, each in its middle P-state, tasks/s (Eqs. 61 and 62). */
function serviceRatePerS(instance: string, middlePState: MiddlePState): Promise<number> {
  return inTemporaryFolder(async (folder) => {
    const file = alteredInstance<object>(await bundledFile(instance), folder, (own) => ({ ...own, middlePState }));
    return Number(accepted(await open(file)).facts['servicePerS']);
  });
}

/**
 * Returns the values of a day, by budget where they depend on one.
 *
 * @throws RangeError if the energies of a day do not add up
 */
function dayValues({ arrivals, steadyEnergy, methods }: DayDetails, { settings }: TrialRequest): [string, Value][] {
  const budgetsMJ = budgetsOf({ settings });
  const { budgets } = methods[0]!;
  const unsound = budgets.find(({ closure }) => !closure.closes);
  if (unsound !== undefined) throw new RangeError(`The ledger does not close: ${JSON.stringify(unsound.closure)}`);
  const rewardAt = (budgetMJ: number): number | undefined => budgets[budgetsMJ.indexOf(budgetMJ)]?.outcome.reward;
  const [less, more] = [rewardAt(16_000), rewardAt(AMPLE_BUDGET_MJ)];
  return [
    ['tasks', arrivals.tasks],
    ['fullLoadMJ', steadyEnergy.fullLoadOvercooledJ / J_PER_MJ],
    ...(less === undefined || more === undefined
      ? []
      : [[CHANGE_ABOVE, less === more ? 0 : Math.abs(more / less - 1)] satisfies [string, Value]]),
    ...budgets.flatMap(({ outcome }, b) => outcomeValues(outcome, Number(settings['durationS']), budgetsMJ[b]!)),
    ...(budgets[0]!.powerW ?? []).map((powerW, k): [string, Value] => [powerAt(k), powerW]),
  ];
}

function outcomeValues(outcome: DayOutcome, durationS: number, budgetMJ: number): [string, Value][] {
  const { reward, stoppedAtS, tasks, energyJ, throttledCoreS, hottestOutletC } = outcome;
  const values: Record<string, Value> = {
    reward,
    /** Time at which the energy budget is exhausted, s; the length of the day if it is not. */
    stopS: stoppedAtS ?? durationS,
    /** 1 if the energy budget is exhausted before the day ends, otherwise 0. */
    isSpent: stoppedAtS === null ? 0 : 1,
    energyMJ: energyJ.total / J_PER_MJ,
    coresMJ: energyJ.cores / J_PER_MJ,
    cracMJ: energyJ.crac / J_PER_MJ,
    inTimeShare: tasks.completedInTime / tasks.arrived,
    lateShare: tasks.completedLate / tasks.arrived,
    /** Share of dropped tasks among those that arrived before the stop. */
    droppedShare: tasks.dropped / (tasks.arrived - tasks.afterStop),
    throttledCoreH: throttledCoreS / S_PER_H,
    hottestC: hottestOutletC,
  };
  return Object.entries(values).map(([name, value]) => [under(name, budgetMJ), value]);
}

function inDigits([name, value]: [string, Value]): [string, Value] {
  return [name, typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value];
}
