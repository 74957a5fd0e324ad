import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { shellWord } from '../../../../src/runs/clusters/shell-words.js';

/** Answer of a program of a scheduler answers: its output, and its complaint and exit code where it fails. */
export interface Say {
  readonly out?: string;
  readonly err?: string;
  readonly code?: number;
}

/** A folder with programs of the tests' own, alone on the PATH, and a folder for a study. */
export interface FakeSlurm {
  readonly folder: string;
  /** Program that answers `says`, one after another; the last again and again. */
  readonly program: (name: string, ...says: readonly Say[]) => void;
  /** Words that a program was called with, a list for each call. */
  readonly calls: (name: string) => string[][];
  readonly remove: () => void;
}

export function fakeSlurm(): FakeSlurm {
  const root = mkdtempSync(join(tmpdir(), 'plenum-fake-slurm-'));
  const programs = join(root, 'bin');
  const folder = join(root, 'a study');
  mkdirSync(programs);
  mkdirSync(folder);
  const before = process.env['PATH'];
  // Nothing of the machine's own but what the scripts themselves need.
  process.env['PATH'] = [programs, '/nowhere'].join(delimiter);
  const calledFile = (name: string): string => join(root, `${name}.calls`);
  return {
    folder,
    program(name, ...says) {
      const cases = says.map(({ out = '', err = '', code = 0 }, n) => {
        const when = n === says.length - 1 ? '*' : String(n);
        return `${when}) printf %s ${shellWord(out)}; printf %s ${shellWord(err)} >&2; exit ${code};;`;
      });
      const called = shellWord(calledFile(name));
      const lines = [
        '#!/bin/sh',
        `n=0; if [ -e ${called} ]; then while read -r word; do [ "$word" = --- ] && n=$((n + 1)); done <${called}; fi`,
        `for word in "$@"; do printf '%s\\n' "$word"; done >>${called}; echo --- >>${called}`,
        `case $n in ${cases.join('\n')} esac`,
      ];
      writeFileSync(join(programs, name), `${lines.join('\n')}\n`);
      chmodSync(join(programs, name), 0o755);
    },
    calls(name) {
      const text = readFileSync(calledFile(name), 'utf8');
      return text
        .split('---\n')
        .slice(0, -1)
        .map((one) => one.split('\n').slice(0, -1));
    },
    remove() {
      process.env['PATH'] = before;
      rmSync(root, { recursive: true, force: true });
    },
  };
}
