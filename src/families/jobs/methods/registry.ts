import type { MonthMethod } from './month/policies.js';

/** Method of the jobs family, with its name on the command line. */
export interface MonthMethodEntry {
  readonly name: MonthMethod;
  readonly summary: string;
  /** False if the method uses no profiles, and so no random numbers: only the search for profiles draws them. */
  readonly stochastic?: false;
}

/** Methods of the jobs family; the first is the default. */
export const METHODS: readonly MonthMethodEntry[] = [
  {
    name: 'price',
    summary: 'greatest value less the price of energy and cores, any point of the fronts; moves every checkpoint',
  },
  {
    name: 'val-en-adapt-opt',
    summary: 'greatest value over energy, points of least time x energy; late and early jobs are moved at checkpoints',
  },
  { name: 'val-en-join-opt', summary: 'the same without moves' },
  {
    name: 'val-en-sep-opt',
    summary:
      'greatest value, then least energy; list schedules whose levels are lowered as far as no later end follows',
    stochastic: false,
  },
  { name: 'val-opt', summary: 'greatest value; list schedules at the highest level', stochastic: false },
];
