/** Maximum length of an object or list on one line, characters. */
const LINE = 110;

/** Returns a value as JSON for people, with a newline at the end; an object or list is on one line if it fits. */
export function jsonText(value: unknown): string {
  return `${write(value, '', 0)}\n`;
}

/**
 * Returns a value as JSON; an object or list is on one line if it fits.
 *
 * @param indent blanks before the value's own lines
 * @param lead number of characters before the value on its first line
 */
function write(value: unknown, indent: string, lead: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const flat = inline(value);
  if (indent.length + lead + flat.length <= LINE) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => `${inner}${write(item, inner, 1)}`);
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    if (member === undefined) return [];
    const name = `${JSON.stringify(key)}: `;
    return [`${inner}${name}${write(member, inner, name.length + 1)}`];
  });
  return `{\n${members.join(',\n')}\n${indent}}`;
}

function inline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  const members = Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    member === undefined ? [] : [`${JSON.stringify(key)}: ${inline(member)}`],
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
