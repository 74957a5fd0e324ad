import type { OptionSpec } from '../options.js';
import { sweepTrialsOption } from '../shared-options.js';

/** Options of the command line that jobs instances alone have. */
export const JOBS_OPTIONS: readonly OptionSpec[] = [
  {
    ...{ name: 'readings', flags: '--readings <whose>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'what the paper leaves open: ours (default), or printed: value at allocation, at-most-best cores, literal remaining time; other options go before',
  },
  {
    ...{ name: 'valueAt', flags: '--value-at <when>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'when bids value a job: completion, as predicted (default), or allocation',
  },
  {
    ...{ name: 'cores', flags: '--cores <rule>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'cores of a job that starts: fewest of least time (default) or max-bid for val-opt and val-en-sep-opt; best value over energy (default) or at-most-best for val-en-join-opt and val-en-adapt-opt',
  },
  {
    ...{ name: 'checkpointInterval', flags: '--checkpoint-interval <s>', verbs: ['solve', 'sweep'] },
    kind: { is: 'number', least: 1 },
    help: 'time between checkpoints, at which jobs may be moved (default: what the instance says)',
  },
  {
    ...{ name: 'moves', flags: '--moves <times>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'how often a job may be moved: once (default of val-en-adapt-opt), repeated (default of price), or none',
  },
  {
    ...{ name: 'remaining', flags: '--remaining <how>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'time left after a move: repaired, by the pace seen (default), or literal, as Eq. 3 is printed',
  },
  {
    ...{ name: 'directions', flags: '--directions <which>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'moves: deviation, late jobs to more cores and early ones to fewer (default of val-en-adapt-opt), or both (default of price)',
  },
  {
    ...{ name: 'moveChoice', flags: '--move-choice <rule>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'best: no move where the best one gains nothing (default of val-en-adapt-opt), or gaining: the best of those that gain (default of price)',
  },
  {
    ...{
      name: 'energyPrice',
      flags: '--energy-price <x>',
      verbs: ['solve', 'sweep'],
      kind: { is: 'number', least: 0 },
    },
    help: 'value that price gives up for a MJ, value/MJ (default: 0)',
  },
  {
    ...{ name: 'corePrices', flags: '--core-prices <how>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'what price charges for cores: clearing, so that waiting jobs want what there is (default), or none',
  },
  {
    ...{ name: 'priceHorizon', flags: '--price-horizon <h>', verbs: ['solve', 'sweep'] },
    kind: { is: 'number', least: 0.001, most: 10_000 },
    help: 'hours ahead whose cores these prices fill (default: 12)',
  },
  {
    ...{
      name: 'profileNodes',
      flags: '--profile-nodes <n>',
      verbs: ['solve', 'compare', 'sweep', 'bound'],
      kind: { is: 'whole', least: 0 },
    },
    help: 'nodes of the exact search for each front of a profile; 0: NSGA-II alone (default: 300000)',
  },
  {
    ...{ name: 'profiles', flags: '--profiles <file>', verbs: ['solve'], kind: { is: 'text' }, isInput: true },
    help: 'profiles from plenum profiles build, of these job types on these node types; what it lacks is made as it would be there',
  },
  sweepTrialsOption('that every value runs on, 1 by default: the instance itself'),
  {
    ...{ name: 'kind', flags: '--kind <kind>', verbs: ['bound'], kind: { is: 'choice', of: ['malleable', 'rigid'] } },
    help: 'schedules bounded: malleable, in which jobs may move (default), or rigid, in which each stays on its cores',
  },
  {
    ...{ name: 'frontier', flags: '--frontier', verbs: ['bound'], kind: { is: 'flag' } },
    help: 'bound value against energy, too, by a ladder of prices of energy',
  },
];
