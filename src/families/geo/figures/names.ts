/** Figures of the thesis' chapter 4, in the order of section 4.5; the last is a table. */
export const GEO_FIGURES = ['fig-4.2', 'fig-4.3', 'table-4.2'] as const;

export type GeoFigure = (typeof GEO_FIGURES)[number];
