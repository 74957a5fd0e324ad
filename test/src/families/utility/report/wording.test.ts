import { describe, expect, it } from 'vitest';
import { REASON_WORDS } from '../../../../../src/families/utility/report/wording.js';
import { NOT_RUN_REASONS } from '../../../../../src/families/utility/runs/not-run.js';

describe('words for the reasons for which tasks do not run', () => {
  it('are in the order of the tests, and no two reasons share a name or a phrase', () => {
    expect(Object.keys(REASON_WORDS)).toEqual(NOT_RUN_REASONS);
    for (const kind of ['name', 'short', 'meaning'] as const) {
      const words = Object.values(REASON_WORDS).map((of) => of[kind]);
      expect(words).toEqual([...new Set(words)]);
    }
  });

  it('call what is worth too little the same in the table and in the summary', () => {
    const { name, short } = REASON_WORDS.late;
    expect([name, short]).toEqual(['worth too little', 'worth too little']);
  });

  it('say of nodes that a part of their price is asked', () => {
    expect(REASON_WORDS.nodePrice.meaning).toContain('a part of their price');
  });
});
