import type { OptionSpec } from '../options.js';
import { BOUND_TIME_LIMIT, frontOption, objectiveOption, samplesOption } from '../shared-options.js';

/** Runs of the bag where --samples does not say. */
export const DEFAULT_SAMPLES = 100_000;

/** Kind of an option whose value is any text. */
const TEXT = { is: 'text' } as const;
/** Option for the problem, as all verbs that take it write it. */
const GOAL = { name: 'problem', flags: '--problem <goal>', kind: TEXT };
/** Option for how searches weigh their limit, as all verbs that take it write it. */
const HANDLING = { name: 'constraint', flags: '--constraint <handling>' };
/** Option for our changes to the printed searches, as all verbs that take it write it. */
const IMPROVE = { name: 'improve', flags: '--improve <list>', kind: TEXT };

/** Measures that MO-EC may maximise, in words. */
const MEASURES = "with mo-ec psi, the thesis' least certain core (default), or whole-bag, all cores in time";

/** Options of robust instances beside those of every family. */
export const ROBUST_OPTIONS: readonly OptionSpec[] = [
  { ...GOAL, verbs: ['solve', 'bound', 'compare'], help: 'mo-ec or eo-mc (default: mo-ec)' },
  { ...GOAL, verbs: ['check'], help: "mo-ec or eo-mc (default: the plan's)" },
  objectiveOption(['solve', 'compare'], MEASURES),
  {
    ...{ name: 'objective', flags: '--objective <measure>', verbs: ['bound', 'check'], kind: TEXT },
    help: `what counts: ${MEASURES}`,
  },
  {
    ...{ ...HANDLING, verbs: ['solve'], kind: TEXT },
    help: 'how a search weighs the limit: dynamic (default), static, superiority or limit',
  },
  {
    ...{ ...HANDLING, verbs: ['compare'], kind: TEXT },
    help: 'how searches whose label says no other weigh the limit: dynamic (default), static, superiority or limit',
  },
  {
    ...{ ...IMPROVE, verbs: ['solve'] },
    help: 'our changes to the printed searches: z,ties,keep, all or none (default: none)',
  },
  {
    ...{ ...IMPROVE, verbs: ['compare'] },
    help: 'our changes to the printed searches whose label says no other: z,ties,keep, all or none (default: none)',
  },
  {
    ...{ name: 'start', flags: '--start <plan>', verbs: ['solve'], kind: TEXT, isInput: true },
    help: 'plan file that a search starts from',
  },
  frontOption('deadline against budget, Psi under rising phi'),
  BOUND_TIME_LIMIT,
  samplesOption(`runs of the bag, ${DEFAULT_SAMPLES} by default`),
  {
    ...{ name: 'law', flags: '--law <list>', verbs: ['simulate'], kind: TEXT },
    help: 'beside Gaussian times also gamma, lognormal, empirical:<file.csv>',
  },
];
