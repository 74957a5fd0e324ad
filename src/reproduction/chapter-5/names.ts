/**
 * Names of the figures in chapter 5 of the thesis, in its order. "text" stands for claims of a section that no figure
 * shows; "text-5.6.2" for those of section 5.7 on the sinusoid, made on days of a real cluster, the trace of section 5.6.2.
 */
export const CHAPTER_5_FIGURES = ['text-5.6', 'text-5.6.2', 'fig-5.4', 'fig-5.5'] as const;

export type TemplatesFigure = (typeof CHAPTER_5_FIGURES)[number];
