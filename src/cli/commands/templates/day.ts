import { join } from 'node:path';
import { MAPPING_NAMES, THERMAL_NAMES } from '../../../../models/problems/templates/online.js';
import { templatesDayText } from '../../../families/templates/report/day-text.js';
import { templatesSeriesCsv } from '../../../families/templates/report/series-csv.js';
import { monotonicS } from '../../../runs/clock.js';
import {
  dayMethod,
  type DayMethod,
  dayMethodNamed,
  DAY_METHODS,
} from '../../../families/templates/studies/day/methods.js';
import type { TemplatesDay, TemplatesDayRecord } from '../../../families/templates/studies/day/record.js';
import { DAY_DEFAULTS, type DayOptions } from '../../../families/templates/studies/day/request.js';
import { foresight } from '../../../families/templates/studies/day/foresight.js';
import { simulateMethods } from '../../../families/templates/studies/day/run.js';
import { EXIT } from '../../exit-codes.js';
import { interruptSwitch } from '../../interrupt.js';
import { OptionError, unknownName } from '../../options.js';
import { printJson, printLines, refuse } from '../../output.js';
import { outputProblem } from '../../../workbench/places.js';
import { type Fault, orError, writeStudy } from '../../study-files.js';
import { type ArrivalsOptions, arrivalsAsked, arrivalsNamed } from '../../templates-arrivals.js';
import { openDayRoom } from '../../templates-day-room.js';
import { instanceFiles } from '../../templates-inputs.js';

export interface TemplatesDayOptions extends ArrivalsOptions {
  readonly database?: string;
  readonly methods?: string;
  readonly mapping?: string;
  readonly thermal?: string;
  /** MJ. */
  readonly energyBudget?: readonly number[];
  readonly overcoolingC: number;
  readonly throttlingC: number;
  readonly thermalStepS: number;
  readonly infeasibleState: DayOptions['infeasibleState'];
  readonly out?: string;
  readonly force?: boolean;
  readonly json: boolean;
}

const NAMES = { result: 'result.json', series: 'series.csv', report: 'day.html' } as const;
const J_PER_MJ = 1e6;

/** `plenum templates day`: returns the exit code, 1 where a ledger does not close. */
export async function templatesDayCommand(file: string, options: TemplatesDayOptions): Promise<number> {
  const { out, json, database, seed } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const methods = methodsAsked(options);
  refuseTwice(options.energyBudget ?? []);
  const dayOptions = dayOptionsOf(options);
  arrivalsAsked(options);
  const targets = out === undefined ? [] : Object.values(NAMES).map((name) => join(out, name));
  const { force } = options;
  const named = [file, ...(database === undefined ? [] : [database])];
  const inTheWay = outputProblem('--out', targets, { inputs: named, force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const startS = monotonicS();
  const opened = await openDayRoom(file, needsTemplates(methods) ? { database } : null);
  if (!opened.ok) return refuse(opened.problems, json);
  const { problem, rooms, book } = opened;
  const overwritten = outputProblem('--out', targets, { inputs: instanceFiles(file, problem.instance), force });
  if (overwritten !== null) return refuse([overwritten], json);
  const { sha256, matrixProvenance, warnings } = opened.opened;
  refuseSetPoints(methods, dayOptions, problem);
  const drawn = arrivalsNamed(options, problem);
  if (!drawn.ok) return refuse(drawn.problems, json);
  const energyBudgetsJ = (options.energyBudget ?? [Infinity]).map((budgetMJ) => budgetMJ * J_PER_MJ);
  const known = [
    ...warnings,
    ...drawn.warnings,
    ...foresight({ problem, arrivals: drawn.arrivals, options: dayOptions, grid: book?.grid ?? null, energyBudgetsJ }),
  ];
  for (const warning of known) process.stderr.write(`Note: ${warning}\n`);
  const readyS = monotonicS();

  const interrupt = interruptSwitch();
  try {
    const found = await simulateMethods({
      ...{ problem, rooms, book, methods, seed, options: dayOptions },
      arrivals: drawn.arrivals,
      energyBudgetsJ,
      pause: async (done, total) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2Kday ${done + 1} of ${total}`);
        await new Promise((resolve) => setImmediate(resolve));
        return interrupt.asked();
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    const record: TemplatesDayRecord = {
      ...{ instance: problem.instance.name, sha256, family: 'templates', study: 'day', seed },
      arrivals: drawn.record,
      outletLimitC: problem.outletLimitC,
      options: dayOptions,
      database: book === null ? null : (database ?? null),
      methods: found.methods,
      methodsLeft: methods.length - found.methods.length,
      matrixProvenance: matrixProvenance.summary,
      warnings: known,
      timeS: { open: readyS - startS, days: monotonicS() - readyS },
      files: {},
    };
    const { named, fault } =
      out === undefined ? { named: record, fault: null } : await write({ record, series: found.series }, out);
    if (json) printJson(named);
    else printLines(templatesDayText(named));
    if (fault !== null) process.stderr.write(`${fault.message}\n`);
    return fault?.exitCode ?? exitCode(named);
  } finally {
    interrupt.release();
  }
}

async function write(
  day: TemplatesDay,
  out: string,
): Promise<{ readonly named: TemplatesDayRecord; readonly fault: Fault | null }> {
  const { templatesDayPage } = await import('../../../families/templates/report/html/day-page.js');
  const files = Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, join(out, name)]));
  const named = { ...day.record, files };
  const texts = new Map<string, string | Error>([
    [NAMES.series, templatesSeriesCsv(day)],
    [NAMES.report, orError(() => templatesDayPage({ record: named, series: day.series }))],
    [NAMES.result, `${JSON.stringify(named, null, 1)}\n`],
  ]);
  return { named, fault: writeStudy(out, texts) };
}

function exitCode({ methods, methodsLeft }: TemplatesDayRecord): number {
  if (methods.some(({ budgets }) => budgets.some(({ closure }) => !closure.closes))) return EXIT.ourFault;
  return methodsLeft > 0 ? EXIT.limitWithoutPlan : EXIT.solved;
}

function methodsAsked({ methods, mapping, thermal, database }: TemplatesDayOptions): readonly DayMethod[] {
  if (methods !== undefined) {
    const given = mapping ?? thermal;
    if (given !== undefined) {
      const option = mapping === undefined ? '--thermal' : '--mapping';
      throw new OptionError(option, `${given} with --methods`, 'one of the two', 'Leave one out.');
    }
    const names = methods.split(',').map((name) => name.trim());
    const twice = names.find((name, n) => names.indexOf(name) !== n);
    if (twice !== undefined) throw new OptionError('--methods', twice, 'each method once', 'Remove one of the two.');
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
  return THERMAL_NAMES.filter((one) => one !== 'templates' || database !== undefined).map((one) =>
    dayMethod(mapper, one),
  );
}

function refuseTwice(budgetsMJ: readonly number[]): void {
  const twice = budgetsMJ.find((budget, n) => budgetsMJ.indexOf(budget) !== n);
  if (twice === undefined) return;
  throw new OptionError('--energy-budget', twice, 'each budget once', 'Remove one of the two.');
}

function known<T extends string>(option: string, text: string, names: readonly T[]): T {
  const found = names.find((name) => name === text);
  if (found === undefined) throw unknownName(option, text, names);
  return found;
}

function needsTemplates(methods: readonly DayMethod[]): boolean {
  return methods.some(({ thermal }) => thermal === 'templates');
}

function dayOptionsOf(options: TemplatesDayOptions): DayOptions {
  const { overcoolingC, throttlingC, thermalStepS, infeasibleState } = options;
  return {
    ...DAY_DEFAULTS,
    ...{ overcoolingC, throttlingC, thermalStepS },
    infeasibleState,
  };
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
    throw new OptionError(option, value, allowed, 'Choose a set-point that they can keep.');
  }
}
