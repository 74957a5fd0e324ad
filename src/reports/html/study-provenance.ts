import { oneLine, seconds } from '../format.js';
import { markup, quantity } from './markup.js';
import type { SectionOptions } from './section.js';

interface Study {
  readonly sha256: string;
  readonly method: string;
  readonly naive: boolean;
  readonly seed: number;
  readonly boundScope: string;
  readonly matrixProvenance: string;
  readonly timeS: Readonly<Record<string, number>>;
}

/** Returns the section on the files, method and matrix a study was made from, and on what its bounds cover. */
export function provenanceOf(study: Study): SectionOptions {
  const facts = [
    ['Instance file, SHA-256', markup`<code>${study.sha256}</code>`],
    ['Method', `${oneLine(study.method)}${study.naive ? ', naive' : ''}, seed ${String(study.seed)}`],
    ['Bounds cover', oneLine(study.boundScope === '' ? 'nothing: there is no bound' : study.boundScope)],
    ['Influence matrix', oneLine(study.matrixProvenance)],
    ['Time', quantity(seconds(study.timeS['total']))],
  ] as const;
  const rows = facts.map(([label, content]) => markup`<div><dt>${label}</dt><dd>${content}</dd></div>\n`);
  return { id: 'provenance', title: 'How this was made', body: [markup`<dl class="facts">\n${rows}</dl>\n`] };
}
