import { basename, dirname, join, resolve } from 'node:path';
import type { RewardRateInstance } from '../../../models/problems/reward-rate/instance.js';
import { type Epoch, loadArrivals } from '../../families/reward-rate/instances/arrivals.js';
import type { Problem } from '../../instances/problem.js';
import { dayCsv, dayPlansCsv } from '../../families/reward-rate/report/day-csv.js';
import { dayText } from '../../families/reward-rate/report/day-summary.js';
import { NO_STORE, numberedStore } from '../../runs/numbered-store.js';
import { type OpenedProblem, openProblem } from '../../families/reward-rate/runs/open.js';
import { profileEpochs, type ProfileName } from '../../families/reward-rate/studies/day/profile.js';
import type { DayResult } from '../../families/reward-rate/studies/day/result.js';
import { type Day, prepareDay, runDay } from '../../families/reward-rate/studies/day/run.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { note, printJson, printLines, refuse, unopened } from '../output.js';
import { outputProblem } from '../../workbench/places.js';
import { progressLine } from '../progress.js';
import { airTimeIsUp, type RunOptions, runRequest } from '../run-request.js';
import { type Fault, orError, studyExitCode, writeStudy } from '../study-files.js';

export interface DayOptions extends RunOptions {
  readonly arrivals?: string;
  readonly profile?: ProfileName;
}

const NAMES = { day: 'day.json', csv: 'day.csv', plans: 'plans.csv', report: 'day.html' } as const;

/** `plenum day`: one plan per epoch of a day, and its ledger. Returns the exit code. */
export async function dayCommand(file: string, options: DayOptions): Promise<number> {
  const { out, json } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const files = out === undefined ? [] : Object.values(NAMES).map((name) => join(out, name));
  const inputs = [file, ...(options.arrivals === undefined ? [] : [options.arrivals])];
  const inTheWay = outputProblem('--out', files, { inputs, force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const opened = openProblem(file, undefined, airTimeIsUp(options.timeLimit));
  if (!opened.ok) return unopened(opened, json);
  const epochs = epochsOf(options, opened.instance);
  if (!epochs.ok) return refuse(epochs.problems, json);
  const prepared = prepareDay(opened, dirname(resolve(file)), epochs.epochs, options.arrivals ?? file);
  if (!prepared.ok) return refuse(prepared.problems, json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const day = await runDay(
      {
        ...runRequest(options, interrupt, progress.show),
        arrivals: epochs.source,
        store: out === undefined ? NO_STORE : numberedStore(join(out, 'epochs'), 'epoch', note),
      },
      prepared,
    );
    progress.clear();
    const { named, fault } = out === undefined ? { named: day.result, fault: null } : await write(day, opened, out);
    if (json) printJson(named);
    else printLines(dayText(named));
    if (fault !== null) process.stderr.write(`${fault.message}\n`);
    return fault?.exitCode ?? studyExitCode(named.epochs, interrupt.asked());
  } finally {
    interrupt.release();
  }
}

type Epochs =
  | { readonly ok: true; readonly epochs: readonly Epoch[]; readonly source: string }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function epochsOf({ arrivals, profile, seed }: DayOptions, instance: RewardRateInstance): Epochs {
  if ((arrivals === undefined) === (profile === undefined)) {
    const remedy = 'Name a file with --arrivals, or take the built-in shape of a day with --profile diurnal.';
    throw new OptionError('--arrivals', arrivals, 'either --arrivals or --profile', remedy);
  }
  if (arrivals === undefined) {
    return { ok: true, epochs: profileEpochs(profile!, instance, seed), source: `profile ${profile!}, seed ${seed}` };
  }
  const loaded = loadArrivals(arrivals, instance);
  return loaded.ok ? { ok: true, epochs: loaded.epochs, source: basename(arrivals) } : loaded;
}

async function write(
  { result, plans }: Day,
  { instance, matrix }: OpenedProblem,
  out: string,
): Promise<{ readonly named: DayResult; readonly fault: Fault | null }> {
  const { renderDayReport } = await import('../../families/reward-rate/report/day-report.js');
  const paths = Object.entries(NAMES).map(([key, name]) => [key, join(out, name)]);
  const named = { ...result, files: Object.fromEntries(paths) as Record<string, string> };
  const texts = new Map<string, string | Error>([
    [NAMES.csv, dayCsv(named)],
    [NAMES.plans, dayPlansCsv(instance, matrix, named, plans)],
    [NAMES.report, orError(() => renderDayReport(named))],
    [NAMES.day, `${JSON.stringify(named, null, 1)}\n`],
  ]);
  return { named, fault: writeStudy(out, texts) };
}
