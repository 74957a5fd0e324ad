import type { Family } from '../families/family.js';
import { FAMILIES } from '../families/registry.js';
import type { FigureFamily } from '../studies/reproduction/family.js';

/** Names of the published figures that the families declare, in the order in which `all` runs them. */
export function figureNames(families: readonly Family[] = FAMILIES): readonly string[] {
  return families.flatMap(({ figures = [] }) => figures);
}

/** The figures of the families that declare any, loaded, in the order of the page. */
export async function figureFamilies(families: readonly Family[] = FAMILIES): Promise<readonly FigureFamily[]> {
  const loaded = await Promise.all(families.filter(({ figures = [] }) => figures.length > 0).map(figuresOf));
  return loaded.filter((one) => one !== undefined);
}

/** The family that a figure is of, its figures loaded. @throws RangeError where no family declares the figure. */
export async function familyOfFigure(
  figure: string,
  families: readonly Family[] = FAMILIES,
): Promise<{ readonly name: string; readonly figures: FigureFamily }> {
  const family = families.find(({ figures = [] }) => figures.includes(figure));
  const figures = family === undefined ? undefined : await figuresOf(family);
  if (family === undefined || figures === undefined) throw new RangeError(`${figure} is a figure of no family`);
  return { name: family.name, figures };
}

async function figuresOf({ load }: Family): Promise<FigureFamily | undefined> {
  const parts = await load();
  return parts.use(({ figures }) => figures)?.();
}
