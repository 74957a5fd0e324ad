import { join } from 'node:path';
import { runLines } from '../../reports/study/run-text.js';
import { type Stopping, stoppingText } from '../../studies/analysis/stopping.js';
import type { EngineOutcome } from '../../studies/engine/engine.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { statusOf } from '../../studies/status.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { shellWord } from './command-lines.js';
import { STUDY_FILE } from './source.js';
import type { VerbWritten } from './verb-answer.js';

export interface StudyRunAnswer {
  readonly ok: true;
  /**
   * How the command ended. "complete" means that every run has a record and none crashed. "crashed" means that every
   * run has a record, but a run crashed because of a mistake in Plenum. "stopped" means that some runs have no record.
   */
  readonly ended: 'complete' | 'crashed' | 'stopped';
  readonly record: CommandEnvelope;
  /** Text for a terminal: counts and failures, then the best plans, the files and the next commands. */
  readonly text: string;
  /** First part of `text`: counts and failures. */
  readonly counts: string;
  readonly notes: readonly string[];
  /** False if the command was interrupted before the study's runs were determined, so that none was made. */
  readonly isExpanded: boolean;
}

/** Another version of Plenum, and its number of records in a study folder. */
export interface OtherVersion {
  readonly version: string;
  readonly records: number;
  readonly text: string;
}

/** Maximum number of failures listed; others are counted. */
const MAX_FAILURES = 20;

/** A study after some or all of its runs were executed. */
interface RanStudy {
  /** State of sequential stopping; null without a stopping rule, or if only some runs were requested. */
  readonly stopping: Stopping | null;
  readonly study: Study;
  readonly folder: string;
  readonly outcome: EngineOutcome;
  readonly workers: number;
  readonly notes: readonly string[];
  readonly written: VerbWritten | null;
  readonly totalS: number;
  /** True if only some runs of the study were requested. */
  readonly isPart: boolean;
  /** Runs that were requested. */
  readonly runs: readonly StudyRun[];
  readonly others: readonly OtherVersion[];
  /** Permissions given with options, which repeating the command needs again. */
  readonly allowed: { readonly allowOutside: boolean; readonly allowModules?: boolean };
}

export function runAnswer(ran: RanStudy): StudyRunAnswer {
  const { outcome, folder, study, notes, written, stopping } = ran;
  const { complete, done, failed, total, made, records } = outcome;
  const broken = records.filter(({ outcome: { failure } }) => failure !== null);
  const cells = new Map(ran.runs.map(({ key, cell }) => [key, cell]));
  const failures = broken.slice(0, MAX_FAILURES).map(({ key, outcome: { failure } }) => {
    return { key, ...failure!, cell: cells.get(key) ?? {} };
  });
  const isOurs = broken.some(({ outcome: { failure } }) => failure!.reason === 'crashed');
  const record = commandEnvelope({
    termination: complete ? 'finished' : 'interrupted',
    warnings: notes,
    timeS: { total: ran.totalS },
    work: { runs: made },
    files: { folder, study: join(folder, STUDY_FILE), ...written?.files },
    details: {
      study: study.name,
      runs: total,
      done,
      failed,
      missing: total - done,
      made,
      takenOver: done - made,
      workers: ran.workers,
      failures,
      failuresOmitted: broken.length - failures.length,
      ...(stopping === null ? {} : { stopping }),
      otherVersions: ran.others.map(({ version, records: count }) => ({ version, records: count })),
    },
  });
  const lines = runLines({
    ...outcome,
    name: study.name,
    folder,
    folderWord: shellWord(folder),
    failures,
    isPart: ran.isPart,
    brokenRuns: broken.length,
    permissions: permissionsOf(ran.allowed),
    stopped: stopping?.ended === true ? stoppingText(stopping, study.seeds.length) : null,
    written: written === null ? null : [written.text.trimEnd(), ...(written.fault === null ? [] : [written.fault])],
    best: complete && written === null && !ran.isPart ? statusOf(ran.runs, records, '').best : [],
  });
  const ended = !complete ? 'stopped' : isOurs ? 'crashed' : 'complete';
  const counts = lines.counts.join('\n');
  return { ok: true, ended, record, text: [counts, ...lines.rest].join('\n'), counts, notes, isExpanded: true };
}

function permissionsOf({ allowOutside, allowModules = false }: RanStudy['allowed']): readonly string[] {
  return [...(allowOutside ? ['--allow-outside'] : []), ...(allowModules ? ['--allow-modules'] : [])];
}

/** Returns the result of a `plenum study run` that was stopped before its runs were determined. */
export function unexpandedAnswer(study: string): StudyRunAnswer {
  const text = `${study}: stopped while its instances were made and judged. Nothing was run; the same command begins anew and keeps what is there.`;
  const record = commandEnvelope({ termination: 'interrupted', work: { runs: 0 }, details: { study, made: 0 } });
  return { ok: true, ended: 'stopped', record, text, counts: text, notes: [], isExpanded: false };
}
