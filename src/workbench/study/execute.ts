import { join } from 'node:path';
import { isRefused } from '../../families/family.js';
import type { Family, SolveOfFamily } from '../../families/family.js';
import { FAMILIES } from '../../families/registry.js';
import { formatFaults, type Fault } from '../../instances/fault.js';
import type { Kept } from '../../runs/kept.js';
import { errorObstacle, writeFailureOf } from '../../runs/write-failure.js';
import type { TrajectoryPoint } from '../../runs/result.js';
import { type Ended, endOfSearch, failed } from '../../studies/plan/ended.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { loadExperiments } from './experiments.js';
import type { ChainPlaces } from './execute-chain.js';
import { judgedWords } from '../judged-words.js';
import { type Executed, type ExecuteRequest, recordedRun, type Unwritten } from './recorded-run.js';
import { wordsOfRun } from './run-words.js';
import { UNATTENDED } from './unattended.js';

/** Executes one run as `executeRun` does, for a parent process that can only receive plain data. */
export async function executeElsewhere(input: ExecuteRequest, kept: Kept): Promise<Executed | Unwritten> {
  try {
    return await executeRun(input, FAMILIES, kept);
  } catch (error) {
    const failure = writeFailureOf(error);
    if (failure === null) throw error;
    return { unwritten: errorObstacle(failure.path, failure) };
  }
}

/**
 * Makes one run with the command that its identity names, in this process, and returns its record.
 *
 * @param families families whose code makes the run
 * @param kept what earlier runs have read, for later runs of the same executor
 * @throws WriteFailure if intermediate results could not be written
 * @throws EngineUnavailableError if an LP engine is not installed, because other runs would fail alike
 */
export function executeRun(
  request: ExecuteRequest,
  families: readonly Family[] = FAMILIES,
  kept: Kept = new Map(),
): Promise<Executed> {
  const { parts = null } = request;
  return recordedRun(request, (onNote) => executeVerb({ ...request, parts, onNote, kept }, families));
}

/** Executes a run with the command that its identity names. */
async function executeVerb(
  input: ExecuteRequest & ChainPlaces & { readonly kept: Kept },
  families: readonly Family[],
): Promise<Ended> {
  const { run, parts } = input;
  const family = families.find(({ name }) => name === run.identity.family);
  if (family === undefined) return failed('refused', `there is no family "${run.identity.family}"`);
  switch (run.identity.verb) {
    case 'solve':
      return solveRun(input, family);
    case 'compare':
      return (await import('./execute-compared.js')).comparedRun(run, family, input);
    case 'reproduce':
      return (await loadExperiments()).ended(run, parts === null ? null : partFile(parts, run));
    case 'sweep':
    case 'day':
      return (await import('./execute-chain.js')).chainRun(run.identity.verb, run, family, input);
    default:
      return failed('refused', 'no run is made for its verb');
  }
}

/**
 * Returns the path of the file in which a long run saves intermediate results. If the run is killed, it continues from
 * the file when it is repeated.
 */
export function partFile(parts: string, { key }: Pick<StudyRun, 'key'>): string {
  return join(parts, `${key}.jsonl`);
}

async function solveRun({ run, plan, place }: ExecuteRequest, family: Family): Promise<Ended> {
  const { identity, file } = run;
  const parts = await family.load();
  const own = parts.use(({ solve, studyRun }): SolveOfFamily | undefined => solve ?? studyRun);
  if (own === undefined) return failed('refused', `${family.kind} is not solved`);
  if (file === null) return failed('refused', 'the run has no instance');
  const words = judgedWords(family, 'solve', wordsOfRun(run, place), own);
  if (isRefused(words)) return refused(words.faults);
  const points: TrajectoryPoint[] = [];
  const answer = await own.solve({
    file,
    words,
    seed: identity.seed,
    limits: identity.budget,
    withBound: identity.options['bound'] !== false,
    ...UNATTENDED,
    onProgress: (point) => {
      points.push(point);
    },
  });
  if (!answer.ok) return refused(answer.faults);
  const { result, rules, trajectory } = answer;
  const text = plan && answer.plan !== null ? (await answer.texts()).plan?.json : undefined;
  return endOfSearch({ result, better: family.better, rules, points: trajectory ?? points, plan: text ?? null });
}

function refused(faults: readonly Fault[]): Ended {
  return failed('refused', formatFaults(faults));
}
