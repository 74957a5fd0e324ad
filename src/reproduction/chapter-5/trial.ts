import { S_PER_H, J_PER_MJ } from '../../../models/units.js';
import type { TrialRequest } from '../../experiments/design.js';
import type { TrialOutput, Value, Values } from '../../experiments/record.js';
import { type Memory, memory, open, templates, type TemplatesDayOptions } from '../../library/index.js';
import { accepted, alteredInstance, bundledFile, folderOf, inTemporaryFolder } from '../library-calls.js';
import { budgetsOf } from './figures.js';
import { levelOf, type MIDDLE_P_STATES, powerAt, under } from './levels.js';

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
  const durationS = Number(settings['durationS']);
  const budgetsMJ = budgetsOf(input);
  const { record } = accepted(await templates.day(instance, dayOptionsOf(input)));
  const { arrivals, steadyEnergy, methods } = record.details as unknown as DayDetails;
  const { budgets } = methods[0]!;
  const unsound = budgets.find(({ closure }) => !closure.closes);
  if (unsound !== undefined) throw new RangeError(`The ledger does not close: ${JSON.stringify(unsound.closure)}`);
  const { fullLoadOvercooledJ, idleOvercooledJ, idleThrottlingJ } = steadyEnergy;
  const values: Values = {
    tasks: arrivals.tasks,
    ...Object.fromEntries(
      Object.entries({
        fullLoadMJ: fullLoadOvercooledJ / J_PER_MJ,
        idleOvercooledMJ: idleOvercooledJ / J_PER_MJ,
        idleThrottlingMJ: idleThrottlingJ / J_PER_MJ,
      }).map(inDigits),
    ),
    ...Object.fromEntries(
      budgets.flatMap(({ outcome }, b) => outcomeValues(outcome, durationS, budgetsMJ[b]!).map(inDigits)),
    ),
    ...Object.fromEntries(
      (budgets[0]!.powerW ?? []).map((powerW, k): [string, Value] => [powerAt(k), powerW]).map(inDigits),
    ),
  };
  return { values, times: { solve: record.timeS['days'] ?? 0 } };
}

/**
 * Returns the options for the simulated day of a trial. Templates (settings of CRACs, vents and cores) are solved when
 * first needed, and stored beside the partial results of trials.
 */
function dayOptionsOf({ cell, seed, settings, partFile }: TrialRequest): TemplatesDayOptions {
  const { method, marginK } = levelOf(cell['method']!);
  const number = (name: string): number => Number(settings[name]);
  const asAsked = { asAsked: true, marginK, ...(partFile === undefined ? {} : { cache: folderOf(partFile) }) };
  return {
    memory: ROOMS,
    methods: method.name,
    ...(method.thermal === 'templates' ? asAsked : {}),
    arrivals: cell['pattern']!,
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
  readonly steadyEnergy: {
    readonly fullLoadOvercooledJ: number;
    readonly idleOvercooledJ: number;
    readonly idleThrottlingJ: number;
  };
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
  readonly tasks: Readonly<Record<'completedInTime' | 'completedLate' | 'dropped' | 'afterStop', number>>;
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

function outcomeValues(outcome: DayOutcome, durationS: number, budgetMJ: number): [string, Value][] {
  const { reward, stoppedAtS, tasks, energyJ, throttledCoreS, hottestOutletC } = outcome;
  const values: Record<string, Value> = {
    reward,
    /** Time at which the energy budget is exhausted, s; the length of the day if it is not. */
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

function inDigits([name, value]: [string, Value]): [string, Value] {
  return [name, typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value];
}
