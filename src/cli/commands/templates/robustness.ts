import { join } from 'node:path';
import { templatesRobustnessText } from '../../../families/templates/report/robustness-text.js';
import { monotonicS } from '../../../runs/clock.js';
import type { RobustnessRecord } from '../../../families/templates/studies/robustness/record.js';
import { templatesRobustness } from '../../../families/templates/studies/robustness/run.js';
import { foresight } from '../../../families/templates/studies/day/foresight.js';
import { DAY_DEFAULTS } from '../../../families/templates/studies/day/request.js';
import { EXIT } from '../../exit-codes.js';
import { interruptSwitch } from '../../interrupt.js';
import { OptionError } from '../../options.js';
import { printJson, printLines, refuse } from '../../output.js';
import { outputProblem } from '../../../workbench/places.js';
import { writeStudy } from '../../study-files.js';
import { type ArrivalsOptions, arrivalsAsked, arrivalsNamed } from '../../templates-arrivals.js';
import { openDayRoom } from '../../templates-day-room.js';

export interface RobustnessOptions extends ArrivalsOptions {
  readonly database: string;
  readonly spread: number;
  readonly rooms: number;
  /** MJ. */
  readonly energyBudget?: number;
  readonly thermalStepS: number;
  readonly out?: string;
  readonly force?: boolean;
  readonly json: boolean;
}

const NAME = 'robustness.json';

/** `plenum templates robustness`. Returns the exit code, 1 where a ledger does not close. */
export async function robustnessCommand(file: string, options: RobustnessOptions): Promise<number> {
  const { database, spread, seed, thermalStepS, energyBudget, out, json } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  if (spread >= 1) throw new OptionError('--spread', spread, 'a share from 0 to below 1', 'Correct the value.');
  const mostSeed = Number.MAX_SAFE_INTEGER - options.rooms;
  if (seed > mostSeed) throw new OptionError('--seed', seed, `at most ${mostSeed}`, 'Take a smaller seed.');
  arrivalsAsked(options);
  const target = out === undefined ? null : join(out, NAME);
  const places = target === null ? [] : [target];
  const inTheWay = outputProblem('--out', places, { inputs: [file, database], force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const startS = monotonicS();
  const opened = await openDayRoom(file, { database });
  if (!opened.ok) return refuse(opened.problems, json);
  const { problem, airOf } = opened;
  const drawn = arrivalsNamed(options, problem);
  if (!drawn.ok) return refuse(drawn.problems, json);
  const dayOptions = { ...DAY_DEFAULTS, thermalStepS };
  const energyBudgetJ = (energyBudget ?? Infinity) * 1e6;
  const known = [
    ...opened.opened.warnings,
    ...drawn.warnings,
    ...foresight({
      ...{ problem, arrivals: drawn.arrivals, options: dayOptions, grid: opened.book!.grid },
      energyBudgetsJ: [energyBudgetJ],
    }),
  ];
  for (const warning of known) process.stderr.write(`Note: ${warning}\n`);
  const readyS = monotonicS();

  const interrupt = interruptSwitch();
  try {
    const found = await templatesRobustness({
      ...{ problem, airOf, spread, seed, options: dayOptions, rooms: options.rooms, arrivals: drawn.arrivals },
      book: opened.book!,
      energyBudgetJ,
      pause: async (done, total) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2Kroom ${done + 1} of ${total}`);
        await new Promise((resolve) => setImmediate(resolve));
        return interrupt.asked();
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    const asked = {
      instance: problem.instance.name,
      sha256: opened.opened.sha256,
      family: 'templates',
      study: 'robustness',
      ...{ seed, spread, database, outletLimitC: problem.outletLimitC },
    } as const;
    if (found === null) {
      if (json) printJson({ ...asked, asPlanned: null, rooms: [], roomsLeft: options.rooms + 2 });
      else printLines('Interrupted before any room was done.');
      return EXIT.limitWithoutPlan;
    }
    const record: RobustnessRecord = {
      ...asked,
      arrivals: drawn.record,
      options: dayOptions,
      ...found,
      warnings: known,
      timeS: { open: readyS - startS, rooms: monotonicS() - readyS },
      files: target === null ? {} : { result: target },
    };
    const fault = out === undefined ? null : writeStudy(out, new Map([[NAME, `${JSON.stringify(record, null, 1)}\n`]]));
    if (json) printJson(record);
    else printLines(templatesRobustnessText(record));
    if (fault !== null) process.stderr.write(`${fault.message}\n`);
    return fault?.exitCode ?? exitCode(record);
  } finally {
    interrupt.release();
  }
}

function exitCode({ asPlanned, rooms, roomsLeft }: RobustnessRecord): number {
  if ([asPlanned, ...rooms].some(({ day }) => !day.closure.closes)) return EXIT.ourFault;
  return roomsLeft > 0 ? EXIT.limitWithoutPlan : EXIT.solved;
}
