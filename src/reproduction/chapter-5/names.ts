/** Figures of the thesis' chapter 5, in its order; "text" is what a section says without a figure. */
export const CHAPTER_5_FIGURES = ['fig-5.4', 'fig-5.5', 'text-5.6'] as const;

export type TemplatesFigure = (typeof CHAPTER_5_FIGURES)[number];
