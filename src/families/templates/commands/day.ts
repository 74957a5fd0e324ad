import type { WordsOf } from '../../options.js';
import type { DAY_OPTIONS } from '../options.js';
import { J_PER_MJ } from '../../../../models/units.js';
import { join } from 'node:path';
import {
  type Asked,
  type CommandAnswer,
  type CommandRecord,
  RefusedOption,
  TERMINATIONS,
  type WritingFault,
} from '../../commands.js';
import { orError } from '../../studies.js';
import type { Refused } from '../../../instances/fault.js';
import { unknownName } from './unknown-name.js';
import { MAPPING_NAMES, THERMAL_NAMES } from '../../../../models/families/templates/online.js';
import { templatesDayText } from '../report/day-text.js';
import { templatesSeriesCsv } from '../report/series-csv.js';
import { dayMethod, type DayMethod, dayMethodNamed, DAY_METHODS } from '../studies/day/methods.js';
import type { DayMethodRecord, TemplatesDay, TemplatesDayRecord } from '../studies/day/record.js';
import { DAY_DEFAULTS, type DayOptions } from '../studies/day/request.js';
import { foresight } from '../studies/day/foresight.js';
import { type MethodsFound, simulateMethods } from '../studies/day/run.js';
import { steadyEnergy } from '../studies/day/steady-energy.js';
import { arrivalsAsked, arrivalsNamed } from './arrivals.js';
import { openDayRoom } from './day-room.js';
import {
  daySeriesText,
  refuseTooManyDays,
  roomForUtility,
  TASKS_FILE,
  tasksCsv,
  utilityInstanceText,
} from './day-for-utility.js';
import { instanceFiles } from './instance-files.js';

type DayWords = WordsOf<typeof DAY_OPTIONS>;

/** Names of the output files in the folder given by --out, by their keys in the record. */
const NAMES = { result: 'result.json', series: 'series.csv', report: 'day.html' } as const;
/** Names of the files that --for-utility adds, by their keys in the record. */
const UTILITY_NAMES = { daySeries: 'day-series.json', tasks: TASKS_FILE, utility: 'utility.json' } as const;

/** Runs `plenum templates day`, which simulates a day with each method. */
export async function runDay(asked: Asked): Promise<CommandAnswer | Refused> {
  const { interrupted, watcher, places, nowS, recordText } = asked;
  const options = asked.words as unknown as DayWords;
  const { out, database, seed } = options;
  const file = asked.files[0]!;
  if (out?.trim() === '') throw new RefusedOption('--out', out, 'the name of a directory', 'Name one.');
  const methods = methodsAsked(options);
  refuseTwice(options.energyBudget ?? []);
  const dayOptions = dayOptionsOf(options);
  arrivalsAsked(options);
  const { force, forUtility, redLineC } = options;
  refuseUnused(options);
  const names = forUtility ? { ...NAMES, ...UTILITY_NAMES } : NAMES;
  const targets = out === undefined ? [] : Object.values(names).map((name) => join(out, name));
  const inputs = [file, ...(database === undefined ? [] : [database])];
  const inTheWay = places.obstacle('--out', targets, { inputs, force });
  if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
  const startS = nowS();
  const { asAsked, cache = null, marginK = 0, rounding = 'safe' } = options;
  const source = asAsked ? { asAsked: { cache, marginK, rounding } } : { database };
  const opened = await openDayRoom(file, needsTemplates(methods) ? source : null, asked.kept);
  if (!opened.ok) return opened;
  const { model, rooms, book } = opened;
  const overwritten = places.obstacle('--out', targets, { inputs: instanceFiles(file, model.instance), force });
  if (overwritten !== null) return { ok: false, faults: [overwritten] };
  const { sha256, matrixProvenance, warnings } = opened.opened;
  refuseSetPoints(methods, dayOptions, model);
  const drawn = arrivalsNamed(options, model, asked.kept);
  if (!drawn.ok) return drawn;
  const facility = forUtility ? roomForUtility(model, drawn.arrivals) : null;
  const energyBudgetsJ = (options.energyBudget ?? [Infinity]).map((budgetMJ) => budgetMJ * J_PER_MJ);
  if (forUtility) {
    refuseTooManyDays(methods.length * energyBudgetsJ.length, drawn.arrivals.durationS, dayOptions.seriesIntervalS);
  }
  const known = [
    ...warnings,
    ...drawn.warnings,
    ...foresight({ model, arrivals: drawn.arrivals, options: dayOptions, grid: book?.grid ?? null, energyBudgetsJ }),
  ];
  known.forEach(watcher.warn);
  const readyS = nowS();

  const found = await simulateMethods({
    model,
    rooms,
    book,
    methods,
    seed,
    options: dayOptions,
    arrivals: drawn.arrivals,
    energyBudgetsJ,
    pause: async (done, total) => {
      watcher.line(`day ${done + 1} of ${total}`);
      await new Promise((resolve) => setImmediate(resolve));
      return interrupted();
    },
  });
  watcher.clear();
  const { arrivals } = drawn;
  const forUtilityOf = (day: TemplatesDay): ReadonlyMap<string, string | Error> => {
    if (facility === null) return new Map();
    const asked = { day, model, arrivals, facility, energyBudgetsJ, redLineC };
    return new Map([
      [UTILITY_NAMES.daySeries, orError(() => daySeriesText(asked))],
      [UTILITY_NAMES.tasks, orError(() => tasksCsv(asked))],
      [UTILITY_NAMES.utility, orError(() => utilityInstanceText(asked))],
    ]);
  };
  const record: TemplatesDayRecord = {
    instance: model.instance.name,
    sha256,
    family: 'templates',
    study: 'day',
    seed,
    arrivals: drawn.record,
    outletLimitC: model.outletLimitC,
    options: dayOptions,
    steadyEnergy: steadyEnergy(model, dayOptions, drawn.arrivals.durationS),
    database: book === null ? null : (database ?? null),
    methods: options.seriesIntervalS === undefined ? found.methods : withPower(found),
    methodsLeft: methods.length - found.methods.length,
    matrixProvenance: matrixProvenance.summary,
    warnings: known,
    timeS: { open: readyS - startS, days: nowS() - readyS },
    files: {},
  };
  const { named, fault } =
    out === undefined
      ? { named: record, fault: null }
      : await write({ record, series: found.series }, out, { places, recordText, names }, forUtilityOf);
  return { ok: true, ended: endOf(named), record: toldOf(named), text: templatesDayText(named), fault };
}

async function write(
  day: TemplatesDay,
  out: string,
  {
    places,
    recordText,
    names,
  }: Pick<Asked, 'places' | 'recordText'> & { readonly names: Readonly<Record<string, string>> },
  more: (day: TemplatesDay) => ReadonlyMap<string, string | Error>,
): Promise<{ readonly named: TemplatesDayRecord; readonly fault: WritingFault | null }> {
  const { templatesDayPage } = await import('../report/html/day-page.js');
  const files = Object.fromEntries(Object.entries(names).map(([key, name]) => [key, join(out, name)]));
  const named = { ...day.record, files };
  const texts = new Map<string, string | Error>([
    [NAMES.series, templatesSeriesCsv(day)],
    [NAMES.report, orError(() => templatesDayPage({ record: named, series: day.series }))],
    ...more(day),
    [NAMES.result, recordText(toldOf(named))],
  ]);
  return { named, fault: places.write(out, texts) };
}

/** Returns the record in the form that all commands share. It has no objective, because there are several methods. */
function toldOf(record: TemplatesDayRecord): CommandRecord {
  const { instance, family, seed, warnings, timeS, files, ...details } = record;
  return { instance, family, seed, termination: TERMINATIONS[endOf(record)], warnings, timeS, files, details };
}

function endOf({ methods, methodsLeft }: Pick<TemplatesDayRecord, 'methods' | 'methodsLeft'>): CommandAnswer['ended'] {
  if (methods.some(({ budgets }) => budgets.some(({ closure }) => !closure.closes))) return 'failed';
  return methodsLeft > 0 ? 'stopped' : 'done';
}

/** Returns the records of the methods, with the power of their time series added. */
function withPower({ methods, series }: MethodsFound): readonly DayMethodRecord[] {
  return methods.map((method, m) => ({
    ...method,
    budgets: method.budgets.map((budget, b) => ({ ...budget, powerW: [...series[m]![b]!.totalPowerW] })),
  }));
}

function methodsAsked({ methods, mapping, thermal, database, asAsked }: DayWords): readonly DayMethod[] {
  if (methods !== undefined) {
    const given = mapping ?? thermal;
    if (given !== undefined) {
      const option = mapping === undefined ? '--thermal' : '--mapping';
      throw new RefusedOption(option, `${given} with --methods`, 'one of the two', 'Leave one out.');
    }
    const names = methods.split(',').map((name) => name.trim());
    const twice = names.find((name, n) => names.indexOf(name) !== n);
    if (twice !== undefined) throw new RefusedOption('--methods', twice, 'each method once', 'Remove one of the two.');
    return names.map((name) => {
      const found = dayMethodNamed(name);
      if (found === undefined)
        throw unknownName(
          '--methods',
          name,
          DAY_METHODS.map((method) => method.name),
        );
      return found;
    });
  }
  const mapper = known('--mapping', mapping ?? 'greedy', MAPPING_NAMES);
  if (thermal !== undefined) return [dayMethod(mapper, known('--thermal', thermal, THERMAL_NAMES))];
  return THERMAL_NAMES.filter((one) => one !== 'templates' || database !== undefined || asAsked).map((one) =>
    dayMethod(mapper, one),
  );
}

/** Refuses options that have no effect without another option. */
function refuseUnused({ out, forUtility, redLineC, database, asAsked, cache, marginK, rounding }: DayWords): void {
  if (asAsked && database !== undefined) {
    throw new RefusedOption('--as-asked', 'with --database', 'one of the two', 'Leave one out.');
  }
  const ofAsAsked = [
    ['--cache', cache],
    ['--margin-k', marginK],
    ['--rounding', rounding],
  ] as const;
  for (const [option, value] of ofAsAsked) {
    if (asAsked || value === undefined) continue;
    throw new RefusedOption(
      option,
      value,
      'with --as-asked: a database is as it was built',
      'Add --as-asked, or leave it out.',
    );
  }
  if (forUtility && out === undefined) {
    const remedy = 'Name a directory with --out.';
    throw new RefusedOption('--for-utility', 'without --out', 'with --out: it adds files there', remedy);
  }
  if (redLineC === undefined || forUtility) return;
  const allowed = 'with --for-utility: days of this family have a limit of outlets';
  throw new RefusedOption('--red-line-c', redLineC, allowed, 'Add --for-utility, or leave it out.');
}

function refuseTwice(budgetsMJ: readonly number[]): void {
  const twice = budgetsMJ.find((budget, n) => budgetsMJ.indexOf(budget) !== n);
  if (twice === undefined) return;
  throw new RefusedOption('--energy-budget', twice, 'each budget once', 'Remove one of the two.');
}

function known<T extends string>(option: string, text: string, names: readonly T[]): T {
  const found = names.find((name) => name === text);
  if (found === undefined) throw unknownName(option, text, names);
  return found;
}

function needsTemplates(methods: readonly DayMethod[]): boolean {
  return methods.some(({ thermal }) => thermal === 'templates');
}

function dayOptionsOf(options: DayWords): DayOptions {
  const { overcoolingC, throttlingC, thermalStepS, infeasibleState, seriesIntervalS } = options;
  const interval = seriesIntervalS === undefined ? {} : { seriesIntervalS };
  return { ...DAY_DEFAULTS, overcoolingC, throttlingC, thermalStepS, infeasibleState, ...interval };
}

function refuseSetPoints(
  methods: readonly DayMethod[],
  { overcoolingC, throttlingC }: DayOptions,
  { setPointMinC, setPointMaxC }: { readonly setPointMinC: number; readonly setPointMaxC: number },
): void {
  const asked = [
    ['--overcooling-c', 'overcooling', overcoolingC],
    ['--throttling-c', 'throttling', throttlingC],
  ] as const;
  for (const [option, name, value] of asked) {
    if (!methods.some(({ thermal }) => thermal === name)) continue;
    if (value >= setPointMinC && value <= setPointMaxC) continue;
    const allowed = `${setPointMinC} to ${setPointMaxC} C: the range of the CRACs of this room`;
    throw new RefusedOption(option, value, allowed, 'Choose a set-point that they can keep.');
  }
}
