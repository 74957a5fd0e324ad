import type { StudyRun } from '../../studies/plan/run.js';
import type { ChainRequest } from '../chain.js';
import { wordsOfRun } from './run-words.js';
import { UNATTENDED } from './unattended.js';

/**
 * Returns the request for the sweep or day of a study's run, without progress or interrupts.
 *
 * @param place folder that relative paths refer to
 */
export function requestOf(
  run: Pick<StudyRun, 'identity' | 'file' | 'inputs'>,
  over: readonly string[],
  place: string,
): ChainRequest {
  const { identity, file } = run;
  const words = wordsOfRun(run, place);
  const { sha256, named: references, generated, changes } = identity.instance;
  return {
    file: file!,
    words,
    over,
    seed: identity.seed,
    limits: identity.budget,
    withBound: identity.options['bound'] !== false,
    // An instance that no study has made is what its file holds.
    ...(generated === null && changes.length === 0
      ? {}
      : { instance: { sha256, ...(references === undefined ? {} : { named: references }), generated, changes } }),
    out: null,
    overwrite: false,
    ...UNATTENDED,
    onNote: () => undefined,
  };
}
