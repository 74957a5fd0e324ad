import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Family } from '../../families/family.js';
import { readJson } from '../../instances/json-reader.js';
import { COMMAND_LINE, type LocalFault, type Refused } from '../../instances/fault.js';
import { readTextFile } from '../../instances/text-file.js';
import { canonicalJson } from '../../studies/plan/canonical-json.js';
import { readStudy } from '../../studies/plan/read.js';
import { isKeptStudy } from '../../studies/plan/kept-study.js';
import type { Study } from '../../studies/plan/study.js';
import { bundledStudy, knownStudies } from './bundled-study.js';

/** Name of the file in a study folder that contains the validated study. */
export const STUDY_FILE = 'study.json';
/** Name of the file in a study folder with facts about the machine, such as absolute paths. */
export const PLACE_FILE = 'place.json';
/** Value of "format" in place.json, which shows that Plenum wrote the file. */
const PLACE_FORMAT = 'plenum.place';
/** Version of the format of place.json. */
const PLACE_FORMAT_VERSION = 1;
/** Maximum size of a study file, bytes. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Facts about a study that depend on the machine: the folder for relative paths, and the ids of validated instances.
 */
export interface StudyPlace {
  readonly place: string;
  readonly judged: readonly string[];
}

/** A study that was read, with its origin. */
export interface StudySource {
  readonly ok: true;
  readonly study: Study;
  /** Path of the study file for fault messages. */
  readonly file: string;
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  /** Study folder, if the user named one; null for a file. */
  readonly folder: string | null;
}

/** Reads the study that a user's argument names: a study file, a study folder or a bundled study. */
export async function studySource(
  word: string,
  packageDirectory: string,
  families: readonly Family[],
): Promise<StudySource | Refused> {
  const folder = folderOf(word);
  if (folder !== null) return keptStudy(folder);
  const file = bundledStudy(word, packageDirectory);
  if (typeof file !== 'string') return unfound(file);
  const read = readTextFile(file, MAX_BYTES);
  if (!read.ok) {
    const { known, meant } = knownStudies(word, packageDirectory);
    const { value, remedy } = read.fault;
    return unfound({
      value: `${word}: ${String(value)}`,
      allowed: `a study file (JSON, or YAML by its ending), a study folder, or a bundled study: ${known}`,
      remedy: `${read.error?.code === 'ENOENT' ? meant : ''}${remedy}`,
    });
  }
  const judged = await readStudy(
    read.text,
    /\.ya?ml$/i.test(file),
    families.map((one) => ({ name: one.name, methods: one.studyMethods ?? one.methods })),
  );
  if (!judged.ok) return { ok: false, faults: judged.faults.map((fault) => ({ file, ...fault })) };
  return { ok: true, study: judged.study, file, place: dirname(resolve(file)), folder: null };
}

function unfound(fault: Omit<LocalFault, 'path'>): Refused {
  return { ok: false, faults: [{ file: COMMAND_LINE, path: '<study>', ...fault }] };
}

/** Returns the study folder if a user's argument names the folder or the file study.json in it; otherwise null. */
function folderOf(word: string): string | null {
  const inside = word.endsWith(`/${STUDY_FILE}`) || word === STUDY_FILE ? dirname(word) : word;
  if (!isFolder(inside)) return null;
  if (inside === word) return word;
  return existsSync(join(inside, PLACE_FILE)) ? inside : null;
}

/** Returns true if a path is a folder; false also if it cannot be examined (too long, circular links). */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Reads the validated study in a study folder. */
function keptStudy(folder: string): StudySource | Refused {
  const file = join(folder, STUDY_FILE);
  const refused = (value: unknown): Refused => {
    const allowed = `a study folder: one in which plenum study run has written ${STUDY_FILE}`;
    const remedy = 'Name the folder given to --out, or the study file and --out.';
    return { ok: false, faults: [{ file: COMMAND_LINE, path: '<study>', value, allowed, remedy }] };
  };
  const study = studyIn(folder);
  if (study === null)
    return refused(existsSync(file) ? `${file}: no whole study of this format` : `${folder}: no ${STUDY_FILE}`);
  const { place } = placeIn(folder);
  return { ok: true, study, file, place, folder };
}

/** Returns the validated study in a folder; null if there is none of this format. */
export function studyIn(folder: string): Study | null {
  const read = readTextFile(join(folder, STUDY_FILE), MAX_BYTES * 8);
  const json = read.ok ? readJson(read.text) : null;
  return json?.ok === true && isKeptStudy(json.value) ? json.value : null;
}

/** Returns the machine-dependent facts in a study folder. By default, relative paths refer to the folder itself. */
export function placeIn(folder: string): StudyPlace {
  const { place, judged } = placeFileIn(folder) ?? {};
  return {
    place: typeof place === 'string' ? place : resolve(folder),
    judged: Array.isArray(judged) ? judged.filter((one) => typeof one === 'string') : [],
  };
}

/** Returns the text of place.json, with machine-dependent facts. */
export function placeText({ place, judged }: StudyPlace): string {
  const head = { format: PLACE_FORMAT, formatVersion: PLACE_FORMAT_VERSION };
  return `${canonicalJson({ ...head, place, judged: [...judged].sort() })}\n`;
}

/** Returns true if the file place.json in a folder was written by Plenum. */
export function isPlaceFile(folder: string): boolean {
  return placeFileIn(folder) !== null;
}

/** Returns the content of place.json in a folder; null if there is none, or Plenum did not write it. */
function placeFileIn(folder: string): Partial<Record<keyof StudyPlace, unknown>> | null {
  const read = readTextFile(join(folder, PLACE_FILE));
  const json = read.ok ? readJson(read.text) : null;
  if (json?.ok !== true || typeof json.value !== 'object' || json.value === null) return null;
  const value = json.value as Readonly<Record<string, unknown>>;
  return value['format'] === PLACE_FORMAT && value['formatVersion'] === PLACE_FORMAT_VERSION ? value : null;
}
