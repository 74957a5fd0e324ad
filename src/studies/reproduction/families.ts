import { anyFamily, type FigureFamily } from './family.js';
import { GEO } from './geo/family.js';
import type { FigureName } from './names.js';
import { REWARD_RATE } from './reward-rate/family.js';
import { ROBUST } from './robust/family.js';
import { TEMPLATES } from './templates/family.js';

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
