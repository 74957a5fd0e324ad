import { type Cell, type Design, type TrialRequest, trialsOf, validateDesign } from '../../experiments/design.js';
import { keyOf } from '../plan/key.js';
import type { RunIdentity, StudyRun } from '../plan/run.js';

/** Common part of the runs of a designed experiment, beside the design. */
export interface TrialFrame extends Pick<
  RunIdentity,
  'verb' | 'family' | 'instance' | 'options' | 'budget' | 'version'
> {
  /** Path of the instance file; null if there is none. */
  readonly file: string | null;
  /** Paths of files whose digests stand in the settings, by setting; none if absent. */
  readonly inputs?: Readonly<Record<string, string>> | undefined;
}

/** Facts of a trial beside those that every run has: with them, all that its answer depends on. */
export interface TrialMore {
  /** Name and version of the design; neither its number of trials nor its other cells, which a larger design shares. */
  readonly design: Pick<Design, 'name' | 'version'>;
  readonly cell: Cell;
  readonly trial: number;
  readonly settings: Design['settings'];
}

/** Name of the factor whose level is the method of a trial. */
const METHOD = 'method';

/**
 * Runs of a design, one per trial: all cells' first trials, then all second ones. Trials that two designs have in common have
 * one address. @throws RangeError for a design without sense.
 */
export function runsOfDesign(design: Design, frame: TrialFrame): StudyRun[] {
  validateDesign(design);
  return trialsOf(design).map((input, position) => runOfTrial(design, frame, input, position));
}

function runOfTrial(
  { name, version }: Pick<Design, 'name' | 'version'>,
  { file, inputs, ...common }: TrialFrame,
  { cell, trial, seed, settings }: TrialRequest,
  position: number,
): StudyRun {
  const more: TrialMore = { design: { name, version }, cell, trial, settings };
  const identity: RunIdentity = { ...common, method: cell[METHOD] ?? null, seed, more: { ...more } };
  const row = { instance: common.instance.name, ...cell, seed };
  return { key: keyOf(identity), identity, position, cell: row, file, ...(inputs === undefined ? {} : { inputs }) };
}

/** Returns the trial of a run that `runsOfDesign` made. @throws RangeError for any other run. */
export function trialOfRun({ more, seed }: Pick<RunIdentity, 'more' | 'seed'>): TrialRequest {
  const { cell, trial, settings } = more as Partial<TrialMore>;
  if (cell === undefined || trial === undefined || settings === undefined) {
    throw new RangeError('The run is no trial of a designed experiment');
  }
  return { cell, trial, seed, settings };
}
