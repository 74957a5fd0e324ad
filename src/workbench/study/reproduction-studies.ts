import type { Family, GeneratedFile } from '../../families/family.js';
import type { Scale } from '../../studies/reproduction/figure-options.js';
import type { WrittenStudy } from '../../studies/plan/schema.js';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION } from '../../studies/plan/study.js';
import { familyOfFigure, figureNames } from '../figures.js';

/** Folder of the bundled studies that reproduce published figures, below that of the instances. */
export const REPRODUCTIONS = 'instances/studies/reproduction';
/** Scales at which every figure is bundled. */
const SCALES: readonly Scale[] = ['reduced', 'full'];

/** Bundled studies of all figures that families declare, one file per figure and scale, each with what is claimed of the figure. */
export async function reproductionStudies(families?: readonly Family[]): Promise<GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const figure of figureNames(families)) {
    const { figures } = await familyOfFigure(figure, families);
    const claims = figures.claims.filter((claim) => claim.figure === figure).map(({ id, says }) => `${id}: ${says}`);
    for (const scale of SCALES) {
      const study: WrittenStudy = {
        format: STUDY_FORMAT,
        formatVersion: STUDY_FORMAT_VERSION,
        name: `${figure} ${scale}`,
        title: figures.titles[figure]!,
        verb: 'reproduce',
        figures: [figure],
        words: { scale, claims },
      };
      files.push({ file: `${REPRODUCTIONS}/${figure}-${scale}.json`, text: `${JSON.stringify(study, null, 1)}\n` });
    }
  }
  return files;
}
