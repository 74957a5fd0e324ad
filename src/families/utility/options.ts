import type { Options } from '../options.js';
import { sweepTrialsOption, workersOption } from '../shared-options.js';
import { MIN_LENIENCY } from './methods/filters/leniency.js';
import { POLICIES } from './methods/registry.js';

/**
 * Names of the policies that start the best candidate (pool, P-state and start) of all waiting tasks. Under other
 * policies tasks choose in turn.
 */
const BEST_FIRST = POLICIES.filter(({ takesTurns }) => takesTurns !== true).map(({ name }) => name);
/** Names of all policies, without `clairvoyant`, which knows all arrivals in advance. */
const ALL_POLICIES = POLICIES.map(({ name }) => name);

/**
 * Options of utility instances, besides those of every family. Whether an instance supports them is checked after
 * reading it.
 */
export const UTILITY_OPTIONS = {
  trace: {
    flags: '--trace <log>',
    verbs: ['solve', 'check', 'bound', 'compare', 'sweep'],
    group: 'what',
    help: 'log in the Standard Workload Format that jobs are read from, in place of the one that the instance names',
    kind: { is: 'text' },
    isInput: true,
  },
  filter: {
    flags: '--filter <filter>',
    verbs: ['solve', 'sweep'],
    group: 'what',
    help: 'which candidates a policy may take',
    kind: { is: 'choice', of: ['none', 'task', 'per-task', 'per-resource'] },
    usual: 'none',
    heededBy: { task: ALL_POLICIES, 'per-task': ALL_POLICIES, 'per-resource': ALL_POLICIES },
    label: { values: ['task', 'per-task', 'per-resource'] },
  },
  leniency: {
    flags: '--leniency <x>',
    verbs: ['solve'],
    group: 'what',
    help: 'factor on what the filter allows, above 0, or online: learnt so that the budget lasts',
    kind: { is: 'number', least: MIN_LENIENCY, words: ['online'] },
    usual: '1',
    requires: [{ option: 'filter', is: ['task', 'per-task', 'per-resource'] }],
    label: { behind: 'filter' },
  },
  trials: sweepTrialsOption('trials to choose a leniency on, and as many others to report it on', 12),
  workers: {
    ...workersOption('runs made at a time; the answers do not depend on it'),
    verbs: ['sweep'],
    group: 'effort',
    usual: '1',
  },
  preemption: {
    flags: '--preemption <rule>',
    verbs: ['solve'],
    group: 'what',
    help: 'which running tasks give way',
    kind: { is: 'choice', of: ['none', 'greedy', 'difference', 'pair'] },
    usual: 'none with --method, else greedy',
    heededBy: { greedy: BEST_FIRST, difference: BEST_FIRST, pair: BEST_FIRST },
    label: { values: ['greedy', 'difference', 'pair'] },
  },
  reservations: {
    flags: '--reservations <kind>',
    verbs: ['solve'],
    group: 'what',
    help: 'what later starts of parallel tasks leave',
    kind: { is: 'choice', of: ['place-holders', 'permanent'] },
    usual: 'place-holders',
    heededBy: BEST_FIRST,
    label: { values: ['permanent'] },
  },
  binding: {
    flags: '--binding <when>',
    verbs: ['solve'],
    group: 'what',
    help: 'when a parallel task gets its nodes: late is at its start',
    kind: { is: 'choice', of: ['late', 'early'] },
    usual: 'late',
    heededBy: ALL_POLICIES,
    label: { values: ['early'] },
  },
  goalCounts: {
    flags: '--goal-counts <what>',
    verbs: ['solve'],
    group: 'what',
    help: 'energy that event-based and task-based hold against the goal',
    kind: { is: 'choice', of: ['consumed', 'committed'] },
    usual: 'consumed',
    heededBy: ['event-based', 'task-based'],
    label: { values: ['committed'] },
  },
  goalRate: {
    flags: '--goal-rate <rate>',
    verbs: ['solve'],
    group: 'what',
    help: 'rate at which the goal of event-based and task-based grows: arrivals is that of the work expected by the hour',
    kind: { is: 'choice', of: ['constant', 'arrivals'] },
    usual: 'constant',
    heededBy: ['event-based', 'task-based'],
    label: { values: ['arrivals'] },
  },
  easyScope: {
    flags: '--easy-scope <scope>',
    verbs: ['solve'],
    group: 'what',
    help: 'where easy has its one reservation: group is of pools that share work',
    kind: { is: 'choice', of: ['system', 'group'] },
    usual: 'system',
    heededBy: ['easy'],
    label: { values: ['group'] },
  },
  beside: {
    flags: '--beside <file>',
    verbs: ['solve'],
    group: 'output',
    help: 'day-series.json of plenum templates day --for-utility: the same day by its mappers, drawn beside this one',
    kind: { is: 'text' },
    isInput: true,
    requires: [{ option: 'out', given: true, because: 'the days are drawn in report.html' }],
  },
  ganttFrom: {
    flags: '--gantt-from <h>',
    verbs: ['solve'],
    group: 'output',
    help: 'hour since the start that the report shows bar by bar',
    kind: { is: 'number', least: 0 },
    usual: 'the measured one in which most tasks wait',
    requires: [{ option: 'out', given: true, because: 'the hour is in report.html alone' }],
  },
} as const satisfies Options;
