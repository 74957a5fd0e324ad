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

/** Request for a study, judged and expanded. */
export interface OpenStudyRequest {
  /** Study file, bundled study, or study folder. */
  readonly study: string;
  /** Study folder to write to; null: nothing is kept (or the folder that `study` names). */
  readonly out: string | null;
  /**
   * True if what the folder must hold is written there; else it is only read, and nothing in it changes. True if
   * absent.
   */
  readonly keep?: boolean;
  /** Keys, or beginnings of keys, of the runs that are asked for; null or absent for all. */
  readonly keys?: readonly string[] | null;
  /** True if more runs than are made unasked are meant. */
  readonly yes: boolean;
  /** True if the study and its instances may name files outside their folders. */
  readonly allowOutside: boolean;
  /** True if the study may name modules, whose code its runs then run; false if absent. */
  readonly allowModules?: boolean;
  readonly packageDirectory: string;
  readonly plenumVersion: string;
  readonly families?: readonly Family[];
  /** True if of many instances some stand for all: nothing is to be run. False if absent. */
  readonly isSample?: boolean;
  /** Returns true if the expansion is to end; never if absent. */
  readonly interrupted?: () => boolean;
}

/** A study that may be run: all there is to read is read and judged. */
export interface OpenedStudy {
  readonly ok: true;
  readonly study: Study;
  readonly runs: readonly StudyRun[];
  /** Runs of the study that are asked for. */
  readonly chosen: readonly StudyRun[];
  /** Absolute folder from which relative paths of the study count. */
  readonly place: string;
  /** Study folder; null if nothing is kept. */
  readonly folder: string | null;
  /** Path of the study file, as faults call it. */
  readonly file: string;
  /** Sentences for people: runs that were merged, fields that some instances lack, a study that was changed. */
  readonly notes: readonly string[];
  /** Writing of what its verb writes at the end; null if it writes nothing. */
  readonly finish: FinishVerb | null;
  /** Difference to what the folder holds records of; null if the study is the same, or new. */
  readonly changed: FolderChange | null;
  /** Numbers of instances of the study, before changes, and of those among them that were made and judged: all but for a sample. */
  readonly instances: { readonly all: number; readonly made: number };
}

/**
 * Returns a study read, judged and expanded; its instances and what the folder must hold are written where there is
 * one.
 * @throws ExpansionStopped once it is interrupted
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

/** Paths of the instances that a study makes: in its folder or, where that must not be written to, those that are missing in `scratch`. */
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

/** Cells of a study that has no instances. */
const NO_CELLS: Expansion = { ok: true, runs: [], merged: 0 };

/** Returns the digests of the files that options name; faults of those that cannot be read. */
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

/** Returns the study with methods of the families that its instances are of. */
function ofFamilies(study: Study, instances: readonly FoundInstance[]): Study {
  if (study.methods === null) return study;
  const own = [...new Set(instances.map(({ family }) => family))];
  const methods = own.flatMap((family) =>
    study.methods?.[family] === undefined ? [] : [[family, study.methods[family]] as const],
  );
  return { ...study, methods: Object.fromEntries(methods) };
}

/** Returns the words of the runs, each different set of them judged by the family's verb. */
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

/** Writing of what a study folder says about itself: rewritten only where it differs. */
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
