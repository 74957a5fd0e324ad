import { expect, it } from 'vitest';
import { studyProgress } from '../../../src/cli/study-progress.js';
import { drawnStudy } from '../../support/study-records.js';

/** What is written to a terminal of 60 columns, or to none, for some records. */
function shown(isTTY: boolean): string[] {
  const texts: string[] = [];
  const stderr = { isTTY, columns: 60, write: (text: string) => texts.push(text) };
  const { show, clear } = studyProgress(stderr as unknown as NodeJS.WriteStream);
  const { records } = drawnStudy({ seeds: 2 });
  const total = records.length;
  records.forEach((record, n) => {
    show(record, { done: n + 1, failed: 0, total, made: n + 1, elapsedS: (n + 1) / 4 });
  });
  clear();
  return texts;
}

it('progress of a study is one line of a terminal, rewritten in place, never wider than it, and cleared at the end', () => {
  const texts = shown(true);
  const [first] = texts;
  // 4 runs per second were made.
  expect(first).toMatch(/^\r\u001b\[2K1\/\d+ runs, 0 failed, 4\.00 runs\/s, \d+ s left/);
  for (const text of texts) {
    expect(text.startsWith('\r\u001b[2K')).toBe(true);
    expect(text).not.toContain('\n');
    expect(text.length - '\r\u001b[2K'.length).toBeLessThan(60);
  }
  expect(texts.at(-1)).toBe('\r\u001b[2K');
});

it('progress of a study says nothing where stderr is no terminal', () => {
  expect(shown(false)).toEqual([]);
});
