import { J_PER_MJ } from '../../../../models/units.js';
import type { WordsOf } from '../../options.js';
import type { ROBUSTNESS_OPTIONS } from '../options.js';
import { join } from 'node:path';
import { type Asked, type CommandAnswer, type CommandRecord, RefusedOption, TERMINATIONS } from '../../commands.js';
import type { Refused } from '../../../instances/fault.js';
import { templatesRobustnessText } from '../report/robustness-text.js';
import type { RobustnessRecord } from '../studies/robustness/record.js';
import { templatesRobustness } from '../studies/robustness/run.js';
import { foresight } from '../studies/day/foresight.js';
import { DAY_DEFAULTS } from '../studies/day/request.js';
import { arrivalsAsked, arrivalsNamed } from './arrivals.js';
import { openDayRoom } from './day-room.js';

type RobustnessWords = WordsOf<typeof ROBUSTNESS_OPTIONS>;

/** Name of the output file in the folder given by --out. */
const NAME = 'robustness.json';

/** Runs `plenum templates robustness`, which tests templates in rooms with perturbed air flow. */
export async function runRobustness(asked: Asked): Promise<CommandAnswer | Refused> {
  const { interrupted, watcher, places, nowS, recordText } = asked;
  const options = asked.words as unknown as RobustnessWords;
  const { database, spread, seed, thermalStepS, energyBudget, out } = options;
  const file = asked.files[0]!;
  if (out?.trim() === '') throw new RefusedOption('--out', out, 'the name of a directory', 'Name one.');
  if (spread >= 1) throw new RefusedOption('--spread', spread, 'a share from 0 to below 1', 'Correct the value.');
  const mostSeed = Number.MAX_SAFE_INTEGER - options.rooms;
  if (seed > mostSeed) throw new RefusedOption('--seed', seed, `at most ${mostSeed}`, 'Take a smaller seed.');
  arrivalsAsked(options);
  const target = out === undefined ? null : join(out, NAME);
  const targets = target === null ? [] : [target];
  const inTheWay = places.obstacle('--out', targets, { inputs: [file, database], force: options.force });
  if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
  const startS = nowS();
  const opened = await openDayRoom(file, { database });
  if (!opened.ok) return opened;
  const { model, airOf } = opened;
  const drawn = arrivalsNamed(options, model);
  if (!drawn.ok) return drawn;
  const dayOptions = { ...DAY_DEFAULTS, thermalStepS };
  const energyBudgetJ = (energyBudget ?? Infinity) * J_PER_MJ;
  const known = [
    ...opened.opened.warnings,
    ...drawn.warnings,
    ...foresight({
      model,
      arrivals: drawn.arrivals,
      options: dayOptions,
      grid: opened.book!.grid,
      energyBudgetsJ: [energyBudgetJ],
    }),
  ];
  known.forEach(watcher.warn);
  const readyS = nowS();

  const found = await templatesRobustness({
    model,
    airOf,
    spread,
    seed,
    options: dayOptions,
    rooms: options.rooms,
    arrivals: drawn.arrivals,
    book: opened.book!,
    energyBudgetJ,
    pause: async (done, total) => {
      watcher.line(`room ${done + 1} of ${total}`);
      await new Promise((resolve) => setImmediate(resolve));
      return interrupted();
    },
  });
  watcher.clear();
  const common = {
    instance: model.instance.name,
    sha256: opened.opened.sha256,
    family: 'templates',
    study: 'robustness',
    seed,
    spread,
    database,
    outletLimitC: model.outletLimitC,
  } as const;
  if (found === null) {
    const { instance, sha256, study, outletLimitC } = common;
    const record: CommandRecord = {
      instance,
      seed,
      termination: 'interrupted',
      warnings: known,
      details: {
        sha256,
        study,
        spread,
        database,
        outletLimitC,
        asPlanned: null,
        rooms: [],
        roomsLeft: options.rooms + 2,
      },
    };
    return { ok: true, ended: 'stopped', record, text: 'Interrupted before any room was done.' };
  }
  const record: RobustnessRecord = {
    ...common,
    arrivals: drawn.record,
    options: dayOptions,
    ...found,
    warnings: known,
    timeS: { open: readyS - startS, rooms: nowS() - readyS },
    files: target === null ? {} : { result: target },
  };
  const told = toldOf(record);
  const fault = out === undefined ? null : places.write(out, new Map([[NAME, recordText(told)]]));
  return { ok: true, ended: endOf(record), record: told, text: templatesRobustnessText(record), fault };
}

/** Returns the record in the form that all commands share. */
function toldOf(record: RobustnessRecord): CommandRecord {
  const { instance, family, seed, warnings, timeS, files, ...details } = record;
  return { instance, family, seed, termination: TERMINATIONS[endOf(record)], warnings, timeS, files, details };
}

function endOf({
  asPlanned,
  rooms,
  roomsLeft,
}: Pick<RobustnessRecord, 'asPlanned' | 'rooms' | 'roomsLeft'>): CommandAnswer['ended'] {
  if ([asPlanned, ...rooms].some(({ day }) => !day.closure.closes)) return 'failed';
  return roomsLeft > 0 ? 'stopped' : 'done';
}
