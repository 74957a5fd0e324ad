import { join } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import {
  type Family,
  isRefused,
  type NamesInstance,
  type SearchRequest,
  type SolvedByFamily,
  type SolveOfFamily,
  type Words,
} from '../families/family.js';
import type { Limits } from '../runs/control.js';
import { outputFiles } from '../runs/files.js';
import type { Refused } from '../instances/fault.js';
import { baselineText } from '../reports/baseline-text.js';
import type { Baseline } from '../runs/baseline.js';
import type { FamilyRunResult, TrajectoryPoint } from '../runs/result.js';
import { baselineOf, judgedBaseline } from './baseline.js';
import { type Envelope, envelopeOfRun } from './envelope.js';
import { familyOfFile, inputsNamed, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { writeRunFiles } from './run-files.js';

export interface SolveRequest extends Omit<SearchRequest, 'words' | 'limits' | 'withBound' | 'onProgress'> {
  /** Option values as given: the method and the family's own options. */
  readonly words: Words;
  readonly limits: Limits;
  readonly withBound: boolean;
  /** Directory for the output files; null to write none. */
  readonly out: string | null;
  /**
   * Plan file of a baseline, usually the present operation of the facility. If null, the family's own baseline is used
   * when files are written.
   */
  readonly baseline?: string | null;
  /** Called with progress, and the unit of its bounds and objectives ('' for that of the objective). */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
}

export interface SolveAnswer {
  readonly ok: true;
  /** How the command ended; 'failed' means a mistake in Plenum. */
  readonly ended: 'solved' | 'noFeasiblePlan' | 'stopped' | 'failed';
  readonly record: Envelope;
  readonly plan: NamesInstance | null;
  /** Result as text for a terminal. */
  readonly text: string;
  /** Fault in writing the files; null if there was none. */
  readonly fault: WritingFault | null;
}

/** Searches for a plan and a bound, checks the plan, and writes the results to `out`. */
export async function solve(request: SolveRequest, families?: readonly Family[]): Promise<SolveAnswer | Refused> {
  const { file } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const parts = await family.load();
  const own = parts.use(({ solve: ofFamily }): SolveOfFamily | undefined => ofFamily);
  if (own === undefined) return { ok: false, faults: [untaken(file, family, 'solve', families)] };
  const { out, baseline = null, onProgress, withBound: bound, ...asked } = request;
  // Options are judged with what stands beside them: a front needs a directory, a limit of the bound a bound.
  const given = { ...request.words, bound, ...(out === null ? {} : { out }) };
  const words = judgedWords(family, 'solve', given, own, families);
  if (isRefused(words)) return words;
  const judgedPlan = await judgedBaseline(request, family, families);
  if (judgedPlan?.ok === false) return judgedPlan;
  const solved = await own.solve({
    ...asked,
    words,
    withBound: bound,
    onProgress: (point) => {
      onProgress(point, own.progressUnit);
    },
  });
  if (!solved.ok) return solved;
  const compared =
    baseline === null && out === null ? null : await baselineOf(request, solved.result, family, judgedPlan, families);
  const result = compared === null ? solved.result : { ...solved.result, baseline: compared };
  const { plan, summary } = solved;
  const { files, fault } =
    out === null ? { files: {}, fault: null } : await write({ ...solved, result }, family.name, out, compared);
  const record = envelopeOfRun(result, family.name, files);
  const text = compared === null ? summary(files) : `${summary(files)}${baselineText(compared, result.objective)}`;
  return { ok: true, ended: endOf(result, own), record, plan, text, fault };
}

async function write(
  { result, texts }: SolvedByFamily,
  family: string,
  directory: string,
  baseline: Baseline | null,
): Promise<ReturnType<typeof writeRunFiles>> {
  const made = await texts(baseline);
  return writeRunFiles(
    directory,
    made,
    (files) => `${JSON.stringify({ ...envelopeOfRun(result, family, files), report: made.report }, null, 1)}\n`,
  );
}

/**
 * Returns how a search ended: 'failed', a mistake in Plenum, if the plan violates a limit that the method considers. A
 * plan that violates only limits that the method ignores counts as no feasible plan.
 */
function endOf(
  { termination, feasible, violations }: FamilyRunResult,
  { unknownToSome }: Pick<SolveOfFamily, 'unknownToSome'>,
): SolveAnswer['ended'] {
  if (termination === 'failed') return 'failed';
  if (feasible) return 'solved';
  if (violations.some(({ constraint }) => !unknownToSome.includes(constraint))) return 'failed';
  const stopped: readonly string[] = ['timeLimit', 'workLimit', 'interrupted'];
  return stopped.includes(termination) ? 'stopped' : 'noFeasiblePlan';
}

/**
 * Returns the input files of a solve, and the files that it would write to `directory`. If the instance's family is
 * unknown, these are only the instance and the files that all families write.
 */
export function filesOfSolve(
  file: string,
  words: Words,
  directory: string,
  families?: readonly Family[],
): { readonly inputs: readonly string[]; readonly outputs: readonly string[] } {
  const found = familyOfFile(file, families);
  const { outputs = [] } = found.ok ? found.family : {};
  const inputs = found.ok ? inputsNamed(found.family, 'solve', words) : [];
  return {
    inputs: [file, ...inputs],
    outputs: [...Object.values(outputFiles(directory)), ...outputs.map((name) => join(directory, name))],
  };
}
