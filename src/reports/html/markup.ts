import { count as countShown, oneLine, type Measured, type Shown } from '../format.js';

/** Finished HTML. Plain strings in a template are escaped, so that a name cannot become an element. */
export interface Markup {
  readonly markup: string;
}

export type Content = string | Markup | readonly Content[];

/** Template tag that builds HTML: strings are escaped, Markup is inserted unchanged, lists are joined. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  let text = parts[0]!;
  contents.forEach((content, i) => {
    text += render(content) + parts[i + 1]!;
  });
  return { markup: text };
}

/** HTML without content. */
export const NOTHING: Markup = { markup: '' };

/** Returns text as HTML without escaping. The caller guarantees that it is safe. */
export function raw(text: string): Markup {
  return { markup: text };
}

function render(content: Content): string {
  if (typeof content === 'string') return escapeHtml(content);
  if ('markup' in content) return content.markup;
  return content.map(render).join('');
}

/** HTML entities of the characters that have a meaning in HTML. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters by their HTML entities: the inverse of ENTITIES. */
const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENTITIES).map(([character, entity]) => [entity, character]),
);

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Returns content as text for a terminal: no HTML elements, no digit grouping, ASCII blanks and minus signs. */
export function plainText(content: Content): string {
  const text = render(content)
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u202f', '')
    .replaceAll('\u00a0', ' ');
  const decoded = text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => CHARACTERS[entity]!);
  return oneLine(decoded.replaceAll('\u2212', '-')).trim();
}

/** Maximum number of characters of a name that is not broken across lines. */
const UNBROKEN_NAME = 24;

/** Returns a name from the instance as escaped HTML whose writing direction does not affect the text around it. */
export function nameOf(name: string): Markup {
  const text = oneLine(name);
  return text.length <= UNBROKEN_NAME ? markup`<bdi class="nb">${text}</bdi>` : markup`<bdi>${text}</bdi>`;
}

/** Returns JSON for an HTML script element, escaped so that it cannot end the element or start a comment. */
export function embeddedJson(value: unknown): Markup {
  return raw(
    JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  );
}

/**
 * Returns a number's digits as pages show them. Five or more digits before the decimal point are split into groups of
 * three by narrow no-break spaces (U+202F). Minus signs are typographic.
 */
export function typeset(digits: string): string {
  const match = /^(-?)(\d{5,})(.*)$/.exec(digits);
  const grouped = match ? match[1]! + match[2]!.replace(/\B(?=(\d{3})+$)/g, '\u202f') + match[3]! : digits;
  return grouped.replaceAll('-', '\u2212');
}

/** Returns a value with its unit, not separated by a line break. */
export function quantity(value: Shown | null, none = 'none'): Markup {
  if (value === null) return markup`<span class="none">${none}</span>`;
  const unit = value.unit === '' ? '' : `\u00a0${value.unit}`;
  return markup`<span class="q">${typeset(value.digits)}${unit}</span>`;
}

/**
 * Returns a quantity as an HTML element linked to the record embedded in the page: the attribute `value` has the exact
 * number, `data-field` the name of the record's field.
 */
export function figure(
  field: string,
  exact: Measured,
  write: (value: Measured) => Shown | null,
  none = 'none',
): Markup {
  const value = write(exact);
  if (value === null) return markup`<span data-field="${field}" class="none">${none}</span>`;
  const unit = value.unit === '' ? '' : `\u00a0${value.unit}`;
  return markup`<span class="q"><data data-field="${field}" value="${String(exact)}">${typeset(value.digits)}</data>${unit}</span>`;
}

export function counted(value: number, one: string, many = `${one}s`): string {
  return `${typeset(countShown(value)?.digits ?? '0')} ${value === 1 ? one : many}`;
}
