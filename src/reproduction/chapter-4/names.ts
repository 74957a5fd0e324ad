/** Names of the figures and the table in chapter 4 of the thesis, in the order of section 4.5. */
export const CHAPTER_4_FIGURES = ['fig-4.2', 'fig-4.3', 'table-4.2'] as const;

export type GeoFigure = (typeof CHAPTER_4_FIGURES)[number];
