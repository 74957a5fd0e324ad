import { describe, expect, it } from 'vitest';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { trialOf } from '../../../../../src/families/utility/instances/trial.js';
import { runTrials, type TrialAnswer, type TrialsRequest } from '../../../../../src/families/utility/studies/trials.js';
import { usedUpS } from '../../../../../src/families/utility/runs/used-up.js';
import { smallPreemptiveDay, smallSerialDay } from '../../../../support/utility/small-days.js';

const SETTINGS = [
  { label: 'price', method: 'price' },
  { label: 'upt at 1.2', method: 'upt', filter: 'task', leniency: 1.2 },
];

const request = (over: Partial<TrialsRequest> = {}): TrialsRequest => ({
  instance: smallSerialDay(),
  settings: SETTINGS,
  trials: 2,
  ...over,
});

async function answersOf(asked: TrialsRequest): Promise<readonly TrialAnswer[]> {
  return (await runTrials(asked)).answers;
}

function tiny(name: string): UtilityInstance {
  return bundledUtilityInstances().find(({ instance }) => instance.name === name)!.instance;
}

describe('settings on trials of a utility instance', () => {
  it('come trial by trial in the order of the settings, and are the same in another order', async () => {
    const answers = await answersOf(request());
    expect(answers.map(({ trial, label }) => [trial, label])).toEqual(
      [1, 2].flatMap((trial) => SETTINGS.map(({ label }) => [trial, label])),
    );
    const turned = await answersOf(request({ settings: SETTINGS.toReversed() }));
    expect(turned.toReversed()).toEqual(expect.arrayContaining([...answers]));
    expect(JSON.parse(JSON.stringify(answers))).toEqual(answers);
  });

  it('later trials are those of trialOf', async () => {
    const all = await answersOf(request({ trials: 3, settings: SETTINGS.slice(0, 1) }));
    const own = await answersOf(
      request({ instance: trialOf(smallSerialDay(), 3), trials: 1, settings: [SETTINGS[0]!] }),
    );
    expect(own).toEqual([{ ...all[2], trial: 1 }]);
    expect(new Set(all.map(({ utility }) => utility)).size).toBe(3);
  });

  it('keep the budget of the measured time, and say when it was used up', async () => {
    const [price, upt] = await answersOf(request({ trials: 1 }));
    const budgetJ = smallSerialDay().energyBudgetJPerDay!;
    for (const { energyJ } of [price!, upt!]) {
      expect(energyJ).toHaveLength(2);
      expect(energyJ[1]).toBeLessThanOrEqual(budgetJ);
    }
    for (const { used98S, used99S, energyJ } of [price!, upt!]) {
      expect(used98S !== null).toBe(energyJ[1]! >= 0.98 * budgetJ);
      expect(used99S !== null).toBe(energyJ[1]! >= 0.99 * budgetJ);
      if (used98S !== null && used99S !== null) expect(used98S).toBeLessThanOrEqual(used99S);
    }
  });

  it('have one bound for each trial, which none exceeds', async () => {
    const answers = await answersOf(
      request({
        instance: smallPreemptiveDay(),
        settings: [{ label: 'default' }, { label: 'fcfs', method: 'fcfs' }],
        withBound: true,
      }),
    );
    expect(new Set(answers.map(({ bound }) => bound)).size).toBe(2);
    for (const { bound, utility, gap } of answers) {
      expect(utility).toBeLessThanOrEqual(bound!);
      expect(gap).toBeCloseTo((bound! - utility) / bound!, 12);
    }
    // As solve chooses: greedy preemption.
    expect(answers[0]!.preemptions).toBeGreaterThan(0);
    expect(answers[1]!.preemptions).toBe(0);
  });

  it('by hand: energy for one of two tasks', async () => {
    const [answer] = await answersOf(
      request({
        instance: tiny('tiny-serial-budget'),
        settings: [{ label: 'util', method: 'util' }],
        trials: 1,
        withBound: true,
      }),
    );
    // The better task alone, 4 of 1 + 4; it takes 20,000 J of 30,000 J on the option that ends first.
    expect(answer).toMatchObject({
      trial: 1,
      label: 'util',
      utility: 4,
      shareOfStarting: 0.8,
      shareOfImmediate: 0.8,
      energyJ: [20_000],
      completed: 1,
      dropped: 1,
      preemptions: 0,
      used98S: null,
      used99S: null,
    });
  });

  it('refuse what an instance cannot heed, and trials where nothing is drawn', async () => {
    const bad = (setting: object) => answersOf(request({ settings: [{ label: 'it', ...setting }] }));
    await expect(bad({ method: 'tabu' })).rejects.toThrow('it: there is no "tabu"');
    await expect(bad({ method: 'upt', filter: 'per-task' })).rejects.toThrow('it: ');
    await expect(bad({ method: 'upt', filter: 'task', leniency: 0 })).rejects.toThrow('at least 0.000001');
    await expect(bad({ method: 'upt', preemption: 'greedy' })).rejects.toThrow('--preemption');
    await expect(answersOf(request({ settings: [{ label: 'bound', method: 'upt' }] }))).rejects.toThrow('"bound"');
    const drawsNothing = request({ instance: tiny('tiny-serial-budget'), settings: [{ label: 'upt', method: 'upt' }] });
    await expect(answersOf(drawsNothing)).rejects.toThrow('no trials');
  });
});

describe('usedUpS', () => {
  const days = [
    { startS: 0, endS: 100, budgetJ: Infinity },
    { startS: 100, endS: 200, budgetJ: 50 },
  ];
  const model = { days, measuredFromS: 100, endS: 200 };
  // The sum of the first day still stands at its midnight.
  const series = { timeS: Float64Array.of(0, 50, 100, 150), consumedJ: Float64Array.of(0, 400, 800, 40) };

  it('lies between the mapping events before and after', () => {
    // 20 J of 40 J after half of the 50 s that follow midnight.
    expect(usedUpS(model, series, 50, 0.4)).toBe(25);
    // 45 J: half of the 10 J drawn from 150 s to the end at 200 s.
    expect(usedUpS(model, series, 50, 0.9)).toBe(75);
  });

  it('is null where that much never was drawn, or there is no budget', () => {
    expect(usedUpS(model, series, 44, 0.9)).toBeNull();
    const free = { ...model, days: [days[0]!, { ...days[1]!, budgetJ: Infinity }] };
    expect(usedUpS(free, series, 50, 0.9)).toBeNull();
  });
});
