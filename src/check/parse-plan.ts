import * as z from 'zod';

export interface PlanFileFault {
  readonly file: string;
  /** Place in the file, e.g. "assignments[2].cores[0].count"; empty for the whole file. */
  readonly path: string;
  readonly value: string;
  readonly allowed: string;
  readonly remedy: string;
  /** Number of further faults that are not listed. Only the last entry of a shortened list has it. */
  readonly more?: number;
}

/** Words for the types of values that a plan schema accepts, by the schema library's name of the type. */
const ALLOWED_KINDS: ReadonlyMap<string, string> = new Map([
  ['number', 'a finite number'],
  ['string', 'a string'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
]);
export interface PlanFormat<Plan> {
  readonly format: string;
  readonly formatVersion: number;
  readonly schema: z.ZodType<Plan>;
}

/** Parses the plan file of any problem family. Returns the plan, or the faults of the file. */
export function parsePlanFile<Plan>(
  text: string,
  file: string,
  expected: PlanFormat<Plan>,
): { plan: Plan } | { faults: PlanFileFault[] } {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const value = error instanceof Error ? error.message : String(error);
    return { faults: [{ file, path: '', value, allowed: 'JSON', remedy: 'Correct the JSON syntax.' }] };
  }
  data = withoutSchemaKey(data);
  const foreign = formatFault(data, file, expected);
  if (foreign) return { faults: [foreign] };
  const parsed = expected.schema.safeParse(data);
  if (parsed.success) return { plan: parsed.data };
  return { faults: cappedPlanFaults(parsed.error.issues, data, file) };
}

export interface PlanSubject {
  readonly name: string;
  readonly sha256: string;
}

export type ParsedPlan<Plan> =
  | { readonly plan: Plan; readonly warnings: readonly string[] }
  | { readonly faults: PlanFileFault[] };

/**
 * Parses a plan file as `parsePlanFile` does, and compares the plan's instance with `subject`, if given. A plan for
 * another instance is rejected. A plan for earlier contents of the same instance file gets a warning.
 *
 * @param noun what the problem family calls its plans
 */
export function parsePlanOf<Plan extends { readonly instance: PlanSubject }>(
  text: string,
  file: string,
  expected: PlanFormat<Plan>,
  subject: PlanSubject | undefined,
  noun = 'plan',
): ParsedPlan<Plan> {
  const parsed = parsePlanFile(text, file, expected);
  if ('faults' in parsed) return parsed;
  const { plan } = parsed;
  const { name, sha256 } = subject ?? plan.instance;
  if (plan.instance.sha256 === sha256 || plan.instance.name === name)
    return { plan, warnings: subjectWarnings(plan.instance, { name, sha256 }, noun) };
  const allowed = `a ${noun} for ${JSON.stringify(name)}`;
  const remedy = `The ${noun} was made for another instance: name that one.`;
  return { faults: [{ file, path: 'instance.name', value: plan.instance.name, allowed, remedy }] };
}

/** Returns a warning if the plan was made for other contents of the instance file (by SHA-256). */
export function subjectWarnings(made: PlanSubject, { name, sha256 }: PlanSubject, noun = 'plan'): string[] {
  if (made.sha256 === sha256) return [];
  return made.name === name
    ? [`The ${noun} was made for another version of the instance (its SHA-256 differs).`]
    : [`The ${noun} was made for ${JSON.stringify(made.name)}, not for ${JSON.stringify(name)}.`];
}

/** Returns the data without the key "$schema", which tells editors the schema of the file. */
function withoutSchemaKey(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || typeof valueAt(data, ['$schema']) !== 'string') return data;
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== '$schema'));
}

/** Maximum number of faults listed for a plan file; further ones are only counted. */
const MAX_FAULTS = 100;

function cappedPlanFaults(issues: readonly z.core.$ZodIssue[], data: unknown, file: string): PlanFileFault[] {
  const faults: PlanFileFault[] = [];
  let more = 0;
  for (const issue of issues) {
    const room = MAX_FAULTS - faults.length;
    const count = issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    const part = issue.code === 'unrecognized_keys' ? { ...issue, keys: issue.keys.slice(0, room) } : issue;
    if (room > 0) for (const fault of toFaults(part, data, file)) faults.push(fault);
    more += Math.max(0, count - room);
  }
  return more === 0 ? faults : [...faults, restOf(more, file)];
}

/** Returns the last entry of a shortened list, which says that `more` faults are not listed. */
function restOf(more: number, file: string): PlanFileFault {
  const remedy = 'Correct those above and look again: they may have one cause.';
  return { file, path: '', value: `${more} more faults`, allowed: 'none', remedy, more };
}

/** Returns the first MAX_FAULTS faults of a plan file, and an entry with the number of the rest, if any. */
export function cappedFaults(faults: readonly Omit<PlanFileFault, 'file' | 'more'>[], file: string): PlanFileFault[] {
  const told = faults
    .slice(0, MAX_FAULTS)
    .map(({ path, value, allowed, remedy }) => ({ file, path, value, allowed, remedy }));
  return faults.length === told.length ? told : [...told, restOf(faults.length - told.length, file)];
}

/**
 * Returns the fault of a file with another format or a newer version; null if the format is right. This fault is
 * reported alone, because all other faults would follow from it.
 */
function formatFault(
  data: unknown,
  file: string,
  { format, formatVersion }: Omit<PlanFormat<unknown>, 'schema'>,
): PlanFileFault | null {
  const found = valueAt(data, ['format']);
  if (found !== format) {
    const remedy = 'Give a plan file, as solve writes it beside its result.';
    return { file, path: 'format', value: print(found), allowed: `"${format}"`, remedy };
  }
  const version = valueAt(data, ['formatVersion']);
  if (typeof version !== 'number' || version <= formatVersion) return null;
  const remedy =
    'The plan was written by a newer version of Plenum: update Plenum, or write the plan again with this one.';
  return { file, path: 'formatVersion', value: print(version), allowed: `at most ${formatVersion}`, remedy };
}

function toFaults(issue: z.core.$ZodIssue, data: unknown, file: string): PlanFileFault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      const remedy = `Remove "${key}", or correct its spelling.`;
      return { file, path: printPath(path), value: print(valueAt(data, path)), allowed: 'no such key', remedy };
    });
  }
  const value = valueAt(data, issue.path);
  const allowed = printAllowed(issue);
  const remedy = value === undefined ? 'Add it.' : `Replace it by ${allowed}.`;
  return [{ file, path: printPath(issue.path), value: print(value), allowed, remedy }];
}

function printAllowed(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return ALLOWED_KINDS.get(issue.expected) ?? issue.expected;
    case 'invalid_value':
      return issue.values.map(print).join(' or ');
    case 'invalid_format':
      return '64 hexadecimal digits in lower case';
    default:
      return issue.message;
  }
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function printPath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
}

/** Returns a value for messages: shortened JSON, "nothing", or a word for a number that JSON cannot express. */
function print(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
