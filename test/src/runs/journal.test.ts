import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type JournalFile, openJournal } from '../../../src/runs/journal.js';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-journal-'));
  file = path.join(directory, 'deep/journal.jsonl');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

function opened(design = 'a design'): JournalFile {
  const answer = openJournal(file, design);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.journal;
}
function filled(): string {
  const journal = opened();
  for (const line of ['{"n":1}', '{"n":"zwölf"}', '{"n":3}']) journal.append(line);
  journal.close();
  return readFileSync(file, 'utf8');
}

describe('openJournal', () => {
  it('does not give back what was written', () => {
    filled();
    const journal = opened();
    expect(journal.lines).toEqual(['{"n":1}', '{"n":"zwölf"}', '{"n":3}']);
    journal.close();
  });

  it('a kill at any byte loses a whole line, keeps a torn one or spoils the next', () => {
    const bytes = Buffer.from(filled());
    const expected = ['{"n":1}', '{"n":"zwölf"}', '{"n":3}'];
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length));
      const first = opened();
      const kept = bytes.subarray(0, length).toString().split('\n').length - 2;
      expect(first.lines).toEqual(expected.slice(0, Math.max(0, kept)));
      first.append('{"n":4}');
      first.close();
      const again = opened();
      expect(again.lines).toEqual([...first.lines, '{"n":4}']);
      again.close();
    }
  });

  it("another design's journal, or another file, is taken or changed", () => {
    const text = filled();
    expect(openJournal(file, 'another design')).toEqual({ ok: false, reason: 'design' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    for (const foreign of ['thesis notes', 'thesis notes\n', '{"a":1}\n', '{"a":1}']) {
      writeFileSync(file, foreign);
      expect(openJournal(file, 'a design')).toEqual({ ok: false, reason: 'format' });
      expect(readFileSync(file, 'utf8')).toBe(foreign);
    }
  });

  it('a line appended by hand without an end joins the next', () => {
    filled();
    appendFileSync(file, '{"n":');
    const journal = opened();
    journal.append('{"n":5}');
    journal.close();
    expect(readFileSync(file, 'utf8').endsWith('{"n":3}\n{"n":5}\n')).toBe(true);
  });
});
