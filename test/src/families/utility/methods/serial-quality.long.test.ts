import { beforeAll, describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';
import { utilityBound } from '../../../../../src/families/utility/methods/bound/utility-bound.js';
import { FILTERS, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';

/** A tenth of the system of the paper on serial tasks, with a tenth of its tasks and of its energy. */
const SHARE = 10;
const SEEDS = [1];
/** Filter and leniency beside what the policy is called. */
const RUNS: Readonly<Record<string, { filter?: string; leniency?: number; budget?: false }>> = {
  'min-min': {},
  util: {},
  upt: {},
  upe: {},
  random: {},
  price: {},
  'upt at leniency 1': { filter: 'task' },
  'upt without budget': { budget: false },
  'upe without budget': { budget: false },
  'price without budget': { budget: false },
};

type Figures = Record<string, { utility: number; energyJ: number }>;

function modelOf(seed: number, budget: boolean): UtilityModel {
  const { instance } = bundledUtilityInstances().find((one) => one.instance.name === 'serial-100')!;
  const { energyBudgetJPerDay, ...rest } = instance;
  if (rest.arrivals.source !== 'generated') throw new RangeError('serial-100 generates its tasks');
  return utilityModel({
    ...rest,
    seed,
    ...(budget ? { energyBudgetJPerDay: energyBudgetJPerDay! / SHARE } : {}),
    pools: rest.pools.map((pool) => ({ ...pool, nodes: Math.max(1, Math.round(pool.nodes / SHARE)) })),
    arrivals: { ...rest.arrivals, tasksPerDay: rest.arrivals.tasksPerDay / SHARE },
  });
}

function play(model: UtilityModel, name: string): { utility: number; energyJ: number } {
  const { filter = 'none', leniency = 1 } = RUNS[name]!;
  const policy = POLICIES.find((one) => one.name === name.split(' ')[0])!;
  const { make } = FILTERS.find((one) => one.name === filter)!;
  const { schedule } = simulate(model, policy.make(model, { seed: 1 }), make(model, leniency));
  const { utility, energyJ } = evaluateSchedule(model, schedule);
  return { utility, energyJ: energyJ.at(-1)! };
}

const figures: Figures[] = [];
const bounds: number[] = [];

beforeAll(async () => {
  for (const seed of SEEDS) {
    const [limited, free] = [modelOf(seed, true), modelOf(seed, false)];
    figures.push(
      Object.fromEntries(
        Object.entries(RUNS).map(([name, { budget }]) => [name, play(budget === false ? free : limited, name)]),
      ),
    );
    bounds.push((await utilityBound(limited, UNLIMITED)).bound);
  }
});

const utilityOf = (name: string): number[] => figures.map((one) => one[name]!.utility);
const ratios = (name: string, over: string): number[] => utilityOf(name).map((u, k) => u / utilityOf(over)[k]!);

describe('serial tasks under an energy budget', () => {
  it('earn more by UPE than by UPT, Util, Min-Min and Random, in this order', () => {
    for (const [more, less] of [
      ['upe', 'upt'],
      ['upt', 'util'],
      ['util', 'min-min'],
      ['min-min', 'random'],
    ] as const) {
      for (const ratio of ratios(more, less)) expect(ratio).toBeGreaterThan(1);
    }
  });

  it('earn 5 to 30 % more by UPE than by UPT', () => {
    for (const ratio of ratios('upe', 'upt')) expect(ratio).toBeGreaterThan(1.05);
    for (const ratio of ratios('upe', 'upt')) expect(ratio).toBeLessThan(1.3);
  });

  it('gain from the energy filter', () => {
    for (const ratio of ratios('upt at leniency 1', 'upt')) expect(ratio).toBeGreaterThan(1.05);
  });

  it('earn most by price: at least a tenth more than by any of them, and 91 % of what any schedule can', () => {
    for (const ratio of ratios('price', 'upe')) expect(ratio).toBeGreaterThan(1.1);
    for (const ratio of ratios('price', 'upt at leniency 1')) expect(ratio).toBeGreaterThan(1.1);
    for (const [k, utility] of utilityOf('price').entries()) expect(utility / bounds[k]!).toBeGreaterThan(0.91);
  });

  it('earn no more than the bound', () => {
    for (const name of Object.keys(RUNS).filter((one) => RUNS[one]!.budget !== false)) {
      for (const [k, utility] of utilityOf(name).entries()) expect(utility).toBeLessThan(bounds[k]!);
    }
  });

  it('use up the budget but for 1 %', () => {
    const budgetJ = modelOf(1, true).days.at(-1)!.budgetJ;
    for (const one of figures) {
      for (const name of ['upe', 'upt', 'price']) expect(one[name]!.energyJ / budgetJ).toBeGreaterThan(0.99);
    }
  });
});

describe('serial tasks without a budget', () => {
  it('earn more by UPT than by UPE, which draws less, and no less by prices of nodes', () => {
    for (const one of figures) {
      expect(one['upt without budget']!.utility).toBeGreaterThan(one['upe without budget']!.utility);
      expect(one['upe without budget']!.energyJ).toBeLessThan(0.85 * one['upt without budget']!.energyJ);
      expect(one['price without budget']!.utility).toBeGreaterThan(0.99 * one['upt without budget']!.utility);
    }
  });
});
