import { describe, expect, it } from 'vitest';
import { eachCompany } from '../../../../../src/check/company.js';
import { type Budget, budgetOf, withJointLaws } from '../../../../../src/check/joint-law.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { companyOf } from '../../../../oracle/company-of.js';
import { CheckerLimitError } from '../../../../../src/check/limit-error.js';
import type { ResolvedShare, RunningTask } from '../../../../../src/check/resolved-plan.js';

function task(type: number): RunningTask {
  return {
    taskType: type,
    label: `${type}`,
    pState: 0,
    frequencyGHz: 2,
    timeAloneS: 10,
    corePowerW: 1,
    memoryIntensity: 0.02 / (1 + type),
    interference: undefined,
  };
}

function one(own: RunningTask, fraction: number): ResolvedShare {
  return { count: 1, slices: [{ task: own, fraction }] };
}

describe('companyOf', () => {
  const half = (type: number): ResolvedShare => ({ count: 2, slices: [{ task: task(type), fraction: 0.5 }] });

  it('is a probability law also when fractions pass 1 by the tolerance', () => {
    const slack = {
      count: 4,
      slices: [
        { task: task(0), fraction: 0.5 },
        { task: task(1), fraction: 0.5 + 1e-9 },
      ],
    };
    const { probability } = companyOf([slack], 0, '');
    expectClose([probability.reduce((sum, p) => sum + p, 0)], [1], 1e-14);
  });

  it('refuses by a message an exact law of too many states', () => {
    // Others of share 0: counts 0..1 of type 0 and 0..2 of type 1, six states.
    expect(companyOf([half(0), half(1)], 0, '', 6).probability).toHaveLength(6);
    expect(() => companyOf([half(0), half(1)], 0, 'here', 5)).toThrow(CheckerLimitError);
    expect(() => companyOf([half(0), half(1)], 0, 'here', 5)).toThrow(/here: .* more than 5 joint states/);
  });

  it('numbers the states of many task types on few cores: 30 on four', () => {
    const alike = (count: number): ResolvedShare => ({
      count: 4,
      slices: Array.from({ length: count }, (_, type) => ({
        task: { ...task(type), memoryIntensity: 1 + (type % 3) },
        fraction: 1 / count,
      })),
    });
    const chances = ({ probability, intensitySum }: ReturnType<typeof companyOf>): number[] =>
      Array.from({ length: 7 }, (_, n) =>
        probability.reduce((sum, p, s) => sum + (intensitySum[s] === 3 + n ? p : 0), 0),
      );
    const law = companyOf([alike(30)], 0, '');
    // Multisets of 3 of 30.
    expect(law.probability).toHaveLength((30 * 31 * 32) / 6);
    expect(new Set(law.active)).toEqual(new Set([3]));
    // Only three intensities, so that three task types say the same.
    expectClose(chances(law), chances(companyOf([alike(3)], 0, '')));
    expect(() => companyOf([alike(30)], 0, '', 4959)).toThrow(CheckerLimitError);
  });

  it('a thousand cores, each with fractions of its own: active cores have the mean and variance of independent ones', () => {
    const fractionOf = (core: number): number => ((core * 37) % 997) / 1000 + 0.001;
    const shares = Array.from({ length: 1024 }, (_, core) => one(task(0), fractionOf(core)));
    let seen = 0;
    eachCompany(shares, '', (share, { probability, active }) => {
      seen++;
      if (share % 100 !== 0) return;
      const moment = (power: number): number => probability.reduce((sum, p, s) => sum + p * active[s]! ** power, 0);
      const others = shares.flatMap((_, core) => (core === share ? [] : [fractionOf(core)]));
      const mean = others.reduce((sum, p) => sum + p, 0);
      const variance = others.reduce((sum, p) => sum + p * (1 - p), 0);
      expectClose([moment(0), moment(1) / mean, (moment(2) - mean ** 2) / variance], [1, 1, 1], 1e-9);
    });
    expect(seen).toBe(1024);
  });

  it('leaving one core out of many that divide their time differently is the law of the others', () => {
    const shares = Array.from({ length: 9 }, (_, n): ResolvedShare => {
      const slices = [
        { task: task(0), fraction: 0.05 * (n + 1) },
        { task: task(n % 3), fraction: 0.03 * (n + 1) },
      ];
      return { count: 1 + (n % 2), slices };
    });
    const whole = { count: 5, slices: [{ task: task(1), fraction: 1 }] };
    const all = [...shares, whole];
    for (const [left, share] of all.entries()) {
      // All others, one more core being idle: nothing is left out.
      const rest = all.map((other, n) => (n === left ? { ...share, count: share.count - 1 } : other));
      const law = new Map<string, number>();
      // By counts of the three task types.
      const add = (core: ResolvedShare, before: ReadonlyMap<string, number>): Map<string, number> => {
        const after = new Map<string, number>();
        const busy = core.slices.reduce((sum, { fraction }) => sum + fraction, 0);
        const put = (counts: readonly number[], q: number): void => {
          if (q > 0) after.set(counts.join(), (after.get(counts.join()) ?? 0) + q);
        };
        for (const [state, p] of before) {
          const counts = state.split(',').map(Number);
          put(counts, p * (1 - busy));
          for (const { task: own, fraction } of core.slices) {
            put(
              counts.map((count, type) => count + (type === own.taskType ? 1 : 0)),
              p * fraction,
            );
          }
        }
        return after;
      };
      const keyOf = (active: number, intensity: number): string => `${active} ${intensity.toFixed(9)}`;
      let byCounts = new Map([['0,0,0', 1]]);
      for (const other of rest) for (let c = 0; c < other.count; c++) byCounts = add(other, byCounts);
      const wanted = new Map<string, number>();
      for (const [state, p] of byCounts) {
        const counts = state.split(',').map(Number);
        const intensity = counts.reduce((sum, count, type) => sum + count * task(type).memoryIntensity, 0);
        const key = keyOf(
          counts.reduce((sum, count) => sum + count, 0),
          intensity,
        );
        wanted.set(key, (wanted.get(key) ?? 0) + p);
      }
      const { probability, active, intensitySum } = companyOf(all, left, '');
      for (const [s, p] of probability.entries()) {
        const key = keyOf(active[s]!, intensitySum[s]!);
        law.set(key, (law.get(key) ?? 0) + p);
      }
      expect(law.size).toBe(wanted.size);
      for (const [key, p] of wanted) expect(Math.abs((law.get(key) ?? 0) - p)).toBeLessThan(1e-12);
    }
  });

  it('refuses by a message to follow more states of very many cores than its limit of visits', () => {
    // Alike cores of shares of their own: 512 * 513 / 2 states, each rated 512 times for two types, in 20 visits a time.
    const slices = [0, 1].map((type) => ({ task: task(type), fraction: 0.3 }));
    const shares = Array.from({ length: 512 }, () => ({ count: 1, slices }));
    expect(() => companyOf(shares, 0, 'here')).toThrow(/^here: .* more than 2000000000 visits/);
    const budget = budgetOf('here', 1);
    budget.visits(2e9);
    expect(() => {
      budget.visits(1);
    }).toThrow(/^here: .* more than 2000000000 visits/);
  });

  it.each([
    { kept: 'in a row', own: 2, shared: true },
    { kept: 'by keys', own: 20, shared: false },
  ])('every visit of a state counts, and none is made beyond the limit: states $kept', ({ own, shared }) => {
    // Four cores, on the same task types or each on types of its own: few states, whose numbers are far apart.
    const groups = [0, 1, 2, 3].map((n) => ({
      runs: Array.from({ length: own }, (_, t) => [shared ? t : n * own + t, (0.5 + n / 20) / own] as const),
      idle: 0.5 - n / 20,
      cores: 1,
    }));
    const types = shared ? own : groups.length * own;
    let counted = 0;
    const budget: Budget = { ...budgetOf('here', 1e6), visits: (count) => void (counted += count) };
    withJointLaws(groups, types, budget, ({ empty, plus }) => {
      groups.reduce((sum, group) => plus(sum, group, group.cores), empty);
    });
    // States of n cores, each on one of its types or idle: multisets if the types are shared. From each, the next core goes to one of own + 1.
    const states = (n: number): number => (n === 0 ? 1 : states(n - 1) * (shared ? (n + own) / n : own + 1));
    const made = [0, 1, 2, 3].reduce((sum, n) => sum + states(n) * (1 + own), 0);
    expect(counted).toBeGreaterThanOrEqual(made);
    const none: Budget = {
      ...budget,
      visits: () => {
        throw new Error('none is left');
      },
    };
    expect(() => {
      withJointLaws(groups, types, none, ({ empty, plus }) => void plus(empty, groups[0]!, 1));
    }).toThrow('none is left');
  });

  it('the law of groups is that of their cores, each following its own, whatever the order', () => {
    const random = randomStream(9, 'groups');
    for (let round = 0; round < 60; round++) {
      const types = 1 + Math.floor(random.uniform(0, 4));
      const groups = Array.from({ length: 1 + Math.floor(random.uniform(0, 3)) }, () => {
        const weights = Array.from({ length: types }, () => (random.uniform(0, 1) < 0.3 ? 0 : random.uniform(0, 1)));
        const idle = random.uniform(0, 1) < 0.3 ? 0 : random.uniform(0, 1);
        const all = weights.reduce((sum, weight) => sum + weight, idle) || 1;
        const runs = weights.flatMap((weight, type) => (weight > 0 ? [[type, weight / all] as const] : []));
        return { runs, idle: runs.length === 0 ? 1 : idle / all, cores: 1 + Math.floor(random.uniform(0, 3)) };
      });
      // By hand: core by core, states as texts.
      let wanted = new Map([[new Array<number>(types).fill(0).join(), 1]]);
      for (const { runs, idle, cores } of groups) {
        for (let core = 0; core < cores; core++) {
          const next = new Map<string, number>();
          for (const [state, p] of wanted) {
            next.set(state, (next.get(state) ?? 0) + p * idle);
            for (const [type, share] of runs) {
              const counts = state.split(',').map(Number);
              counts[type]! += 1;
              next.set(counts.join(), (next.get(counts.join()) ?? 0) + p * share);
            }
          }
          wanted = next;
        }
      }
      const found = new Map<string, number>();
      withJointLaws(groups, types, budgetOf('here', 1e6), ({ empty, plus, each }) => {
        const law = groups.toReversed().reduce((sum, group) => plus(sum, group, group.cores), empty);
        each(law, (p, countOf) => found.set(Array.from({ length: types }, (_, t) => countOf(t)).join(), p));
      });
      const positive = [...wanted].filter(([, p]) => p > 0);
      expect(new Set(found.keys())).toEqual(new Set(positive.map(([state]) => state)));
      for (const [state, p] of positive) expect(Math.abs(found.get(state)! - p)).toBeLessThan(1e-14);
    }
  });

  it('refuses nodes whose states cannot even be numbered', () => {
    const many = { count: 200, slices: Array.from({ length: 10 }, (_, type) => ({ task: task(type), fraction: 0.1 })) };
    expect(() => companyOf([many], 0, '')).toThrow(CheckerLimitError);
  });
});

function expectClose(actual: readonly number[], wanted: readonly number[], tolerance = 1e-12): void {
  expect(actual).toHaveLength(wanted.length);
  wanted.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value), `entry ${i}: ${actual[i]!} against ${value}`).toBeLessThan(tolerance);
  });
}
