import { configLp } from './reward-rate/config-lp.js';
import { configLs } from './reward-rate/config-ls/config-ls.js';
import { ga } from './reward-rate/genetic/ga.js';
import { greedyPower } from './reward-rate/greedy-power.js';
import { greedy } from './reward-rate/greedy.js';
import { lp } from './reward-rate/lp.js';
import { nlp } from './reward-rate/nlp/nlp.js';
import type { MethodInput, MethodOutcome } from './reward-rate/outcome.js';

export interface Method {
  readonly name: string;
  readonly family: 'reward-rate';
  readonly summary: string;
  readonly solve: (input: MethodInput) => Promise<MethodOutcome>;
}

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
