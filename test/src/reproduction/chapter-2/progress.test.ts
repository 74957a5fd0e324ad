import { describe, expect, it } from 'vitest';
import { watchAt } from '../../../../src/reproduction/chapter-2/progress.js';

describe('the course of a run', () => {
  it('an hour stands for its share of the steps behind those of founding', () => {
    const { watch, values } = watchAt(20, [
      { hour: 0, share: 0 },
      { hour: 12, share: 0.26 },
      { hour: 72, share: 1 },
    ]);
    for (let work = 1; work <= 120; work++) watch({ work, incumbent: work < 20 ? null : work / 100 });
    expect(values()).toEqual({ zAt0h: 0.2, zAt12h: 0.46, zAt72h: 1.2 });
  });

  it('before there is a plan there is no quantile', () => {
    const { watch, values } = watchAt(0, [
      { hour: 0, share: 0 },
      { hour: 1, share: 0.5 },
    ]);
    watch({ work: 1, incumbent: null });
    watch({ work: 2, incumbent: 1.5 });
    expect(values()).toEqual({ zAt0h: null, zAt1h: null });
  });
});
