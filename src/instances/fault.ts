/** One fault of a user's input. Faults are collected and returned, not thrown. */
export interface Fault {
  /**
   * Path of the file that contains the fault; `command line` or `call` for a fault in the options or arguments of a
   * command or a library call.
   */
  readonly file: string;
  /** JSON path such as `facility.nodeTypes[1].cores`, or `line 3, column 7` in a text; empty for the whole file. */
  readonly path: string;
  /** Value found at `path`; undefined if there is none. */
  readonly value: unknown;
  /** Description of the accepted values. */
  readonly allowed: string;
  /** How the user can correct the fault. */
  readonly remedy: string;
  /** Number of further faults that are not listed. Only the last entry of a shortened list has it. */
  readonly more?: number;
}

/** Result of a call whose input was refused before any work began. */
export interface Refused {
  readonly ok: false;
  readonly faults: readonly Fault[];
  /** True if a time limit ended the run before the input was complete. The input is then not known to be faulty. */
  readonly stopped?: boolean;
}

export function refused(fault: Fault): Refused {
  return { ok: false, faults: [fault] };
}

/** A fault without the name of its file, which the caller adds. */
export type LocalFault = Omit<Fault, 'file'>;

export type PathSegment = string | number;

/** Returns a path in a JSON value as text: `['a', 1, 'b c']` becomes `a[1]["b c"]`. */
export function jsonPath(segments: readonly PropertyKey[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(segment))) path += path === '' ? String(segment) : `.${String(segment)}`;
    else path += `[${JSON.stringify(String(segment))}]`;
  }
  return path;
}

/** Maximum number of faults that are listed for one input; further ones are only counted. */
export const MAX_FAULTS = 100;

/** Returns the first `most` faults of a list, and an entry with the number of the rest, if any. */
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

/** Returns the last entry of a shortened list, which says that `more` faults are not listed. */
export function rest(more: number): LocalFault {
  const remedy = 'Correct those above and look again: they may have one cause.';
  return { path: '', value: `${more} more fault${more === 1 ? '' : 's'}`, allowed: 'none', remedy, more };
}

/** Value of `Fault.file` for a fault in the options or arguments of a command. */
export const COMMAND_LINE = 'command line';

/** Returns "reason: path" for a fault caused by another file. A long path cannot hide the reason. */
export function reasonAt(reason: unknown, path: string): string {
  return `${String(reason)}: ${path}`;
}

/** Maximum length of a list or an object in a message, characters. */
const MAX_VALUE = 80;
/** Maximum length of each text of a fault (path, allowed, remedy, or a value that is a text), characters. */
const MAX_TEXT = 600;

/** Replaces unpaired surrogates (halves of a character). */
function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

export function excerpt(text: string, longest = MAX_VALUE): string {
  return text.length <= longest ? text : `${wellFormed(text.slice(0, longest - 1))}…`;
}

/** Returns a value as text on one line, cut to at most `longest` characters. */
export function valueText(value: unknown, longest = MAX_VALUE): string {
  if (value === undefined) return 'nothing';
  return excerpt(typeof value === 'number' ? String(value) : beginning(value, longest), longest);
}

/**
 * Returns the JSON of a value, or at least its first `enough` characters. NaN and Infinity are written by name, where
 * JSON.stringify would write null.
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

/** Cuts texts from the user's file to MAX_TEXT characters. */
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

function shortValue(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(excerpt(value, MAX_TEXT));
  const text = beginning(value, MAX_TEXT);
  return text.length <= MAX_TEXT ? value : excerpt(text, MAX_TEXT);
}

/** Returns faults as text for people, grouped by file, one paragraph each, without a newline at the end. */
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
