import { BYTES_PER_MB } from '../../models/units.js';
import { type BuildAnswer, type BuildProgress, journalOf } from '../runs/database/build.js';
import { sizeOnDisk, writeWhole } from '../runs/files.js';
import { type Asked, type CommandAnswer, type CommandWatcher, type Places, RefusedOption } from './commands.js';
import type { Refused } from '../instances/fault.js';

/**
 * Returns a refusal if the database or its journal cannot be written at `out`; null if both can. An existing database
 * is not refused, because it may be continued.
 *
 * @throws RefusedOption if `out` is empty
 */
export function placeForDatabase(out: string, inputs: readonly string[], places: Places): Refused | null {
  if (out.trim() === '') throw new RefusedOption('--out', out, 'the name of a file', 'Name one.');
  const obstacle = places.obstacle('--out', [out, journalOf(out)], { inputs, force: true });
  return obstacle === null ? null : { ok: false, faults: [obstacle] };
}

/**
 * Returns a callback that shows the progress of a database build: units done, estimated seconds left, and parts that an
 * earlier build had finished.
 *
 * @param count number of units in all parts together
 */
export function progressTo(
  watcher: CommandWatcher,
  { count, unit }: { readonly count: number; readonly unit: string },
  nowS: () => number,
): (progress: BuildProgress) => void {
  const fromS = nowS();
  return ({ done, resumed, total }) => {
    if (done === resumed && resumed > 0) {
      watcher.say(`${resumed} of ${total} parts are there already, from an earlier run.`);
    }
    const passedS = nowS() - fromS;
    const leftS = done > resumed ? (passedS / (done - resumed)) * (total - done) : NaN;
    const left = Number.isNaN(leftS) ? '' : `, ${Math.ceil(leftS)} s left`;
    watcher.line(`${Math.round((count * done) / total)} of ${count} ${unit}${left}`);
  };
}

export interface BuildFacts {
  readonly out: string;
  readonly instance: string;
  readonly warnings: readonly string[];
  /** Start of the command on a monotonic clock, s. */
  readonly startedS: number;
}

/** A finished database: its size and the description that the command prints. */
export interface BuiltDatabase {
  readonly bytes: number;
  readonly details: object;
  readonly text: string;
}

/**
 * Builds a database and returns the result of the command.
 *
 * @param described returns the description of the finished database, read from its file
 */
export async function builtAnswer(
  { nowS, watcher, places }: Pick<Asked, 'nowS' | 'watcher' | 'places'>,
  { out, instance, warnings, startedS }: BuildFacts,
  build: () => Promise<BuildAnswer>,
  described: () => Promise<({ readonly ok: true } & BuiltDatabase) | Refused>,
): Promise<CommandAnswer | Refused> {
  try {
    const answer = await build();
    watcher.clear();
    if (!answer.ok) return answer;
    if (answer.outcome === 'interrupted') {
      const { done, total } = answer.progress;
      return {
        ok: true,
        ended: 'stopped',
        record: {
          instance,
          termination: 'interrupted',
          warnings,
          files: { journal: journalOf(out) },
          details: { outcome: 'interrupted', done, total },
        },
        text: `Interrupted after ${done} of ${total} parts; the same command goes on from there.`,
      };
    }
    const database = await described();
    if (!database.ok) return database;
    const seconds = nowS() - startedS;
    const { bytes, details, text } = database;
    const outcome = answer.outcome === 'complete' ? 'alreadyComplete' : 'built';
    const what =
      outcome === 'built'
        ? `${(bytes / BYTES_PER_MB).toFixed(2)} MB, built in ${seconds.toFixed(1)} s`
        : 'complete already, left as it is';
    return {
      ok: true,
      ended: 'done',
      record: {
        instance,
        termination: 'finished',
        warnings,
        timeS: { total: seconds },
        files: { database: out },
        details: { outcome, bytes, ...details },
      },
      text: `${text}written       ${out}: ${what}`,
    };
  } catch (error) {
    watcher.clear();
    return { ok: false, faults: [places.failed('--out', out, error)] };
  }
}

export interface DatabaseExport {
  readonly out: string;
  readonly format: string;
  readonly force: boolean;
}

/**
 * Writes the content of a database into one file and returns the result of the command.
 *
 * @param opened opens the database; returns the name of its instance, the number and unit of its records, and its
 * content as text
 */
export async function exportedAnswer(
  { files: [file], places }: Pick<Asked, 'files' | 'places'>,
  { out, format, force }: DatabaseExport,
  opened: () => Promise<
    | {
        readonly ok: true;
        readonly instance: string;
        readonly count: number;
        readonly unit: string;
        readonly pieces: Iterable<string>;
      }
    | Refused
  >,
): Promise<CommandAnswer | Refused> {
  // Whatever is there is refused below, in words of its own.
  const obstacle = places.obstacle('--out', [out], { inputs: [file!], force: true });
  if (obstacle !== null) return { ok: false, faults: [obstacle] };
  if (!force && sizeOnDisk(out) !== null) {
    throw new RefusedOption('--out', out, 'a file that is not there yet', 'Name another one, or add --force.');
  }
  const database = await opened();
  if (!database.ok) return database;
  const { instance, count, unit, pieces } = database;
  try {
    writeWhole(out, pieces);
  } catch (error) {
    return { ok: false, faults: [places.failed('--out', out, error)] };
  }
  const bytes = sizeOnDisk(out)!;
  return {
    ok: true,
    ended: 'done',
    record: { instance, files: { export: out }, details: { database: file, format, [unit]: count, bytes } },
    text: `written       ${out}: ${count} ${unit}, ${(bytes / BYTES_PER_MB).toFixed(2)} MB`,
  };
}
