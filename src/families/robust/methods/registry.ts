import type { RobustMethodRequest, RobustMethodOutcome } from './outcome.js';
// A method's modules are loaded when it is first asked: names and summaries alone must cost nothing.

export interface RobustMethod {
  readonly name: string;
  readonly family: 'robust';
  readonly summary: string;
  /** Options that affect the method. A run that sets any other option of `RobustChoice` is refused. */
  readonly heeds: readonly RobustChoice[];
  /** True if the method itself proves a bound. */
  readonly certifies: boolean;
  readonly solve: (input: RobustMethodRequest) => Promise<RobustMethodOutcome>;
}

/**
 * Options that affect only some methods. A method that does not use `objective` maximizes Psi, the probability of the
 * core least likely to be in time. Its plans are still rated by the requested measure.
 */
export type RobustChoice = 'handling' | 'improvements' | 'start' | 'objective';

/** Options that affect the searches of the thesis (tabu search and genetic algorithms). */
const SEARCH_CHOICES: readonly RobustChoice[] = ['handling', 'improvements', 'start'];

/** All methods for robust bags of tasks; the first is the default. */
export const ROBUST_METHODS: readonly RobustMethod[] = [
  {
    name: 'lagrange',
    family: 'robust',
    summary: 'priced construction, repair and polish, with the Lagrangian bound (default)',
    heeds: ['start', 'objective'],
    certifies: true,
    solve: async (input) => (await import('./lagrange/lagrange.js')).lagrange(input),
  },
  {
    name: 'tabu',
    family: 'robust',
    summary: 'tabu search of the thesis: three short-hop operators, long-hops',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: async (input) => (await import('./tabu/tabu.js')).tabu(input),
  },
  {
    name: 'ga',
    family: 'robust',
    summary: 'genetic algorithm of the thesis (Genitor)',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: async (input) => (await import('./genetic/ga.js')).ga(input),
  },
  {
    name: 'gals',
    family: 'robust',
    summary: 'the same with local search on good offspring',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: async (input) => (await import('./genetic/ga.js')).gals(input),
  },
  {
    name: 'min-energy',
    family: 'robust',
    summary: 'every task where it takes least energy',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./greedy/greedy.js')).minEnergy(input),
  },
  {
    name: 'min-min-pmin',
    family: 'robust',
    summary: 'Min-Min completion time in P-state 0',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./greedy/greedy.js')).minMinPmin(input),
  },
  {
    name: 'min-min-pmax',
    family: 'robust',
    summary: 'Min-Min completion time in the slowest P-state',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./greedy/greedy.js')).minMinPmax(input),
  },
  {
    name: 'min-min-balance',
    family: 'robust',
    summary: 'Min-Min, then greedy reassignment of tasks and P-states',
    heeds: [],
    certifies: false,
    solve: async (input) => (await import('./greedy/greedy.js')).minMinBalance(input),
  },
];
export function robustMethodNamed(name: string): RobustMethod | undefined {
  return ROBUST_METHODS.find((method) => method.name === name);
}
