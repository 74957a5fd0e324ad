/** A JSON Schema or a part of it, as `z.toJSONSchema` returns it. */
export type JsonSchemaNode = Readonly<Record<string, unknown>>;

export function isJsonSchemaNode(value: unknown): value is JsonSchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a schema for editors, which allows the key "$schema" in files. */
export function withSchemaKey(schema: JsonSchemaNode): JsonSchemaNode {
  const $schema = { type: 'string', description: 'Where this schema lies, for editors; Plenum passes over it.' };
  return { ...schema, properties: { $schema, ...(schema['properties'] as JsonSchemaNode) } };
}

/** Returns the schemas of a union's forms; empty for other schemas. */
export function branchesOf(node: JsonSchemaNode): JsonSchemaNode[] {
  return [node['anyOf'], node['oneOf']].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonSchemaNode) : []));
}

/**
 * Returns the schema of the value at a path; undefined if there is none. In a union, the first form that has the path
 * counts.
 */
export function nodeAt(node: JsonSchemaNode, path: readonly PropertyKey[]): JsonSchemaNode | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined) return node;
  for (const branch of [node, ...branchesOf(node)]) {
    const properties = branch['properties'];
    const next =
      typeof segment === 'number'
        ? branch['items']
        : isJsonSchemaNode(properties) && Object.hasOwn(properties, segment)
          ? properties[String(segment)]
          : branch['additionalProperties'];
    const found = isJsonSchemaNode(next) ? nodeAt(next, rest) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns true if the value at a path is a map: an object whose members have arbitrary names and one schema. */
export function isMapAt(schema: JsonSchemaNode, path: readonly PropertyKey[]): boolean {
  const node = nodeAt(schema, path);
  if (node === undefined) return false;
  return [node, ...branchesOf(node)].some(
    (one) => isJsonSchemaNode(one['additionalProperties']) && one['properties'] === undefined,
  );
}

/** Describes, for messages, the values that a schema accepts. */
export function describeAllowed(node: JsonSchemaNode): string {
  const branches = branchesOf(node);
  if (branches.length > 0) return branches.map(describeAllowed).join(' or ');
  if ('const' in node) return JSON.stringify(node['const']);
  if (Array.isArray(node['enum'])) return node['enum'].map((value) => JSON.stringify(value)).join(' or ');
  const unit = typeof node['unit'] === 'string' && node['unit'] !== '1' ? ` (${node['unit']})` : '';
  switch (node['type']) {
    case 'number':
      return `a number${describeRange(node)}${unit}`;
    case 'integer':
      return `a whole number${describeRange(node)}${unit}`;
    case 'string':
      return describeText(node);
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array': {
      const least = node['minItems'];
      const most = node['maxItems'];
      if (typeof least !== 'number') return 'a list';
      return typeof most === 'number'
        ? `a list of ${least} to ${most} entries`
        : `a list with at least ${least} ${least === 1 ? 'entry' : 'entries'}`;
    }
    case 'object': {
      const keys = Object.keys(node['properties'] ?? {});
      return keys.length === 0 ? 'an object' : `an object with ${keys.join(', ')}`;
    }
    default:
      return 'another value';
  }
}

function describeRange(node: JsonSchemaNode): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = node;
  const low =
    typeof minimum === 'number'
      ? `at least ${minimum <= -1e9 ? minimum.toExponential() : minimum}`
      : typeof exclusiveMinimum === 'number'
        ? `above ${exclusiveMinimum}`
        : '';
  const high =
    typeof maximum === 'number'
      ? `at most ${maximum >= 1e9 ? maximum.toExponential() : maximum}`
      : typeof exclusiveMaximum === 'number'
        ? `below ${exclusiveMaximum}`
        : '';
  const range = [low, high].filter((part) => part !== '').join(' and ');
  return range === '' ? '' : ` ${range}`;
}

function describeText(node: JsonSchemaNode): string {
  const pattern = node['pattern'];
  if (pattern === '^[A-Z]{3}$') return 'three capital letters';
  if (pattern === '^[0-9a-f]{64}$') return '64 hexadecimal digits in lower case';
  if (typeof pattern === 'string') {
    return `a text that is not empty and has no blanks at its ends${pattern.includes('/') ? ' and no "/"' : ''}`;
  }
  return node['minLength'] === 1 ? 'a text that is not empty' : 'a text';
}
