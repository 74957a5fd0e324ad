import { type Cell, type Design, type TrialRequest, trialsOf, validateDesign } from '../../experiments/design.js';
import { keyOf } from '../../studies/plan/key.js';
import type { RunIdentity, StudyRun } from '../../studies/plan/run.js';

/** Data that all runs of a designed experiment share besides the design. */
export interface TrialFrame extends Pick<
  RunIdentity,
  'verb' | 'family' | 'instance' | 'options' | 'budget' | 'version'
> {
  /** Path of the instance file; null if there is none. */
  readonly file: string | null;
  /** Paths of the files whose digests are settings of the design, by setting; absent if there are none. */
  readonly inputs?: Readonly<Record<string, string>> | undefined;
}

/** Data that determine a trial's result, besides the data that all runs have. */
export interface TrialMore {
  /**
   * Pool (by default the name) and version of the design. The number of trials and the other cells are left out, so that a larger design can
   * reuse the trial.
   */
  readonly design: Pick<Design, 'name' | 'version'>;
  readonly cell: Cell;
  readonly trial: number;
  readonly settings: Design['settings'];
}

/** Name of the factor whose levels are the methods. */
const METHOD = 'method';

/**
 * Returns the runs of a design, one per trial: the first trials of all cells, then the second, and so on. A trial that
 * two designs share has the same key in both.
 *
 * @throws RangeError for an invalid design.
 */
export function runsOfDesign(design: Design, frame: TrialFrame): StudyRun[] {
  validateDesign(design);
  return trialsOf(design).map((input, position) => runOfTrial(design, frame, input, position));
}

function runOfTrial(
  { name, pool = name, version }: Pick<Design, 'name' | 'pool' | 'version'>,
  { file, inputs, ...common }: TrialFrame,
  { cell, trial, seed, settings }: TrialRequest,
  position: number,
): StudyRun {
  const more: TrialMore = { design: { name: pool, version }, cell, trial, settings };
  const identity: RunIdentity = { ...common, method: cell[METHOD] ?? null, seed, more: { ...more } };
  const row = { instance: common.instance.name, ...cell, seed };
  return { key: keyOf(identity), identity, position, cell: row, file, ...(inputs === undefined ? {} : { inputs }) };
}

/**
 * Returns the trial of a run that `runsOfDesign` made.
 *
 * @throws RangeError for any other run.
 */
export function trialOfRun({ more, seed }: Pick<RunIdentity, 'more' | 'seed'>): TrialRequest {
  const { cell, trial, settings } = more as Partial<TrialMore>;
  if (cell === undefined || trial === undefined || settings === undefined) {
    throw new RangeError('The run is no trial of a designed experiment');
  }
  return { cell, trial, seed, settings };
}
