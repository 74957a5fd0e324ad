import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Family } from '../../families/family.js';
import { FAMILIES } from '../../families/registry.js';
import { outsideFault } from '../../instances/outside.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { canonicalJson } from '../../studies/plan/canonical-json.js';
import { expansionSteps, type Expansion } from '../../studies/plan/expand.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { userFolder, writeAtomically } from '../../runs/files.js';
import { readBytes } from '../../instances/text-file.js';
import { familyWords, inputOptions, moduleFaults, questionFaults } from './questions.js';
import type { FoundInstance, InstanceSurroundings } from './found-instance.js';
import { findInstances } from './instances.js';
import { writeChanged } from './instance-changes.js';
import { sha256OfBytes } from './instance-files.js';
import { outputFault } from '../places.js';
import { folderInTheWay, INSTANCES, removeOwnLeftovers } from './own-places.js';
import { PLACE_FILE, placeIn, placeText, STUDY_FILE, studyIn, type StudySource, studySource } from './source.js';
import type { FinishVerb } from './verb-answer.js';
import { plannedByVerb } from './verb-plan.js';
import { chosenRuns } from './chosen-runs.js';
import { type FolderChange, folderChange } from './folder-change.js';
import { sampledFiles } from './sample.js';
import { inTurns, turnsUntil } from './turns.js';
import { schemasOfFamilies } from './uncertain.js';

/** Request to validate a study and expand it into runs. */
export interface OpenStudyRequest {
  /** Path of a study file or study folder, or name of a bundled study. */
  readonly study: string;
  /** Study folder to write to; null to store nothing, or if `study` names it. */
  readonly out: string | null;
  /** True (default) if missing files of the folder may be written; false if it must not change. */
  readonly keep?: boolean;
  /** Keys of the requested runs, or their prefixes; null or absent for all runs. */
  readonly keys?: readonly string[] | null;
  /** True if the user confirmed a large number of runs. */
  readonly yes: boolean;
  /** True if study and instances may refer to files outside their folders. */
  readonly allowOutside: boolean;
  /** True if options of the study may name code modules, which runs execute; default false. */
  readonly allowModules?: boolean;
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  readonly families?: readonly Family[];
  /** True to validate only a sample of many instances, because nothing will be executed; default false. */
  readonly isSample?: boolean;
  /** Returns true if the user interrupted the command; absent if that is not possible. */
  readonly interrupted?: () => boolean;
}

/** A validated study ready to run, with all inputs read. */
export interface OpenedStudy {
  readonly ok: true;
  readonly study: Study;
  readonly runs: readonly StudyRun[];
  /** Runs that the user asked for. */
  readonly chosen: readonly StudyRun[];
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  /** Path of the study folder; null if nothing is stored. */
  readonly folder: string | null;
  /** Path of the study file for fault messages. */
  readonly file: string;
  /** Sentences for the user: merged duplicate runs, fields that some instances lack, changes of the study. */
  readonly notes: readonly string[];
  /** Writes the output files of the study's command after all runs; null if there are none. */
  readonly finish: FinishVerb | null;
  /** Difference from the study in the folder; null if it is the same or new. */
  readonly changed: FolderChange | null;
  /**
   * Numbers of instances before changes: all of them (`all`), and those that exist and are validated (`made`; fewer in
   * a sample).
   */
  readonly instances: { readonly all: number; readonly made: number };
}

/**
 * Reads, validates and expands a study. Generated instances and the folder's own files are written to the study folder,
 * if there is one.
 *
 * @throws ExpansionStopped if it is interrupted
 */
export async function openStudy(request: OpenStudyRequest): Promise<OpenedStudy | Refused> {
  const { families = FAMILIES, packageDirectory, keep = true } = request;
  const source = await studySource(request.study, packageDirectory, families);
  if (!source.ok) return source;
  const folder = request.out ?? source.folder;
  const option = request.out === null ? '<study>' : '--out';
  const inTheWay = folder === null || !keep ? null : folderInTheWay(folder, option);
  if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
  const scratch = folder === null || !keep ? mkdtempSync(join(tmpdir(), 'plenum-study-')) : null;
  try {
    const kept = folder === null ? null : placeIn(folder);
    const made: string[] = [];
    const turn = turnsUntil(request.interrupted ?? (() => false));
    const around: InstanceSurroundings = {
      place: source.place,
      fileOf: instanceFiles(folder, scratch),
      packageDirectory,
      families,
      version: request.plenumVersion,
      allowOutside: request.allowOutside,
      studyFile: source.file,
      judged: new Set(kept?.judged),
      onNote: (text) => {
        made.push(text);
      },
      schemaOf: schemasOfFamilies(),
      turn,
      isSample: request.isSample === true,
    };
    const found = await findInstances(source.study, around);
    if (!found.ok) return found;
    const { instances } = found;
    const study = ofFamilies(source.study, instances);
    const faults = [
      ...questionFaults(study, instances, families, source.file),
      ...(request.allowModules === true ? [] : moduleFaults(study, instances, source.file)),
    ];
    if (faults.length > 0) return { ok: false, faults };
    const inputs = inputDigests(study, instances, source, request.allowOutside);
    if (!(inputs instanceof Map)) return inputs;
    const expanded =
      study.verb === 'reproduce'
        ? NO_CELLS
        : await inTurns(
            expansionSteps({
              inputDigests: inputs,
              study,
              instances,
              version: request.plenumVersion,
              yes: request.yes,
              families: familyWords(study.verb, instances),
              fileOfChanged: around.fileOf,
            }),
            turn,
          );
    if (!expanded.ok) return { ok: false, faults: [{ ...expanded, file: source.file }] };
    const { runs: cells, merged } = expanded;
    const { keys = null } = request;
    // Of other verbs a cell is no run: which of them a run needs is not known yet.
    const needed = study.verb === 'solve' ? chosenRuns(cells, keys) : cells;
    if ('path' in needed) return { ok: false, faults: [needed] };
    const refused = (await wordsRefused(cells, instances, source)) ?? (await writeChanged(needed, instances, around));
    if (refused !== null) return refused;
    const sampled = around.isSample ? sampledFiles(cells, instances) : null;
    const isOpened = (file: string): boolean => sampled === null || sampled.has(file);
    const planned = await plannedByVerb(study, cells, {
      place: source.place,
      families,
      file: source.file,
      turn,
      isOpened,
    });
    if (!planned.ok) return planned;
    const { runs, finish, outputs } = planned;
    if (folder !== null && keep && keys === null) {
      const taken = outputFault(option, outputs(folder), { root: folder });
      if (taken !== null) return { ok: false, faults: [taken] };
      removeOwnLeftovers(folder);
    }
    const chosen = chosenRuns(runs, keys);
    if ('path' in chosen) return { ok: false, faults: [chosen] };
    const changed = folder === null ? null : folderChange(folder, study, runs);
    if (folder !== null && keep) writeFolder(folder, study, around);
    const notes = [...made, ...notesOn(study, instances, merged), ...(changed === null ? [] : [changed.text])];
    const { place, file } = source;
    const count = { all: instances.length, made: instances.filter(({ isMade }) => isMade).length };
    return { ok: true, study, runs, chosen, finish, place, folder, file, notes, changed, instances: count };
  } finally {
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Returns a function from the id of a generated instance to its path in the study folder. If nothing may be written
 * there, the path of a missing instance is in the temporary folder `scratch`.
 */
function instanceFiles(folder: string | null, scratch: string | null): (id: string) => string {
  const within = (place: string, id: string): string => join(resolve(place), INSTANCES, `${id}.json`);
  return (id) => {
    const kept = folder === null ? null : within(folder, id);
    return kept !== null && (scratch === null || isFile(kept)) ? kept : within(scratch!, id);
  };
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Expansion of a study without instances: no runs. */
const NO_CELLS: Expansion = { ok: true, runs: [], merged: 0 };

/** Returns the digests of the input files that options name, or faults for unreadable ones. */
function inputDigests(
  study: Study,
  instances: readonly FoundInstance[],
  { file, place }: StudySource,
  allowOutside: boolean,
): Map<string, string> | Refused {
  const names = new Set(instances.flatMap(({ of }) => inputOptions(of, study.verb)));
  const digests = new Map<string, string>();
  const faults: Fault[] = [];
  for (const [name, values] of Object.entries(study.options)) {
    for (const value of names.has(name) ? values : []) {
      const outside = allowOutside ? null : outsideFault(String(value), place, 'study');
      if (outside !== null) {
        faults.push({ file, path: `options.${name}`, ...outside });
        continue;
      }
      const read = readBytes(resolve(place, String(value)));
      if (read.ok) digests.set(String(value), sha256OfBytes(read.bytes));
      else
        faults.push({
          ...read.fault,
          file,
          path: `options.${name}`,
          value: `${String(value)}: ${String(read.fault.value)}`,
        });
    }
  }
  return faults.length > 0 ? { ok: false, faults } : digests;
}

/** Returns the study without the methods of families to which none of its instances belongs. */
function ofFamilies(study: Study, instances: readonly FoundInstance[]): Study {
  if (study.methods === null) return study;
  const own = [...new Set(instances.map(({ family }) => family))];
  const methods = own.flatMap((family) =>
    study.methods?.[family] === undefined ? [] : [[family, study.methods[family]] as const],
  );
  return { ...study, methods: Object.fromEntries(methods) };
}

/** Validates each distinct set of options of the runs once. Returns the faults; null if there are none. */
async function wordsRefused(
  runs: readonly StudyRun[],
  instances: readonly FoundInstance[],
  source: StudySource,
): Promise<Refused | null> {
  const { runWordsFaults } = await import('./run-words.js');
  const families = new Map(instances.map(({ of }) => [of.name, of]));
  const faults = await runWordsFaults(runs, families, source);
  return faults.length > 0 ? { ok: false, faults } : null;
}

/** Writes the files that describe a study folder, where their content changes. */
function writeFolder(folder: string, study: Study, { place, judged }: InstanceSurroundings): void {
  userFolder(folder);
  const text = `${canonicalJson(study)}\n`;
  const before = studyIn(folder);
  if (before === null || `${canonicalJson(before)}\n` !== text) writeAtomically(join(folder, STUDY_FILE), text);
  const own = placeText({ place, judged: [...judged] });
  if (placeText(placeIn(folder)) !== own || !isFile(join(folder, PLACE_FILE)))
    writeAtomically(join(folder, PLACE_FILE), own);
}

function notesOn(study: Study, instances: readonly FoundInstance[], merged: number): string[] {
  const notes = study.changes.flatMap(({ field }, c) => {
    const without = instances.filter(({ fields }) => fields[c] === null).map(({ label }) => label);
    if (without.length === 0) return [];
    const names = without.slice(0, 5).join(', ');
    const more = without.length > 5 ? ` and ${without.length - 5} more` : '';
    return [`${names}${more}: no ${field}; ${without.length === 1 ? 'it is' : 'they are'} run without this change.`];
  });
  if (merged > 0) {
    notes.push(
      `${merged} ${merged === 1 ? 'run is' : 'runs are'} the same as ${merged === 1 ? 'another' : 'others'} of the study and made once.`,
    );
  }
  return notes;
}
