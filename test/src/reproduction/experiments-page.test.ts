import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cellsOf } from '../../../src/experiments/design.js';
import { PAPERS } from '../../../src/reproduction/registry.js';

/** Numbers of cells of the reduced and the full design by figure, as the tables of docs/studies/experiments.md have them. */
function cellsOnPage(): ReadonlyMap<string, string> {
  const page = readFileSync(new URL('../../../docs/studies/experiments.md', import.meta.url), 'utf8');
  return new Map(
    [...page.matchAll(/^\| `([^`]+)` \|.*\| (\d+, \d+) \|$/gm)].map(([, figure, cells]) => [figure!, cells!]),
  );
}

describe('the page on experiments', () => {
  it.each(['geo', 'templates'])('%s: has the numbers of cells of the designs', async (family) => {
    const paper = await PAPERS.find((one) => one.family === family)!.load();
    const page = cellsOnPage();
    for (const figure of paper.figures) {
      const cells = (['reduced', 'full'] as const).map((scale) => cellsOf(paper.design(figure, { scale })).length);
      expect([figure, page.get(figure)]).toEqual([figure, cells.join(', ')]);
    }
  });
});
