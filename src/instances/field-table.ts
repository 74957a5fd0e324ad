import { branchesOf, describeAllowed, isJsonSchemaNode, type JsonSchemaNode } from './schema-text.js';

/** Returns a markdown table of all fields of a JSON Schema: path, accepted values, default, meaning. */
export function fieldTable(schema: JsonSchemaNode): string {
  const rows = fields('', schema, new Set());
  return ['| Field | Accepts | If absent | Meaning |', '| --- | --- | --- | --- |', ...rows]
    .map((row) => `${row}\n`)
    .join('');
}

function fields(path: string, node: JsonSchemaNode, required: ReadonlySet<string>): string[] {
  const own = path === '' ? [] : [row(path, node, required.has(path))];
  const inner = [node, ...branchesOf(node)].flatMap((part) => {
    const properties = isJsonSchemaNode(part['properties']) ? part['properties'] : {};
    const needed = Array.isArray(part['required']) ? (part['required'] as string[]) : [];
    const prefix = path === '' ? '' : `${path}.`;
    const neededPaths = new Set(needed.map((key) => `${prefix}${key}`));
    const members = Object.entries(properties).flatMap(([key, child]) =>
      isJsonSchemaNode(child) ? fields(`${prefix}${key}`, child, neededPaths) : [],
    );
    const items = part['items'];
    const element = isJsonSchemaNode(items) && items['type'] === 'object' ? fieldsBelow(`${path}[]`, items) : [];
    const extra = part['additionalProperties'];
    const values = isJsonSchemaNode(extra) ? fieldsBelow(`${path}.<name>`, extra) : [];
    return [...members, ...element, ...values];
  });
  // Branches of a union share keys (end points of time, both kinds of air flow): name each once.
  return [...new Set([...own, ...inner])];
}

/** Returns the table rows of all fields inside a node. Elements of lists have no row of their own. */
function fieldsBelow(path: string, node: JsonSchemaNode): string[] {
  return fields(path, node, new Set()).slice(1);
}

function row(path: string, node: JsonSchemaNode, required: boolean): string {
  const meaning = typeof node['description'] === 'string' ? node['description'] : '';
  const fallback = typeof node['fallback'] === 'string' ? node['fallback'] : 'absent';
  const hasParts = branchesOf(node).some(({ type }) => type === 'object');
  const accepts = node['type'] === 'object' ? 'object' : hasParts ? 'see below' : describeAllowed(node);
  const cells = [`\`${path}\``, accepts, required ? 'required' : fallback, meaning];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
