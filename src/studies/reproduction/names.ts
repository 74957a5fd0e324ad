/** Figures of the thesis' chapter 3, in its order; "text" is what a section says without a figure. */
export const REWARD_RATE_FIGURES = ['fig-3.3', 'fig-3.4', 'fig-3.5', 'fig-3.6', 'fig-3.7', 'text-3.6'] as const;
/** Of chapter 2 and appendix B. */
export const ROBUST_FIGURES = [
  'fig-2.1',
  'fig-2.2',
  'fig-2.3',
  'fig-2.4',
  'fig-2.5',
  'fig-2.6',
  'fig-B.1',
  'text-2.7',
] as const;

/** Of chapter 4, in the order of section 4.5; the last is a table. */
export const GEO_FIGURES = ['fig-4.2', 'fig-4.3', 'table-4.2'] as const;

/** Of chapter 5. */
export const TEMPLATES_FIGURES = ['fig-5.4', 'fig-5.5', 'text-5.6'] as const;

export type RewardRateFigure = (typeof REWARD_RATE_FIGURES)[number];
export type RobustFigure = (typeof ROBUST_FIGURES)[number];
export type GeoFigure = (typeof GEO_FIGURES)[number];
export type TemplatesFigure = (typeof TEMPLATES_FIGURES)[number];
export type FigureName = RewardRateFigure | RobustFigure | GeoFigure | TemplatesFigure;

/** In the order in which `all` runs them. */
export const FIGURES: readonly FigureName[] = [
  ...REWARD_RATE_FIGURES,
  ...ROBUST_FIGURES,
  ...GEO_FIGURES,
  ...TEMPLATES_FIGURES,
];

export type Scale = 'reduced' | 'full';

export interface FigureOptions {
  readonly scale: Scale;
  /** Instead of the scale's own number. */
  readonly trials?: number;
  /** Methods that exist; others are left out of the design. */
  readonly methods: readonly string[];
}

/** Levels from `from` to `to`, both included. */
export function range(from: number, to: number, step: number): string[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, n) => String(from + n * step));
}
