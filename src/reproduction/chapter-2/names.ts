/**
 * Names of the figures in chapter 2 and appendix B of the thesis, in its order. "text" stands for claims of a section
 * that no figure shows.
 */
export const CHAPTER_2_FIGURES = [
  'fig-2.1',
  'fig-2.2',
  'fig-2.3',
  'fig-2.4',
  'fig-2.5',
  'fig-2.6',
  'fig-B.1',
  'text-2.5',
  'text-2.7',
] as const;

export type RobustFigure = (typeof CHAPTER_2_FIGURES)[number];
