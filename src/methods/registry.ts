import { configLp } from './reward-rate/config-lp.js';
import { configLs } from './reward-rate/config-ls/config-ls.js';
import { ga } from './reward-rate/genetic/ga.js';
import { greedyPower } from './reward-rate/greedy-power.js';
import { greedy } from './reward-rate/greedy.js';
import { lp } from './reward-rate/lp.js';
import { nlp } from './reward-rate/nlp/nlp.js';
import type { MethodInput, MethodOutcome } from './reward-rate/outcome.js';
import { ga as robustGa, gals as robustGals } from './robust/genetic/ga.js';
import { minEnergy, minMinBalance, minMinPmax, minMinPmin } from './robust/greedy/greedy.js';
import { lagrange } from './robust/lagrange/lagrange.js';
import { tabu } from './robust/tabu/tabu.js';
import type { RobustMethodInput, RobustMethodOutcome } from './robust/outcome.js';

export interface Method {
  readonly name: string;
  readonly family: 'reward-rate';
  readonly summary: string;
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

/** How the limit is weighed, our improvements of printed searches, a plan to start from. */
export type RobustChoice = 'handling' | 'improvements' | 'start';

const SEARCH_CHOICES: readonly RobustChoice[] = ['handling', 'improvements', 'start'];

/** The only list of methods; the CLI and studies consult it. */
export const METHODS: readonly Method[] = [
  {
    name: 'config-lp',
    family: 'reward-rate',
    summary: 'whole-node configurations by column generation, certified bound, one configuration per node (default)',
    solve: configLp,
  },
  {
    name: 'config-ls',
    family: 'reward-rate',
    summary:
      'local search from the plan of config-lp, for limits of your own that an LP cannot express (--constraints)',
    solve: configLs,
  },
  {
    name: 'lp',
    family: 'reward-rate',
    summary: 'linear program without co-location: core fractions, a naive claim',
    solve: lp,
  },
  {
    name: 'nlp',
    family: 'reward-rate',
    summary:
      'continuous P-states as a nonlinear program (a local optimum), rounded, then linear programs for the fractions',
    solve: nlp,
  },
  {
    name: 'ga',
    family: 'reward-rate',
    summary: 'genetic algorithm of the thesis over core fractions and P-states, seeded with the greedy plan',
    solve: ga,
  },
  { name: 'greedy', family: 'reward-rate', summary: 'Algorithm 2 of the thesis as printed', solve: greedy },
  {
    name: 'greedy-power',
    family: 'reward-rate',
    summary: 'Algorithm 2 with exact set-points, then faster P-states until the budget is spent',
    solve: greedyPower,
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
    solve: lagrange,
  },
  {
    name: 'tabu',
    family: 'robust',
    summary: 'tabu search of the thesis: three short-hop operators, long-hops',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: tabu,
  },
  {
    name: 'ga',
    family: 'robust',
    summary: 'genetic algorithm of the thesis (Genitor)',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: robustGa,
  },
  {
    name: 'gals',
    family: 'robust',
    summary: 'the same with local search on good offspring',
    heeds: SEARCH_CHOICES,
    certifies: false,
    solve: robustGals,
  },
  {
    name: 'min-energy',
    family: 'robust',
    summary: 'every task where it takes least energy',
    heeds: [],
    certifies: false,
    solve: minEnergy,
  },
  {
    name: 'min-min-pmin',
    family: 'robust',
    summary: 'Min-Min completion time in P-state 0',
    heeds: [],
    certifies: false,
    solve: minMinPmin,
  },
  {
    name: 'min-min-pmax',
    family: 'robust',
    summary: 'Min-Min completion time in the slowest P-state',
    heeds: [],
    certifies: false,
    solve: minMinPmax,
  },
  {
    name: 'min-min-balance',
    family: 'robust',
    summary: 'Min-Min, then greedy reassignment of tasks and P-states',
    heeds: [],
    certifies: false,
    solve: minMinBalance,
  },
];

export const DEFAULT_ROBUST_METHOD = 'lagrange';

export function robustMethodNamed(name: string): RobustMethod | undefined {
  return ROBUST_METHODS.find((method) => method.name === name);
}
