import { J_PER_GJ } from '../../../models/units.js';
import { cellsOf, type Design } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import type { Paper, View } from '../paper.js';
import { BUDGET_CLAIMS } from './claims-budgets.js';
import { PARALLEL_CLAIMS } from './claims-parallel.js';
import { PREEMPTIVE_CLAIMS } from './claims-preemptive.js';
import { SERIAL_CLAIMS } from './claims-serial.js';
import { TESTBED_CLAIMS } from './claims-testbed.js';
import { VARIANT_CLAIMS } from './claims-variants.js';
import { WORKLOAD_CLAIMS } from './claims-workloads.js';
import { figureData, type Reading, READINGS } from './data.js';
import { figureDesign } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { UTILITY_FIGURES, type UtilityFigure } from './names.js';
import { UTILITY_PACE } from './pace.js';
import { utilityPictures } from './pictures.js';
import { REASONS } from './reasons.js';
import { utilityTables } from './tables.js';
import { utilityTrial } from './trial.js';

/**
 * All that is needed to reproduce the figures of the papers on utility-based scheduling: designs, trials, claims and
 * pages.
 */
export const UTILITY_PAPERS: Paper<UtilityFigure> = {
  figures: UTILITY_FIGURES,
  titles: {
    'utility-serial': 'utility-serial: 001 Figs. 3 to 7, serial tasks within an energy budget, and the energy leniency',
    'utility-parallel-5000': 'utility-parallel-5000: 000 Figs. 8, 10 and 11, 5,000 parallel tasks a day',
    'utility-budgets': 'utility-budgets: 000 Figs. 12 and 13, the energy budget',
    'utility-parallel-10000': 'utility-parallel-10000: 000 Fig. 9, 10,000 parallel tasks a day',
    'utility-curie': "utility-curie: 000 Figs. 14 and 15, days of Curie's log",
    'utility-testbed': 'utility-testbed: 000 Fig. 16, the experiment on a blade server',
    'utility-preemptive': 'utility-preemptive: 002 Figs. 3, 5, 6 and 7, preemption and baselines',
    'utility-bursts': 'utility-bursts: 002 Fig. 4, the burst size',
  },
  design: figureDesign,
  trial: utilityTrial,
  pace: UTILITY_PACE,
  claims: [
    ...SERIAL_CLAIMS,
    ...PARALLEL_CLAIMS.usual,
    ...BUDGET_CLAIMS,
    ...PARALLEL_CLAIMS.large,
    ...PARALLEL_CLAIMS.curie,
    ...TESTBED_CLAIMS,
    ...VARIANT_CLAIMS,
    ...PREEMPTIVE_CLAIMS,
    ...WORKLOAD_CLAIMS,
  ],
  reasons: REASONS,
  views: [
    view('thesis', READINGS[0], 'shares'),
    view('reading', READINGS[1], 'randomFiltered'),
    { ...view('regime', READINGS[2], 'printedGJ'), data: (records) => figureData(records, printedReading(records)) },
  ],
  introduction: INTRODUCTION,
  source: { says: 'The papers say', possessive: "the papers'" },
  designSentence,
  charts: utilityPictures,
  results: (records) => utilityTables(figureData(records, READINGS[0]), records),
};

function view(kind: View['kind'], reading: Reading, key: string): View {
  return { kind, words: reading, key, data: (records) => figureData(records, reading) };
}

/**
 * Returns the interpretation with the printed numbers of GJ if the design has such budgets. Otherwise returns the
 * papers' own interpretation, so that the view adds nothing new.
 */
function printedReading({ design }: Records): Reading {
  const isPrinted = design.factors.some(({ levels }) => levels.some((level) => / GJ\b/.test(level)));
  return READINGS[isPrinted ? 2 : 0];
}

function designSentence(design: Design): string {
  const { name, trials, seed, settings } = design;
  if (settings['log'] === null) return `${name}: not run, as ${NO_LOG}.`;
  const { unconstrainedJ } = settings;
  const budget =
    typeof unconstrainedJ === 'number'
      ? ` Shares are of ${(unconstrainedJ / J_PER_GJ).toFixed(3)} GJ, drawn without a budget in the mean of twelve trials.`
      : '';
  return `${name}: ${cellsOf(design).length} cells of ${trials} trials, seeds ${seed} to ${seed + trials - 1}.${budget}`;
}

/** Text for a figure that needs the log of the cluster Curie, which is not available. */
const NO_LOG = "Curie's log was not named (PLENUM_CURIE_LOG)";
