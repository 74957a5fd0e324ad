import { join } from 'node:path';
import type { Asked, CommandAnswer, CommandSpec } from '../../families/commands.js';
import { FORCE, OUT_FILE, TEXT } from '../../families/shared-options.js';
import { type Options, type WordsOf } from '../../families/options.js';
import type { ImportAsked } from '../../imports/asked.js';
import type { Imported } from '../../imports/imported.js';
import { unlessRefused } from '../../imports/refused-source.js';
import { COMMAND_LINE, type Fault, type LocalFault, refused, type Refused } from '../../instances/fault.js';
import { zoneFault } from '../../instances/time/zone.js';
import { countOf } from '../../reports/format.js';
import { readSources, type SiteSource, sourceOf, SOURCES_FILE, sourcesText, withSource } from './site-sources.js';

/** Options of every import. */
const IMPORT_OPTIONS = {
  out: { ...OUT_FILE, flags: '--out <folder>', help: 'folder of the site', isRequired: false },
  name: {
    flags: '--name <name>',
    group: 'output',
    kind: TEXT,
    help: 'name of the source in the folder, if it has several of the kind; one of the same name is replaced',
    usual: 'the kind',
  },
  zone: { flags: '--zone <name>', kind: TEXT, help: 'time zone of times without one, such as Europe/Amsterdam' },
  force: FORCE,
} as const satisfies Options;

type ImportWords = WordsOf<typeof IMPORT_OPTIONS>;

/** A kind of source that Plenum reads. */
export interface ImportKind {
  readonly name: string;
  readonly summary: string;
  /** Help on the files. */
  readonly files: string;
  /** Options that only this kind has. */
  readonly options?: Options;
  /** True if files of the kind state no times, so that a time zone says nothing. */
  readonly isWithoutTimes?: true;
  /**
   * Loads the reader, only when it runs. The reader throws RefusedSource for a source that it cannot read at all, and puts
   * single rows that it cannot read into the quarantine.
   */
  readonly load: () => Promise<(asked: ImportAsked) => Promise<Imported>>;
}

/** Returns the declaration of `plenum import <kind>`. */
export function importCommand(kind: ImportKind): CommandSpec {
  const { name, summary, files, options = {} } = kind;
  return {
    name,
    summary,
    arguments: [{ name: 'file', help: files, isList: true }],
    options: { ...IMPORT_OPTIONS, ...options },
    load: () => Promise.resolve((asked) => imported(kind, asked)),
  };
}

/** Returns the fault of a name of a source that cannot be part of a file's name. */
function wrongName(value: string): LocalFault {
  return { path: '--name', value, allowed: 'letters, digits, "-", "_" and "."', remedy: 'Choose another name.' };
}

async function imported(kind: ImportKind, { files, words, places }: Asked): Promise<CommandAnswer | Refused> {
  const { out, name = kind.name, zone, force } = words as unknown as ImportWords;
  if (!/^[\w-][\w.-]*$/.test(name)) return refused({ file: COMMAND_LINE, ...wrongName(name) });
  const wrongZone = zone === undefined ? undefined : zoneFault(zone, '--zone');
  if (wrongZone !== undefined) return refused({ file: COMMAND_LINE, ...wrongZone });
  if (zone !== undefined && kind.isWithoutTimes === true) {
    const allowed = `no time zone: files of ${kind.name} state no times`;
    return refused({ file: COMMAND_LINE, path: '--zone', value: zone, allowed, remedy: 'Leave the option out.' });
  }
  // Reading may take minutes, so what can be judged before is judged before.
  const early =
    out === undefined ? null : places.obstacle('--out', [join(out, SOURCES_FILE)], { inputs: files, force });
  if (early !== null) return refused(early);
  const clash = clashOf(out, kind.name, name);
  if (clash !== null) return clash;
  const read = await kind.load();
  const own = Object.fromEntries(Object.keys(kind.options ?? {}).map((option) => [option, words[option]]));
  const made = await unlessRefused(() => read({ files, zone, name, words: own }));
  if (!made.ok) return made;
  const twice = sameFile(made.made);
  if (twice !== null) return refused(twice);
  // Another import may have written its source in the meantime.
  const known = out === undefined ? { ok: true as const, sources: [] } : readSources(out);
  if (!known.ok) return known;
  const { counts, text, warnings, quarantine, tables } = made.made;
  const choices = { ...(zone === undefined ? {} : { zone }), ...own };
  const source = sourceOf(name, kind.name, choices, made.made);
  const former = known.sources.find((one) => one.name === name)?.tables ?? [];
  const gone = former.filter((table) => !tables.has(table)).map((table) => [table, null] as const);
  const sources = sourcesText(withSource(known.sources, source));
  const written = new Map([...gone, ...tables, [SOURCES_FILE, sources] as const]);
  const kept = [...tables.keys(), SOURCES_FILE];
  const taken = takenTable(known.sources, name, tables);
  if (taken !== null) return refused(taken);
  const targets = out === undefined ? [] : [...written.keys()].map((file) => join(out, file));
  const obstacle = places.obstacle('--out', targets, { inputs: files, force });
  if (obstacle !== null) return refused(obstacle);
  const fault = out === undefined ? null : places.write(out, written);
  return {
    ok: true,
    ended: 'done',
    record: {
      warnings,
      files: Object.fromEntries(out === undefined ? [] : kept.map((file) => [file, join(out, file)])),
      details: { source: name, kind: kind.name, from: source.from, to: source.to, counts, leftOut: quarantine.list },
    },
    text: [
      ...text,
      ...quarantine.list.map(
        ({ reason, rows, places: [first] }) => `left out: ${countOf(rows, 'row')}, ${reason} (first: ${first!})`,
      ),
      ...warnings.map((warning) => `warning: ${warning}`),
      ...(out === undefined ? ['nothing written: name the folder of the site by --out'] : [`written ${out}`]),
    ].join('\n'),
    fault,
  };
}

/** Returns the refusal of a name that a source of another kind has in the folder; null if there is none. */
function clashOf(out: string | undefined, kind: string, name: string): Refused | null {
  const known = out === undefined ? { ok: true as const, sources: [] } : readSources(out);
  if (!known.ok) return known;
  const other = known.sources.find((one) => one.name === name && one.kind !== kind);
  if (other === undefined) return null;
  const allowed = `a name that no source of another kind has in the folder: this one is of ${other.kind}`;
  return refused({ file: COMMAND_LINE, path: '--name', value: name, allowed, remedy: 'Give the source another name.' });
}

/** Returns the fault of a table that another source of the folder has written; null if there is none. */
function takenTable(sources: readonly SiteSource[], name: string, tables: Imported['tables']): Fault | null {
  for (const { name: other, tables: theirs } of sources) {
    const value = other === name ? undefined : theirs.find((table) => tables.has(table));
    if (value === undefined) continue;
    const allowed = `tables that no other source of the folder has: this one is of "${other}"`;
    const remedy = `Import all files together under the name "${other}", or name another folder.`;
    return { file: COMMAND_LINE, path: '--name', value, allowed, remedy };
  }
  return null;
}

/** Returns the fault of a file that was given twice, whose rows would count twice; null if there is none. */
function sameFile({ stamps }: Imported): Fault | null {
  const first = new Map<string, string>();
  for (const { file, sha256 } of stamps) {
    const known = first.get(sha256);
    if (known !== undefined) {
      const remedy = 'Name each file once.';
      return { file, path: '', value: `the same bytes as ${known}`, allowed: 'files that differ', remedy };
    }
    first.set(sha256, file);
  }
  return null;
}
