import { describe, expect, it } from 'vitest';
import { lastKeptIn } from '../../../src/runs/kept.js';

describe('what is kept of the last call', () => {
  it('is made once for calls of one key that follow each other, and replaced by that of another', () => {
    const kept = new Map<string, unknown>();
    const made: string[] = [];
    const ask = (key: string): string =>
      lastKeptIn(kept, 'word', key, () => {
        made.push(key);
        return `made for ${key}`;
      });
    expect(['a', 'a', 'b', 'a'].map(ask)).toEqual(['made for a', 'made for a', 'made for b', 'made for a']);
    expect(made).toEqual(['a', 'b', 'a']);
    expect(kept.size).toBe(1);
  });
});
