import type { OptionSpec } from '../options.js';
import { MAX_WORKERS, sweepTrialsOption } from '../shared-options.js';
import { MIN_LENIENCY } from './methods/filters/leniency.js';

/** Options of the command line that utility instances alone have. */
export const UTILITY_OPTIONS: readonly OptionSpec[] = [
  {
    ...{ name: 'trace', flags: '--trace <log>', verbs: ['solve', 'check', 'bound', 'compare', 'sweep'] },
    ...{ kind: { is: 'text' }, isInput: true },
    help: 'log in the Standard Workload Format that jobs are read from, in place of the one that the instance names',
  },
  {
    ...{ name: 'filter', flags: '--filter <filter>', verbs: ['solve', 'sweep'], kind: { is: 'text' } },
    help: 'which candidates a policy may take: none (default), task, per-task or per-resource',
  },
  sweepTrialsOption('to choose a leniency on, and as many others to report it on, 12 by default'),
  {
    ...{
      name: 'workers',
      flags: '--workers <n>',
      verbs: ['sweep'],
      kind: { is: 'whole', least: 1, most: MAX_WORKERS },
    },
    help: 'runs made at a time (default: 1); the answers do not depend on it',
  },
  {
    ...{ name: 'leniency', flags: '--leniency <x>', verbs: ['solve'] },
    kind: { is: 'number', least: MIN_LENIENCY, words: ['online'] },
    help: 'factor on what the filter allows, above 0 (default: 1), or online: learnt so that the budget lasts',
  },
  {
    ...{ name: 'preemption', flags: '--preemption <rule>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'which running tasks give way: none (default with --method), greedy, difference or pair',
  },
  {
    ...{ name: 'reservations', flags: '--reservations <kind>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'what later starts of parallel tasks leave: place-holders (default) or permanent reservations',
  },
  {
    ...{ name: 'binding', flags: '--binding <when>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'when a parallel task gets its nodes: late, at its start (default), or early',
  },
  {
    ...{ name: 'goalCounts', flags: '--goal-counts <what>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'energy that event-based and task-based hold against the goal: consumed (default) or committed',
  },
  {
    ...{ name: 'easyScope', flags: '--easy-scope <scope>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'where easy has its one reservation: system (default) or group of pools that share work',
  },
  {
    ...{ name: 'goal', flags: '--goal <course>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'spending that price aims at: even (default), or as arrivals went the day before',
  },
  {
    ...{ name: 'capacityPrices', flags: '--capacity-prices <from>', verbs: ['solve'], kind: { is: 'text' } },
    help: 'prices of nodes that price charges beside that of energy: none (default), or previous-day',
  },
  {
    ...{ name: 'beside', flags: '--beside <file>', verbs: ['solve'], kind: { is: 'text' }, isInput: true },
    help: 'with --out: day-series.json of plenum templates day --for-utility, to draw the same day by its mappers beside this one',
  },
  {
    ...{ name: 'ganttFrom', flags: '--gantt-from <h>', verbs: ['solve'], kind: { is: 'number', least: 0 } },
    help: 'with --out: hour since the start that the report shows bar by bar (default: the measured one in which most tasks wait)',
  },
];
