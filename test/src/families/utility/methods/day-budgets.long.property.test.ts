import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { UtilityEnvironment, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { utilityPlanOf } from '../../../../../models/families/utility/plan-of.js';
import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { checkSchedule, type ScheduleVerdict } from '../../../../../src/families/utility/check/check-schedule.js';
import { utilityBound } from '../../../../../src/families/utility/methods/bound/utility-bound.js';
import { clairvoyant, hasClairvoyant } from '../../../../../src/families/utility/methods/clairvoyant/clairvoyant.js';
import { noFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import type { Filter, Policy } from '../../../../../src/families/utility/methods/policy.js';
import {
  FILTERS,
  makePolicy,
  POLICIES,
  type PolicyEntry,
} from '../../../../../src/families/utility/methods/registry.js';
import { simulate, type SimulateOptions } from '../../../../../src/families/utility/methods/simulate.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomMidnights } from '../../../../support/utility/random-midnights.js';
import { type RandomRoom, randomRoom } from '../../../../support/utility/random-room.js';
import { utilityModelOf } from '../../../../support/utility/workload-of.js';

interface Variant {
  readonly name: string;
  readonly policy: (model: UtilityModel, seed: number) => Policy;
  readonly filter?: (model: UtilityModel) => Filter;
  readonly options?: SimulateOptions;
}

const byName = (name: string): PolicyEntry => POLICIES.find((one) => one.name === name)!;
const made =
  (entry: PolicyEntry, options: Omit<Parameters<typeof makePolicy>[2], 'seed'> = {}): Variant['policy'] =>
  (model, seed) =>
    makePolicy(entry, model, { seed, ...options });

/** Every policy of an environment, with every filter, and what else one may choose there. */
function variantsOf(environment: UtilityEnvironment): readonly Variant[] {
  const entries = POLICIES.filter(({ environments }) => environments.includes(environment));
  const filters = FILTERS.filter(({ environments }) => environments.includes(environment));
  const all = entries.flatMap((entry) =>
    filters.map(({ name, make }): Variant => ({
      name: `${entry.name}, filter ${name}`,
      policy: made(entry),
      filter: (model) => make(model, name === 'none' ? 1 : 'online'),
    })),
  );
  const bestFirst = entries.filter(({ takesTurns }) => takesTurns !== true);
  if (environment === 'preemptive') {
    const rules = (['greedy', 'difference', 'pair'] as const).flatMap((preemption) =>
      bestFirst.map((entry) => ({
        name: `${entry.name}, ${preemption}`,
        policy: made(entry),
        options: { preemption },
      })),
    );
    return [...all, ...rules];
  }
  if (environment === 'serial') return all;
  return [
    ...all,
    ...bestFirst.map((entry) => ({ name: `${entry.name}, permanent`, policy: made(entry, { permanent: true }) })),
    ...(['system', 'group'] as const).map((scope) => ({
      name: `easy, ${scope}, until the event`,
      policy: made(byName('easy'), { easy: { scope, ends: 'event' } }),
    })),
    ...['event-based', 'task-based'].map((name) => ({
      name: `${name}, committed`,
      policy: made(byName(name), { goalCounts: 'committed' }),
    })),
  ];
}

const judged = (
  instance: UtilityInstance,
  { model, workload, room }: Partial<ReturnType<RandomRoom['open']>>,
  schedule: Schedule,
): ScheduleVerdict => {
  const of = { instance: { name: instance.name, sha256: '0'.repeat(64) }, method: 'any' };
  const plan = utilityPlanOf(model!, schedule, evaluateSchedule(model!, schedule), of);
  return checkSchedule(instance, workload!, plan, room?.matrix);
};

/** Number of runs that begin on one side of a midnight before a day with a budget, and end on the other. */
function carriedRuns({ days }: UtilityModel, { pieceStartS, pieceEndS }: Schedule): number {
  const isOver = (k: number): boolean =>
    days.some(({ startS, budgetJ }) => budgetJ < Infinity && pieceStartS[k]! < startS && pieceEndS[k]! > startS);
  return Array.from(pieceStartS.keys()).filter(isOver).length;
}

describe('no policy breaks the budget of any day, whatever runs over its midnight', () => {
  it.each([
    ['serial', fuzzCount(400, 40)],
    ['parallel', fuzzCount(400, 40)],
    ['preemptive', fuzzCount(400, 40)],
  ] as const)(
    '%s: every policy, filter and variant, by the checker and below the bound',
    async (environment, count) => {
      const seen = { carried: 0, several: 0, money: 0, asleep: 0, withheld: 0 };
      const variants = variantsOf(environment);
      for (let seed = 0; seed < count; seed++) {
        const instance = randomMidnights(environment, seed);
        const opened = utilityModelOf(instance);
        const { model } = opened;
        const bound = seed % 4 === 0 ? (await utilityBound(model, UNLIMITED)).bound : Infinity;
        const earned = (name: string, schedule: Schedule): void => {
          const { violations, utility } = judged(instance, opened, schedule);
          expect({ seed, name, violations }).toEqual({ seed, name, violations: [] });
          expect(utility!).toBeLessThanOrEqual(bound * (1 + 1e-9) + 1e-9);
          const carried = carriedRuns(model, schedule);
          if (carried === 0) return;
          seen.carried++;
          if (model.days.length > 2) seen.several++;
          if (instance.costBudgetUsdPerDay !== undefined) seen.money++;
          if (instance.allowedCores !== undefined) seen.asleep++;
        };
        let isWithheld = false;
        for (const { name, policy, filter, options } of variants) {
          const { schedule } = simulate(model, policy(model, seed), filter?.(model) ?? noFilter(), options);
          earned(name, schedule);
          // Without the budget the same policy carries more than the next day holds.
          if (name !== 'fcfs, filter none') continue;
          const free = { ...model, days: model.days.map((day) => ({ ...day, budgetJ: Infinity })) };
          const all = simulate(free, policy(free, seed), noFilter()).schedule;
          const day = model.days.at(-1)!;
          const carriedJ = Array.from(all.task).reduce((sum, _, r) => {
            const [startS, endS] = [all.pieceStartS[all.firstPiece[r]!]!, all.pieceEndS[all.firstPiece[r]!]!];
            const insideS = startS < day.startS ? overlapS(startS, endS, day.startS, day.endS) : 0;
            return sum + insideS * model.options.powerW[all.option[r]!]!;
          }, 0);
          isWithheld = carriedJ > day.budgetJ;
        }
        if (isWithheld) seen.withheld++;
        if (hasClairvoyant(model) && seed % 5 === 0) {
          earned('clairvoyant', (await clairvoyant(model, seed, UNLIMITED)).schedule);
        }
      }
      // Whatever is looked for does happen.
      expect(seen.carried).toBeGreaterThan(count);
      expect(seen.several).toBeGreaterThan(count / 10);
      expect(seen.money).toBeGreaterThan(count / 10);
      expect(seen.withheld).toBeGreaterThan(count / 10);
      if (environment === 'parallel') expect(seen.asleep).toBeGreaterThan(count / 10);
    },
  );

  it('on a facility: no policy, with a budget of energy or of money at the meter', () => {
    const variants = variantsOf('parallel');
    let carried = 0;
    for (let seed = 0; seed < fuzzCount(60, 8); seed++) {
      const room = randomRoom(seed);
      const whole = room.open(room.instance);
      const idleW = whole.room!.room.idle.totalW;
      const scaleJ = Math.max(...whole.model!.options.powerW.map((w, o) => w * whole.model!.options.timeS[o]!));
      const budgetJ = idleW * 86_400 + scaleJ * (0.2 + (seed % 7) / 3);
      const usdPerJ = Math.max(...room.instance.energyPrice!.usdPerKwh) / 3.6e6;
      const instance: UtilityInstance = {
        ...room.instance,
        ...(seed % 3 === 0 ? { costBudgetUsdPerDay: budgetJ * usdPerJ } : { energyBudgetJPerDay: budgetJ }),
      };
      const opened = room.open(instance);
      for (const { name, policy, filter, options } of variants) {
        const model = opened.model!;
        const { schedule } = simulate(model, policy(model, seed), filter?.(model) ?? noFilter(), options);
        const { violations } = judged(instance, opened, schedule);
        const broken = violations.filter(({ constraint }) => constraint.endsWith('Budget'));
        expect({ seed, name, broken }).toEqual({ seed, name, broken: [] });
        carried += carriedRuns(model, schedule);
      }
    }
    expect(carried).toBeGreaterThan(40);
  });
});
