import { join } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import { type Family, type FileNames, isRefused, type Words } from '../families/family.js';
import {
  errorOf,
  type PreparedStudy,
  type StudyEnd,
  type StudyFound,
  type StudyOfFamily,
} from '../families/studies.js';
import { COMMAND_LINE, type Fault, type Refused, refused } from '../instances/fault.js';
import { oneLine } from '../reports/format.js';
import { NO_PARTS } from '../runs/store/part-store.js';
import { type Envelope, envelope } from './envelope.js';
import { judgedWords } from './judged-words.js';
import { inputsNamed } from './find-family.js';
import { outputFault } from './places.js';
import { writingTo } from './refusal-of.js';
import { writeStudyFiles } from './study-files.js';

/** Output directory of a study, and callback for its messages. */
export interface StudyPlace {
  /** Directory for the output files; null to write none. */
  readonly out: string | null;
  /** True to also overwrite files that Plenum did not write. */
  readonly overwrite: boolean;
  /** Called with sentences on results reused from an earlier study, and on damaged results that are not reused. */
  readonly onNote: (text: string) => void;
}

export interface StudyAnswer {
  readonly ok: true;
  readonly ended: StudyEnd;
  readonly record: Envelope;
  /** Record as text for a terminal, without warnings. */
  readonly text: string;
  /** Warnings as text for a terminal. */
  readonly notes: readonly string[];
  /** Fault in writing the files; null if there was none. */
  readonly fault: WritingFault | null;
}

/** Request for a study whose options the family has not validated. */
export interface AskedStudy<Request> extends Pick<StudyPlace, 'out' | 'overwrite'> {
  readonly verb: string;
  readonly family: Family;
  /** Input files besides the instance. */
  readonly inputs: readonly string[];
  readonly file: string;
  readonly words: Words;
  /** Returns the family's request for validated options. */
  readonly request: (words: Words) => Request;
}

/**
 * Runs a study without a record store. Options, output locations and inputs are validated first. Files are written as
 * one set, the record last.
 */
export async function runStudy<Request>(
  own: StudyOfFamily<Request>,
  asked: AskedStudy<Request>,
  families?: readonly Family[],
): Promise<StudyAnswer | Refused> {
  const prepared = prepareStudy(own, asked, families);
  if (!prepared.ok) return prepared;
  return writingTo('--out', async () => writtenStudy(await prepared.run(NO_PARTS), own, prepared, asked));
}

/** Validates a study's options, output locations and inputs, and returns it ready to run. */
export function prepareStudy<Request>(
  own: StudyOfFamily<Request>,
  asked: AskedStudy<Request>,
  families?: readonly Family[],
): PreparedStudy | Refused {
  const { verb, family, out } = asked;
  const inTheWay = out === null ? null : placeFault(asked, out, Object.values(own.files));
  if (inTheWay !== null) return refused(inTheWay);
  const words = judgedWords(family, verb, asked.words, own, families);
  return isRefused(words) ? words : own.prepare(asked.request(words));
}

function placeFault<Request>(
  { verb, family, file, inputs, words, overwrite }: AskedStudy<Request>,
  out: string,
  names: readonly string[],
): Fault | null {
  if (out.trim() === '') {
    const value = { file: COMMAND_LINE, path: '--out', value: out };
    return { ...value, allowed: 'the name of a directory', remedy: 'Name one.' };
  }
  const read = [file, ...inputs, ...inputsNamed(family, verb, words)];
  const places = names.map((name) => join(out, name));
  return outputFault('--out', places, { inputs: read, force: overwrite });
}

/** Writes the files of a finished study and returns its result. */
export async function writtenStudy(
  found: StudyFound,
  own: { readonly files: FileNames },
  { instance }: Pick<PreparedStudy, 'instance'>,
  { family: { name: family }, out }: { readonly family: Pick<Family, 'name'>; readonly out: string | null },
): Promise<StudyAnswer> {
  const { record, files, fault } = await written(found, own, { family, instance, out });
  const { ended, text, notes = record.warnings } = found;
  const named = Object.entries(files).map(([key, file]) => `${key.padEnd(12)}  ${oneLine(file)}\n`);
  return { ok: true, ended, record, text: `${text}${named.join('')}`, notes, fault };
}

async function written(
  { record: said, texts }: StudyFound,
  own: { readonly files: FileNames },
  { family, instance, out }: { readonly family: string; readonly instance: string; readonly out: string | null },
): Promise<{ readonly record: Envelope; readonly files: FileNames; readonly fault: WritingFault | null }> {
  const told = (files: FileNames): Envelope => envelope({ ...said, instance, family, files });
  if (out === null) return { record: told({}), files: {}, fault: null };
  const places = Object.entries(own.files).map(([key, name]) => [key, join(out, name)] as const);
  const makers = Object.entries(texts(Object.fromEntries(places))).map(async ([key, make]) => {
    // A report that cannot be made does not prevent the other files.
    return [key, await Promise.resolve().then(make).catch(errorOf)] as const;
  });
  const made = Object.fromEntries(await Promise.all(makers));
  const [own0] = places;
  // A file that this study does not write, or that could not be made, is not named; one of an earlier study is removed.
  const isWritten = (key: string): boolean => key === own0![0] || typeof made[key] === 'string';
  const files = Object.fromEntries(places.filter(([key]) => isWritten(key)));
  const record = told(files);
  const others = Object.entries(own.files).slice(1);
  const fault = writeStudyFiles(
    out,
    new Map<string, string | Error | null>([
      ...others.map(([key, name]) => [name, made[key] ?? null] as const),
      [Object.values(own.files)[0]!, `${JSON.stringify(record, null, 1)}\n`],
    ]),
  );
  return fault !== null && !fault.isOurs ? { record: told({}), files: {}, fault } : { record, files, fault };
}
