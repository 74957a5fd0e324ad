import { jsonElements } from '../json-elements.js';
import { looksLike } from '../looks-like.js';
import { RefusedSource } from '../refused-source.js';
import type { NodesAsked } from './key-values.js';
import { cellsOf, headerColumns, namedColumns, separatorIn, type SinfoColumns, toldColumns } from './sinfo-columns.js';
import { fieldOf, isCut, type NodeField, statedNode } from './stated-node.js';
import { wholeOf } from './values.js';

/** Pattern of lines that say when a listing was made: "t: Thu Feb 11 22:36:14 UTC 2021", "Tue Feb 19 19:08:16 2019". */
const STAMP = /^(?:t:\s|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\s+\w{3}\s+\d)/;
/** Sign before the records that some sites let sinfo print. */
const RECORD = '\u001e';

/** What is told of a table of sinfo. */
export interface SinfoRead {
  /** Number of listings, one below another, in the file; 1 if it says nothing of it. */
  readonly listings: number;
  /** Names of the columns that are not read. */
  readonly unread: readonly string[];
  /** What the columns of a table without header are taken for; null if the file or the user names them. */
  readonly told: readonly string[] | null;
}

/**
 * Reads tables of sinfo, with or without header, by any separator. Rows of one node in several partitions or listings
 * are one node.
 *
 * @param head first lines of the file
 * @param words columns as the user names them; undefined if the header or the contents say what they hold
 * @throws RefusedSource for a table whose columns nothing tells
 */
export async function readSinfo(asked: NodesAsked, head: readonly string[], words?: string): Promise<SinfoRead> {
  const { source, table, quarantine, warn } = asked;
  const rows = head.map(contentOf).filter((line) => line !== '' && !isRemark(line));
  const known =
    words === undefined
      ? rows.map(headerColumns).find((one) => one !== null)
      : namedColumns(words, separatorIn(rows[0] ?? ''));
  let columns = known ?? (rows.length === 0 ? null : toldColumns(rows));
  if (columns === null || !columns.fields.includes('hosts')) throw notTold(source.file, rows[0] ?? '');
  const { names: titles, fields: first } = columns;
  let listings = 0;
  let cut = 0;
  for await (const { first: start, texts } of source.lines()) {
    for (const [n, text] of texts.entries()) {
      const line = contentOf(text);
      if (STAMP.test(line)) listings += 1;
      if (line === '' || isRemark(line)) continue;
      const header = headerColumns(line);
      if (header !== null) {
        columns = words === undefined ? header : columns;
        continue;
      }
      const fields = fieldsOfRow(line, columns);
      const stated = fields === null ? 'row of another width than the others' : statedNode(fields);
      const count = wholeOf(fields?.get('nodes') ?? '');
      const fault =
        typeof stated === 'string'
          ? stated
          : table.add(fields!.get('hosts')!, stated, Number.isNaN(count) ? undefined : count);
      if (fault !== null) quarantine.add(fault, source.file, start + n, text);
      if (isCut(fields?.get('cutFeatures') ?? '')) cut += 1;
    }
  }
  if (cut > 0)
    warn(`${source.file}: the column of features is cut off in ${cut} rows; "sinfo -o" with %f prints all of them`);
  return {
    listings: Math.max(1, listings),
    unread: titles.filter((_, n) => first[n] === null),
    told: known == null ? first.map((field) => field ?? 'not read') : null,
  };
}

/** Reads objects that stand one on a line, with the columns of sinfo as keys. */
export async function readJsonLines({ source, table, quarantine }: NodesAsked): Promise<void> {
  for await (const { first, texts } of source.lines()) {
    for (const [n, text] of texts.entries()) {
      if (text.trim() === '') continue;
      const fault = addObject(table, parsed(text));
      if (fault !== null) quarantine.add(fault, source.file, first + n, text);
    }
  }
}

/** Reads what `scontrol show node --json` prints. */
export async function readScontrolJson({ source, table, quarantine }: NodesAsked): Promise<void> {
  for await (const { line, value, text } of jsonElements(source, 'nodes')) {
    const fault = addObject(table, value);
    if (fault !== null) quarantine.add(fault, source.file, line, text);
  }
}

function addObject(table: NodesAsked['table'], value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no JSON object';
  const fields = new Map<NodeField, string>();
  for (const [key, one] of Object.entries(value as Record<string, unknown>)) {
    const field = fieldOf(key);
    if (field !== undefined && !fields.has(field)) fields.set(field, textOf(one, field === 'state' ? '+' : ','));
  }
  const stated = statedNode(fields);
  return typeof stated === 'string' ? stated : table.add(fields.get('hosts') ?? '', stated);
}

/** Returns a JSON value as Slurm prints it elsewhere; numbers may stand in an object that says whether they are set. */
function textOf(value: unknown, separator: string): string {
  if (Array.isArray(value)) return value.map((one) => textOf(one, separator)).join(separator);
  if (typeof value === 'object' && value !== null) {
    const { set, number } = value as { readonly set?: unknown; readonly number?: unknown };
    return set === false ? '' : textOf(number, separator);
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function fieldsOfRow(line: string, { separator, fields }: SinfoColumns): Map<NodeField, string> | null {
  let cells = cellsOf(line, separator);
  // A reason may hold blanks; it stands last.
  if (separator === null && cells.length > fields.length && fields.at(-1) === 'reason')
    cells = cells.slice(0, fields.length);
  if (cells.length !== fields.length) return null;
  return new Map(cells.flatMap((cell, n) => (fields[n] == null ? [] : [[fields[n], cell] as const])));
}

function contentOf(line: string): string {
  return line.replaceAll(RECORD, '').trim();
}

function isRemark(line: string): boolean {
  return line.startsWith('#') || STAMP.test(line);
}

function notTold(file: string, first: string): RefusedSource {
  return new RefusedSource(file, {
    path: '',
    value: looksLike(first),
    allowed: 'output of scontrol show node, slurm.conf, or a table of sinfo whose columns its header or contents tell',
    remedy:
      'Write "scontrol show node -o" to the file. A table of sinfo: print it without -h, or name the columns: --columns nodehost,cpus,memory,gres,statelong.',
  });
}
