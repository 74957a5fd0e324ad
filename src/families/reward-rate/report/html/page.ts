import { oneLine } from '../../../../reports/format.js';
import { embeddedJson, markup, nameOf, raw } from '../../../../reports/html/markup.js';
import { section, type SectionOptions } from '../../../../reports/html/section.js';
import { styleSheet } from '../../../../reports/html/style.js';

export interface PageOptions {
  readonly name: string;
  readonly lead: string;
  readonly sections: readonly SectionOptions[];
  /** Data embedded in the page as JSON. */
  readonly data: unknown;
}

/** A study's report as one HTML file that needs nothing else. */
export function page({ name, lead, sections, data }: PageOptions): string {
  const { markup: text } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${oneLine(name)} · Plenum</title>
<style>${raw(styleSheet())}</style>
</head>
<body>
<header>
<h1>${nameOf(name)}</h1>
<p class="lead">${oneLine(lead)}</p>
<nav aria-label="Sections">${sections.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
${sections.map((options, i) => section(i + 1, options))}</main>
<footer>Made by Plenum. The study’s record is embedded in this file as JSON (#plenum-data).</footer>
<script type="application/json" id="plenum-data">${embeddedJson(data)}</script>
</body>
</html>
`;
  return text;
}
