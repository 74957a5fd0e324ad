import { join } from 'node:path';
import * as z from 'zod';
import type { Imported } from '../../imports/imported.js';
import { jsonText } from '../../instances/json-text.js';
import { type Fault, refused, type Refused } from '../../instances/fault.js';
import { judgeBySchema } from '../../instances/schema-faults.js';
import { readTextFile } from '../../instances/text-file.js';

/** Name of the file in the folder of a site that says what its numbers are from. */
export const SOURCES_FILE = 'sources.json';

const fact = z.strictObject({
  field: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.string(),
  low: z.number().optional(),
  high: z.number().optional(),
  kind: z.enum(['measured', 'derived', 'assumed']),
  origin: z.string(),
});

const source = z.strictObject({
  name: z.string(),
  kind: z.string(),
  files: z.array(z.strictObject({ file: z.string(), sha256: z.string(), bytes: z.number(), lines: z.number() })),
  choices: z.record(z.string(), z.unknown()),
  from: z.string().nullable(),
  to: z.string().nullable(),
  counts: z.record(z.string(), z.unknown()),
  leftOut: z.array(
    z.strictObject({ reason: z.string(), rows: z.number(), places: z.array(z.string()), sample: z.string() }),
  ),
  warnings: z.array(z.string()),
  facts: z.array(fact),
  tables: z.array(z.string()),
});

const schema = z.strictObject({
  format: z.literal('plenum.facility-sources'),
  formatVersion: z.literal(1),
  sources: z.array(source),
});

/** One import in the folder of a site: its files with digests, what was read and what was left out. */
export type SiteSource = z.infer<typeof source>;

/** Returns the sources of a site; none if the folder has no sources yet. */
export function readSources(site: string): { readonly ok: true; readonly sources: readonly SiteSource[] } | Refused {
  const file = join(site, SOURCES_FILE);
  const read = readTextFile(file);
  if (!read.ok) return read.error?.code === 'ENOENT' ? { ok: true, sources: [] } : refused({ file, ...read.fault });
  const parsed = parsedJson(read.text);
  if (parsed === undefined) return refused(unlike(file, 'no JSON'));
  const judged = judgeBySchema(schema, parsed);
  if (judged.ok) return { ok: true, sources: judged.instance.sources };
  return { ok: false, faults: judged.faults.map((one) => ({ file, ...one })) };
}

/** Returns the sources with one more; a source of the same name is replaced. */
export function withSource(sources: readonly SiteSource[], added: SiteSource): readonly SiteSource[] {
  const at = sources.findIndex(({ name }) => name === added.name);
  return at < 0 ? [...sources, added] : sources.with(at, added);
}

/** Returns the text of the file of sources. */
export function sourcesText(sources: readonly SiteSource[]): string {
  return jsonText({ format: 'plenum.facility-sources', formatVersion: 1, sources });
}

/** Returns the entry of an import in the file of sources. */
export function sourceOf(
  name: string,
  kind: string,
  choices: Readonly<Record<string, unknown>>,
  { stamps, span, counts, quarantine, warnings, facts, tables }: Imported,
): SiteSource {
  return {
    name,
    kind,
    files: stamps.map((stamp) => ({ ...stamp })),
    choices: { ...choices },
    from: span === null ? null : new Date(span.fromMs).toISOString(),
    to: span === null ? null : new Date(span.toMs).toISOString(),
    counts: { ...counts },
    leftOut: quarantine.list.map((one) => ({ ...one, places: [...one.places] })),
    warnings: [...warnings],
    facts: facts.map((one) => ({ ...one })),
    tables: [...tables.keys()],
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function unlike(file: string, value: string): Fault {
  const allowed = 'the sources of a site, as Plenum wrote them';
  return { file, path: '', value, allowed, remedy: 'Name another folder by --out, or import everything anew.' };
}
