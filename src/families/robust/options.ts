import type { Options } from '../options.js';
import { boundTimeLimitOption, frontOption, samplesOption } from '../shared-options.js';
import { CONSTRAINT_HANDLING, IMPROVEMENT_WORDS, PENALTY_WEIGHT } from './methods/outcome.js';
import { ROBUST_METHODS, type RobustChoice } from './methods/registry.js';

/** Returns the names of the methods on which an option has an effect. */
function heeding(choice: RobustChoice): readonly string[] {
  return ROBUST_METHODS.filter(({ heeds }) => heeds.includes(choice)).map(({ name }) => name);
}

/** Methods that search in generations and therefore have options for them. */
const GENETIC = ['ga', 'gals'] as const;

/** Command-line options of robust instances, in addition to the options of every family. */
export const ROBUST_OPTIONS = {
  problem: {
    flags: '--problem <goal>',
    verbs: ['solve', 'bound', 'compare', 'check'],
    group: 'what',
    help: 'mo-ec: in time under an energy limit; eo-mc: within the budget under a deadline limit',
    kind: { is: 'choice', of: ['mo-ec', 'eo-mc'] },
    usual: "mo-ec, of check the plan's",
  },
  objective: {
    flags: '--objective <measure>',
    verbs: ['solve', 'compare', 'bound', 'check'],
    group: 'what',
    help: "what mo-ec makes best: psi, the thesis' least certain core, or whole-bag, all cores in time",
    kind: { is: 'choice', of: ['psi', 'whole-bag'] },
    usual: 'psi',
    requires: [{ option: 'problem', isNot: ['eo-mc'], because: 'that maximises phi' }],
  },
  constraint: {
    flags: '--constraint <handling>',
    verbs: ['solve', 'compare'],
    group: 'effort',
    help: 'how a search weighs the limit',
    helpOf: { compare: 'how searches whose label says no other weigh the limit' },
    kind: { is: 'choice', of: CONSTRAINT_HANDLING },
    usual: 'dynamic',
    heededBy: heeding('handling'),
    label: { values: CONSTRAINT_HANDLING },
  },
  improve: {
    flags: '--improve <list>',
    verbs: ['solve', 'compare'],
    group: 'effort',
    help: 'our changes to the printed searches: z,ties,keep or some of them, all, none',
    helpOf: { compare: 'our changes to the printed searches whose label says no other: z,ties,keep, all or none' },
    kind: { is: 'text' },
    usual: 'none',
    heededBy: heeding('improvements'),
    label: { list: IMPROVEMENT_WORDS },
  },
  penaltyWeight: {
    flags: '--penalty-weight <c>',
    verbs: ['solve'],
    group: 'effort',
    help: 'weight of what passes the limit: of the static penalty, and the first one of the dynamic penalty',
    kind: { is: 'number', least: 0 },
    usual: String(PENALTY_WEIGHT),
    heededBy: heeding('handling'),
    requires: [{ option: 'constraint', isNot: ['superiority', 'limit'], because: 'these weigh nothing' }],
  },
  stallHops: {
    flags: '--stall-hops <n>',
    verbs: ['solve'],
    group: 'effort',
    help: 'short-hops without a gain of 0.1 % after which a long-hop follows',
    kind: { is: 'whole', least: 1 },
    usual: '500',
    heededBy: ['tabu'],
  },
  generations: {
    flags: '--generations <n>',
    verbs: ['solve'],
    group: 'effort',
    help: 'generations of the search, founders apart, also where they gain nothing',
    kind: { is: 'whole', least: 1 },
    usual: 'until nothing is gained',
    heededBy: GENETIC,
  },
  localSearch: {
    flags: '--local-search <n>',
    verbs: ['solve'],
    group: 'effort',
    help: 'short-hops that gals makes on each good offspring',
    kind: { is: 'whole', least: 1 },
    usual: '200',
    heededBy: ['gals'],
  },
  persist: {
    flags: '--persist',
    verbs: ['solve'],
    group: 'effort',
    help: 'search on until a limit ends the run, also where nothing is gained any more',
    kind: { is: 'flag' },
    heededBy: heeding('handling'),
  },
  start: {
    flags: '--start <plan>',
    verbs: ['solve'],
    group: 'effort',
    help: 'plan file that a search starts from',
    kind: { is: 'text' },
    isInput: true,
    heededBy: heeding('start'),
  },
  front: frontOption('deadline against budget (Psi under rising phi)'),
  boundTimeLimit: boundTimeLimitOption(ROBUST_METHODS),
  samples: samplesOption('runs of the bag', 100_000),
  law: {
    flags: '--law <list>',
    verbs: ['simulate'],
    group: 'what',
    help: 'beside Gaussian times also gamma, lognormal, empirical:<file.csv>',
    kind: { is: 'text' },
  },
} as const satisfies Options;
