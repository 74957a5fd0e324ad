import { TEXT_FIGURES } from './figures-text.js';

/**
 * Names of the figures in chapter 3 of the thesis, in its order. "text" stands for claims of a section that no figure
 * shows.
 */
export const CHAPTER_3_FIGURES = ['fig-3.3', 'fig-3.4', 'fig-3.5', 'fig-3.6', 'fig-3.7', ...TEXT_FIGURES] as const;

export type RewardRateFigure = (typeof CHAPTER_3_FIGURES)[number];
