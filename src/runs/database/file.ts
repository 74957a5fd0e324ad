import type { LocalFault } from '../../instances/fault.js';
import { readBytes } from '../../instances/text-file.js';
import { buildAnew, type DatabaseKind } from './kind.js';

/** Maximum size of a database, bytes. SQLite in WebAssembly and the data read must fit into memory together. */
export const MAX_DATABASE_BYTES = 1.5 * 1024 ** 3;
/** Byte position of `user_version` in the header (SQLite file format, section 1.3). */
const VERSION_OFFSET = 60;
/** Length of the header of an SQLite file, bytes (SQLite file format, section 1.3). */
const HEADER_BYTES = 100;
/** Text with which an SQLite file begins (SQLite file format, section 1.3). */
const MAGIC = 'SQLite format 3\u0000';

export type ReadDatabase =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly schemaVersion: number }
  | { readonly ok: false; readonly fault: LocalFault };

/** Returns the content of a database file, or a fault if its header states another kind or schema version. */
export function readDatabaseFile(file: string, kind: DatabaseKind): ReadDatabase {
  const read = readBytes(file, MAX_DATABASE_BYTES, `a ${kind.name}`);
  if (!read.ok) {
    if (read.fault.value !== 'no such file') return read;
    const remedy = `Check the path and the spelling, or make one: ${kind.command} <instance> --out <file>.`;
    return { ok: false, fault: { ...read.fault, allowed: `an existing ${kind.name}`, remedy } };
  }
  const { bytes } = read;
  const fault = headerFault(bytes, kind);
  if (fault !== null) return { ok: false, fault };
  return { ok: true, bytes, schemaVersion: bytes.readUInt32BE(VERSION_OFFSET) };
}

function headerFault(bytes: Buffer, kind: DatabaseKind): LocalFault | null {
  const ours = `a ${kind.name}, as ${kind.command} writes`;
  const anew = buildAnew(kind);
  const fault = (value: string, allowed: string, remedy: string): LocalFault => ({ path: '', value, allowed, remedy });
  if (bytes.length === 0) return fault('an empty file', ours, 'Check that the file was copied completely.');
  if (bytes.subarray(0, MAGIC.length).toString('latin1') !== MAGIC) {
    const isJson = /^\s*\{/.test(bytes.subarray(0, 100).toString('latin1'));
    const remedy = isJson
      ? `If it is ${kind.instance}, build a database from it: ${kind.command} <instance> --out <file>.`
      : 'Name another file.';
    return fault(isJson ? 'JSON' : 'a file that is no SQLite database', ours, remedy);
  }
  if (bytes.length < HEADER_BYTES) return fault(`${bytes.length} bytes: cut off`, 'the whole file', anew);
  const application = bytes.readUInt32BE(68);
  if (application !== kind.applicationId) {
    const found = kind.others?.[application] ?? 'an SQLite database of something else';
    return fault(found, ours, 'Name another file.');
  }
  const versions = [kind.schemaVersion, ...(kind.otherVersions ?? [])].sort((one, other) => one - other);
  const version = bytes.readUInt32BE(VERSION_OFFSET);
  if (!versions.includes(version)) {
    const isOlder = version < versions[0]!;
    const remedy = isOlder ? anew : 'Use a newer Plenum, or build it anew with this one.';
    const age = isOlder ? 'an older' : 'a newer';
    return fault(`schema version ${version}, ${age} one`, `schema version ${versions.join(' or ')}`, remedy);
  }
  const stated = bytes.readUInt16BE(16);
  const pageBytes = stated === 1 ? 65_536 : stated;
  const expected = bytes.readUInt32BE(28) * pageBytes;
  if (bytes.length === expected) return null;
  const short = bytes.length < expected;
  return fault(
    `${bytes.length} bytes${short ? ': cut off' : ''}`,
    `${expected} bytes, as its header says`,
    short ? `Copy it again. ${anew}` : anew,
  );
}
