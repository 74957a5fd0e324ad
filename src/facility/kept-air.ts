import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { endianness, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DrawAir } from '../../models/facility/failed-units.js';
import type { Facility } from '../../models/facility/facility.js';
import { cellBatches } from '../../models/physics/airflow/cell-batches.js';
import { roomInfluenceMatrix } from '../../models/physics/airflow/room-matrix.js';
import type { ShouldStop } from '../../models/physics/airflow/stop.js';
import { deriveZones } from '../../models/physics/airflow/zones.js';
import type { InfluenceMatrix, MatrixProvenance } from '../../models/physics/thermal/influence-matrix.js';
import { readBytes } from '../instances/text-file.js';
import { removeFile, userFolder, writeWhole } from '../runs/files.js';

/** Environment variable that names the folder for kept air; "off" keeps none. */
const FOLDER_VARIABLE = 'PLENUM_CACHE';
/**
 * Least number of cells times batches of sources for which air is kept. Ours: drawing that much takes about a tenth of
 * a second, several times as long as reading it, and with stated mixing MIXED times as long.
 */
const MIN_CELL_BATCHES = 500_000;
/** Time for one batch with stated mixing, in times without. Measured on 1,080 nodes. */
const MIXED = 30;
/** Maximum number of stored weights that are kept, 64 MB. Ours: larger ones are read hardly faster than drawn. */
const MAX_ENTRIES = 5_000_000;
/** Maximum size of the folder, bytes. Beyond it, the oldest files are removed. */
const MAX_FOLDER_BYTES = 512 * 2 ** 20;
/** Name of files with kept air: a SHA-256 hash, hexadecimal. */
const FILE = /^[0-9a-f]{64}\.air$/;
/** Version of the files' layout. Files of another one are never read. */
const LAYOUT = '2';
/** Bytes of a SHA-256 hash. */
const HASH_BYTES = 32;

/** Returns the folder in which drawn air is kept; null if none is to be kept. */
export function airFolder(env: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const stated = env[FOLDER_VARIABLE];
  if (stated === 'off') return null;
  return join(stated || join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'plenum'), 'air');
}

/**
 * Returns the influence matrix of a room that an earlier run kept in `folder`, or else draws and keeps it. A file is
 * used only if its hash is right, and belongs to one room and one version of the code that draws air. A file that cannot
 * be read or written changes nothing but the time. Rooms that are drawn quickly are not kept.
 *
 * @param zoneFlows air flow of each zone, m3/s, if it is drawn with other flows than those of nodes that are on
 */
export function keptAir(
  facility: Facility,
  draw: () => InfluenceMatrix,
  folder = airFolder(),
  zoneFlows?: Float64Array,
): InfluenceMatrix {
  if (folder === null || !isWorthKeeping(facility)) return draw();
  const name = airSha256(facility, zoneFlows);
  if (name === null) return draw();
  const file = join(folder, `${name}.air`);
  const kept = readAir(file, facility);
  if (kept !== null) return kept;
  const matrix = draw();
  if (matrix.weights.value.length <= MAX_ENTRIES) keepAir(folder, file, matrix);
  return matrix;
}

/** Returns how rooms are drawn with given air flows of their zones, after failures too: as `keptAir`. */
export function keptDrawing(shouldStop?: ShouldStop): DrawAir {
  return (facility, zoneFlows) =>
    keptAir(facility, () => roomInfluenceMatrix(facility, shouldStop, zoneFlows), airFolder(), zoneFlows);
}

function isWorthKeeping({ airflow }: Facility): boolean {
  if (airflow.source !== 'room') return false;
  return cellBatches(airflow.layout) * ((airflow.mixingM2PerS ?? 0) > 0 ? MIXED : 1) >= MIN_CELL_BATCHES;
}

/**
 * Returns a SHA-256 hash, hexadecimal, of all that the air of a room depends on, the code that draws it included; null if
 * the code cannot be read.
 */
function airSha256({ nodeTypes, nodeGroups, cracs, airflow }: Facility, zoneFlows?: Float64Array): string | null {
  const hash = createHash('sha256').update(`${LAYOUT} ${endianness()}`);
  try {
    for (const folder of codeFolders()) {
      for (const name of readdirSync(folder).toSorted()) {
        if (/(?<!\.d)\.[jt]s$/.test(name)) hash.update(bytesOf(join(folder, name)));
      }
    }
  } catch {
    return null;
  }
  const flows = nodeTypes.map(({ name, airFlowM3PerS }) => ({ name, airFlowM3PerS }));
  return hash
    .update(JSON.stringify({ flows, nodeGroups, cracs, airflow, own: zoneFlows && [...zoneFlows] }))
    .digest('hex');
}

/** Returns the folders of the code that draws air: its modules or, in an installed package, the bundles. */
function codeFolders(): string[] {
  const [airflow, thermal, bundle] = [
    '../../models/physics/airflow',
    '../../models/physics/thermal',
    '../../bundle',
  ].map((folder) => fileURLToPath(new URL(folder, import.meta.url))) as [string, string, string];
  return existsSync(airflow) ? [airflow, thermal] : [bundle];
}

/** @throws Error if the file cannot be read */
function bytesOf(file: string): Buffer {
  const read = readBytes(file);
  if (!read.ok) throw new Error(read.fault.allowed);
  return read.bytes;
}

/** Returns the matrix in a file; null if there is no such file or it is damaged. */
function readAir(file: string, facility: Facility): InfluenceMatrix | null {
  try {
    const bytes = bytesOf(file);
    const content = bytes.subarray(HASH_BYTES);
    if (!createHash('sha256').update(content).digest().equals(bytes.subarray(0, HASH_BYTES))) return null;
    const headBytes = content.readUInt32LE(0);
    const head = JSON.parse(content.toString('utf8', 4, 4 + headBytes)) as MatrixProvenance & { readonly rows: number };
    const { rows, ...provenance } = head;
    let at = 4 + headBytes;
    const next = (length: number): ArrayBuffer => Uint8Array.from(content.subarray(at, (at += length))).buffer;
    const start = new Int32Array(next(4 * (rows + 1)));
    const column = new Int32Array(next(4 * start[rows]!));
    const value = new Float64Array(next(8 * start[rows]!));
    const { cracs } = facility;
    const airFlowM3PerS = new Float64Array(next(8 * rows));
    if (at !== content.length) return null;
    const weights = { start, column, value };
    return {
      cracNames: cracs.map(({ name }) => name),
      zones: deriveZones(facility),
      airFlowM3PerS,
      weights,
      provenance,
    };
  } catch {
    return null;
  }
}

/** Keeps a matrix in a file, and removes the oldest if the folder becomes too large. */
function keepAir(folder: string, file: string, { airFlowM3PerS, weights, provenance }: InfluenceMatrix): void {
  const head = Buffer.from(JSON.stringify({ ...provenance, rows: weights.start.length - 1 }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const arrays = [weights.start, weights.column, weights.value, airFlowM3PerS].map(
    ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
  );
  const pieces = [length, head, ...arrays];
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  try {
    userFolder(folder);
    writeWhole(file, [hash.digest(), ...pieces]);
    removeOldest(folder);
  } catch {
    // The room is drawn again next time.
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
    .filter((name) => FILE.test(name))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return { path: join(folder, name), size, mtimeMs };
    })
    .toSorted((a, b) => b.mtimeMs - a.mtimeMs);
  let bytes = 0;
  for (const { path, size } of files) {
    bytes += size;
    if (bytes > MAX_FOLDER_BYTES) removeFile(path);
  }
}
