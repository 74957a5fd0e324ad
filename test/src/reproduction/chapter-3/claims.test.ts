import { describe, expect, it } from 'vitest';
import { type Judged, judgeFigure, verdictText } from '../../../../src/reproduction/claims.js';
import { type RewardRateFigure, CHAPTER_3_FIGURES } from '../../../../src/reproduction/chapter-3/names.js';
import { TEXT_CLAIMS } from '../../../../src/reproduction/chapter-3/claims-text.js';
import { isTextFigure } from '../../../../src/reproduction/chapter-3/figures-text.js';
import { CHAPTER_3 } from '../../../../src/reproduction/chapter-3/paper.js';
import { MEMORY_APART, methodOf } from '../../../../src/reproduction/chapter-3/figures.js';
import { anyPaper } from '../../../../src/reproduction/paper.js';
import { partOf } from '../../../support/claims.js';
import type { Verdict } from '../../../../src/reproduction/rules.js';
import { madeUpRecords, type MadeUp, thesisWorld, type World } from '../../../fixtures/reproduction/world.js';
import { elsewhere } from '../../../fixtures/reproduction/elsewhere.js';

/** Figures and claims that runs of the thesis' own figures decide; the others are in claims-text.test.ts. */
const FIGURES = CHAPTER_3_FIGURES.filter((figure) => !isTextFigure(figure));
const CLAIMS = CHAPTER_3.claims.filter((claim) => !TEXT_CLAIMS.includes(claim));
const figureOf = (claim: (typeof CLAIMS)[number]): RewardRateFigure => claim.figure as RewardRateFigure;

type Change = (made: MadeUp, cell: Readonly<Record<string, string>>, trial: number) => Partial<MadeUp>;

/** The thesis' world with something else in it. */
const changed =
  (change: Change): World =>
  (cell, trial) => {
    const made = thesisWorld(cell, trial);
    return { ...made, ...change(made, cell, trial) };
  };

function verdictIn(id: string, world: World): Verdict {
  return judgedIn(id, world).verdict;
}

function judgedIn(id: string, world: World): Judged {
  const claim = CLAIMS.find((candidate) => candidate.id === id)!;
  return judgeFigure({ ...CHAPTER_3, claims: [claim] }, claim.figure, madeUpRecords(figureOf(claim), world))[0]!;
}

const levelled: Change = (_, __, trial) => ({ share: 0.5 + 0.001 * trial });
const spread = [0.2, 0.7, 0.4, 0.1, 0.9];

describe('claims', () => {
  it.each(FIGURES)('%s: every claim holds in the world that the thesis describes', (figure) => {
    const judged = judgeFigure(CHAPTER_3, figure, madeUpRecords(figure));
    expect(judged.filter(({ verdict }) => verdict !== 'holds').map(({ claim, parts }) => [claim.id, parts])).toEqual(
      [],
    );
    expect(elsewhere(judged)).toEqual([]);
    expect(judged.length).toBeGreaterThan(0);
  });

  /** Worlds in which a claim is wrong everywhere. */
  const WRONG: Readonly<Record<string, Change>> = {
    'all-meet-constraints': () => ({ plan: false }),
    order: ({ share }, { method }) => ({
      share: share * { nlp: 0.1, 'config-lp': 0.1, ga: 0.3, greedy: 1 }[methodOf(method!).method]!,
    }),
    'memory-costs': ({ share }, { workload }) => ({ share: share * { cpu: 0.1, hybrid: 1, memory: 9 }[workload!]! }),
    'memory-half': ({ share }, { workload }) => ({ share: workload === 'memory' ? 1.5 * share : share }),
    'memory-half-apart': ({ share }, { workload }) => ({ share: workload === 'memory' ? 1.5 * share : share }),
    awareness: ({ share }, { method }) => ({ share: method!.endsWith('naive') ? 2 * share : share }),
    'awareness-grows': ({ share }, { method, workload }) => ({
      share: method!.endsWith('naive') ? share * { cpu: 0.2, hybrid: 0.5, memory: 1 }[workload!]! : share,
    }),
    'greedy-close-on-cpu': ({ share }, { method }) => ({ share: method === 'greedy' ? 0.9 * share : share }),
    'greedy-half-on-memory': ({ share }, { method }) => ({ share: method === 'greedy' ? 1.5 * share : share }),
    'isolation-earns': ({ share }, { aisles }) => ({ share: aisles === 'isolated' ? 0.8 * share : share }),
    'isolation-cools-less': ({ coolingW }, { aisles }) => ({
      coolingW: aisles === 'isolated' ? 2 * coolingW : coolingW,
    }),
    'isolation-computes-more': ({ nodesW }, { aisles }) => ({ nodesW: aisles === 'isolated' ? 0.5 * nodesW : nodesW }),
    'red-line-unmet': ({ plan }) => ({ plan: !plan }),
    'red-line-nonlinear': (_, { redLineC }, trial) => ({ plan: true, share: 0.01 * Number(redLineC) + 0.001 * trial }),
    'greedy-leaves-power': ({ unused }) => ({ unused: unused > 0.01 ? 0 : 0.05 }),
    'cap-linear': (_, { capKW }, trial) => ({ share: Math.exp((Number(capKW) - 300) / 10) + 0.001 * trial }),
    'cap-used': (_, { capKW }) => ({ unused: capKW === '260' ? 0.02 : 0 }),
    'ga-beats-greedy-large': ({ share }, { method }) => ({ share: method === 'greedy' ? 3 * share : share }),
    'ga-gains-with-time': ({ share }) => ({ early: 1.1 * share }),
    'ga-any-time': ({ share }) => ({ early: 0.1 * share }),
    'nlp-best-small': ({ share }, { method }) => ({ share: method === 'nlp' ? 0.1 * share : share }),
  };

  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG).sort()).toEqual(CLAIMS.map(({ id }) => id).sort());
  });

  it.each(Object.entries(WRONG))('%s is contradicted by a world in which it is wrong', (id, change) => {
    expect(verdictIn(id, changed(change))).toBe('contradicts');
  });

  it('a reward that depends on nothing does not test a line', () => {
    for (const id of ['cap-linear', 'red-line-nonlinear']) {
      const constant = changed((_, __, trial) => ({ plan: true, share: 0.5 + 0.001 * trial }));
      const nearly = changed((_, { capKW, redLineC }) => ({
        plan: true,
        share: 0.5 + 1e-9 * (Number(capKW) + Number(redLineC)),
      }));
      expect([id, verdictIn(id, constant), verdictIn(id, nearly)]).toEqual([id, 'not tested', 'not tested']);
      const { parts } = judgedIn(id, constant);
      expect(new Set(parts.map(({ figure, answer }) => `${figure}: ${answer}`))).toEqual(
        new Set(['does not vary: something else limits it: untested']),
      );
    }
  });

  it('a trial whose reward does not vary is counted apart', () => {
    const half = changed((_, { capKW }, trial) => ({ share: trial === 0 ? 0.5 : 0.001 * Number(capKW) }));
    const { parts } = judgedIn('cap-linear', half);
    expect(parts[0]).toMatchObject({ figure: '1.000 [1.000, 1.000], n = 4; does not vary in 1 of 5 trials' });
    expect(parts.map(({ answer }) => answer)).not.toContain('yes');
    const strict = parts[0]!.atLevel!(0.99);
    expect([strict.answer, strict.figure.endsWith('does not vary in 1 of 5 trials')]).toEqual(['open', true]);
  });

  it('a naive plan that earns nothing leaves its trial without a partner', () => {
    const nothing = changed(({ share }, { method, workload }, trial) => ({
      share: method === 'greedy-naive' && workload === 'memory' && trial === 0 ? 0 : share,
    }));
    const records = madeUpRecords('fig-3.3', nothing);
    const grows = judgeFigure(CHAPTER_3, 'fig-3.3', records).find(({ claim }) => claim.id === 'awareness-grows')!;
    const part = grows.parts.find(({ where }) => where.includes('greedy: memory over hybrid'))!;
    expect(part.figure).toMatch(/of 4; 1 without a partner$/);
    expect(partOf(anyPaper(CHAPTER_3), new Map([['fig-3.3', records]]))).not.toMatch(/Infinity|NaN/);
  });

  it('a tie is no win', () => {
    for (const id of ['order', 'memory-costs', 'awareness', 'isolation-earns', 'ga-beats-greedy-large']) {
      expect([id, verdictIn(id, changed(levelled))]).toEqual([id, 'contradicts']);
    }
  });

  it('what differs from trial to trial is undecided', () => {
    const noisy = changed((_, { aisles }, trial) => ({
      share: spread[aisles === 'isolated' ? trial : (trial + 2) % spread.length]!,
    }));
    expect(verdictIn('isolation-earns', noisy)).toBe('undecided');
  });

  it('half a truth holds in part', () => {
    const half = changed(({ share }, { workload, method }) => ({
      share: workload === 'cpu' && method === 'greedy' ? 2 * share : share,
    }));
    expect(verdictIn('order', half)).toBe('in part');
  });

  it('without plans or methods claims are not tested, or hold in part', () => {
    expect(
      verdictIn(
        'isolation-earns',
        changed(() => ({ plan: false })),
      ),
    ).toBe('not tested');
    const few = judgeFigure(CHAPTER_3, 'fig-3.3', madeUpRecords('fig-3.3', thesisWorld, ['greedy']));
    const by = new Map(few.map(({ claim, verdict }) => [claim.id, verdict]));
    expect([by.get('order'), by.get('memory-half'), by.get('memory-costs')]).toEqual([
      'not tested',
      'not tested',
      'in part',
    ]);
    const noGa = judgeFigure(CHAPTER_3, 'fig-3.4', madeUpRecords('fig-3.4', thesisWorld, ['greedy', 'config-lp']));
    expect(noGa.find(({ claim }) => claim.id === 'isolation-earns')!.verdict).toBe('in part');
  });

  it('config-lp stands for the NLP where that is not run, and a comparison says so', () => {
    const { settings } = judgedIn('memory-half', thesisWorld);
    const texts = (room: string, demand: string): readonly string[] =>
      settings
        .find(({ levels }) => levels['room'] === room && levels['demand'] === demand)!
        .parts.map(({ where }) => where);
    expect([texts('mixed', '0.6'), texts('mixed', '0.8')]).toEqual([['230 kW: nlp (by config-lp)'], ['230 kW: nlp']]);
  });

  it('the bundled room is shown and counts for nothing', () => {
    const wrong = changed(({ share }, { room, workload }) => ({
      share: room === 'nominal' && workload === 'memory' ? 2 * share : share,
    }));
    const { verdict, settings } = judgedIn('memory-half', wrong);
    const nominal = settings.find(({ levels }) => levels['room'] === 'nominal')!;
    expect([verdict, nominal.verdict, nominal.isAdmissible]).toEqual(['holds', 'contradicts', false]);
  });

  it('plans that break limits do not count as plans', () => {
    const { design, records } = madeUpRecords('fig-3.7');
    const broken = records.map((record) => ({ ...record, values: { ...record.values, outcome: 'breaks limits' } }));
    expect(judgeFigure(CHAPTER_3, 'fig-3.7', { design, records: broken }).map(({ verdict }) => verdict)).toEqual([
      'not tested',
      'not tested',
      'not tested',
      'not tested',
    ]);
  });

  it('what the GA has under way is judged by time-averaged rewards alone, as it knows no others', () => {
    const judged = judgeFigure(CHAPTER_3, 'fig-3.7', madeUpRecords('fig-3.7'));
    for (const id of ['ga-gains-with-time', 'ga-any-time']) {
      const { verdict, others } = judged.find(({ claim }) => claim.id === id)!;
      expect([id, verdict, others.map(({ verdict: other }) => other)]).toEqual([id, 'holds', ['not tested']]);
    }
  });

  it('another demand of the memory-intensive workload counts for one claim alone', () => {
    const judged = judgeFigure(CHAPTER_3, 'fig-3.3', madeUpRecords('fig-3.3'));
    const counted = judged.filter(({ settings }) =>
      settings.some(({ levels, parts }) => levels['demand'] === MEMORY_APART && parts.length > 0),
    );
    expect(counted.map(({ claim }) => claim.id)).toEqual(['memory-half-apart']);
  });

  it('the order of the techniques is counted only where all three were run', () => {
    const { settings } = judgedIn('order', thesisWorld);
    const counted = settings.filter(({ parts }) => parts.length > 0).map(({ levels }) => Object.values(levels).join());
    expect(counted).toEqual(['mixed,0.8,tied', 'fine,0.8,tied', 'tight,0.8,tied']);
  });

  it('the time-sliced verdict is one of its own', () => {
    const { design, records } = madeUpRecords('fig-3.7');
    const apart = records.map((record) => {
      const { values, cell } = record;
      return {
        ...record,
        values: { ...values, rewardPerS: cell['method'] === 'greedy' ? 1000 : values['rewardPerS']! },
      };
    });
    const [large] = judgeFigure(CHAPTER_3, 'fig-3.7', { design, records: apart });
    const sliced = large!.others.find(({ view }) => view.key === 'timeSliced')!;
    expect([large!.verdict, sliced.verdict]).toEqual(['holds', 'contradicts']);
    expect(verdictText(large!)).toMatch(/^holds, by our reading \(Algorithm 3 .*; time-sliced: contradicts\)$/);
  });
});
