import { readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { COMMAND_LINE, type Fault } from '../../instances/fault.js';
import { SUBMISSIONS } from '../../runs/clusters/submission-files.js';
import { isThere, realFolder, requireFolder } from '../../runs/files.js';
import { ownFolder } from '../../runs/own-folder.js';
import { RECORDS, SET_ASIDE } from '../../runs/store/open-record-store.js';
import { PARTS } from '../../runs/store/part-store.js';
import { isShard } from '../../runs/store/record-files.js';
import { removeLeftovers } from '../../runs/temporaries.js';
import { errorObstacle, WriteFailure } from '../../runs/write-failure.js';
import { unwritable } from '../places.js';
import { isPlaceFile, PLACE_FILE, STUDY_FILE, studyIn } from './source.js';

/** Name of the subfolder of plans in a study folder. */
export const PLANS = 'plans';
/** Name of the subfolder of generated instances in a study folder. */
export const INSTANCES = 'instances';
/** Name of the report file in a study folder. */
export const REPORT_FILE = 'report.html';
/** Name of the subfolder of exported tables in a study folder. */
export const TABLES = 'tables';

/** Subfolders of a study folder for its own data (docs/studies/records.md). */
const STUDY_FOLDERS = [RECORDS, PARTS, PLANS, INSTANCES, SET_ASIDE, SUBMISSIONS];
/** Subfolders of a study folder for results: of several comparisons, sweeps or days, and tables. */
const ANSWER_FOLDERS = ['comparisons', 'sweeps', 'days', TABLES];
/** Subfolders of a study folder with files in subfolders of two-digit names. */
const SHARDED = [PARTS, PLANS];

/**
 * Returns true if a path, with symbolic links resolved, is one of a study folder's own files or inside one of its
 * subfolders for its own data. No other file may be written there.
 */
export function isInOwnPlace(directory: string, file: string): boolean {
  const path = `${realPath(file)}${sep}`.toLowerCase();
  return (
    [STUDY_FILE, PLACE_FILE, ...STUDY_FOLDERS]
      .map((name) => join(directory, name))
      // File systems that take capital letters for small ones must not tell places apart that are one.
      .some((place) => path.startsWith(`${realPath(place)}${sep}`.toLowerCase()))
  );
}

/** Returns a path with the symbolic links in its existing part resolved. */
function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch {
    const above = dirname(absolute);
    return above === absolute ? absolute : join(realPath(above), basename(absolute));
  }
}

/**
 * Returns a fault if a folder cannot become a study folder, because names that Plenum uses are links or files of other
 * programs; otherwise null.
 *
 * @param option option with which the user named the folder
 */
export function folderInTheWay(folder: string, option: string): Fault | null {
  if (folder.trim() === '') {
    const remedy = 'Name one.';
    return { file: COMMAND_LINE, path: option, value: folder, allowed: 'the name of a folder', remedy };
  }
  try {
    requireFolder(folder);
    testFolders(folder);
    return fileInTheWay(folder, option);
  } catch (error) {
    if (!(error instanceof WriteFailure)) throw error;
    return unwritable(option, errorObstacle(folder, error));
  }
}

/**
 * Returns a fault if a file of another program has a name that Plenum must write; otherwise null.
 *
 * @throws WriteFailure if the file system refuses
 */
function fileInTheWay(folder: string, option: string): Fault | null {
  const file = { [STUDY_FILE]: () => studyIn(folder) !== null, [PLACE_FILE]: () => isPlaceFile(folder) };
  const foreign = Object.entries(file).find(([name, isOurs]) => isThere(join(folder, name)) && !isOurs());
  if (foreign === undefined) return null;
  const place = join(folder, foreign[0]);
  const value =
    foreign[0] === STUDY_FILE ? `${place}: no study of this format` : `${place}: a file that Plenum did not write`;
  const allowed = 'a new folder, or one in which this study was begun';
  return { file: COMMAND_LINE, path: option, value, allowed, remedy: 'Name another folder, or move the file away.' };
}

/**
 * Checks the subfolders of a study folder, and their subfolders.
 *
 * @throws WriteFailure if one is a link, or was not made by Plenum
 */
function testFolders(folder: string): void {
  for (const name of [...STUDY_FOLDERS, ...ANSWER_FOLDERS]) {
    const { path } = ownFolder(folder, name);
    if (SHARDED.includes(name)) for (const shard of shardsIn(path)) realFolder(join(path, shard));
  }
}

/**
 * Removes unfinished files of killed processes from a study folder. Folders of records are left out, because reading
 * records does this.
 */
export function removeOwnLeftovers(folder: string): void {
  for (const name of [INSTANCES, TABLES, ...SHARDED]) {
    const own = join(folder, name);
    removeLeftovers(own);
    if (SHARDED.includes(name)) for (const shard of shardsIn(own)) removeLeftovers(join(own, shard));
  }
}

function shardsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isShard);
  } catch {
    return [];
  }
}
