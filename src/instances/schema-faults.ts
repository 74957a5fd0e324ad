import { z } from 'zod';
import { type Draft, valueAt, withoutValues } from './draft.js';
import { longListFault } from './list-lengths.js';
import { nearestName } from './nearest-name.js';
import { excerpt, type LocalFault, jsonPath, MAX_FAULTS, rest } from './fault.js';
import { branchesOf, describeAllowed, isJsonSchemaNode, type JsonSchemaNode, nodeAt } from './schema-text.js';

type Issue = z.core.$ZodIssue;

/** Pattern of a line break, including those of Unicode. */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

export type SchemaVerdict<Instance> =
  | { readonly ok: true; readonly instance: Instance }
  | {
      readonly ok: false;
      readonly faults: readonly LocalFault[];
      /** The valid parts of the file; undefined if there are none. */
      readonly draft: Draft<Instance>;
    };

/** JSON Schemas computed so far. Computing one takes longer than validating most files. */
const written = new WeakMap<z.ZodType, JsonSchemaNode>();

function jsonSchemaOf(schema: z.ZodType): JsonSchemaNode {
  const known = written.get(schema) ?? z.toJSONSchema(schema);
  written.set(schema, known);
  return known;
}

/** Validates a parsed file by a family's schema. Returns the instance, or a fault for each refused value. */
export function judgeBySchema<Instance>(
  schema: z.ZodType<Instance>,
  raw: unknown,
  mostListEntries?: number,
): SchemaVerdict<Instance> {
  const tooLong = longListFault(raw, mostListEntries);
  if (tooLong !== null) return { ok: false, faults: [tooLong], draft: undefined };
  raw = withoutSchemaKey(raw);
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { ok: true, instance: parsed.data };
  const root = jsonSchemaOf(schema);
  const issues = parsed.error.issues.flatMap((issue) => flatten(issue));
  const faults: LocalFault[] = [];
  let more = 0;
  for (const issue of issues) {
    const count = issue.code === 'unrecognized_keys' ? issue.keys.length : 1;
    const told = Math.min(count, MAX_FAULTS - faults.length);
    for (const fault of faultsOf(issue, raw, root, told)) faults.push(fault);
    more += count - told;
  }
  if (more > 0) faults.push(rest(more));
  const wrong = issues.filter((issue) => issue.code !== 'unrecognized_keys').map((issue) => issue.path);
  return { ok: false, faults, draft: withoutValues(raw, wrong) as Draft<Instance> };
}

/** Returns an instance without the key "$schema", by which editors find the schema. */
function withoutSchemaKey(raw: unknown): unknown {
  if (typeof valueAt(raw, ['$schema']) !== 'string') return raw;
  return Object.fromEntries(Object.entries(raw as object).filter(([key]) => key !== '$schema'));
}

/**
 * Returns the issues of single values behind an issue of a union (a value that may have one of several forms). Of the
 * schema library's issues for every form, only those of the first form of the value's type are returned.
 */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const meant = issue.errors.find(
    (branch) => !branch.some((inner) => inner.path.length === 0 && inner.code === 'invalid_type'),
  );
  if (meant === undefined) return [issue];
  return meant.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

/**
 * Returns the faults for one issue that the schema library reports.
 *
 * @param most maximum number of faults returned; 0 for none
 */
function faultsOf(issue: Issue, raw: unknown, root: JsonSchemaNode, most: number): LocalFault[] {
  if (most <= 0) return [];
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(nodeAt(root, issue.path), valueAt(raw, issue.path));
    return issue.keys.slice(0, most).map((key) => unknownKey(issue.path, key, raw, known));
  }
  const node = nodeAt(root, issue.path);
  const found = valueAt(raw, issue.path);
  // The beginning of a list says nothing about its length.
  const isTooLong = issue.code === 'too_big' && Array.isArray(found);
  const value = isTooLong ? `a list of ${found.length} entries` : found;
  const allowed =
    issue.code === 'invalid_union' && issue.errors.length === 0
      ? knownKinds(root, issue.path)
      : describeAllowed(node ?? {});
  const meaning = typeof node?.['description'] === 'string' ? ` ${node['description']}` : '';
  const key = String(issue.path.at(-1) ?? '');
  const isMissing = value === undefined && typeof issue.path.at(-1) === 'string';
  const isBroken = typeof node?.['pattern'] === 'string' && typeof value === 'string' && LINE_BREAK.test(value);
  const correct = isBroken
    ? 'A name must be one line: remove the line break.'
    : isTooLong
      ? 'Shorten the list, or divide what it belongs to.'
      : 'Correct the value.';
  const remedy = `${isMissing ? `Add "${key}".` : correct}${meaning}`;
  return [{ path: jsonPath(issue.path), value, allowed, remedy }];
}

/** Returns, as text, the field that tells the forms of a union apart, and its possible values. */
function knownKinds(root: JsonSchemaNode, path: readonly PropertyKey[]): string {
  const key = String(path.at(-1));
  const branches = branchesOf(nodeAt(root, path.slice(0, -1)) ?? {});
  const values = branches.flatMap(({ properties }) => {
    const field = isJsonSchemaNode(properties) ? properties[key] : undefined;
    return isJsonSchemaNode(field) ? [describeAllowed(field)] : [];
  });
  return `${key} ${values.join(' or ')}`;
}

function unknownKey(path: readonly PropertyKey[], key: string, raw: unknown, known: readonly string[]): LocalFault {
  const nearest = nearestName(key, known);
  const meant = nearest === undefined ? '' : `: did you mean "${nearest}"?`;
  return {
    path: jsonPath([...path, key]),
    value: valueAt(raw, [...path, key]),
    allowed: `only the keys ${known.join(', ')}`,
    remedy: `Unknown key "${excerpt(key)}"${meant === '' ? '.' : meant} Rename or remove it.`,
  };
}

/** Returns the keys that an object may have; in a union, those of the form that shares most keys with it. */
function knownKeys(node: JsonSchemaNode | undefined, value: unknown): string[] {
  const given = (key: string): boolean => typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  const branches = [
    node,
    ...[node?.['anyOf'], node?.['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []) as unknown[]),
  ];
  const keyLists = branches
    .filter(isJsonSchemaNode)
    .map((branch) => Object.keys(branch['properties'] ?? {}))
    .filter((keys) => keys.length > 0);
  const shared = (keys: readonly string[]): number => keys.filter(given).length;
  return keyLists.reduce((best, keys) => (shared(keys) > shared(best) ? keys : best), keyLists[0] ?? []);
}
