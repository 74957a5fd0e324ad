import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomStream } from '../../src/random/stream.js';
import { readBytes } from '../../src/instances/text-file.js';
import { openJournal } from '../../src/runs/journal.js';
import { mutateBytes, mutateText } from './mutate.js';
import { plenumQuietly } from './quietly.js';
import type { FuzzSeed } from './seeds.js';

export interface Verdict {
  readonly seed: number;
  readonly kind: string;
  /** Exit code of the last command that was run. */
  readonly code: number;
  /** Command line that ended in a mistake in the program; null if there was none. */
  readonly fault: string | null;
  readonly text: string;
}

const JOURNALS = 'journal';

/**
 * Damages the target file of a fuzz seed and runs the commands that read it, in this process. The same `seed` gives the
 * same damage.
 */
export async function runMutant(seeds: readonly FuzzSeed[], seed: number, directory: string): Promise<Verdict> {
  const random = randomStream(seed, 'fuzz');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const n = random.integer(0, seeds.length + 1);
  const chosen = seeds[n];
  if (n === seeds.length + 1) return argumentsMutant(seed, directory);
  if (chosen === undefined) return journalMutant(seed, directory);
  for (const [name, text] of Object.entries(chosen.files)) {
    const isTarget = name === chosen.target;
    const damaged = (): string | Buffer =>
      typeof text === 'string' ? mutateText(text, name.endsWith('.json'), random) : mutateBytes(text, random);
    writeFileSync(join(directory, name), isTarget ? damaged() : text);
  }
  let last = { code: 0, text: '' };
  for (const run of chosen.runs) {
    const words = run.map((word) => word.replace(/^\{(.*)\}$/, (_, name: string) => join(directory, name)));
    last = await plenumQuietly(words);
    const isOurs = last.code === 1 || /mistake in the program|internal error|\n\s+at /.test(last.text);
    if (isOurs) return { seed, kind: chosen.kind, code: last.code, fault: words.join(' '), text: last.text };
    if (last.code !== 0) break;
  }
  return { seed, kind: chosen.kind, code: last.code, fault: null, text: last.text };
}

/** Texts that are no names of figures. A command with one of them must be refused before any work. */
const NO_FIGURES = [
  '',
  'fig',
  'fig-2.1 ',
  'FIG-2.1',
  'fig-2.7',
  'fig-9.9',
  'all,fig-2.1',
  '__proto__',
  '../fig-2.1',
  'fig-2.1\n',
];
const NO_COUNTS = ['', '0', '-1', '2.5', '1e99', 'NaN', 'Infinity', '9007199254740993', ' ', '1,000'];

/** Runs `reproduce` with at least one invalid argument. It must end with exit code 2 and run nothing. */
async function argumentsMutant(seed: number, directory: string): Promise<Verdict> {
  const random = randomStream(seed, 'arguments');
  const one = (list: readonly string[]): string => list[random.integer(0, list.length - 1)]!;
  const wrong = random.integer(0, 2);
  const words = [
    'reproduce',
    ...(wrong === 0 ? [one(NO_FIGURES), 'fig-2.1'].sort(() => random.uniform() - 0.5) : ['fig-2.1']),
    '--trials',
    wrong === 1 ? one(NO_COUNTS) : '1',
    '--workers',
    wrong === 2 ? one(NO_COUNTS) : '1',
    '--out',
    join(directory, 'out'),
  ];
  const { code, text } = await plenumQuietly(words);
  return { seed, kind: 'reproduce arguments', code, fault: code === 2 ? null : JSON.stringify(words), text };
}

/**
 * Damages a journal and opens it. Any content must be opened or refused, and lines that were never written must not be
 * accepted.
 */
function journalMutant(seed: number, directory: string): Verdict {
  const random = randomStream(seed, 'journal');
  const file = join(directory, 'journal');
  const lines = ['{"run":1,"gap":0.01}', '{"run":2,"gap":0.02}', '{"run":3,"gap":0.03}'];
  const fresh = openJournal(file, 'design');
  if (!fresh.ok) throw new Error('a new journal cannot be opened');
  lines.forEach(fresh.journal.append);
  fresh.journal.close();
  writeFileSync(file, mutateBytes(readBack(file), random));
  try {
    const opened = openJournal(file, 'design');
    const believed = opened.ok ? opened.journal.lines : [];
    if (opened.ok) opened.journal.close();
    const wrong = believed.find((line) => !lines.includes(line));
    return {
      seed,
      kind: JOURNALS,
      code: opened.ok ? 0 : 2,
      fault: wrong === undefined ? null : 'believed',
      text: wrong ?? '',
    };
  } catch (error) {
    return { seed, kind: JOURNALS, code: 1, fault: 'openJournal', text: String(error) };
  }
}

function readBack(file: string): Buffer {
  const read = readBytes(file);
  if (!read.ok) throw new Error(`${file} cannot be read`);
  return read.bytes;
}
