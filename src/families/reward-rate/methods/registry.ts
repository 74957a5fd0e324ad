import type { MethodRequest, MethodOutcome } from './outcome.js';

// A method's modules are loaded when it is first asked: names and summaries alone must cost nothing.

export interface Method {
  readonly name: string;
  readonly family: 'reward-rate';
  readonly summary: string;
  /** Names of cheaper methods whose plans are never better than this method's, however early it is stopped. */
  readonly siblings?: readonly string[];
  readonly solve: (input: MethodRequest) => Promise<MethodOutcome>;
}

/** All methods of the reward-rate family; the first is the default. */
export const METHODS: readonly Method[] = [
  {
    name: 'config-lp',
    family: 'reward-rate',
    summary: 'whole-node configurations by column generation, certified bound, one configuration per node (default)',
    siblings: ['greedy-power', 'lp'],
    solve: async (input) => (await import('./config-lp.js')).configLp(input),
  },
  {
    name: 'config-ls',
    family: 'reward-rate',
    summary:
      'local search from the plan of config-lp, for limits of your own that an LP cannot express (--constraints)',
    solve: async (input) => (await import('./config-ls/config-ls.js')).configLs(input),
  },
  {
    name: 'lp',
    family: 'reward-rate',
    summary: 'linear program without co-location: core fractions, a naive claim',
    solve: async (input) => (await import('./lp.js')).lp(input),
  },
  {
    name: 'nlp',
    family: 'reward-rate',
    summary:
      'continuous P-states as a nonlinear program (a local optimum), rounded, then linear programs for the fractions',
    solve: async (input) => (await import('./nlp/nlp.js')).nlp(input),
  },
  {
    name: 'ga',
    family: 'reward-rate',
    summary: 'genetic algorithm of the thesis over core fractions and P-states, seeded with the greedy plan',
    solve: async (input) => (await import('./genetic/ga.js')).ga(input),
  },
  {
    name: 'greedy',
    family: 'reward-rate',
    summary: 'Algorithm 2 of the thesis as printed',
    solve: async (input) => (await import('./greedy.js')).greedy(input),
  },
  {
    name: 'greedy-power',
    family: 'reward-rate',
    summary: 'Algorithm 2 with exact set-points, then faster P-states until the budget is spent',
    solve: async (input) => (await import('./greedy-power.js')).greedyPower(input),
  },
  {
    name: 'fcfs',
    family: 'reward-rate',
    summary: 'all nodes on at the fastest P-states, tasks in order of arrival: what plans are compared with',
    solve: async (input) => (await import('./fcfs.js')).fcfs(input),
  },
];

export function methodNamed(name: string): Method | undefined {
  return METHODS.find((method) => method.name === name);
}
