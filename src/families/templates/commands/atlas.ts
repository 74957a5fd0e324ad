import { countOf } from '../../../reports/format.js';
import { BYTES_PER_MB } from '../../../../models/units.js';
import type { WordsOf } from '../../options.js';
import type { ATLAS_OPTIONS } from '../options.js';
import { basename, dirname } from 'node:path';
import { deflateSync } from 'node:zlib';
import { type Asked, type CommandAnswer, RefusedOption } from '../../commands.js';
import type { Refused } from '../../../instances/fault.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import { openTemplates } from '../instances/open.js';
import type { Fault } from '../../../instances/fault.js';
import { atlasPage } from '../report/html/atlas-page.js';
import { writeFileSet } from '../../../runs/file-set.js';
import { openTemplateDatabase, type OpenedTemplateDatabase } from '../runs/open-database.js';
import { templatesAtlas } from '../studies/atlas/atlas.js';
import { outletRises } from '../studies/atlas/outlet-rise.js';
import type { TemplatesAtlas } from '../studies/atlas/record.js';
import type { AtlasSource } from '../studies/atlas/source.js';
import { standbyRefused } from './standby-refused.js';
import { instanceFiles } from './instance-files.js';

type AtlasWords = WordsOf<typeof ATLAS_OPTIONS>;

type Database = Extract<OpenedTemplateDatabase, { readonly ok: true }>;

/** Maximum size of the HTML page, bytes. Our choice: mail programs and browsers accept it. */
const MAX_PAGE_BYTES = 4_800_000;
/** Maximum size of the data about states on the HTML page before compression, bytes. */
const MAX_RAW_BYTES = 80_000_000;

/** Runs `plenum templates atlas`, which writes an HTML page to browse the templates of a database. */
export async function runAtlas({ files, words, places }: Asked): Promise<CommandAnswer | Refused> {
  const { out, state, instance: instanceFile, force } = words as unknown as AtlasWords;
  const file = files[0]!;
  const inputs = [file, ...(instanceFile === undefined ? [] : [instanceFile])];
  const obstacle = places.obstacle('--out', [out], { inputs, force });
  if (obstacle !== null) return { ok: false, faults: [obstacle] };
  const database = await openTemplateDatabase(file);
  if (!database.ok) return database;
  if (database.facts.nodesMayBeOff === true) {
    return { ok: false, faults: [standbyRefused(file, 'the page draws no nodes on standby')] };
  }
  const overwritten = places.obstacle('--out', [out], {
    inputs: instanceFiles(instanceFile, database.instance),
    force,
  });
  if (overwritten !== null) return { ok: false, faults: [overwritten] };
  const states = stateCount(database.instance.grid);
  if (state !== undefined && state >= states) {
    const remedy = 'Find the state with plenum templates query.';
    throw new RefusedOption('--state', state, `a state of the database, from 0 to ${states - 1}`, remedy);
  }
  const air =
    instanceFile === undefined
      ? { ok: true as const, rises: outletRises(database.instance) }
      : airOf(instanceFile, database);
  if (!air.ok) return air;
  const { html, atlas } = page(sourceOf(database, air.rises), state);
  try {
    writeFileSet(dirname(out), new Map([[basename(out), html]]));
  } catch (error) {
    return { ok: false, faults: [places.failed('--out', out, error)] };
  }
  const shown = stateCount(atlas.grid);
  const bytes = Buffer.byteLength(html);
  const temperatures = air.rises !== null;
  const size = `${(bytes / BYTES_PER_MB).toFixed(1)} MB; open it in a browser`;
  const lines = [
    `${out}: ${shown === states ? countOf(states, 'state') : `${shown} of ${countOf(states, 'state')}, for want of room`}, ${size}`,
    ...(temperatures ? [] : ['Without temperatures: name the instance file with --instance to have them.']),
  ];
  return {
    ok: true,
    ended: 'done',
    record: {
      instance: database.facts.instanceName,
      files: { page: out },
      details: { bytes, states, statesShown: shown, feasibleStates: atlas.summary.feasible, temperatures },
    },
    text: lines.join('\n'),
  };
}

type Air =
  | { readonly ok: true; readonly rises: AtlasSource['outletRiseKPerW'] }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Returns the outlet rises of the instance file's air model, or the faults of the file. Used for databases that were
 * made from imported influence matrices.
 */
function airOf(file: string, { facts }: Database): Air {
  const opened = openTemplates(file);
  if (!opened.ok) return opened;
  if (opened.sha256 === facts.instanceSha256)
    return { ok: true, rises: (vents) => opened.model.outletRiseKPerW[vents]! };
  const fault = {
    file,
    path: '',
    value: `another instance than the database’s (SHA-256 ${opened.sha256.slice(0, 12)}, not ${facts.instanceSha256.slice(0, 12)})`,
    allowed: `"${facts.instanceName}" and its matrices, as they were when the database was built`,
    remedy: 'Name that file, leave --instance out, or build the database anew.',
  };
  return { ok: false, faults: [fault] };
}

function sourceOf(
  { facts, instance, blocks, book, coresFigures }: Database,
  outletRiseKPerW: AtlasSource['outletRiseKPerW'],
): AtlasSource {
  return {
    instance,
    blocks,
    template: book.template,
    coresFigures,
    outletRiseKPerW,
    rounding: { rounding: facts.rounding, roundingEffects: facts.roundingEffects },
    provenance: [
      ['Instance', facts.instanceName],
      ['Instance file, SHA-256', facts.instanceSha256],
      ['Air', facts.airflow.summary],
      ['Made by', `Plenum ${facts.plenumVersion}, schema ${facts.schemaVersion}`],
      ['Whole cores', facts.rounding === 'safe' ? 'rounded so that no limit breaks' : 'each node rounded up'],
    ],
  };
}

/** Returns the page with as many states as fit into its maximum size, and the atlas data that it shows. */
function page(
  source: AtlasSource,
  firstState: number | undefined,
): { readonly html: string; readonly atlas: TemplatesAtlas } {
  // Ten numbers of 8 bytes and 5 bytes besides, 8 bytes per block.
  let mostStates = Math.max(1, Math.floor(MAX_RAW_BYTES / (85 + 8 * source.blocks.length)));
  for (;;) {
    const atlas = templatesAtlas(source, mostStates);
    const html = atlasPage(atlas, { firstState, deflate: (bytes) => deflateSync(bytes, { level: 9 }) });
    const shown = stateCount(atlas.grid);
    const bytes = Buffer.byteLength(html);
    // A grid of ends cannot be thinned any more.
    if (bytes <= MAX_PAGE_BYTES || shown > mostStates) return { html, atlas };
    mostStates = Math.floor(shown * Math.min(0.75, MAX_PAGE_BYTES / bytes));
  }
}
