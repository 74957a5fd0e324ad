import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const FORMAT = 'plenum.journal';
const FORMAT_VERSION = 1;

/** A file of lines that grows while something runs, and that the next run reads to go on. */
export interface JournalFile {
  /** What was there when it was opened, without the header. */
  readonly lines: readonly string[];
  /** On disk when it returns. */
  readonly append: (line: string) => void;
  readonly close: () => void;
}

export type JournalAnswer =
  | { readonly ok: true; readonly journal: JournalFile }
  /** `design`: the journal of something else; `format`: no journal at all. */
  | { readonly ok: false; readonly reason: 'design' | 'format' };

/**
 * Opens or begins the journal of what `design` describes. A last line without an end, left by a kill in the middle of
 * writing, is dropped. Another design's journal is refused and left as it is.
 */
export function openJournal(file: string, design: string): JournalAnswer {
  const digest = createHash('sha256').update(design).digest('hex');
  const header = JSON.stringify({ format: FORMAT, formatVersion: FORMAT_VERSION, designSha256: digest });
  const text = textOrEmpty(file);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const [first, ...lines] = whole.split('\n').slice(0, -1);
  if (first === undefined) {
    // New, or killed while the header was written.
    if (!text.startsWith('{') && text !== '') return { ok: false, reason: 'format' };
    if (!`${header}\n`.startsWith(text)) return { ok: false, reason: text.includes(FORMAT) ? 'design' : 'format' };
  } else if (first !== header) {
    return { ok: false, reason: first.includes(`"${FORMAT}"`) ? 'design' : 'format' };
  }
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a');
  const append = (line: string): void => {
    writeFileSync(descriptor, `${line}\n`);
    fsyncSync(descriptor);
  };
  ftruncateSync(descriptor, Buffer.byteLength(whole));
  if (first === undefined) append(header);
  return {
    ok: true,
    journal: {
      lines,
      append,
      close: () => {
        closeSync(descriptor);
      },
    },
  };
}

/** The same, but whatever else is there is thrown away: for journals that only save time. */
export function openOrBeginJournal(file: string, design: string): JournalFile {
  const answer = openJournal(file, design);
  if (answer.ok) return answer.journal;
  rmSync(file);
  const fresh = openJournal(file, design);
  if (!fresh.ok) throw new Error(`${file} cannot be begun anew`);
  return fresh.journal;
}

function textOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
