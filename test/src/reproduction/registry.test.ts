import { describe, expect, it } from 'vitest';
import { validateDesign } from '../../../src/experiments/design.js';
import { FAMILIES } from '../../../src/families/registry.js';
import { figureNames, paperOfFigure, PAPERS } from '../../../src/reproduction/registry.js';

describe('the figures of the papers', () => {
  it('no name is declared twice', () => {
    expect(new Set(figureNames()).size).toBe(figureNames().length);
  });

  it('a figure that nobody declares is of no paper', () => {
    expect(() => paperOfFigure('fig-9.9')).toThrow('fig-9.9');
  });

  it('every paper is on instances of a family, no two on those of the same', () => {
    const families = PAPERS.map(({ family }) => family);
    expect(FAMILIES.map(({ name }) => name)).toEqual(expect.arrayContaining(families));
    expect(new Set(families).size).toBe(families.length);
  });

  it.each(PAPERS)(
    '$family: has what is declared: titles, sound designs, claims of its own figures',
    async (declared) => {
      const { figures, load } = declared;
      const paper = await load();
      expect(paper.figures).toEqual(figures);
      expect(Object.keys(paper.titles).sort()).toEqual([...figures].sort());
      for (const figure of figures) {
        expect(paperOfFigure(figure)).toBe(declared);
        for (const scale of ['reduced', 'full'] as const) {
          validateDesign(paper.design(figure, { scale }));
        }
        expect(paper.claims.filter((claim) => claim.figure === figure)).not.toEqual([]);
      }
      expect(paper.claims.filter((claim) => !figures.includes(claim.figure))).toEqual([]);
    },
  );

  it.each(PAPERS)(
    '$family: claims have names of their own, and reasons are of claims that are made',
    async ({ load }) => {
      const { claims, reasons } = await load();
      const ids = claims.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(Object.keys(reasons).filter((id) => !ids.includes(id))).toEqual([]);
    },
  );
});
