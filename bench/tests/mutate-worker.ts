import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createVitest } from 'vitest/node';
import { mutantsOf, mutated, type Mutant } from './mutants.js';

// node dist/bench/tests/mutate-worker.js <source> <first> <test...>: runs the tests with each mutant of the source from the first on,
// and prints "ready" once they pass without any, then a line for each: its number, and "killed" or "survived". The mutant is what
// Vitest is given to read: no file is changed.
const [source = '', first = '0', ...tests] = process.argv.slice(2);
const file = path.resolve(source);
const text = readFileSync(file, 'utf8');
let current: Mutant | null = null;

const vitest = await createVitest(
  'test',
  {
    config: 'vitest.whole.config.ts',
    watch: false,
    bail: 1,
    reporters: [{}],
    maxWorkers: 1,
    include: tests,
    globalSetup: [],
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        transform: (code, id) => (id.split('?')[0] === file && current !== null ? mutated(text, current) : code),
      },
    ],
  },
);
const specifications = await vitest.globTestSpecifications();

async function passes(): Promise<boolean> {
  vitest.invalidateFile(file);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length === 0 && testModules.every((one) => one.ok());
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
say((await passes()) ? 'ready' : 'failing');
for (const [n, mutant] of mutantsOf(file, text).entries()) {
  if (n < Number(first)) continue;
  current = mutant;
  say(`${n} ${(await passes()) ? 'survived' : 'killed'}`);
}
await vitest.close();
process.exit(0);
