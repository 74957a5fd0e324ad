import type { z } from 'zod';
import { type Draft, valueAt, withoutValues } from './draft.js';
import { nearestName } from './nearest-name.js';
import { type LocalProblem, jsonPath } from './problem.js';
import { branchesOf, describeAllowed, isJsonSchemaNode, type JsonSchemaNode, nodeAt } from './schema-text.js';

type Issue = z.core.$ZodIssue;

export type SchemaVerdict<Instance> =
  | { readonly ok: true; readonly instance: Instance }
  | {
      readonly ok: false;
      readonly problems: readonly LocalProblem[];
      /** The parts that are in order; undefined if none are. */
      readonly draft: Draft<Instance>;
    };

/**
 * Holds a parsed file to a family's schema and states every departure with what would be accepted and a remedy.
 *
 * @param jsonSchema the schema as JSON Schema; asked for only when something is wrong.
 */
export function judgeBySchema<Instance>(
  schema: z.ZodType<Instance>,
  jsonSchema: () => JsonSchemaNode,
  raw: unknown,
): SchemaVerdict<Instance> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { ok: true, instance: parsed.data };
  const root = jsonSchema();
  const issues = parsed.error.issues.flatMap((issue) => flatten(issue, raw));
  const problems = issues.flatMap((issue) => problemsOf(issue, raw, root));
  const wrong = issues.filter((issue) => issue.code !== 'unrecognized_keys').map((issue) => issue.path);
  return { ok: false, problems, draft: withoutValues(raw, wrong) as Draft<Instance> };
}

/** A union (end points or a list) fails with the issues of each branch: keep those of the branch the value looks like. */
function flatten(issue: Issue, raw: unknown): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const meant = issue.errors.find(
    (branch) => !branch.some((inner) => inner.path.length === 0 && inner.code === 'invalid_type'),
  );
  if (meant === undefined) return [issue];
  return meant.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }, raw));
}

function problemsOf(issue: Issue, raw: unknown, root: JsonSchemaNode): LocalProblem[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(issue.path, key, raw, root));
  const node = nodeAt(root, issue.path);
  const value = valueAt(raw, issue.path);
  const allowed =
    issue.code === 'invalid_union' && issue.errors.length === 0
      ? knownKinds(root, issue.path)
      : describeAllowed(node ?? {});
  const meaning = typeof node?.['description'] === 'string' ? ` ${node['description']}` : '';
  const key = String(issue.path.at(-1) ?? '');
  const remedy =
    value === undefined && typeof issue.path.at(-1) === 'string'
      ? `Add "${key}".${meaning}`
      : `Correct the value.${meaning}`;
  return [{ path: jsonPath(issue.path), value, allowed, remedy }];
}

/** The field that tells the branches of a union apart, and its values. */
function knownKinds(root: JsonSchemaNode, path: readonly PropertyKey[]): string {
  const key = String(path.at(-1));
  const branches = branchesOf(nodeAt(root, path.slice(0, -1)) ?? {});
  const values = branches.flatMap(({ properties }) => {
    const field = isJsonSchemaNode(properties) ? properties[key] : undefined;
    return isJsonSchemaNode(field) ? [describeAllowed(field)] : [];
  });
  return `${key} ${values.join(' or ')}`;
}

function unknownKey(path: readonly PropertyKey[], key: string, raw: unknown, root: JsonSchemaNode): LocalProblem {
  const known = knownKeys(nodeAt(root, path), valueAt(raw, path));
  const nearest = nearestName(key, known) ?? '';
  return {
    path: jsonPath([...path, key]),
    value: valueAt(raw, [...path, key]),
    allowed: `only the keys ${known.join(', ')}`,
    remedy: `Unknown key "${key}": did you mean "${nearest}"? Rename or remove it.`,
  };
}

/** Keys of the object's schema; of a union, of the branch with the most keys in common. */
function knownKeys(node: JsonSchemaNode | undefined, value: unknown): string[] {
  const given = Object.keys(typeof value === 'object' && value !== null ? value : {});
  const branches = [
    node,
    ...[node?.['anyOf'], node?.['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []) as unknown[]),
  ];
  const keyLists = branches
    .filter(isJsonSchemaNode)
    .map((branch) => Object.keys(branch['properties'] ?? {}))
    .filter((keys) => keys.length > 0);
  const shared = (keys: readonly string[]): number => keys.filter((key) => given.includes(key)).length;
  return keyLists.reduce((best, keys) => (shared(keys) > shared(best) ? keys : best), keyLists[0] ?? []);
}
