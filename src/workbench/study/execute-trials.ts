import type { TrialRequest } from '../../experiments/design.js';
import type { Family } from '../../families/family.js';
import { readBytes } from '../../instances/text-file.js';
import { monotonicS, processorS } from '../../runs/clock.js';
import type { TrialSurroundings } from '../../studies/compare/comparison.js';
import { inThisThread } from '../../studies/compare/compare.js';
import type { Executor } from '../../studies/engine/engine.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { trialOfRun } from '../../studies/trials/trial-run.js';
import { addressOfFile, sha256OfBytes } from './instance-files.js';
import { type Ended, endedBy, failed } from './ended.js';

/** Label of the run that proves the bound of a comparison. */
const BOUND = 'bound';

/** An opened comparison and the labels of the runs that it was opened with. */
interface OnShelf {
  readonly key: string;
  readonly labels: readonly string[];
  readonly executor: Executor;
}

/**
 * The comparison that was opened last, because reading it takes longer than many runs. It depends only on its key and
 * labels.
 */
let shelf: OnShelf | null = null;

/** Returns the trial of a comparison. The process may have made other trials of it before. */
export async function comparedRun(run: StudyRun, family: Family): Promise<Ended> {
  const { file } = run;
  if (file === null) return failed('refused', 'the run has no instance');
  if (hasChanged(run, file)) return failed('refused', `${run.identity.instance.name} has changed since it was read`);
  const opened = await openedFor(run, file, family);
  return typeof opened === 'string' ? failed('refused', opened) : endedBy(opened.executor, run);
}

/** Returns the settings of a trial, with paths of files instead of their digests. */
function settingsOf({ identity, inputs }: StudyRun): TrialRequest['settings'] {
  return { ...trialOfRun(identity).settings, ...inputs };
}

/** Returns true if an instance file that no study made has changed since the run's address was computed. */
function hasChanged({ identity: { instance } }: StudyRun, file: string): boolean {
  const { sha256, generated, changes } = instance;
  if (sha256 === null || generated !== null || changes.length > 0) return false;
  const read = readBytes(file);
  return read.ok && sha256OfBytes(read.bytes) !== sha256;
}

/** Returns the setting whose file has changed since the run's address was computed; null if none has. */
function changedInput({ identity, inputs = {} }: StudyRun): string | null {
  const { settings } = trialOfRun(identity);
  const changed = Object.entries(inputs).find(([name, file]) => addressOfFile(file) !== settings[name]);
  return changed?.[0] ?? null;
}

/** Returns the comparison opened for this run and earlier ones, or a sentence that says why it cannot be opened. */
async function openedFor(run: StudyRun, file: string, family: Family): Promise<OnShelf | string> {
  const settings = settingsOf(run);
  const key = JSON.stringify([family.name, file, settings]);
  const label = run.identity.method ?? BOUND;
  if (shelf?.key === key && (label === BOUND || shelf.labels.includes(label))) return shelf;
  const stale = changedInput(run);
  if (stale !== null) return `${stale} has changed since it was read`;
  const before = shelf?.key === key ? shelf.labels : [];
  const wanted = label === BOUND ? [] : [label];
  // Methods that mean the same are never compared with each other, though two comparisons may have one each.
  const opened =
    (await opening(run, file, family, [...before, ...wanted])) ?? (await opening(run, file, family, wanted));
  if (opened === null) return `${run.identity.instance.name} is not compared with ${label}`;
  shelf = { ...opened, key };
  return shelf;
}

async function opening(
  run: StudyRun,
  file: string,
  family: Family,
  labels: readonly string[],
): Promise<Omit<OnShelf, 'key'> | null> {
  const own = (await family.load()).use(({ compare }) => compare);
  if (own === undefined) return null;
  const { variants, timeLimitS, workLimit, ...settings } = settingsOf(run);
  const opened = own.open({ file, labels, settings, variants: variants === 1, shouldStop: () => false });
  if (!opened.ok) return null;
  const surroundings: TrialSurroundings = {
    limits: { timeLimitS: timeLimitS as number | null, workLimit: workLimit as number | null },
    nowS: monotonicS,
    cpuS: processorS,
    // The process that asked for the run ends it.
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
  };
  return { labels, executor: inThisThread(opened.comparison, { surroundings }) };
}
