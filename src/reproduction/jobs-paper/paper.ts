import { cellsOf, type Design } from '../../experiments/design.js';
import type { Paper, View } from '../paper.js';
import { BOUND_CLAIMS } from './claims-bounds.js';
import { CHECKPOINT_CLAIMS } from './claims-checkpoints.js';
import { REJECTED_CLAIMS } from './claims-rejected.js';
import { CORE_CLAIMS, NODE_CLAIMS, PROFILE_CLAIMS } from './claims-value.js';
import { figureData, type Reading, READINGS } from './data.js';
import { figureDesign } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { JOBS_FIGURES, type JobsFigure } from './names.js';
import { JOBS_PACE } from './pace.js';
import { jobsPictures } from './pictures.js';
import { REASONS } from './reasons.js';
import { jobsTables } from './tables.js';
import { jobsTrial } from './trial.js';

/** All that is needed to reproduce the figures of the jobs paper: designs, trials, claims and pages. */
export const JOBS_PAPER: Paper<JobsFigure> = {
  figures: JOBS_FIGURES,
  titles: {
    'jobs-checkpoints': 'jobs-checkpoints: 004 Fig. 5, the time between checkpoints',
    'jobs-nodes': 'jobs-nodes: 004 Fig. 6 and Table II, the number of nodes',
    'jobs-cores': 'jobs-cores: 004 Fig. 7, the cores per node',
    'jobs-profiles': 'jobs-profiles: 004 section IV-A, profiles',
    'jobs-bounds': 'jobs-bounds: every method against the bound on all schedules (ours)',
  },
  design: figureDesign,
  trial: jobsTrial,
  pace: JOBS_PACE,
  claims: [
    ...CHECKPOINT_CLAIMS,
    ...NODE_CLAIMS,
    ...REJECTED_CLAIMS,
    ...CORE_CLAIMS,
    ...PROFILE_CLAIMS,
    ...BOUND_CLAIMS,
  ],
  reasons: REASONS,
  views: [
    view('thesis', READINGS[0]),
    view('reading', READINGS[1]),
    view('reading', READINGS[2]),
    ...READINGS.slice(3).map((reading) => view('regime', reading)),
  ],
  introduction: INTRODUCTION,
  source: { says: 'The paper says', possessive: "the paper's" },
  designSentence,
  charts: jobsPictures,
  results: (records) => jobsTables(figureData(records, READINGS[0]), records),
};

function view(kind: View['kind'], reading: Reading): View {
  const { words, key } = reading;
  return { kind, words, key, data: (records) => figureData(records, reading) };
}

function designSentence(design: Design): string {
  const { name, trials, seed } = design;
  return `${name}: ${cellsOf(design).length} cells of ${trials} trials, months ${seed} to ${seed + trials - 1}.`;
}
