/** One thing that is wrong with an input file. Faults are collected and returned, never thrown. */
export interface Fault {
  /** Path of the file; `command line` or `call` if the fault is in how Plenum was called. */
  readonly file: string;
  /**
   * JSON path such as `facility.nodeTypes[1].cores`, or `line 3, column 7` if the text is not JSON; empty for the whole
   * file.
   */
  readonly path: string;
  /** Value found there; undefined if it is missing. */
  readonly value: unknown;
  /** Text on the values that are accepted. */
  readonly allowed: string;
  /** What to do to correct the fault. */
  readonly remedy: string;
  /** Number of faults that are not listed; on the last entry of a list that was shortened. */
  readonly more?: number;
}

/** Input that was refused before any work began. */
export interface Refused {
  readonly ok: false;
  /** List of all that is wrong with the input. */
  readonly faults: readonly Fault[];
  /** True if nothing is wrong, but a time limit ended the run before the input was complete. */
  readonly stopped?: boolean;
}

/** A fault before the file's name is known. */
export type LocalFault = Omit<Fault, 'file'>;

export type PathSegment = string | number;

/** Returns the path in JSON: `['a', 1, 'b c']` becomes `a[1]["b c"]`. */
export function jsonPath(segments: readonly PropertyKey[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(segment))) path += path === '' ? String(segment) : `.${String(segment)}`;
    else path += `[${JSON.stringify(String(segment))}]`;
  }
  return path;
}

/** Maximum number of faults listed; the others are counted. */
export const MAX_FAULTS = 100;

/** Returns the first faults of a list, and how many more there are. */
export function capped<P extends LocalFault>(faults: readonly P[], most = MAX_FAULTS): P[] {
  let more = 0;
  const single: P[] = [];
  for (const fault of faults) {
    if (fault.more !== undefined) more += fault.more;
    else if (single.length < most) single.push(fault);
    else more++;
  }
  const last = single.at(-1) ?? faults.at(-1);
  return more === 0 || last === undefined ? single : [...single, { ...last, ...rest(more) }];
}

/** Returns the fault that stands for `more` faults that are not listed. */
export function rest(more: number): LocalFault {
  const remedy = 'Correct those above and look again: they may have one cause.';
  return { path: '', value: `${more} more fault${more === 1 ? '' : 's'}`, allowed: 'none', remedy, more };
}

/** Name used instead of a file for a fault that is not in a file. */
export const COMMAND_LINE = 'command line';

/**
 * Returns the value of a fault whose path is not that of the faulty file: the reason, then the file, so that a long
 * path does not push the reason out of sight.
 */
export function reasonAt(reason: unknown, path: string): string {
  return `${String(reason)}: ${path}`;
}

/** Maximum length of a list or an object shown in a message, characters. */
const MAX_VALUE = 80;
/**
 * Maximum length of texts in a fault, characters: of a path, of `allowed`, of a remedy, and of a value that is a
 * text.
 */
const MAX_TEXT = 600;

/** Returns the text without halves of surrogate pairs. */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** Returns a text, or its beginning if it is too long. */
export function excerpt(text: string, longest = MAX_VALUE): string {
  return text.length <= longest ? text : `${wellFormed(text.slice(0, longest - 1))}…`;
}

/** Returns a found value on one line, shortened. */
export function valueText(value: unknown, longest = MAX_VALUE): string {
  if (value === undefined) return 'nothing';
  return excerpt(typeof value === 'number' ? String(value) : beginning(value, longest), longest);
}

/**
 * Returns the JSON of a value, or enough of its beginning; NaN and Infinity by name, where JSON.stringify would write
 * null.
 */
function beginning(value: unknown, enough: number): string {
  if (typeof value === 'string') return JSON.stringify(wellFormed(value.slice(0, enough)));
  if (typeof value === 'number' && !Number.isFinite(value)) return JSON.stringify(String(value));
  if (value === undefined) return 'nothing';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  let text = open!;
  for (const key in value) {
    if (text.length > enough) return text;
    if (text !== open) text += ',';
    if (!Array.isArray(value)) text += `${beginning(key, enough)}:`;
    text += beginning((value as Record<string, unknown>)[key], enough);
  }
  return text + close!;
}

/** Returns the fault as it is shown: long texts from the user's file are cut at MAX_TEXT. */
export function shortened(fault: Fault): Fault {
  const { path, value, allowed, remedy } = fault;
  const short = typeof value === 'number' || value === undefined || value === null || typeof value === 'boolean';
  return {
    ...fault,
    path: excerpt(path, MAX_TEXT),
    value: short ? value : shortValue(value),
    allowed: excerpt(allowed, MAX_TEXT),
    remedy: excerpt(remedy, MAX_TEXT),
  };
}

/** Returns the value itself if it is small, otherwise the beginning of its JSON. */
function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(excerpt(value, MAX_TEXT));
  const text = beginning(value, MAX_TEXT);
  return text.length <= MAX_TEXT ? value : excerpt(text, MAX_TEXT);
}

/**
 * Returns the text of faults for people, grouped by file, one block per fault. It ends without a newline; empty if
 * there are no faults.
 */
export function formatFaults(faults: readonly Fault[]): string {
  const byFile = new Map<string, Fault[]>();
  for (const fault of faults) {
    const own = byFile.get(fault.file);
    if (own === undefined) byFile.set(fault.file, [fault]);
    else own.push(fault);
  }
  return [...byFile]
    .map(([file, all]) => {
      const own = capped(all);
      const count = own.reduce((sum, { more = 1 }) => sum + more, 0);
      return [`${file}: ${count} fault${count === 1 ? '' : 's'}`, ...own.map(block)].join('\n');
    })
    .join('\n\n');
}

function block(fault: Fault): string {
  const { path, value, allowed, remedy, more } = shortened(fault);
  if (more !== undefined) return `  and ${more} more\n    remedy:  ${remedy}`;
  return [
    `  ${path === '' ? '(whole file)' : path}`,
    `    found:   ${valueText(value, typeof value === 'string' ? MAX_TEXT : MAX_VALUE)}`,
    `    allowed: ${allowed}`,
    `    remedy:  ${remedy}`,
  ].join('\n');
}
