import type { LocalProblem } from '../../../instances/problem.js';
import { readBytes } from '../../../instances/text-file.js';
import { APPLICATION_ID, SCHEMA_VERSION } from './database-schema.js';

/** Bytes of SQLite files: what can be told from the header alone. */

/**
 * Greatest size of a database, bytes: SQLite in WebAssembly and the templates have to fit into memory together. Ours.
 */
export const LARGEST_DATABASE_BYTES = 1.5 * 1024 ** 3;
/** Length of the header of an SQLite file, bytes (SQLite file format, section 1.3). */
const HEADER_BYTES = 100;
/** Text with which an SQLite file begins (SQLite file format, section 1.3). */
const MAGIC = 'SQLite format 3\u0000';

export type ReadDatabase =
  { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly problem: LocalProblem };

/** Bytes of a template database of this schema version, as far as its header tells. */
export function readDatabaseFile(file: string): ReadDatabase {
  const read = readBytes(file, LARGEST_DATABASE_BYTES, 'a template database');
  if (!read.ok) {
    if (read.problem.value !== 'no such file') return read;
    const remedy = 'Check the path and the spelling, or make one: plenum templates build <instance> --out <file>.';
    return { ok: false, problem: { ...read.problem, allowed: 'an existing template database', remedy } };
  }
  const { bytes } = read;
  const problem = headerProblem(bytes);
  return problem === null ? { ok: true, bytes } : { ok: false, problem };
}

/** Remedy for a file that cannot be used. */
export const BUILD_ANEW = 'Build it anew: plenum templates build <instance> --out <file> --force.';

function headerProblem(bytes: Buffer): LocalProblem | null {
  const ours = 'a template database, as plenum templates build writes';
  const problem = (value: string, allowed: string, remedy: string): LocalProblem => ({
    path: '',
    value,
    allowed,
    remedy,
  });
  if (bytes.length === 0) return problem('an empty file', ours, 'Check that the file was copied completely.');
  if (bytes.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) {
    const isJson = /^\s*\{/.test(bytes.subarray(0, 100).toString('latin1'));
    const remedy = isJson
      ? 'If it is a templates instance, build a database from it: plenum templates build <instance> --out <file>.'
      : 'Name another file.';
    return problem(isJson ? 'JSON' : 'a file that is no SQLite database', ours, remedy);
  }
  if (bytes.length < HEADER_BYTES) return problem(`${bytes.length} bytes: cut off`, 'the whole file', BUILD_ANEW);
  const application = bytes.readUInt32BE(68);
  if (application !== APPLICATION_ID) {
    return problem('an SQLite database of something else', ours, 'Name another file.');
  }
  const version = bytes.readUInt32BE(60);
  if (version !== SCHEMA_VERSION) {
    const remedy = version < SCHEMA_VERSION ? BUILD_ANEW : 'Use a newer Plenum, or build it anew with this one.';
    const kind = version < SCHEMA_VERSION ? 'older' : 'newer';
    return problem(
      `schema version ${version}, an ${kind} one`.replace('an newer', 'a newer'),
      `schema version ${SCHEMA_VERSION}`,
      remedy,
    );
  }
  const stated = bytes.readUInt16BE(16);
  const pageBytes = stated === 1 ? 65_536 : stated;
  const expected = bytes.readUInt32BE(28) * pageBytes;
  if (bytes.length === expected) return null;
  const short = bytes.length < expected;
  return problem(
    `${bytes.length} bytes${short ? ': cut off' : ''}`,
    `${expected} bytes, as its header says`,
    short ? `Copy it again. ${BUILD_ANEW}` : BUILD_ANEW,
  );
}
