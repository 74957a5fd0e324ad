import { oneLine, seconds } from '../format.js';
import { type Content, markup, quantity } from './markup.js';
import { factList } from './result-section.js';
import type { SectionOptions } from './section.js';

interface Study {
  readonly sha256: string;
  readonly method: string;
  readonly naive: boolean;
  readonly seed: number;
  /**
   * Words for the plans that the bounds hold for; empty if there are no bounds. Undefined if the page states the scope
   * elsewhere.
   */
  readonly boundScope: string | undefined;
  readonly matrixProvenance: string;
  readonly timeS: Readonly<Record<string, number>>;
}

/** Returns the section on how a study was made: files, method, influence matrix, scope of its bounds. */
export function provenanceOf(study: Study): SectionOptions {
  const facts: (readonly [label: string, content: Content])[] = [
    ['Instance file, SHA-256', markup`<code>${study.sha256}</code>`],
    ['Method', `${oneLine(study.method)}${study.naive ? ', naive' : ''}, seed ${String(study.seed)}`],
    ...(study.boundScope === undefined
      ? []
      : [
          ['Bounds cover', oneLine(study.boundScope === '' ? 'nothing: there is no bound' : study.boundScope)] as const,
        ]),
    ['Influence matrix', oneLine(study.matrixProvenance)],
    ['Time', quantity(seconds(study.timeS['total']))],
  ];
  return { id: 'provenance', title: 'How this was made', body: [factList(facts)] };
}
