import { dirname } from 'node:path';
import type { Family } from '../../families/family.js';
import { formatFaults } from '../../instances/fault.js';
import { NO_PARTS } from '../../runs/store/part-store.js';
import type { StudyRun } from '../../studies/plan/run.js';
import { chainParts, type ChainVerb, openChain, outcomeOfChain } from '../chain.js';
import { requestOf } from './chain-request.js';
import { type Ended, failed } from '../../studies/plan/ended.js';

/** Folders that a chain (sweep or day) uses. */
export interface ChainPlaces {
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  /** Absolute path of the folder for the parts of chains; null to store none. */
  readonly parts: string | null;
  readonly onNote: (text: string) => void;
}

/** Executes a sweep or a day of a study; only parts that are not stored are computed. */
export async function chainRun(
  verb: ChainVerb,
  run: StudyRun,
  family: Family,
  { place, parts, onNote }: ChainPlaces,
): Promise<Ended> {
  if (run.file === null) return failed('refused', 'the run has no instance');
  const over = (run.identity.more['over'] ?? []) as readonly string[];
  const opened = await openChain(verb, requestOf(run, over, place), [family]);
  if (!opened.ok) return failed('refused', formatFaults(opened.faults));
  const { prepared } = opened;
  if (opened.run.key !== run.key) {
    return failed('refused', `${prepared.instance}, or a file that the run reads, has changed since it was read`);
  }
  const found = await prepared.run(parts === null ? NO_PARTS : chainParts(run, dirname(parts), onNote));
  const outcome = outcomeOfChain(found, prepared, family);
  return { outcome, timeS: found.record.timeS, trajectoryTimeS: [], plan: null };
}
