import { MS_PER_S } from '../../../models/units.js';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { recordFile } from '../../runs/store/record-files.js';
import { RECORDS, SET_ASIDE } from '../../runs/store/open-record-store.js';
import { statusLines } from '../../reports/study/status-text.js';
import { statusOf } from '../../studies/status.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import type { Refused } from '../../instances/fault.js';
import { clusterDetails, clusterLines, type ClusterPart, clusterPart } from './cluster.js';
import { type FolderSurroundings, openedToRead, openStudyFolder, recordsOf, type StudyFolder } from './folder.js';

export interface StudyStatusAnswer {
  readonly ok: true;
  readonly record: CommandEnvelope;
  readonly lines: readonly string[];
}

/** When and how fast records were written, by the times of their files. */
export interface RecordTimes {
  /** Time since the last record was written, s; null without records. */
  readonly lastAgeS: number | null;
  /** Rate at which the last records were written, 1/s; null with fewer than two, or if all have the same time. */
  readonly ratePerS: number | null;
}

/** Returns the progress of the study in a folder. */
export async function studyStatus(
  directory: string,
  surroundings: FolderSurroundings,
): Promise<StudyStatusAnswer | Refused> {
  const opened = await openStudyFolder(directory, surroundings);
  if (!opened.ok) return opened;
  const { folder } = opened;
  const missing = folder.runs.flatMap(({ key }) => (folder.store.get(key) === null ? [key] : []));
  const cluster = await clusterPart(folder.directory, missing);
  // Tasks went on meanwhile: a run that ended since has a record now.
  const newest = cluster === null || cluster.places.length === missing.length ? folder : reread(folder);
  return folderStatus(newest, surroundings.plenumVersion, Date.now() / MS_PER_S, cluster);
}

/**
 * Returns the progress of the study in an opened folder.
 *
 * @param nowS current time, s since 1970
 */
export function folderStatus(
  opened: StudyFolder,
  plenumVersion: string,
  nowS: number,
  cluster: ClusterPart | null = null,
): StudyStatusAnswer {
  const { directory, study, runs, store } = opened;
  const records = recordsOf(store);
  const status = statusOf(runs, records, plenumVersion);
  const asked = new Set(runs.map(({ key }) => key));
  const times = timesOf(
    directory,
    records.flatMap(({ key }) => (asked.has(key) ? [key] : [])),
    nowS,
  );
  const setAside = filesBelow(join(directory, SET_ASIDE));
  const warnings = [...store.warnings, ...(cluster?.warnings ?? [])];
  const { best, runs: total, done, failed, missing, failures, otherVersions, notAsked } = status;
  const families = new Set(runs.map(({ identity }) => identity.family));
  return {
    ok: true,
    record: commandEnvelope({
      family: families.size === 1 ? [...families][0]! : null,
      warnings,
      details: {
        study: study.name,
        runs: total,
        done,
        failed,
        missing,
        failures,
        otherVersions,
        notAsked,
        setAside,
        lastRecordAgeS: times.lastAgeS,
        ratePerS: times.ratePerS,
        best,
        ...(cluster === null ? {} : { cluster: clusterDetails(cluster) }),
      },
    }),
    lines: [
      ...statusLines(study.name, status, { ...times, setAside }),
      ...(cluster === null ? [] : clusterLines(cluster)),
    ],
  };
}

/** Returns a study folder with its records read from the disk again. */
function reread(folder: StudyFolder): StudyFolder {
  const records = openedToRead(folder.directory);
  return records.ok ? { ...folder, store: records.store } : folder;
}

/**
 * Number of last records from which the rate is computed. Our choice: enough to even out single runs, few enough for
 * the current rate.
 */
const RATED = 100;

/** Returns when and how fast the records with these keys were written. */
function timesOf(directory: string, keys: readonly string[], nowS: number): RecordTimes {
  const records = join(directory, RECORDS);
  const times = keys.flatMap((key) => {
    const found = statSync(recordFile(records, key), { throwIfNoEntry: false });
    return found === undefined ? [] : [found.mtimeMs / MS_PER_S];
  });
  return recordTimes(times, nowS);
}

/**
 * Returns the time since the last record and the rate of the last records.
 *
 * @param momentsS times at which records were written, s since 1970
 */
export function recordTimes(momentsS: readonly number[], nowS: number): RecordTimes {
  const last = momentsS.toSorted((a, b) => a - b).slice(-RATED);
  const newest = last.at(-1);
  if (newest === undefined) return { lastAgeS: null, ratePerS: null };
  const span = newest - last[0]!;
  // A file of the future is of a machine whose clock is ahead.
  return { lastAgeS: Math.max(0, nowS - newest), ratePerS: span > 0 ? (last.length - 1) / span : null };
}

function filesBelow(folder: string): number {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0;
  }
  const counts = entries.map((entry) => (entry.isDirectory() ? filesBelow(join(folder, entry.name)) : 1));
  return counts.reduce((sum, count) => sum + count, 0);
}
