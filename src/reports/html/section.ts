import { markup, NOTHING, type Content, type Markup } from './markup.js';

export interface SectionOptions {
  readonly id: string;
  readonly title: string;
  readonly body: readonly Content[];
  /** True if the section starts a new sheet of paper in print. */
  readonly newPage?: boolean;
  /** True if the section is folded until the reader opens it; only its heading is printed. */
  readonly isFolded?: boolean;
}

/** Returns a section of a page with its number (position in the page) before the title. */
export function section(number: number, { id, title, body, newPage, isFolded }: SectionOptions): Markup {
  const heading = markup`<h2 id="${id}-title"><span class="n">${String(number)}</span>${title}</h2>`;
  const content = isFolded
    ? markup`<details class="folded"><summary>${heading}</summary>
${body}</details>`
    : markup`${heading}
${body}`;
  return markup`<section id="${id}" aria-labelledby="${id}-title"${newPage && !isFolded ? markup` class="newpage"` : NOTHING}>
${content}</section>
`;
}
export function hasContent(content: Content): boolean {
  if (typeof content === 'string') return content.trim() !== '';
  return 'markup' in content ? content.markup.trim() !== '' : content.some(hasContent);
}

/** Returns a sentence on why a section has nothing to show. */
export function absent(reason: string): Markup {
  return markup`<p class="none">Nothing to show, because ${reason}.</p>\n`;
}
