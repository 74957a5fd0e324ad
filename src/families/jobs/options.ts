import type { Options } from '../options.js';
import {
  ALLOW_OUTSIDE,
  ANY_WHOLE,
  AT_LEAST_0,
  AT_LEAST_1,
  DATABASE_BUILD,
  FORCE,
  OUT_FILE,
  sweepTrialsOption,
  TEXT,
} from '../shared-options.js';

/** Methods of the paper, in which nodes bid their free cores and jobs accept or not. */
const BIDDING = ['val-opt', 'val-en-sep-opt', 'val-en-join-opt', 'val-en-adapt-opt'] as const;
/** Methods that may move running jobs. */
const MOVING = ['val-en-adapt-opt', 'price'] as const;
/** Methods that run jobs by list schedules. */
const SCHEDULED = ['val-opt', 'val-en-sep-opt'] as const;
/** Methods that use one design point of the profile for each number of cores. */
const PROFILED = ['val-en-join-opt', 'val-en-adapt-opt'] as const;

/** Commands that run a month by one method. */
const RUNNING = ['solve', 'sweep'] as const;
/** Condition under which some options apply: the run may move jobs. */
const WHERE_MOVED = [{ option: 'moves', isNot: ['none'] }] as const;

/** Options of jobs instances, in addition to those of every family. */
export const JOBS_OPTIONS = {
  readings: {
    flags: '--readings <whose>',
    verbs: RUNNING,
    group: 'what',
    help: 'what the paper leaves open: printed is allocation, at-most-best, literal; single options go before',
    kind: { is: 'choice', of: ['ours', 'printed'] },
    usual: 'ours',
    heededBy: BIDDING,
    label: { words: { printed: 'printed' } },
  },
  valueAt: {
    flags: '--value-at <when>',
    verbs: RUNNING,
    group: 'what',
    help: 'when bids value a job; completion is as predicted',
    kind: { is: 'choice', of: ['completion', 'allocation'] },
    usual: 'completion',
    heededBy: BIDDING,
    label: { values: ['completion', 'allocation'] },
  },
  cores: {
    flags: '--cores <rule>',
    verbs: RUNNING,
    group: 'what',
    help: 'cores of a job that starts: fewest of least time or max-bid of list schedules, best value over energy or at-most-best of profiles',
    kind: { is: 'choice', of: ['fewest', 'max-bid', 'best', 'at-most-best'] },
    usual: 'fewest or best',
    heededBy: { fewest: SCHEDULED, 'max-bid': SCHEDULED, best: PROFILED, 'at-most-best': PROFILED },
    label: { values: ['fewest', 'max-bid', 'best', 'at-most-best'] },
  },
  checkpointInterval: {
    flags: '--checkpoint-interval <s>',
    verbs: RUNNING,
    group: 'what',
    help: 'time between checkpoints, at which jobs may be moved',
    kind: { is: 'number', least: 1 },
    usual: 'what the instance says, else 300 s, of price 3600 s',
    heededBy: MOVING,
    requires: WHERE_MOVED,
    label: { number: 'checkpoints' },
  },
  moves: {
    flags: '--moves <times>',
    verbs: RUNNING,
    group: 'what',
    help: 'how often a job may be moved',
    kind: { is: 'choice', of: ['none', 'once', 'repeated'] },
    usual: 'once, of price repeated',
    heededBy: { none: ['price'], once: MOVING, repeated: MOVING },
    label: { values: ['once', 'repeated'], words: { 'no-moves': 'none' } },
  },
  remaining: {
    flags: '--remaining <how>',
    verbs: RUNNING,
    group: 'what',
    help: 'time left after a move: by the pace seen, or as Eq. 3 is printed',
    kind: { is: 'choice', of: ['repaired', 'literal'] },
    usual: 'repaired',
    heededBy: MOVING,
    requires: WHERE_MOVED,
    label: { values: ['repaired', 'literal'] },
  },
  directions: {
    flags: '--directions <which>',
    verbs: RUNNING,
    group: 'what',
    help: 'moves: deviation is late jobs to more cores and early ones to fewer',
    kind: { is: 'choice', of: ['deviation', 'both'] },
    usual: 'deviation, of price both',
    heededBy: MOVING,
    requires: WHERE_MOVED,
    label: { values: ['deviation', 'both'] },
  },
  moveChoice: {
    flags: '--move-choice <rule>',
    verbs: RUNNING,
    group: 'what',
    help: 'best: no move where the best one gains nothing; gaining: the best of those that gain',
    kind: { is: 'choice', of: ['best', 'gaining'] },
    usual: 'best, of price gaining',
    heededBy: MOVING,
    requires: WHERE_MOVED,
    label: { values: ['gaining'] },
  },
  energyPrice: {
    flags: '--energy-price <x>',
    verbs: RUNNING,
    group: 'what',
    help: 'value that price gives up for a MJ, value/MJ; the objective stays the value',
    kind: { is: 'number', least: 0 },
    usual: '0',
    heededBy: ['price'],
    label: { number: 'energy' },
  },
  corePrices: {
    flags: '--core-prices <how>',
    verbs: RUNNING,
    group: 'what',
    help: 'what price charges for cores: clearing, so that waiting jobs want what there is',
    kind: { is: 'choice', of: ['clearing', 'none'] },
    usual: 'clearing',
    heededBy: ['price'],
    label: { words: { 'free-cores': 'none' } },
  },
  priceHorizon: {
    flags: '--price-horizon <h>',
    verbs: RUNNING,
    group: 'what',
    help: 'hours ahead whose cores these prices fill',
    kind: { is: 'number', least: 0.001, most: 10_000 },
    usual: 'a quarter of the mean least time of jobs',
    heededBy: ['price'],
    requires: [{ option: 'corePrices', isNot: ['none'] }],
    label: { number: 'horizon' },
  },
  profileNodes: {
    flags: '--profile-nodes <n>',
    verbs: ['solve', 'compare', 'sweep', 'bound'],
    group: 'effort',
    help: 'nodes of the exact search for each front of a profile; 0: NSGA-II alone',
    kind: { is: 'whole', least: 0 },
    usual: '300000',
    requires: [{ option: 'profiles', given: false, because: 'those of a file were made with a limit of their own' }],
  },
  profiles: {
    flags: '--profiles <file>',
    verbs: ['solve'],
    group: 'effort',
    help: 'profiles from plenum profiles build, of these job types on these node types; what it lacks is made as it would be there',
    kind: { is: 'text' },
    isInput: true,
  },
  trials: sweepTrialsOption('trials that every value runs on; 1 is the instance itself', 1),
  kind: {
    flags: '--kind <kind>',
    verbs: ['bound'],
    group: 'what',
    help: 'schedules bounded: those in which jobs may move, or those in which each stays on its cores',
    kind: { is: 'choice', of: ['malleable', 'rigid'] },
    usual: 'malleable',
  },
  frontier: {
    flags: '--frontier',
    verbs: ['bound'],
    group: 'what',
    help: 'bound value against energy, too, by a ladder of prices of energy',
    kind: { is: 'flag' },
  },
} as const satisfies Options;

/** Default maximum number of search-tree nodes of the exact search for each front, as in `solve`. */
const DEFAULT_NODE_LIMIT = 300_000;

/** Options of `plenum profiles build`. */
export const PROFILES_BUILD_OPTIONS = {
  ...DATABASE_BUILD,
  nodeLimit: {
    flags: '--node-limit <n>',
    group: 'effort',
    kind: ANY_WHOLE,
    preset: DEFAULT_NODE_LIMIT,
    help: 'nodes of the exact search for each front; 0: NSGA-II alone',
  },
  goal: {
    flags: '--goal <what>',
    kind: { is: 'choice', of: ['front', 'product'] },
    preset: 'front',
    help: 'whole fronts of time and energy, or their least products alone, which are proven sooner and are all that val-en-join-opt and val-en-adapt-opt use',
  },
  seed: { flags: '--seed <n>', group: 'effort', help: 'of NSGA-II', kind: ANY_WHOLE, preset: 1 },
} as const satisfies Options;

/** Options of `plenum profiles query`. */
export const PROFILES_QUERY_OPTIONS = {
  type: { flags: '--type <name>', help: 'job type', kind: TEXT, isRequired: true },
  nodeType: { flags: '--node-type <name>', help: 'node type', kind: TEXT, usual: 'any' },
  cores: { flags: '--cores <n>', kind: AT_LEAST_1, help: 'exactly so many cores' },
  least: {
    flags: '--least <goal>',
    kind: { is: 'choice', of: ['product', 'time', 'energy'] },
    help: 'what is to be least: product of time and energy, time or energy',
    preset: 'product',
  },
  within: { flags: '--within <s>', kind: AT_LEAST_0, help: 'greatest response time' },
  energy: { flags: '--energy <J>', kind: AT_LEAST_0, help: 'greatest energy' },
} as const satisfies Options;

/** Options of `plenum profiles check`. */
export const PROFILES_CHECK_OPTIONS = {
  instance: {
    flags: '--instance <file>',
    kind: TEXT,
    help: 'jobs instance to judge by, where both have the types',
    usual: 'the times and powers in the database',
  },
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;

/** Options of `plenum import wfcommons`. */
export const WFCOMMONS_OPTIONS = {
  out: { ...OUT_FILE, help: 'the instance' },
  instance: {
    flags: '--instance <file>',
    kind: TEXT,
    help: 'jobs instance that gives everything but the job types; its arrivals have to be drawn',
    usual: 'as month-3x10',
  },
  speed: {
    flags: '--speed <GHz>',
    kind: { is: 'number', least: 0.001, most: 100 },
    help: 'frequency of machines that do not say theirs',
  },
  multiCore: {
    flags: '--multi-core <how>',
    kind: { is: 'choice', of: ['refuse', 'split'] },

    help: 'tasks that had or used several cores: refused, or as many tasks beside one another',
    preset: 'refuse',
  },
  missingBytes: {
    flags: '--missing-bytes <n>',
    kind: { is: 'number', least: 0, most: 1e18 },
    help: 'size of files that are handed over and have none',
  },
  force: { ...FORCE, help: 'overwrite a file that Plenum did not write, or that was changed since' },
  allowOutside: ALLOW_OUTSIDE,
} as const satisfies Options;
