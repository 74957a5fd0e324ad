/** Figures of the thesis' chapter 4, in the order of section 4.5; the last is a table. */
export const CHAPTER_4_FIGURES = ['fig-4.2', 'fig-4.3', 'table-4.2'] as const;

export type GeoFigure = (typeof CHAPTER_4_FIGURES)[number];
