/**
 * Names of the figures of the paper on jobs whose value decays (Singh et al. 2016). They stand for Fig. 5, Fig. 6 with
 * Table II, Fig. 7, and the profiles of section IV-A. The last one, on bounds, is not in the paper.
 */
export const JOBS_FIGURES = ['jobs-checkpoints', 'jobs-nodes', 'jobs-cores', 'jobs-profiles', 'jobs-bounds'] as const;

export type JobsFigure = (typeof JOBS_FIGURES)[number];
