import { BYTES_PER_MB } from '../../models/units.js';
import { existsSync, statSync } from 'node:fs';
import type { ExportOfFamily } from '../families/export.js';
import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import type { Refused } from '../instances/fault.js';
import { writeOwnFile } from '../runs/file-set.js';
import { errorObstacle } from '../runs/write-failure.js';
import { commandEnvelope, type CommandEnvelope } from './envelope.js';
import { familyOfFile } from './find-family.js';
import { filesBeside } from './outside.js';
import { outputFault, unwritable } from './places.js';

export interface ExportRequest {
  /** Name of the part of the instance to export. */
  readonly what: string;
  readonly file: string;
  /** File to write. */
  readonly out: string;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
}

export type ExportAnswer =
  | { readonly ok: true; readonly record: CommandEnvelope; readonly lines: readonly string[] }
  | Refused;

/** Writes a part of an instance, such as the influence matrix, to a CSV file. */
export async function exportPart(
  { what, file, out, force }: ExportRequest,
  families: readonly Family[] = FAMILIES,
): Promise<ExportAnswer> {
  const inputs = existsSync(out) ? [file, ...filesBeside(file)] : [file];
  const obstacle = outputFault('--out', [out], { inputs, force });
  if (obstacle !== null) return { ok: false, faults: [obstacle] };
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const exporters = await exportersOf(family);
  const exporter = exporters !== undefined && Object.hasOwn(exporters, what) ? exporters[what] : undefined;
  if (exporter === undefined) {
    const owners = families.filter(({ exports = [] }) => exports.some(({ name }) => name === what));
    const allowed = `a ${owners.map(({ name }) => name).join(' or ')} instance: others have no ${what}`;
    const remedy = 'Name another instance.';
    return { ok: false, faults: [{ file, path: 'format', value: family.name, allowed, remedy }] };
  }
  const exported = exporter(file);
  if (!exported.ok) return exported;
  try {
    writeOwnFile(out, exported.pieces);
  } catch (error) {
    return { ok: false, faults: [unwritable('--out', errorObstacle(out, error))] };
  }
  const bytes = statSync(out).size;
  const { instance } = exported;
  return {
    ok: true,
    record: commandEnvelope({
      instance,
      family: family.name,
      termination: 'finished',
      files: { csv: out },
      details: { exported: what, bytes },
    }),
    lines: [`written       ${out}: ${what}, ${(bytes / BYTES_PER_MB).toPrecision(3)} MB`],
  };
}

async function exportersOf({ load }: Family): Promise<ExportOfFamily | undefined> {
  const parts = await load();
  return parts.use(({ exports }) => exports)?.();
}
