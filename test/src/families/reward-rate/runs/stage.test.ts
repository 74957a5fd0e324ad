import { describe, expect, it } from 'vitest';
import { begin, runStages, type Stage } from '../../../../../src/families/reward-rate/runs/stage.js';

interface State {
  readonly value: number;
  readonly warnings: readonly string[];
}

type StageOfTest = Stage<State, { readonly value: number } | Promise<{ readonly value: number }>>;

/** Runs stages whose clock goes on by 1 s with every reading, after the run's driver was made at 0 s. */
async function ran(stages: readonly StageOfTest[]): Promise<State & { readonly timeS: Record<string, number> }> {
  let nowS = 0;
  const limits = { timeLimitS: null, workLimit: null };
  const { timeS, clock } = begin({ limits, nowS: () => nowS++, interrupted: () => false, onProgress: () => undefined });
  const state = await runStages<State, { readonly value: number }>(
    stages,
    { value: 1, warnings: [] },
    clock,
    (before, added) => ({
      value: 'value' in added ? added.value : before.value,
      warnings: 'warnings' in added ? [...before.warnings, ...added.warnings] : before.warnings,
    }),
  );
  return { ...state, timeS: { ...timeS } };
}

const twice = (name: string, more: Partial<StageOfTest> = {}): StageOfTest => ({
  name,
  asked: () => true,
  run: ({ value }: State) => ({ value: 2 * value }),
  ...more,
});

describe('stages of a solve', () => {
  it('run in order, each on what the ones before it found', async () => {
    const plusOne = twice('plusOne', { run: ({ value }) => Promise.resolve({ value: value + 1 }) });
    expect((await ran([twice('twice'), plusOne])).value).toBe(3);
    expect((await ran([plusOne, twice('twice')])).value).toBe(4);
  });

  it('that are not asked for leave nothing, not even a warning why they could not run', async () => {
    const state = await ran([twice('unasked', { asked: () => false, whyNot: () => 'why' })]);
    expect(state).toEqual({ value: 1, warnings: [], timeS: {} });
  });

  it('that are asked for and cannot run leave their warning, and the next ones run', async () => {
    const state = await ran([twice('unable', { whyNot: () => 'It cannot.' }), twice('able', { whyNot: () => null })]);
    expect(state).toMatchObject({ value: 2, warnings: ['It cannot.'] });
  });

  it('are asked and judged on the state that they meet', async () => {
    const small = twice('small', { asked: ({ value }) => value < 4 });
    expect((await ran([small, small, small, small])).value).toBe(4);
    const limited = twice('limited', { whyNot: ({ value }) => (value < 4 ? null : 'Enough.') });
    expect((await ran([limited, limited, limited])).warnings).toEqual(['Enough.']);
  });

  it('are timed by laps, which add up to the whole; those of one phase are added', async () => {
    const stages = [twice('one'), twice('two', { whyNot: () => 'It cannot.' }), twice('one')];
    expect((await ran(stages)).timeS).toEqual({ one: 2, two: 1 });
  });
});
