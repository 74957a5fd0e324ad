import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../src/experiments/design.js';
import { figureDesign } from '../../../src/reproduction/chapter-2/figures.js';
import { CHAPTER_2_FIGURES } from '../../../src/reproduction/chapter-2/names.js';
import { PAPERS } from '../../../src/reproduction/registry.js';

const PAGE = readFileSync('docs/studies/experiments.md', 'utf8');

describe('the page on experiments', () => {
  it('names every figure that can be reproduced', () => {
    const figures = PAPERS.flatMap((paper) => paper.figures);
    expect(figures.filter((figure) => !PAGE.includes(`\`${figure}\``))).toEqual([]);
  });

  it('counts the cells of the designs of chapter 2', () => {
    for (const figure of CHAPTER_2_FIGURES) {
      const { length } = cellsOf(figureDesign(figure, { scale: 'reduced' }));
      expect(PAGE).toMatch(new RegExp(`\\| \`${figure}\` \\| .* \\| ${length} \\|\n`));
    }
  });
});
