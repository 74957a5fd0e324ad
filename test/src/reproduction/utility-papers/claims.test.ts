import { describe, expect, it } from 'vitest';
import { figureData, READINGS } from '../../../../src/reproduction/utility-papers/data.js';
import { UTILITY_PAPERS } from '../../../../src/reproduction/utility-papers/paper.js';
import { UTILITY_FIGURES, type UtilityFigure } from '../../../../src/reproduction/utility-papers/names.js';
import { judgeFigure, verdictText } from '../../../../src/reproduction/claims.js';
import { type Verdict, verdictOf } from '../../../../src/reproduction/rules.js';
import { elsewhere } from '../../../fixtures/reproduction/elsewhere.js';
import {
  madeUpUtilityRecords,
  type MadeUpUtility,
  papersWorld,
  type Place,
  type UtilityWorld,
} from '../../../fixtures/reproduction/utility-world.js';

type Change = (made: MadeUpUtility, place: Place, trial: number) => Partial<MadeUpUtility>;

/** The papers' world with something else in it. */
const changed =
  (change: Change): UtilityWorld =>
  (place, trial) => {
    const made = papersWorld(place, trial);
    return { ...made, ...change(made, place, trial) };
  };

const claimNamed = (id: string): (typeof UTILITY_PAPERS.claims)[number] =>
  UTILITY_PAPERS.claims.find((claim) => claim.id === id)!;

function verdictIn(
  id: string,
  world: UtilityWorld,
  methods?: string[],
  trials?: number,
  scale: 'reduced' | 'full' = 'reduced',
): Verdict {
  const claim = claimNamed(id);
  const records = madeUpUtilityRecords(claim.figure as UtilityFigure, world, methods, trials, scale);
  return verdictOf(claim.parts(figureData(records, READINGS[0])));
}

/** Another share for the methods for which `of` gives a factor. */
const scaled =
  (of: (place: Place) => number | undefined): Change =>
  ({ share }, place) => ({ share: share * (of(place) ?? 1) });

describe('claims of the papers', () => {
  it.each(UTILITY_FIGURES)('%s: every claim holds in the world that the papers describe', (figure) => {
    // Printed budgets are run in full alone.
    const judged = judgeFigure(UTILITY_PAPERS, figure, madeUpUtilityRecords(figure, papersWorld, undefined, 4, 'full'));
    expect(judged.filter(({ verdict }) => verdict !== 'holds').map(({ claim, parts }) => [claim.id, parts])).toEqual(
      [],
    );
    expect(elsewhere(judged)).toEqual([]);
    expect(judged.length).toBeGreaterThan(0);
  });

  const isReserved = ({ beside }: Place): boolean => beside.includes('permanent');
  const uptLess = scaled(({ key }) => (key === 'upt' ? 0.5 : undefined));
  const moreByDifference = scaled(({ technique }) => (technique === 'difference' ? 1.1 : undefined));

  const AWARE = ['util', 'upt', 'upr', 'upe'];

  /** Worlds in which a claim is wrong everywhere. */
  const WRONG: Readonly<Record<string, Change>> = {
    'serial-order': ({ share }) => ({ share: 1 - share }),
    'upe-over-upt': scaled(({ method }) => (method === 'upe' ? 1.3 : undefined)),
    'all-reach-budget': ({ energyGJ }) => ({ energyGJ: 0.9 * energyGJ }),
    'upe-dry-later': (_, { method }) => ({ hour99: method === 'upe' ? 12 : 20 }),
    'filter-gains': scaled(({ setting }) => (setting === 'no filter' ? 2 : undefined)),
    'upe-over-random': scaled(({ method }) => (method === 'random' ? 3 : undefined)),
    'best-leniency': scaled(({ number }) => (number === 4 ? 2 : undefined)),
    'upe-least-sensitive': ({ share }, { method, setting, number }) => ({
      share: method === 'upe' && setting === 'no filter' ? 0.1 : method === 'upe' && number === 4 ? 0.2 : share,
    }),
    'strict-leaves-energy': ({ hour99 }, { freeGJ }) => ({ energyGJ: 0.7 * freeGJ, hour99: 24 - (hour99 ?? 0) }),
    'best-ends-at-midnight': ({ energyGJ }) => ({ hour98: 12, energyGJ: 0.9 * energyGJ }),
    'place-holders': scaled((place) => (isReserved(place) ? 3 : undefined)),
    'baselines-behind': scaled(({ method }) =>
      ['random', 'conservative', 'easy', 'multi-queue'].includes(method) ? 3 : 0.3,
    ),
    'per-resource-over-per-task': scaled(({ beside }) => (beside.includes('per-task') ? 1.2 : undefined)),
    'filters-nothing-for-upe': scaled(({ beside, method }) =>
      method === 'upe' && beside.length > 1 && !beside.includes('permanent') ? 1.02 : undefined,
    ),
    'upr-draws-more': (_, { method }) => ({ energyGJ: method === 'upe' ? 9 : 8 }),
    'dropping-threshold': scaled(({ beside, method }) =>
      beside.includes('threshold 0.1') ? (['util', 'upt', 'upr', 'upe'].includes(method) ? 1.1 : 0.5) : undefined,
    ),
    'event-is-task': scaled(({ method }) => (method === 'task-based' ? 1.05 : undefined)),
    'event-times': () => ({ candidatesPerEvent: 100 }),
    'tight-budget': scaled(({ method }) => (method === 'upe' || method.endsWith('-based') ? 0.3 : undefined)),
    'metaheuristics-between': scaled(() => 0.5),
    'loose-budget': scaled(({ method }) => ({ upe: 1.5, upt: 1.2 })[method] ?? 0.3),
    'filter-helps-when-tight': ({ share, budgetGJ }, { beside, freeGJ }) => ({
      share: beside.includes('per-resource') ? share + (budgetGJ! < freeGJ ? -0.2 : 0.2) : share,
    }),
    'place-holders-10000': scaled((place) => (isReserved(place) ? 9 : undefined)),
    'oversubscribed-10000': scaled(() => 3),
    'upr-over-upt-10000': scaled(({ method }) => (method === 'upt' ? 1.4 : undefined)),
    'upr-draws-more-10000': (_, { method }) => ({ energyGJ: method === 'upe' ? 9 : 8 }),
    'event-times-10000': () => ({ candidatesPerEvent: 100 }),
    'curie-unlimited': scaled(({ method }) => (method === 'util' || method === 'upe' ? 3 : undefined)),
    'curie-tight': scaled(({ method }) => (method === 'upe' ? 0.1 : method.endsWith('-based') ? 0.5 : undefined)),
    'testbed-maximum': ({ energyGJ }) => ({ energyGJ: 2 * energyGJ }),
    'testbed-easy-behind': scaled(({ method }) => (method === 'easy' ? 3 : undefined)),
    'testbed-equal-when-loose': scaled(({ method }) => (method === 'upr' ? 0.5 : undefined)),
    'testbed-tighter-earns-less': scaled(({ number }) => (100 / number) ** 4),
    'testbed-order-when-tight': scaled(({ method }) => (method === 'upr' ? 2 : undefined)),
    'testbed-gain-when-tight': scaled(({ method }) => (method === 'upr' ? 0.8 : undefined)),
    'testbed-energy': ({ energyGJ }, { method }) => ({ energyGJ: (method === 'upe' ? 0.9 : 0.5) * energyGJ }),
    'preemption-improves': ({ share }, { technique, setting }) => ({
      share: technique === 'none' ? 0.9 : setting === 'step' ? 0.1 : share,
    }),
    'greedy-is-difference': moreByDifference,
    'flags-linear': ({ share }, { setting, technique }) => ({
      share: setting.startsWith('flags') ? (setting === 'flags 0 %' ? 0.9 : 0.2) : technique === 'none' ? 0.7 : share,
    }),
    'upt-beats-util': uptLess,
    'upt-completes-more': ({ completed }) => ({ completed: 2000 - completed }),
    'bursts-hurt': ({ share }, { technique, number }) => ({
      share: technique === 'none' ? 0.5 + 0.003 * number : share - 0.003 * number,
    }),
    'greedy-is-difference-bursts': moreByDifference,
    'upt-beats-util-bursts': uptLess,
    'pair-worse': scaled(({ technique }) => (technique === 'pair' ? 2 : undefined)),
    'upt-beats-util-pair': uptLess,
    'lower-thresholds': scaled(({ beside }) =>
      beside.some((word) => /^(threshold|no dropping)/.test(word)) ? 1.5 : undefined,
    ),
    'without-dropping': scaled(({ beside, method }) =>
      beside.includes('no dropping') ? (AWARE.includes(method) ? 0.5 : 2) : undefined,
    ),
    'best-leniencies-parallel': scaled(({ beside }) =>
      beside.some((word) => word.startsWith('leniency')) ? 1.2 : undefined,
    ),
    'p-states-15': scaled(({ beside, method }) =>
      beside.includes('15 P-states') && method !== 'upe' ? 0.8 : undefined,
    ),
    'p-states-15-upe': ({ share, energyGJ }, { beside }) =>
      beside.includes('15 P-states')
        ? { share: 1.2 * share, energyGJ: 1.2 * energyGJ, candidatesPerEvent: 1000 }
        : { candidatesPerEvent: 100 },
    'arrival-goal': scaled(({ beside }) => (beside.includes('goal by arrivals') ? 0.5 : undefined)),
    'curie-arrival-goal': scaled(({ beside }) => (beside.includes('goal by arrivals') ? 0.5 : undefined)),
    'curie-arrival-goal-best': scaled(({ beside }) => (beside.includes('goal by arrivals') ? 0.5 : undefined)),
    'curie-baselines': scaled(({ method }) =>
      ['random', 'conservative', 'easy', 'multi-queue'].includes(method) ? 3 : undefined,
    ),
    'critical-longer': ({ share }, { setting, number }) => ({
      share: setting.startsWith('critical') ? share + 0.005 * number : share,
    }),
    'critical-preemption': scaled(({ technique }) => (technique === 'none' ? 2 : undefined)),
    'greedy-is-difference-critical': moreByDifference,
    'in-turn-behind': scaled(({ key }) => (key === 'fcfs' || key === 'random' ? 9 : undefined)),
    'in-turn-completes-fewer': ({ completed }) => ({ completed: 2000 - completed }),
    'pair-worse-bursts': scaled(({ technique }) => (technique === 'pair' ? 2 : undefined)),
    'pair-worse-flags': scaled(({ technique }) => (technique === 'pair' ? 2 : undefined)),
    'pair-worse-critical': scaled(({ technique }) => (technique === 'pair' ? 2 : undefined)),
    'pair-flags-linear': ({ share }, { key, setting, technique }) => ({
      share: technique === 'pair' ? (key === 'upt' ? 0.5 : setting === 'flags 40 %' ? 0.9 : 0.5) : share,
    }),
    'pair-relative': scaled(({ key, technique }) => (key === 'util' && technique === 'pair' ? 0.5 : undefined)),
    'upt-beats-util-pair-workloads': uptLess,
    'upt-beats-util-pair-bursts': uptLess,
  };

  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG).sort()).toEqual(UTILITY_PAPERS.claims.map(({ id }) => id).sort());
  });

  it.each(Object.entries(WRONG))('%s is contradicted by a world in which it is wrong', (id, change) => {
    // Reduced, three points lie near a line.
    const scale = id === 'pair-flags-linear' ? 'full' : 'reduced';
    expect(verdictIn(id, changed(change), undefined, undefined, scale)).toBe('contradicts');
  });

  it('a line through three points shows nothing', () => {
    expect(verdictIn('pair-flags-linear', papersWorld)).toBe('not tested');
  });

  it('one trial leaves every comparison undecided', () => {
    for (const figure of UTILITY_FIGURES) {
      const judged = judgeFigure(UTILITY_PAPERS, figure, madeUpUtilityRecords(figure, papersWorld, undefined, 1));
      const tested = judged.filter(({ claim }) => claim.id !== 'pair-flags-linear');
      expect([figure, ...new Set(tested.map(({ verdict }) => verdict))]).toEqual([figure, 'undecided']);
    }
  });

  it('without the methods that they compare claims are not tested', () => {
    for (const { id } of UTILITY_PAPERS.claims) {
      const verdict = verdictIn(id, papersWorld, ['multi-queue', 'min-min', 'upt']);
      expect([id, ['not tested', 'in part', 'holds'].includes(verdict)]).toEqual([id, true]);
      expect([id, verdictIn(id, papersWorld, ['price'])]).toEqual([id, 'not tested']);
    }
  });

  const answersIn = (
    id: string,
    change: Change,
    scale: 'reduced' | 'full' = 'reduced',
  ): Readonly<Record<string, string>> => {
    const claim = claimNamed(id);
    const records = madeUpUtilityRecords(claim.figure as UtilityFigure, changed(change), undefined, 4, scale);
    const parts = claim.parts(figureData(records, READINGS[0]));
    return Object.fromEntries(parts.map(({ where, answer }) => [where, answer]));
  };

  it('what baselines earn is taken from runs without dropping, at 5,000 and at 10,000 tasks', () => {
    const isBaseline = ({ method }: Place): boolean =>
      ['random', 'conservative', 'easy', 'multi-queue'].includes(method);
    // Where they drop they earn twice the printed share: nobody looks there.
    const richDropping = scaled((place) => (isBaseline(place) && place.beside.length === 1 ? 2 : undefined));
    // Without dropping half of it: half of 35 % is below the window from 26.25 %, half of 15.3 and 7.1 %, too.
    const poorKeeping = scaled((place) =>
      isBaseline(place) && place.beside.includes('no dropping') ? 0.5 : undefined,
    );
    for (const [id, setting] of [
      ['baselines-behind', '70 %, no dropping: easy'],
      ['oversubscribed-10000', '70 %, no dropping: easy'],
    ] as const) {
      expect(new Set(Object.values(answersIn(id, richDropping)))).toEqual(new Set(['yes']));
      expect(answersIn(id, poorKeeping)).toMatchObject({ [setting]: 'no' });
    }
  });

  it('levels within 15 GJ are judged beside the differences', () => {
    // 12 % of all are missing: differences of 5 points stay within the window, 4.4, and levels, 70 and 65 %, too.
    const less = scaled(() => 0.88);
    expect(new Set(Object.values(answersIn('metaheuristics-between', less)))).toEqual(new Set(['yes']));
    // 50 of 74 % are below 55.5 %, whatever the metaheuristics earn; 79 % are 29 points more.
    const poor = scaled(({ method }) => (method === 'upe' ? 50 / 74 : undefined));
    expect(answersIn('metaheuristics-between', poor)).toMatchObject({
      '88 %: upe': 'no',
      '88 %: upr': 'yes',
      '88 %: event-based': 'yes',
      '88 %: event-based over upe': 'no',
      '88 %: event-based over upr': 'yes',
    });
  });

  it('within 18 GJ UPT earns less than the four best, and more than UPE', () => {
    // 77 % become 82 %, more than the 80 % of Util and UPR and less than the 86 % of the metaheuristics.
    const found = answersIn(
      'loose-budget',
      scaled(({ method }) => (method === 'upt' ? 0.82 / 0.77 : undefined)),
    );
    expect(found).toMatchObject({
      '105 %: util over upt': 'no',
      '105 %: upr over upt': 'no',
      '105 %: task-based over upt': 'yes',
      '105 %: upt over upe': 'yes',
      '105 %: util over upe': 'yes',
    });
  });

  it('a leniency of 0.6 is strict, too', () => {
    const used = answersIn('strict-leaves-energy', ({ energyGJ, budgetGJ }, { number }) => ({
      energyGJ: number === 0.6 ? budgetGJ! : energyGJ,
    }));
    expect(used).toMatchObject({ 'energy, upt, leniency 0.6': 'no', 'energy, upt, leniency 0.3': 'yes' });
  });

  it('longer critical tasks leave less to Random and FCFS, too', () => {
    const risen = answersIn('critical-longer', ({ share }, { key, number, setting }) => ({
      share: key === 'fcfs' && setting.startsWith('critical') ? share + 0.01 * number : share,
    }));
    expect(risen).toMatchObject({
      'fcfs: 20 classes over critical 30 min': 'no',
      'fcfs: critical 30 min over critical 50 min': 'no',
      'random: 20 classes over critical 30 min': 'yes',
    });
  });

  it('an effect of 4 % is not significant, one of 6 % is', () => {
    const by = (factor: number): Readonly<Record<string, string>> =>
      answersIn(
        'without-dropping',
        scaled(({ beside, method }) => (method === 'upe' && beside.includes('no dropping') ? factor : undefined)),
      );
    expect([by(0.96), by(0.94), by(1.04), by(1.06)].map(({ upe }) => upe)).toEqual(['yes', 'no', 'yes', 'no']);
  });

  it('times are printed as the paper has them', () => {
    const printed = Object.fromEntries(
      ['event-times', 'event-times-10000', 'p-states-15-upe', 'metaheuristics-between'].map((id) => {
        const claim = claimNamed(id);
        const data = figureData(madeUpUtilityRecords(claim.figure as UtilityFigure), READINGS[0]);
        return [id, claim.parts(data).map((part) => part.printed?.figure)];
      }),
    );
    expect(printed).toEqual({
      'event-times': ['3 s over 0.1 s'],
      'event-times-10000': ['80 s over less than 2 s'],
      'p-states-15-upe': [undefined, undefined, '0.3 s over 0.1 s'],
      'metaheuristics-between': ['79 %', '79 %', '74 %', '74 %', ...Array.from({ length: 4 }, () => '79 % less 74 %')],
    });
  });

  it('Random with the filter is a reading of its own, and named where it changes the verdict', () => {
    const rich = changed(({ share }, { method, setting }) => ({
      share: method === 'random' && setting !== 'no filter' ? 3 * share : share,
    }));
    const judged = judgeFigure(UTILITY_PAPERS, 'utility-serial', madeUpUtilityRecords('utility-serial', rich));
    const own = judged.find(({ claim }) => claim.id === 'upe-over-random')!;
    expect(verdictText(own)).toBe('holds, by our reading (Random filtered as well: contradicts)');
  });

  it('printed GJ have a column of their own, and are not heard in the verdict', () => {
    const poor = changed(({ share }, { setting, method }) => ({
      share: setting.includes('GJ') && method === 'upe' ? 0.1 * share : share,
    }));
    const judged = judgeFigure(
      UTILITY_PAPERS,
      'utility-budgets',
      madeUpUtilityRecords('utility-budgets', poor, undefined, 4, 'full'),
    );
    const tight = judged.find(({ claim }) => claim.id === 'tight-budget')!;
    expect(verdictText(tight)).toBe('holds');
    const printed = tight.others.find(({ view }) => view.key === 'printedGJ')!;
    expect(printed.verdict).toBe('in part');
  });

  it("without Curie's log nothing about it is tested", () => {
    const records = madeUpUtilityRecords('utility-curie');
    const none = {
      ...records,
      records: records.records.map((record) => ({
        ...record,
        values: Object.fromEntries(
          Object.keys(record.values).map((name) => [name, name === 'outcome' ? 'no log' : null]),
        ),
      })),
    };
    const judged = judgeFigure(UTILITY_PAPERS, 'utility-curie', none);
    expect(judged.length).toBeGreaterThan(1);
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(['not tested']));
  });
});
