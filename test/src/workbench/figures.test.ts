import { describe, expect, it } from 'vitest';
import { validateDesign } from '../../../src/experiments/design.js';
import { FAMILIES } from '../../../src/families/registry.js';
import { familyOfFigure, figureFamilies, figureNames } from '../../../src/workbench/figures.js';

describe('the figures that families declare', () => {
  const declaring = FAMILIES.filter(({ figures }) => figures !== undefined);

  it('no name is declared twice', () => {
    expect(new Set(figureNames()).size).toBe(figureNames().length);
  });

  it('a figure that nobody declares belongs to no family', async () => {
    await expect(familyOfFigure('fig-9.9')).rejects.toThrow('fig-9.9');
  });

  it('are loaded in the order of the registry', async () => {
    expect((await figureFamilies()).flatMap(({ figures }) => figures)).toEqual(figureNames());
  });

  it.each(declaring)('$name has what it declares: titles, sound designs, claims of its own figures', async (family) => {
    for (const figure of family.figures!) {
      const { name, figures } = await familyOfFigure(figure);
      expect([name, figures.figures, typeof figures.titles[figure]]).toEqual([family.name, family.figures, 'string']);
      for (const scale of ['reduced', 'full'] as const) {
        validateDesign(figures.design(figure, { scale, methods: figures.methods }));
      }
      expect(figures.claims.filter((claim) => claim.figure === figure)).not.toEqual([]);
      expect(figures.claims.filter((claim) => !family.figures!.includes(claim.figure))).toEqual([]);
    }
  });

  it.each(declaring)('$name has no reason for a claim that nobody makes', async ({ figures }) => {
    const { claims, reasons } = (await familyOfFigure(figures![0]!)).figures;
    const ids = claims.map(({ id }) => id);
    expect(Object.keys(reasons).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('no family of none gives any', async () => {
    for (const family of FAMILIES.filter((one) => !declaring.includes(one))) {
      expect((await family.load()).use(({ figures }) => figures)).toBeUndefined();
    }
  });
});
