import type { InstanceSource, Study } from '../../studies/plan/study.js';
import { oneLine } from '../format.js';
import { counted, markup, nameOf, NOTHING, type Content } from '../html/markup.js';
import type { SectionOptions } from '../html/section.js';
import type { StudyReport } from './input.js';
import { budgetText } from './words.js';

/** Maximum number of named entries of a list; others are counted. */
const MAX_NAMED = 12;

/** Returns the section on provenance: the study's parameters, and the software and machines of its runs. */
export function studyProvenance(report: StudyReport): SectionOptions {
  const { study, analysis, table, times } = report;
  const versions = [...new Set(table.records.map(({ run }) => run.version))];
  const machines = [
    ...new Set(
      table.records.map(({ machine }) => `${machine.host}, ${machine.platform}, Node.js ${machine.nodeVersion}`),
    ),
  ];
  const facts: (readonly [string, Content])[] = [
    ['Study', nameOf(study.name)],
    ['Verb', study.verb],
    ['Instances', named(study.instances.map(instanceText))],
    ...methodsOf(study),
    ...study.changes.map(
      ({ field, values, factors }) =>
        [factors ? `${oneLine(field)}, factors` : oneLine(field), named(values.map(String))] as const,
    ),
    ...Object.entries(study.options).map(
      ([name, values]) => [`Option ${oneLine(name)}`, named(values.map(String))] as const,
    ),
    ['Seeds', named(study.seeds.map(String))],
    ['Budgets', named(study.budgets.map(budgetText))],
    ['Limits of a run', limitsText(study)],
    ['Stopping', stopText(study)],
    ['Confidence', `${String(100 * analysis.confidence)} %`],
    ['Version', named(versions.map((version) => `Plenum ${version}`))],
    ...(times ? [['Machines', named(machines)] as const] : []),
  ];
  return {
    id: 'provenance',
    title: 'How this was made',
    body: [
      markup`<dl class="facts">\n${facts.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`)}</dl>\n`,
    ],
  };
}

function methodsOf({ methods }: Study): (readonly [string, Content])[] {
  if (methods === null) return [['Methods', 'the default of each family']];
  const families = Object.entries(methods);
  return families.map(([family, names]) => [
    families.length === 1 ? 'Methods' : `Methods, ${oneLine(family)}`,
    named(names),
  ]);
}

function instanceText(source: InstanceSource): string {
  switch (source.from) {
    case 'file':
      return source.file;
    case 'bundled':
      return source.name;
    case 'generate':
      return `generated, ${counted(source.seeds.length, 'seed')}`;
    case 'variants':
      return `variants of ${source.of}, ${counted(source.seeds.length, 'seed')}`;
  }
}

function named(texts: readonly string[]): Content {
  if (texts.length === 0) return markup`<span class="none">none</span>`;
  const rest = texts.length - MAX_NAMED;
  return markup`${texts.slice(0, MAX_NAMED).map((text, n) => markup`${n === 0 ? '' : ', '}${nameOf(text)}`)}${rest > 0 ? ` and ${String(rest)} more` : NOTHING}`;
}

function limitsText({ limits: { timeS, memoryMiB } }: Study): string {
  const parts = [
    ...(timeS === null ? [] : [`${String(timeS)} s`]),
    ...(memoryMiB === null ? [] : [`${String(memoryMiB)} MiB`]),
  ];
  return parts.join(', ') || 'none';
}

function stopText({ stop }: Study): string {
  if (stop === null) return 'all seeds are run';
  const { of, halfWidth, relative, least, step } = stop;
  const width = relative ? `${String(100 * halfWidth)} % of the mean` : String(halfWidth);
  return `when the interval of the mean ${of} is within ${width}, from ${String(least)} seeds on, every ${String(step)}`;
}
