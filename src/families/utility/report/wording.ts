import type { NotRunReason } from '../runs/not-run.js';

/** Returns words for the days of a year that follow a day, of which there is at least one. */
export function daysAfter(days: number): string {
  return days === 1 ? 'the day that follows' : `each of the ${days} days that follow`;
}

export interface ReasonWords {
  /** Name in legends and tables. */
  readonly name: string;
  /** Words to follow a number of tasks. */
  readonly short: string;
  /** What was found out. */
  readonly meaning: string;
}

/** Words for the reasons for which tasks do not run to their end, in the order in which they are shown. */
export const REASON_WORDS: Readonly<Record<NotRunReason, ReasonWords>> = {
  late: {
    name: 'worth too little',
    short: 'worth too little',
    meaning: 'no more than the threshold to earn, even begun at once on idle nodes',
  },
  budget: {
    name: 'no budget',
    short: 'beyond the budget left',
    meaning: 'no option whose energy was left in the budgets of its days',
  },
  filter: {
    name: 'filter',
    short: 'refused by the filter',
    meaning: 'options within the budget, of which the filter allowed none',
  },
  energyPrice: {
    name: 'energy price',
    short: 'worth less than their energy',
    meaning: "options allowed, of which none earned what its energy cost at the policy's price of energy",
  },
  powerPrice: {
    name: 'power price',
    short: 'worth less than their power',
    meaning: 'an option that paid its energy, but none that also paid what the policy charges for full limits of power',
  },
  nodePrice: {
    name: 'node price',
    short: 'worth less than their nodes',
    meaning:
      'an option that paid its energy, but none that also paid of its nodes what the policy asks (a part of their price)',
  },
  power: {
    name: 'no power',
    short: 'beyond the power left',
    meaning: 'options that were allowed and paid, of which none fitted what running tasks left of the limits of power',
  },
  notDrawn: {
    name: 'not drawn',
    short: 'not drawn',
    meaning: 'an option that was allowed, but the policy had drawn another by chance, which was not',
  },
  crowded: {
    name: 'crowded out',
    short: 'crowded out',
    meaning: 'an option that was allowed and paid, but its nodes were busy, reserved or taken by other tasks',
  },
  preempted: { name: 'preempted', short: 'preempted for good', meaning: 'begun, preempted, and not resumed in time' },
  waiting: {
    name: 'at the end',
    short: 'waiting at the end',
    meaning: 'neither begun nor dropped by the end of the simulated time',
  },
  leftOut: { name: 'left out', short: 'left out', meaning: 'left out by a search that knows all arrivals' },
};
