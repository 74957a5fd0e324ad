import { oneLine } from '../format.js';
import { embeddedJson, markup, nameOf, raw, type Content } from './markup.js';
import { hasContent, section, type SectionOptions } from './section.js';
import { styleSheet } from './style.js';

export interface StudyPage {
  /** Name of the instance, for the heading. */
  readonly name: string;
  readonly kind: string;
  readonly lead: Content;
  readonly sections: readonly SectionOptions[];
  /** Record of the study, embedded as JSON in the element #plenum-data. */
  readonly record: unknown;
  /** CSS rules in addition to those that all pages have. */
  readonly style?: string;
  /** Content after the embedded record: further data, and scripts that read them. */
  readonly after?: Content;
}

/**
 * Returns the HTML page of a sweep, day or simulation, in the layout of a run's page, without empty sections. It loads
 * no other file.
 */
export function studyPage({ name, kind, lead, sections: all, record, style = '', after = '' }: StudyPage): string {
  const sections = all.filter(({ body }) => hasContent(body));
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${oneLine(name)}: ${kind} · Plenum</title>
<style>${raw(styleSheet() + style)}</style>
</head>
<body>
<header>
<h1 data-field="instance">${nameOf(name)}</h1>
<p class="lead">${lead}</p>
<nav aria-label="Sections">${sections.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
${sections.map((options, i) => section(i + 1, options))}</main>
<footer>Made by Plenum. The record is embedded in this file as JSON (#plenum-data).</footer>
<script type="application/json" id="plenum-data">${embeddedJson(record)}</script>
${after}</body>
</html>
`.markup;
}
