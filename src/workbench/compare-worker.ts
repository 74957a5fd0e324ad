import type { TrialInput } from '../experiments/design.js';
import type { TrialOutput } from '../experiments/record.js';
import { FAMILIES } from '../families/registry.js';
import { monotonicS } from '../runs/clock.js';
import type { TrialSurroundings } from '../studies/compare/comparison.js';
import { comparedTrial } from '../studies/compare/run.js';

/** Module and export in which another thread finds the trials of a comparison; what a trial is given is plain data. */
export const WORKER = { module: new URL('compare-worker.js', import.meta.url).href, exportName: 'trialElsewhere' };

type Trial = (input: TrialInput, surroundings: TrialSurroundings) => Promise<TrialOutput>;

/** The comparison opened last: reading it takes longer than many runs. A function of its key. */
let shelf: { readonly key: string; readonly trial: Trial } | null = null;

/** Run of a trial in a worker thread. It is finished despite Ctrl-C; its `settings` also name family and file. */
export async function trialElsewhere(input: TrialInput): Promise<TrialOutput> {
  const { timeLimitS, workLimit } = input.settings as Readonly<Record<string, number | null>>;
  const surroundings: TrialSurroundings = {
    limits: { timeLimitS: timeLimitS ?? null, workLimit: workLimit ?? null },
    nowS: monotonicS,
    cpuS: threadCpuS,
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
  };
  return (await openedTrial(input))(input, surroundings);
}

async function openedTrial({ settings }: TrialInput): Promise<Trial> {
  const key = JSON.stringify(settings);
  if (shelf?.key === key) return shelf.trial;
  const { family, file, methods, sha256, variants, ...own } = settings;
  const parts = await FAMILIES.find(({ name }) => name === family)?.load();
  const compare = parts?.use((of) => of.compare);
  if (compare === undefined) throw new RangeError(`No family ${String(family)} compares methods`);
  const labels = String(methods).split(',');
  const request = { file: String(file), labels, settings: own, variants: variants === 1 };
  const opened = compare.open({ ...request, shouldStop: () => false });
  const trial = opened.ok
    ? opened.use((comparison): Trial | null => {
        if (comparison.sha256() !== sha256) return null;
        return (input, surroundings) => comparedTrial(comparison, input, surroundings);
      })
    : null;
  shelf = { key, trial: trial ?? changed(request.file) };
  return shelf.trial;
}

/** A run of what is no longer what was asked about: it fails. */
function changed(file: string): Trial {
  const trial = (): never => {
    throw new RangeError(`${file} has changed since it was read`);
  };
  return (input, surroundings) => comparedTrial({ trial, blank: {}, boundsPer: 'trial' }, input, surroundings);
}

/** Processor time of this thread, where Node.js tells it; that of the process would be all threads'. */
function threadCpuS(): number | null {
  const { threadCpuUsage } = process as { readonly threadCpuUsage?: () => NodeJS.CpuUsage };
  if (threadCpuUsage === undefined) return null;
  const { user, system } = threadCpuUsage.call(process);
  return (user + system) / 1e6;
}
