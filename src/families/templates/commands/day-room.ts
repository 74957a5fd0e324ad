import { join } from 'node:path';
import type { TemplateBook } from '../../../../models/families/templates/online.js';
import type { TemplatesModel } from '../../../../models/families/templates/model.js';
import { withAllNodesOn } from '../../../../models/families/templates/standby.js';
import { COMMAND_LINE, type Fault } from '../../../instances/fault.js';
import { type OpenedTemplates, openTemplates } from '../instances/open.js';
import { type Kept, keptIn } from '../../../runs/kept.js';
import { digestOf } from '../../../runs/digest.js';
import { templatesAsAsked } from '../runs/as-asked.js';
import type { RoundingRule } from '../runs/result.js';
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
      /** Returns the influence matrix and the air travel times of a vent combination, computed anew by each call. */
      readonly airOf: Parameters<typeof transientRooms>[1];
      /** Templates that day methods look up; null if no method needs them. */
      readonly book: TemplateBook | null;
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Origin of a day's templates: a database, or the solver, which computes each one when asked for it. */
export type TemplatesSource =
  | { readonly database: string | undefined }
  | {
      readonly asAsked: {
        /** Folder in which solved templates are cached for other days; null for no cache. */
        readonly cache: string | null;
        /** Margin that solved templates keep below the outlet limit, K. */
        readonly marginK: number;
        /** Rule by which utilisations become whole cores. */
        readonly rounding: RoundingRule;
      };
    };

/**
 * Opens the machine room in which days are simulated, with its templates.
 *
 * @param templates source of templates; null if no method needs any
 * @param kept cache of opened rooms and solved templates, shared by several days
 */
export async function openDayRoom(
  file: string,
  templates: TemplatesSource | null,
  kept: Kept = new Map(),
): Promise<DayRoom> {
  const isLacking = templates !== null && 'database' in templates && templates.database === undefined;
  if (isLacking) return { ok: false, faults: [noDatabase(file)] };
  const room = await keptIn(kept, `room ${file}`, () => Promise.resolve(openRoom(file)));
  if (!room.ok) kept.delete(`room ${file}`);
  if (!room.ok || templates === null) return room;
  if ('asAsked' in templates) {
    const { cache, marginK, rounding } = templates.asAsked;
    const book = await keptIn(kept, `templates ${file} ${marginK} ${rounding} ${cache ?? ''}`, () =>
      Promise.resolve(solvedAsAsked({ sha256: room.opened.sha256, model: room.model }, templates.asAsked)),
    );
    return { ...room, book };
  }
  const name = templates.database!;
  const { instance, sha256 } = room.opened;
  const read = await openTemplateDatabase(name, { name: instance.name, sha256 });
  if (!read.ok) return read;
  if (read.facts.nodesMayBeOff === true) {
    const why = 'a simulated day knows no time and no energy of waking';
    return { ok: false, faults: [standbyRefused(name, why)] };
  }
  return { ...room, book: read.book };
}

/**
 * Returns templates that are solved when first asked for, with outlets `marginK` below the outlet limit. The cache
 * folder is named after a digest of the instance and the files that it names; it holds utilisations, which all roundings
 * share.
 */
function solvedAsAsked(
  { sha256, model }: { readonly sha256: string; readonly model: TemplatesModel },
  { marginK, cache, rounding }: Extract<TemplatesSource, { readonly asAsked: object }>['asAsked'],
): TemplateBook {
  const held = { ...model, outletLimitC: model.outletLimitC - marginK };
  const digest = digestOf({ sha256, outletLimitC: held.outletLimitC }).slice(0, 12);
  return templatesAsAsked(held, cache === null ? null : join(cache, `templates-${digest}`), rounding);
}

function openRoom(file: string): DayRoom {
  const opened = openTemplates(file);
  if (!opened.ok) return opened;
  const { instance } = opened;
  const model = withAllNodesOn(opened.model);
  const airOf = opened.transientAir;
  if (airOf === null) return { ok: false, faults: [noTravelTimes(file)] };
  const rooms = transientRooms(instance, airOf);
  return { ok: true, opened, model, rooms, airOf, book: null };
}

function noDatabase(file: string): Fault {
  const database = `${file.replace(/^.*[\\/]/, '').replace(/\.json$/i, '')}.sqlite`;
  return {
    file: COMMAND_LINE,
    path: '--database',
    value: undefined,
    allowed: 'the database of the templates that a method uses',
    remedy: `Build it once (plenum templates build ${file} --out ${database}) and add --database ${database}, add --as-asked to solve templates when a day comes to them, or leave methods with templates out.`,
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
