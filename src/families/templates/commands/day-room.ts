import type { TemplateBook } from '../../../../models/families/templates/online.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { withAllNodesOn } from '../../../../models/families/templates/standby.js';
import { COMMAND_LINE, type Fault } from '../../../instances/fault.js';
import { type OpenedTemplates, openTemplates } from '../instances/open.js';
import { standbyRefused } from './standby-refused.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import type { TransientRooms } from '../studies/day/request.js';
import { transientRooms } from '../studies/day/rooms.js';

type Opened = Extract<OpenedTemplates, { readonly ok: true }>;

export type DayRoom =
  | {
      readonly ok: true;
      readonly opened: Opened;
      readonly model: TemplatesModel;
      readonly rooms: TransientRooms;
      /** Returns the air of a vent combination; not cached. */
      readonly airOf: Parameters<typeof transientRooms>[1];
      /** Templates of the database; null if none are needed. */
      readonly book: TemplateBook | null;
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Opens a room in which days can be simulated, with the database of its templates. @param templates null if no method
 * needs any
 */
export async function openDayRoom(
  file: string,
  templates: { readonly database: string | undefined } | null,
): Promise<DayRoom> {
  if (templates !== null && templates.database === undefined) return { ok: false, faults: [noDatabase(file)] };
  const opened = openTemplates(file);
  if (!opened.ok) return opened;
  const { instance } = opened;
  const model = withAllNodesOn(opened.model);
  const airOf = opened.transientAir;
  if (airOf === null) return { ok: false, faults: [noTravelTimes(file)] };
  const rooms = transientRooms(instance, airOf);
  const name = templates?.database;
  if (name === undefined) return { ok: true, opened, model, rooms, airOf, book: null };
  const read = await openTemplateDatabase(name, { name: instance.name, sha256: opened.sha256 });
  if (!read.ok) return read;
  if (read.facts.nodesMayBeOff === true) {
    const why = 'a simulated day knows no time and no energy of waking';
    return { ok: false, faults: [standbyRefused(name, why)] };
  }
  return { ok: true, opened, model, rooms, airOf, book: read.book };
}

function noDatabase(file: string): Fault {
  const database = `${file.replace(/^.*[\\/]/, '').replace(/\.json$/i, '')}.sqlite`;
  return {
    file: COMMAND_LINE,
    path: '--database',
    value: undefined,
    allowed: 'the database of the templates that a method uses',
    remedy: `Build it once (plenum templates build ${file} --out ${database}) and add --database ${database}, or leave methods with templates out.`,
  };
}

function noTravelTimes(file: string): Fault {
  return {
    file,
    path: 'facility.airflow.file',
    value: 'vent matrices without travel times',
    allowed: 'a file with the column tau_s: a day is simulated with the time that air takes',
    remedy: 'Add tau_s (mean travel time, s) to the matrices, or name an instance with a layout.',
  };
}
