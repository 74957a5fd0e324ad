import { factsOf } from './facts.js';
import { oneLine } from '../../../reports/format.js';
import { alternativesSections } from './html/alternatives-section.js';
import { applySection } from './html/apply-section.js';
import { bindingSection } from './html/binding-section.js';
import { convergenceSection } from './html/convergence-section.js';
import { failuresSections } from './html/failures-section.js';
import { headline } from './html/headline.js';
import { embeddedJson, markup, nameOf, raw } from '../../../reports/html/markup.js';
import { mixSection } from './html/mix-section.js';
import { powerSection } from './html/power-section.js';
import { provenanceSection } from './html/provenance-section.js';
import { reserveSections } from './html/reserve-section.js';
import { settingsSections, stepsSections, survivalSections } from './html/steps-section.js';
import { roomsSections } from './html/rooms-section.js';
import { roomSection } from './html/room-section.js';
import { section } from '../../../reports/html/section.js';
import { styleSheet } from '../../../reports/html/style.js';
import { tasksSection } from './html/tasks-section.js';
import type { ReportInput } from './input.js';

/** Input with the idle facility for a plan, where there is none because even that breaks a limit: its power and its room are shown. */
function idleInput(input: ReportInput): ReportInput | null {
  const { record } = input;
  const { idle } = record;
  if (idle === undefined || record.evaluation !== null) return null;
  return { ...input, plan: idle.plan, record: { ...record, evaluation: idle.evaluation } };
}

/**
 * The report of a reward-rate run as one HTML file that needs nothing else: no network, no fonts, no scripts to run.
 * The run's record is embedded as JSON (#plenum-data); elements with data-field show figures of it.
 */
export function renderReport(input: ReportInput): string {
  const { record, instance } = input;
  const facts = factsOf(input);
  const room = idleInput(input) ?? input;
  const roomFacts = factsOf(room);
  const sections = [
    headline(input, facts),
    tasksSection(input),
    powerSection(room, roomFacts),
    ...reserveSections(input),
    ...stepsSections(input),
    ...settingsSections(input),
    ...survivalSections(input),
    ...roomsSections(input),
    ...failuresSections(input),
    ...alternativesSections(input),
    roomSection(room, roomFacts),
    mixSection(input),
    convergenceSection(input),
    bindingSection(input),
    applySection(input, facts),
    provenanceSection(input),
  ];
  const { markup: page } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${oneLine(record.result.instance)} · Plenum</title>
<style>${raw(styleSheet())}</style>
</head>
<body>
<header>
<h1 data-field="instance">${nameOf(record.result.instance)}</h1>
<p class="lead">Reward-rate plan by method <span data-field="method">${oneLine(record.result.method)}</span>${record.result.naive ? ' --naive' : ''}${instance.description === undefined ? '' : `. ${oneLine(instance.description)}`}</p>
<nav aria-label="Sections">${sections.map(({ id, title }) => markup`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
${sections.map((options, i) => section(i + 1, options))}</main>
<footer>Made by Plenum. The run’s record is embedded in this file as JSON (#plenum-data).</footer>
<script type="application/json" id="plenum-data">${embeddedJson(record)}</script>
</body>
</html>
`;
  return page;
}
