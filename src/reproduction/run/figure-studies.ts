import { trialsOf } from '../../experiments/design.js';
import type { GeneratedFile } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { WrittenStudy } from '../../studies/plan/schema.js';
import { STUDY_FORMAT, STUDY_FORMAT_VERSION } from '../../studies/plan/study.js';
import { type StudyTarget, type StudyWritten, written } from '../../workbench/study/write-study.js';
import type { Scale } from '../figure-options.js';
import { type DeclaredPaper, PAPERS } from '../registry.js';
import { designsOf, type FiguresRequest } from './reproduce.js';

/** Writes a study file that reproduces figures. */
export async function writeReproduction(
  request: FiguresRequest,
  target: StudyTarget,
  papers?: readonly DeclaredPaper[],
): Promise<StudyWritten | Refused> {
  const found = await designsOf(request, false, papers);
  if (!found.ok) return found;
  const figures = found.planned.map(({ figure }) => figure);
  const { scale, trials } = request;
  const study: WrittenStudy = {
    format: STUDY_FORMAT,
    formatVersion: STUDY_FORMAT_VERSION,
    name: `${figures.length === 1 ? figures[0]! : 'figures'} ${scale}`,
    verb: 'reproduce',
    figures,
    words: trials === null ? { scale } : { scale, trials },
  };
  const runs = found.planned.reduce((sum, { design }) => sum + trialsOf(design).length, 0);
  return written(study, runs, target, []);
}

/** Folder of the bundled studies that reproduce published figures, relative to Plenum's folder. */
export const REPRODUCTIONS = 'instances/studies/reproduction';
/** Scales for which each figure has a bundled study. */
const SCALES: readonly Scale[] = ['reduced', 'full'];

/** Returns the bundled study files, one for each figure and scale, each with the claims about its figure. */
export async function bundledStudies(papers: readonly DeclaredPaper[] = PAPERS): Promise<readonly GeneratedFile[]> {
  const files: GeneratedFile[] = [];
  for (const { figures, load } of papers) {
    const { claims, titles } = await load();
    for (const figure of figures) {
      const own = claims.filter((claim) => claim.figure === figure).map(({ id, says }) => `${id}: ${says}`);
      for (const scale of SCALES) {
        const study: WrittenStudy = {
          format: STUDY_FORMAT,
          formatVersion: STUDY_FORMAT_VERSION,
          name: `${figure} ${scale}`,
          title: titles[figure]!,
          verb: 'reproduce',
          figures: [figure],
          words: { scale, claims: own },
        };
        files.push({ file: `${REPRODUCTIONS}/${figure}-${scale}.json`, text: `${JSON.stringify(study, null, 1)}\n` });
      }
    }
  }
  return files;
}
