/** Figures of the thesis' chapter 3, in its order; "text" is what a section says without a figure. */
export const CHAPTER_3_FIGURES = ['fig-3.3', 'fig-3.4', 'fig-3.5', 'fig-3.6', 'fig-3.7', 'text-3.6'] as const;

export type RewardRateFigure = (typeof CHAPTER_3_FIGURES)[number];
