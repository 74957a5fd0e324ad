/** Figures of the paper on jobs whose value decays (seed 004): Fig. 5, Fig. 6 with Table II, Fig. 7, and the profiles behind them. */
export const JOBS_FIGURES = ['jobs-checkpoints', 'jobs-nodes', 'jobs-cores', 'jobs-profiles'] as const;

export type JobsFigure = (typeof JOBS_FIGURES)[number];
