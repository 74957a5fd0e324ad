import type { UtilityEnvironment } from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { Filter, Policy } from './policy.js';
import type { Leniency } from './filters/leniency.js';
import { noFilter, perResourceFilter, perTaskFilter, taskFilter } from './filters/fair-share.js';
import { conservative, easy, EASY_DEFAULTS, type EasyOptions, multiQueue } from './policies/backfilling.js';
import { eventBased, type GoalCounts, type GoalRate, taskBased } from './policies/goal.js';
import {
  firstComeFirstServed,
  minMin,
  mostUtility,
  utilityPerEnergy,
  utilityPerResource,
  utilityPerTime,
} from './policies/max-max.js';
import { energyPrice } from './policies/price.js';
import { randomPlaces } from './policies/random.js';

export interface PolicyOptions {
  readonly seed: number;
  readonly easy?: Partial<EasyOptions>;
  /**
   * Energy that the policies `event-based` and `task-based` compare with their spending goal: drawn so far (`consumed`,
   * the default), or also that of running and decided tasks (`committed`).
   */
  readonly goalCounts?: GoalCounts;
  /** Rate at which the spending goal of `event-based` and `task-based` grows, by default `constant`. */
  readonly goalRate?: GoalRate;
  /**
   * True if policies that serve the best candidate first reserve nodes permanently for every later start; only in
   * `parallel`. By default such a reservation ends with its mapping event.
   */
  readonly permanent?: boolean;
}

export interface PolicyEntry {
  readonly name: string;
  readonly summary: string;
  /** Instances for which the policy is the default, as text for help; absent if there are none. */
  readonly defaultFor?: string;
  readonly environments: readonly UtilityEnvironment[];
  /**
   * True if tasks are served one after the other in a fixed order, not by the best candidate of all. Such a policy
   * never preempts and has its own rules of reservation.
   */
  readonly takesTurns?: true;
  /** Creates the policy for a single simulation, because policies may have state. */
  readonly make: (model: UtilityModel, options: PolicyOptions) => Policy;
}

/** Creates a policy for one simulation. With `permanent`, it reserves nodes permanently for later starts. */
export function makePolicy(entry: PolicyEntry, model: UtilityModel, options: PolicyOptions): Policy {
  const policy = entry.make(model, options);
  return options.permanent === true && policy.order === 'best-first' ? { ...policy, reservations: 'all' } : policy;
}

/**
 * Returns the work expected by hour whose rate the spending goal follows; undefined if it grows at a constant rate.
 * `arrivals` is refused beforehand where nothing is known about the hours (`choicesOn`).
 */
function goalWork({ workByHour }: UtilityModel, rate: GoalRate = 'constant'): Float64Array | undefined {
  return rate === 'arrivals' ? workByHour : undefined;
}

/** All environments. */
const EVERYWHERE: readonly UtilityEnvironment[] = ['serial', 'parallel', 'preemptive'];

/** All policies of the utility family, in order of display. Their names are values of `--method`. */
export const POLICIES: readonly PolicyEntry[] = [
  {
    name: 'price',
    summary: 'utility less energy and nodes at prices of the rest of the day, per size',
    defaultFor: 'serial and parallel tasks',
    environments: EVERYWHERE,
    make: energyPrice,
  },
  { name: 'upe', summary: 'most utility per energy', environments: EVERYWHERE, make: utilityPerEnergy },
  {
    name: 'upt',
    summary: 'most utility per execution time',
    defaultFor: 'preemptive tasks, with --preemption greedy',
    environments: EVERYWHERE,
    make: utilityPerTime,
  },
  { name: 'util', summary: 'most utility', environments: EVERYWHERE, make: mostUtility },
  { name: 'upr', summary: 'most utility per time and core', environments: EVERYWHERE, make: utilityPerResource },
  { name: 'min-min', summary: 'earliest completion first', environments: EVERYWHERE, make: minMin },
  {
    name: 'fcfs',
    summary: 'in order of arrival',
    environments: EVERYWHERE,
    takesTurns: true,
    make: firstComeFirstServed,
  },
  {
    name: 'random',
    summary: 'in order of arrival, in places drawn at random',
    environments: EVERYWHERE,
    takesTurns: true,
    make: (_, { seed }) => randomPlaces(seed),
  },
  {
    name: 'event-based',
    summary: 'UPE while more energy is spent than the goal, else UPR; by event',
    environments: ['parallel'],
    make: (model, { goalCounts, goalRate }) => eventBased(goalCounts, goalWork(model, goalRate)),
  },
  {
    name: 'task-based',
    summary: 'UPR until the goal is reached within an event, then UPE',
    environments: ['parallel'],
    make: (model, { goalCounts, goalRate }) => taskBased(goalCounts, goalWork(model, goalRate)),
  },
  {
    name: 'conservative',
    summary: 'conservative backfilling: in order of arrival, every start reserved',
    environments: ['parallel'],
    takesTurns: true,
    make: conservative,
  },
  {
    name: 'easy',
    summary: 'EASY backfilling: in order of arrival, one reservation',
    environments: ['parallel'],
    takesTurns: true,
    make: (_, options) => easy({ ...EASY_DEFAULTS, ...options.easy }),
  },
  {
    name: 'multi-queue',
    summary: 'conservative backfilling from queues of large, medium and small tasks in turn',
    environments: ['parallel'],
    takesTurns: true,
    make: multiQueue,
  },
];

/**
 * The search for a schedule with all arrivals known in advance, for comparison only. It is not a policy, so it cannot
 * be simulated.
 */
export const CLAIRVOYANT: PolicyEntry = {
  name: 'clairvoyant',
  summary: 'local search that knows all arrivals beforehand: no scheduler, for comparison with one',
  environments: ['parallel'],
  make: () => {
    throw new RangeError('The clairvoyant search is no policy');
  },
};

/** All values of `--method`: the policies and the clairvoyant search. */
export const METHODS: readonly PolicyEntry[] = [...POLICIES, CLAIRVOYANT];

export interface FilterEntry {
  readonly name: string;
  readonly summary: string;
  readonly environments: readonly UtilityEnvironment[];
  /**
   * Creates the filter for a single simulation, because filters may have state.
   *
   * @param leniency above 0, or 'online' if it is adjusted during the simulation
   */
  readonly make: (model: UtilityModel, leniency: Leniency) => Filter;
}

/** All energy filters of the utility family, in order of display. Their names are values of `--filter`. */
export const FILTERS: readonly FilterEntry[] = [
  { name: 'none', summary: 'the energy budget alone', environments: EVERYWHERE, make: noFilter },
  { name: 'task', summary: 'a fair share of the energy left', environments: ['serial'], make: taskFilter },
  {
    name: 'per-task',
    summary: 'a fair share of the energy left by task',
    environments: ['parallel'],
    make: perTaskFilter,
  },
  {
    name: 'per-resource',
    summary: 'a fair share of the energy left by core-second',
    environments: ['parallel'],
    make: perResourceFilter,
  },
];
