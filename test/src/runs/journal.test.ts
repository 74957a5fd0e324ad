import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type JournalFile, openJournal } from '../../../src/runs/journal.js';
import { WriteFailure } from '../../../src/runs/write-failure.js';
import { placeObstacle } from '../../support/obstacles.js';
import { treeOf } from '../../support/tree.js';
import { temporaryDirectory } from '../../support/small-instance.js';

let directory: string;
let file: string;
beforeEach(() => {
  directory = temporaryDirectory();
  file = path.join(directory, 'deep/journal.jsonl');
});

function opened(design = 'a design'): JournalFile {
  const answer = openJournal(file, design);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.journal;
}
const ENTRIES = ['{"n":1}', '{"n":"zwölf"}', '{"n":3}'];
function filled(): string {
  const journal = opened();
  for (const line of ENTRIES) journal.append(line);
  journal.close();
  return readFileSync(file, 'utf8');
}
/** Opened and closed again. */
function reread(): Pick<JournalFile, 'lines' | 'warning'> {
  const { lines, warning, close } = opened();
  close();
  return { lines, warning };
}

describe('a journal', () => {
  it('gives back what was written', () => {
    filled();
    expect(reread()).toEqual({ lines: ENTRIES, warning: null });
  });

  it('killed at any byte loses nothing but the line being written', () => {
    const bytes = Buffer.from(filled());
    for (let length = 0; length <= bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length));
      const first = opened();
      const kept = bytes.subarray(0, length).toString().split('\n').length - 2;
      expect(first.lines).toEqual(ENTRIES.slice(0, Math.max(0, kept)));
      expect(first.warning).toBeNull();
      first.append('{"n":4}');
      first.close();
      expect(reread().lines).toEqual([...first.lines, '{"n":4}']);
    }
  });

  it('of another design, or another file, is neither taken nor changed', () => {
    const text = filled();
    expect(openJournal(file, 'another design')).toEqual({ ok: false, reason: 'design' });
    expect(readFileSync(file, 'utf8')).toBe(text);
    for (const foreign of ['thesis notes', 'thesis notes\n', '{"a":1}\n', '{"a":1}']) {
      writeFileSync(file, foreign);
      expect(openJournal(file, 'a design')).toEqual({ ok: false, reason: 'format' });
      expect(readFileSync(file, 'utf8')).toBe(foreign);
    }
    expect(openJournal('/dev/zero', 'a design')).toEqual({ ok: false, reason: 'format' });
  });

  it('is neither read nor written where it is a link, and what it leads to stays as it is', () => {
    for (const what of ['a link to a file', 'a link to a folder', 'a link to nothing'] as const) {
      const place = mkdtempSync(path.join(directory, 'link-'));
      const [folder, outside] = [path.join(place, 'in'), path.join(place, 'outside')];
      for (const one of [folder, outside]) mkdirSync(one);
      placeObstacle(what, path.join(folder, 'journal.jsonl'), outside);
      const before = treeOf(place);
      expect(() => openJournal(path.join(folder, 'journal.jsonl'), 'a design')).toThrow(WriteFailure);
      expect(treeOf(place)).toEqual(before);
    }
  });

  it('that is gone takes no line, whatever has its name', () => {
    for (const after of [null, 'mine']) {
      const journal = opened();
      journal.append(ENTRIES[0]!);
      rmSync(file);
      if (after !== null) writeFileSync(file, after);
      expect(() => {
        journal.append(ENTRIES[1]!);
      }).toThrow('not there any more');
      expect(journal.requireThere).toThrow('not there any more');
      journal.close();
      rmSync(file, { force: true });
    }
  });

  it('sets lines aside in a new file, beside what has that name', () => {
    const text = filled();
    writeFileSync(file, text.replace('"n":1', '"n":7'));
    writeFileSync(`${file}.set-aside`, 'mine');
    symlinkSync(path.join(directory, 'nowhere'), `${file}.set-aside.2`);
    expect(reread().warning).toContain(`${file}.set-aside.3`);
    expect(readFileSync(`${file}.set-aside`, 'utf8')).toBe('mine');
    expect(existsSync(path.join(directory, 'nowhere'))).toBe(false);
  });

  it('drops a line without an end', () => {
    filled();
    appendFileSync(file, '{"n":');
    const journal = opened();
    journal.append('{"n":5}');
    journal.close();
    expect(reread()).toEqual({ lines: [...ENTRIES, '{"n":5}'], warning: null });
  });
});

describe('a damaged journal', () => {
  it('with any one byte changed loses at most two lines, keeps them beside it, and never believes another one', () => {
    const bytes = Buffer.from(filled());
    const lastBreak = bytes.length - 1;
    for (let at = 0; at < lastBreak; at++) {
      const flip = [1, 4, 0x80, bytes[at]! ^ 0x0a][at % 4]!;
      if (flip !== 0) {
        const damaged = Buffer.from(bytes);
        damaged[at] = damaged[at]! ^ flip;
        writeFileSync(file, damaged);
        rmSync(`${file}.set-aside`, { force: true });
        const { lines, warning } = reread();
        expect(ENTRIES).toEqual(expect.arrayContaining([...lines]));
        expect(lines.length).toBeGreaterThanOrEqual(ENTRIES.length - 2);
        expect(warning).toContain(`${file}.set-aside`);
        const changedLine = damaged
          .toString()
          .split('\n')
          .find((line) => !bytes.toString().split('\n').includes(line));
        expect(readFileSync(`${file}.set-aside`, 'utf8')).toContain(changedLine);
        // From then on all is in order.
        expect(reread()).toEqual({ lines, warning: null });
      }
    }
  });

  it('with a changed digit is not believed: the line is done again and written anew', () => {
    const text = filled();
    writeFileSync(file, text.replace('"n":1', '"n":2'));
    const journal = opened();
    expect(journal.lines).toEqual(ENTRIES.slice(1));
    expect(journal.warning).toContain('1 line whose digests do not fit');
    journal.append(ENTRIES[0]!);
    journal.close();
    expect(reread().lines).toEqual([...ENTRIES.slice(1), ENTRIES[0]]);
  });

  it("takes no line of another design's journal", () => {
    const [, line] = filled().split('\n');
    rmSync(file);
    opened('another design').close();
    appendFileSync(file, `${line!}\n`);
    const answer = openJournal(file, 'another design');
    expect(answer.ok && [answer.journal.lines, answer.journal.warning === null]).toEqual([[], false]);
  });

  it('written without digests by an earlier version is kept, and done again', () => {
    const designSha256 = createHash('sha256').update('a design').digest('hex');
    const header = JSON.stringify({ format: 'plenum.journal', formatVersion: 1, designSha256 });
    writeFileInDeep(`${header}\n${ENTRIES.join('\n')}\n{"n":`);
    const { lines, warning } = reread();
    expect(lines).toEqual([]);
    expect(warning).toContain('3 lines without digests, by an earlier version of Plenum,');
    expect(readFileSync(`${file}.set-aside`, 'utf8')).toBe(`${ENTRIES.join('\n')}\n`);
    writeFileInDeep(header.slice(0, 40));
    expect(reread()).toEqual({ lines: [], warning: null });
  });
});

function writeFileInDeep(text: string): void {
  opened().close();
  writeFileSync(file, text);
}
