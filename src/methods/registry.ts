import type { GeoMethodInput, GeoMethodOutcome } from './geo/outcome.js';
import type { MethodInput, MethodOutcome } from './reward-rate/outcome.js';
import type { RobustMethodInput, RobustMethodOutcome } from './robust/outcome.js';

// A method's modules are loaded when it is first asked: names and summaries alone must cost nothing.

export interface Method {
  readonly name: string;
  readonly family: 'reward-rate';
  readonly summary: string;
  /** Cheaper methods than which a run of this one never returns less, however early it is stopped. */
  readonly siblings?: readonly string[];
  readonly solve: (input: MethodInput) => Promise<MethodOutcome>;
}

export interface RobustMethod {
  readonly name: string;
  readonly family: 'robust';
  readonly summary: string;
  /** Which choices of a request it heeds; the others are refused rather than ignored. */
  readonly heeds: readonly RobustChoice[];
  /** Whether it proves a bound itself, within its limits. */
  readonly certifies: boolean;
  readonly solve: (input: RobustMethodInput) => Promise<RobustMethodOutcome>;
}

export interface GeoMethod {
  readonly name: string;
  readonly family: 'geo';
  readonly summary: string;
  /** Whether it proves a bound itself, within its limits. */
  readonly certifies: boolean;
  /** Whether it draws: others find the same with every seed. */
  readonly stochastic: boolean;
  /** Quick methods than which a run of this one never returns a costlier plan, however early it is stopped. */
  readonly siblings?: readonly string[];
  readonly solve: (input: GeoMethodInput) => Promise<GeoMethodOutcome>;
}

/** How the limit is weighed, our improvements of printed searches, a plan to start from. */
export type RobustChoice = 'handling' | 'improvements' | 'start';

const SEARCH_CHOICES: readonly RobustChoice[] = ['handling', 'improvements', 'start'];

/** The only list of methods; the CLI and studies consult it. */
export const METHODS: readonly Method[] = [
  {
    name: 'config-lp',
    family: 'reward-rate',
    summary: 'whole-node configurations by column generation, certified bound, one configuration per node (default)',
    siblings: ['greedy-power', 'lp'],
    solve: async (input) => (await import('./reward-rate/config-lp.js')).configLp(input),
  },
  {
    name: 'config-ls',
    family: 'reward-rate',
    summary:
      'local search from the plan of config-lp, for limits of your own that an LP cannot express (--constraints)',
    solve: async (input) => (await import('./reward-rate/config-ls/config-ls.js')).configLs(input),
  },
  {
    name: 'lp',
    family: 'reward-rate',
    summary: 'linear program without co-location: core fractions, a naive claim',
    solve: async (input) => (await import('./reward-rate/lp.js')).lp(input),
  },
  {
    name: 'nlp',
    family: 'reward-rate',
    summary:
      'continuous P-states as a nonlinear program (a local optimum), rounded, then linear programs for the fractions',
    solve: async (input) => (await import('./reward-rate/nlp/nlp.js')).nlp(input),
  },
  {
    name: 'ga',
    family: 'reward-rate',
    summary: 'genetic algorithm of the thesis over core fractions and P-states, seeded with the greedy plan',
    solve: async (input) => (await import('./reward-rate/genetic/ga.js')).ga(input),
  },
  {
    name: 'greedy',
    family: 'reward-rate',
    summary: 'Algorithm 2 of the thesis as printed',
    solve: async (input) => (await import('./reward-rate/greedy.js')).greedy(input),
  },
  {
    name: 'greedy-power',
    family: 'reward-rate',
    summary: 'Algorithm 2 with exact set-points, then faster P-states until the budget is spent',
    solve: async (input) => (await import('./reward-rate/greedy-power.js')).greedyPower(input),
  },
];

export const DEFAULT_METHOD = 'config-lp';

export function methodNamed(name: string): Method | undefined {
  return METHODS.find((method) => method.name === name);
}

/** The same of robust bag-of-tasks instances. */
export const ROBUST_METHODS: readonly RobustMethod[] = [
  {
    name: 'lagrange',
    family: 'robust',
    summary: 'priced construction, repair and polish, with the Lagrangian bound (default)',
    heeds: ['start'],
    certifies: true,
    solve: async (input) => (await import('./robust/lagrange/lagrange.js')).lagrange(input),
  },
  {
    name: 'tabu',
    family: 'robust',
    summary: 'tabu search of the thesis: three short-hop operators, long-hops',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: async (input) => (await import('./robust/tabu/tabu.js')).tabu(input),
  },
  {
    name: 'ga',
    family: 'robust',
    summary: 'genetic algorithm of the thesis (Genitor)',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: async (input) => (await import('./robust/genetic/ga.js')).ga(input),
  },
  {
    name: 'gals',
    family: 'robust',
    summary: 'the same with local search on good offspring',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: async (input) => (await import('./robust/genetic/ga.js')).gals(input),
  },
  {
    name: 'min-energy',
    family: 'robust',
    summary: 'every task where it takes least energy',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./robust/greedy/greedy.js')).minEnergy(input),
  },
  {
    name: 'min-min-pmin',
    family: 'robust',
    summary: 'Min-Min completion time in P-state 0',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./robust/greedy/greedy.js')).minMinPmin(input),
  },
  {
    name: 'min-min-pmax',
    family: 'robust',
    summary: 'Min-Min completion time in the slowest P-state',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./robust/greedy/greedy.js')).minMinPmax(input),
  },
  {
    name: 'min-min-balance',
    family: 'robust',
    summary: 'Min-Min, then greedy reassignment of tasks and P-states',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./robust/greedy/greedy.js')).minMinBalance(input),
  },
];

export const DEFAULT_ROBUST_METHOD = 'lagrange';

export function robustMethodNamed(name: string): RobustMethod | undefined {
  return ROBUST_METHODS.find((method) => method.name === name);
}

/** The same of geo-distributed load. */
export const GEO_METHODS: readonly GeoMethod[] = [
  {
    name: 'gld-lp',
    family: 'geo',
    summary:
      'linear program over node configurations, all epochs at once, rounded to whole nodes, with its bound (default)',
    certifies: true,
    stochastic: false,
    siblings: ['gald-cl', 'fdld-cl'],
    solve: async (input) => (await import('./geo/gld/gld-lp.js')).gldLpMethod(input),
  },
  {
    name: 'fdld-so',
    family: 'geo',
    summary: 'force-directed load distribution of the thesis, simple over-provisioning',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./geo/fdld/fdld.js')).fdldSo(input),
  },
  {
    name: 'fdld-tao',
    family: 'geo',
    summary: 'the same with task-aware over-provisioning',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./geo/fdld/fdld.js')).fdldTao(input),
  },
  {
    name: 'fdld-cl',
    family: 'geo',
    summary: 'the same with the co-location model',
    certifies: false,
    stochastic: false,
    solve: async (input) => (await import('./geo/fdld/fdld.js')).fdldCl(input),
  },
  {
    name: 'gald-cl',
    family: 'geo',
    summary: 'genetic algorithm of the thesis over shares of arrival rates, greedy within data centres',
    certifies: false,
    stochastic: true,
    solve: async (input) => (await import('./geo/gald/gald.js')).galdCl(input),
  },
];

export const DEFAULT_GEO_METHOD = 'gld-lp';

export function geoMethodNamed(name: string): GeoMethod | undefined {
  return GEO_METHODS.find((method) => method.name === name);
}
