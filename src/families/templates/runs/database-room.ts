import { createHash } from 'node:crypto';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { Fault } from '../../../instances/fault.js';
import { loadTemplatesInstance } from '../instances/load.js';
import { ventMatricesOf } from '../instances/open.js';
import { type DatabaseContents, type OpenedTemplateDatabase, openTemplateDatabase } from './open-database.js';

export type DatabaseRoom =
  | {
      readonly ok: true;
      readonly database: Extract<OpenedTemplateDatabase, { readonly ok: true }>;
      /** Influence matrix of each vent combination. */
      readonly matrices: readonly InfluenceMatrix[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Opens a database with the air model of its room, recomputed from the instance that it contains. With imported
 * matrices, the instance file is needed, and it must be the one from which the database was built.
 */
export async function openDatabaseRoom(
  file: string,
  instanceFile?: string,
  contents?: DatabaseContents,
): Promise<DatabaseRoom> {
  const database = await openTemplateDatabase(file, undefined, contents);
  if (!database.ok) return database;
  const { instance, facts } = database;
  if (instanceFile === undefined) {
    if (instance.facility.airflow.source === 'vent-matrices') {
      return { ok: false, faults: [needsInstance(file, instance.facility.airflow.file)] };
    }
    const computed = ventMatricesOf(instance, '.');
    return computed.ok ? { ok: true, database, matrices: computed.matrices } : computed;
  }
  const loaded = loadTemplatesInstance(instanceFile);
  if (!loaded.ok) return loaded;
  const found = ventMatricesOf(loaded.instance, loaded.directory);
  if (!found.ok) return found;
  const digest = createHash('sha256').update(loaded.bytes);
  const sha256 = (found.bytes === null ? digest : digest.update(found.bytes)).digest('hex');
  if (sha256 !== facts.instanceSha256) {
    return { ok: false, faults: [otherInstance(instanceFile, loaded.instance.name, facts.instanceName)] };
  }
  return { ok: true, database, matrices: found.matrices };
}

function needsInstance(file: string, matrices: string): Fault {
  return {
    file,
    path: 'facility.airflow.file',
    value: matrices,
    allowed: 'the instance the database was built from, with its matrices beside it',
    remedy: 'The air of this room was imported and is not in the database: name the instance with --instance <file>.',
  };
}

function otherInstance(file: string, name: string, ofDatabase: string): Fault {
  const value = name === ofDatabase ? `another version of "${name}" or of its matrices` : `"${name}"`;
  return {
    file,
    path: 'sha256',
    value,
    allowed: `"${ofDatabase}" as the database was built from it`,
    remedy: 'Name that file, or build the database anew: plenum templates build <instance> --out <file> --force.',
  };
}
