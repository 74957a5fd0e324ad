import {
  UTILITY_FORMAT,
  UTILITY_FORMAT_VERSION,
  type UtilityInstance,
  type UtilityPool,
  type UtilityTaskRow,
} from '../../../../models/problems/utility/instance.js';
import type { PointClass } from '../../../../models/problems/utility/definitions.js';
import type { TaskTypePState, TaskTypeRow } from '../../../../models/problems/utility/task-types.js';

/**
 * Instances of a few tasks with optima by hand. What begins with "tiny-" a policy that knows nothing of the future and preempts nobody can reach; the
 * others it cannot.
 */
export function handUtilityInstances(): UtilityInstance[] {
  return [
    serialTwoMachines(),
    serialBudget(),
    serialTariff(),
    parallelWide(),
    parallelInterpolated(),
    preemptiveTwoClusters(),
    preemptiveBurst(),
    foresight(),
    preemptionPays(),
  ];
}

interface Hand {
  readonly name: string;
  readonly description: string;
  readonly environment: UtilityInstance['environment'];
  readonly durationS: number;
  readonly eventIntervalS: number;
  readonly energyBudgetJPerDay?: number;
  readonly usdPerKwh?: readonly number[];
  readonly costBudgetUsdPerDay?: number;
  readonly pools: readonly UtilityPool[];
  readonly shapes: readonly PointClass[];
  readonly types: readonly TaskTypeRow[];
  readonly tasks: readonly UtilityTaskRow[];
  readonly optimum: number;
  readonly derivation: string;
}

function hand(parts: Hand): UtilityInstance {
  return {
    format: UTILITY_FORMAT,
    formatVersion: UTILITY_FORMAT_VERSION,
    name: parts.name,
    description: parts.description,
    environment: parts.environment,
    seed: 0,
    period: { durationS: parts.durationS, measuredFromS: 0 },
    eventIntervalS: parts.eventIntervalS,
    droppingThreshold: 0,
    energyBudgetJPerDay: parts.energyBudgetJPerDay,
    ...(parts.usdPerKwh === undefined ? {} : { energyPrice: { source: 'series', usdPerKwh: parts.usdPerKwh } }),
    ...(parts.costBudgetUsdPerDay === undefined ? {} : { costBudgetUsdPerDay: parts.costBudgetUsdPerDay }),
    urgencyUnitS: 60,
    pools: parts.pools,
    utility: { classes: parts.shapes },
    taskTypes: { source: 'table', types: parts.types },
    arrivals: { source: 'table', tasks: parts.tasks },
    knownOptimum: { utility: parts.optimum, derivation: parts.derivation },
  };
}

/** Shape of the whole utility until an age, s, then nothing. */
function step(ageS: number): PointClass {
  const points = [
    { ageS: 0, utility: 1 },
    { ageS, utility: 1 },
    { ageS, utility: 0 },
  ];
  return { name: 'step', shape: 'points', points };
}

/** Straight line from the whole utility at age 0 to nothing at an age, s. */
function line(ageS: number): PointClass {
  const points = [
    { ageS: 0, utility: 1 },
    { ageS, utility: 0 },
  ];
  return { name: 'line', shape: 'points', points };
}

/** A type that takes one node, by pool: time, or P-states. */
function type(name: string, by: Readonly<Record<string, number | readonly TaskTypePState[]>>): TaskTypeRow {
  const runs = Object.entries(by).map(([pool, times]) => ({
    pool,
    pStates: typeof times === 'number' ? [{ timeS: times, powerW: 100 }] : times,
  }));
  return { name, runs };
}

function serialTwoMachines(): UtilityInstance {
  return hand({
    name: 'tiny-serial-two-machines',
    description: 'Three tasks at once on a fast and a slow machine: one has to wait.',
    environment: 'serial',
    durationS: 600,
    eventIntervalS: 60,
    pools: [
      { name: 'fast', nodes: 1 },
      { name: 'slow', nodes: 1 },
    ],
    shapes: [line(200)],
    types: [type('work', { fast: 60, slow: 80 })],
    tasks: [
      { name: 'a', taskType: 'work', arrivalS: 0, startingUtility: 8 },
      { name: 'b', taskType: 'work', arrivalS: 0, startingUtility: 4 },
      { name: 'c', taskType: 'work', arrivalS: 0, startingUtility: 2 },
    ],
    optimum: 8.8,
    derivation:
      'The n-th completion on a machine is no earlier than n times its time: 60, 120, 180 s and 80, 160 s, worth 0.7, 0.4, 0.1 and 0.6, 0.2 of the starting utility. ' +
      'The three best, 0.7, 0.6 and 0.4, to the tasks in the order of starting utility: 5.6 + 2.4 + 0.8.',
  });
}

function serialBudget(): UtilityInstance {
  const pStates = [
    { timeS: 100, powerW: 200 },
    { timeS: 160, powerW: 100 },
  ];
  return hand({
    name: 'tiny-serial-budget',
    description: 'Energy for one of two tasks, in whichever P-state.',
    environment: 'serial',
    durationS: 600,
    eventIntervalS: 60,
    energyBudgetJPerDay: 30_000,
    pools: [{ name: 'machine', nodes: 1 }],
    shapes: [step(400)],
    types: [type('work', { machine: pStates })],
    tasks: [
      { name: 'a', taskType: 'work', arrivalS: 0, startingUtility: 1 },
      { name: 'b', taskType: 'work', arrivalS: 0, startingUtility: 4 },
    ],
    optimum: 4,
    derivation:
      'A task takes 20,000 J in P-state 0 and 16,000 J in P-state 1: two take 32,000 J at least. What is not done after 400 s earns nothing, so neither leaves energy to another day. The better one alone: 4.',
  });
}

function serialTariff(): UtilityInstance {
  return hand({
    name: 'tiny-serial-tariff',
    description: 'A dear hour before cheap ones, and money for one run that waits: at once it would cost too much.',
    environment: 'serial',
    durationS: 10_800,
    eventIntervalS: 300,
    usdPerKwh: [0.3, ...Array.from({ length: 23 }, () => 0.1)],
    costBudgetUsdPerDay: 0.16,
    pools: [{ name: 'machine', nodes: 1 }],
    shapes: [step(7500)],
    types: [type('work', { machine: [{ timeS: 3600, powerW: 1000 }] })],
    tasks: [
      { name: 'a', taskType: 'work', arrivalS: 0, startingUtility: 1 },
      { name: 'b', taskType: 'work', arrivalS: 0, startingUtility: 4 },
    ],
    optimum: 4,
    derivation:
      'A run takes 1 kWh: 0.30 USD if it starts at once, 0.10 USD after the first hour, and between them 0.2 USD less for each hour that it waits. Two runs cost 0.20 USD at least, more than the 0.16 USD there are. ' +
      'From 2520 s on one of them costs no more than 0.16 USD; begun by 3600 s it ends by 7200 s, when it is still worth all. The better one: 4.',
  });
}

function parallelWide(): UtilityInstance {
  const runs = [
    { pool: 'cluster', nodes: 2, pStates: [{ timeS: 100, powerW: 200 }] },
    { pool: 'cluster', nodes: 4, pStates: [{ timeS: 100, powerW: 400 }] },
  ];
  return hand({
    name: 'tiny-parallel-wide',
    description: 'A task that needs the whole cluster against two that need half of it.',
    environment: 'parallel',
    durationS: 600,
    eventIntervalS: 50,
    pools: [{ name: 'cluster', nodes: 4, coresPerNode: 8 }],
    shapes: [line(400)],
    types: [{ name: 'work', runs }],
    tasks: [
      { name: 'half-1', taskType: 'work', arrivalS: 0, cores: 9, startingUtility: 2 },
      { name: 'half-2', taskType: 'work', arrivalS: 0, cores: 16, startingUtility: 2 },
      { name: 'whole', taskType: 'work', arrivalS: 0, cores: 32, startingUtility: 6 },
    ],
    optimum: 6.5,
    derivation:
      'Within the first 100 s either whole or the halves can be done, the others by 200 s at best; those are worth 0.75 and 0.5. Whole first: 6 x 0.75 + 4 x 0.5 = 6.5; halves first: 4 x 0.75 + 6 x 0.5 = 6.',
  });
}

function parallelInterpolated(): UtilityInstance {
  return hand({
    name: 'tiny-parallel-budget',
    description: 'Times listed for some numbers of nodes, and energy for two of three tasks.',
    environment: 'parallel',
    durationS: 1200,
    eventIntervalS: 30,
    energyBudgetJPerDay: 250_000,
    pools: [
      { name: 'big', nodes: 4 },
      { name: 'small', nodes: 2 },
    ],
    shapes: [step(500)],
    types: [
      {
        name: 'solver',
        runs: [
          { pool: 'big', nodes: 1, pStates: [{ timeS: 300, powerW: 300 }] },
          { pool: 'big', nodes: 4, pStates: [{ timeS: 90, powerW: 1200 }] },
          { pool: 'small', nodes: 1, pStates: [{ timeS: 400, powerW: 200 }] },
          { pool: 'small', nodes: 2, pStates: [{ timeS: 250, powerW: 400 }] },
        ],
      },
    ],
    tasks: [
      { name: 'x', taskType: 'solver', arrivalS: 0, cores: 4, startingUtility: 8 },
      { name: 'y', taskType: 'solver', arrivalS: 0, cores: 2, startingUtility: 4 },
      { name: 'z', taskType: 'solver', arrivalS: 0, cores: 2, startingUtility: 2 },
    ],
    optimum: 12,
    derivation:
      'x takes 90 s at 1200 W, 108,000 J. y and z take two nodes: 230 s at 600 W on big (between the listed numbers), 138,000 J, or 250 s at 400 W on small, 100,000 J. All three need 308,000 J, ' +
      'x and y 208,000 J, and all is done by 500 s at the latest or earns nothing: 8 + 4.',
  });
}

function preemptiveTwoClusters(): UtilityInstance {
  return hand({
    name: 'tiny-preemptive-two-clusters',
    description: 'Each task has a cluster that suits it, and finds it idle.',
    environment: 'preemptive',
    durationS: 900,
    eventIntervalS: 60,
    pools: [
      { name: 'a', nodes: 1 },
      { name: 'b', nodes: 1 },
    ],
    shapes: [line(600)],
    types: [type('short', { a: 60, b: 120 }), type('long', { a: 200, b: 90 })],
    tasks: [
      { name: 's1', taskType: 'short', arrivalS: 0, startingUtility: 2 },
      { name: 'l1', taskType: 'long', arrivalS: 0, startingUtility: 2 },
      { name: 's2', taskType: 'short', arrivalS: 60, startingUtility: 1 },
    ],
    optimum: 4.4,
    derivation:
      'No task can do better than start on arrival in its fastest cluster: 2 x 0.9 for s1 (60 of 600 s), 2 x 0.85 for l1 (90 s), 0.9 for s2; and s2 arrives as s1 ends.',
  });
}

function preemptiveBurst(): UtilityInstance {
  return hand({
    name: 'tiny-preemptive-burst',
    description: 'Four like tasks and a worthy one on two cores, with time for two of them.',
    environment: 'preemptive',
    durationS: 600,
    eventIntervalS: 30,
    pools: [{ name: 'cluster', nodes: 2 }],
    shapes: [step(100)],
    types: [type('short', { cluster: 60 }), type('long', { cluster: 90 })],
    tasks: [
      ...[1, 2, 3, 4].map((n) => ({ name: `s${n}`, taskType: 'short', arrivalS: 0, startingUtility: 1 })),
      { name: 'worthy', taskType: 'long', arrivalS: 0, startingUtility: 8 },
    ],
    optimum: 9,
    derivation:
      'Before 100 s two cores do 200 s of work. Worthy with one short takes 150 s, with two 210 s: too much. Without worthy three shorts earn 3 at most. Worthy and one short, side by side: 8 + 1.',
  });
}

function foresight(): UtilityInstance {
  return hand({
    name: 'small-foresight',
    description: 'A machine that had better stay idle: whoever does not know the second task takes the first.',
    environment: 'serial',
    durationS: 900,
    eventIntervalS: 60,
    pools: [{ name: 'machine', nodes: 1 }],
    shapes: [step(400)],
    types: [type('long', { machine: 200 }), type('urgent', { machine: 350 })],
    tasks: [
      { name: 'early', taskType: 'long', arrivalS: 0, startingUtility: 2 },
      { name: 'late', taskType: 'urgent', arrivalS: 60, startingUtility: 8 },
    ],
    optimum: 8,
    derivation:
      'Late has to start within 50 s of its arrival, before 110 s, and early within 200 s of its own. Early first ends at 200 s at best, late first at 410 s: one of the two. The better one: 8.',
  });
}

function preemptionPays(): UtilityInstance {
  return hand({
    name: 'small-preemption-pays',
    description: 'One core: a long task gives way to an urgent one and goes on.',
    environment: 'preemptive',
    durationS: 900,
    eventIntervalS: 60,
    pools: [{ name: 'core', nodes: 1 }],
    shapes: [step(400), { ...step(90), name: 'strict' }],
    types: [
      { ...type('long', { core: 300 }), utilityClass: 'step' },
      { ...type('urgent', { core: 60 }), utilityClass: 'strict' },
    ],
    tasks: [
      { name: 'long', taskType: 'long', arrivalS: 0, startingUtility: 1 },
      { name: 'urgent', taskType: 'urgent', arrivalS: 60, startingUtility: 8 },
    ],
    optimum: 9,
    derivation:
      'No more can be earned than all starting utilities, 9: long runs from 0 to 60 s and from 120 to 360 s, urgent between: an age of 360 s, below 400, and of 60 s, below 90.',
  });
}
