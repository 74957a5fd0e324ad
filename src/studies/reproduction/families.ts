import { anyFamily, type FigureFamily } from './family.js';
import { GEO } from '../../families/geo/figures/family.js';
import type { FigureName } from './names.js';
import { REWARD_RATE } from '../../families/reward-rate/figures/family.js';
import { ROBUST } from '../../families/robust/figures/family.js';
import { TEMPLATES } from '../../families/templates/figures/family.js';

/** In the order of the page. */
export const FAMILIES: readonly FigureFamily[] = [
  anyFamily(REWARD_RATE),
  anyFamily(ROBUST),
  anyFamily(GEO),
  anyFamily(TEMPLATES),
];

export function familyOf(figure: FigureName): FigureFamily {
  return FAMILIES.find(({ figures }) => figures.includes(figure))!;
}
