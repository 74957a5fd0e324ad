import { Visitor } from 'rolldown/utils';
import { moduleFacts, parsed } from './module-facts.js';
import { textOf } from './source-files.js';

/** Kind of a test file, by the end of its name: `x.test.ts` is a unit test, `x.property.test.ts` a property test. */
export const TEST_KINDS = ['unit', 'property', 'commands', 'browser'] as const;
export type TestKind = (typeof TEST_KINDS)[number];

export function kindOfName(file: string): TestKind {
  return TEST_KINDS.find((kind) => file.endsWith(`.${kind}.test.ts`)) ?? 'unit';
}

/** A value that a module imports: its module as a repository path, or a package's name, and the names taken; "*" is all. */
interface Taken {
  readonly target: string;
  readonly names: readonly string[];
}

const STARTED = /^node:(child_process|worker_threads)$/;
/** Modules that go through whole runs: the command line, the verbs, a family as an object, the solving of a file, studies, trials of figures. */
const WHOLE_RUN =
  /^src\/(cli\/run|library\/[\w-]+|workbench\/(solve|check|bound|validate|list|family-command)|families\/[\w-]+\/(family|runs\/solve|studies\/[\w-]+\/(run|compare|front))|reproduction\/[\w-]+\/trial)\.ts$/;

/** Generators of random cases are called so. */
const GENERATOR = /^random|^tinyRandom$/;

/** What makes a module of tests a file of this kind; by the dearest, as they stand here. */
const MARKS: readonly (readonly [kind: TestKind, mark: (taken: Taken) => boolean])[] = [
  ['browser', ({ target }) => target === 'playwright-core'],
  ['commands', ({ target }) => STARTED.test(target) || WHOLE_RUN.test(target)],
  [
    'property',
    ({ target, names }) =>
      target === 'fast-check' ||
      target.startsWith('test/oracle/') ||
      (target.startsWith('test/') && names.some((name) => GENERATOR.test(name))),
  ],
];

/** The kind that a test file is of by what it takes, itself or through the helpers of the tests, types aside. */
export function kindOf(file: string, takenBy: (file: string) => readonly Taken[] = takenOf): TestKind {
  const taken = [...reached(file, takenBy, new Set([file]))];
  return MARKS.find(([, mark]) => taken.some(mark))?.[0] ?? 'unit';
}

function* reached(file: string, takenBy: (file: string) => readonly Taken[], seen: Set<string>): Generator<Taken> {
  for (const taken of takenBy(file)) {
    yield taken;
    if (!/^(test|bench)\//.test(taken.target) || seen.has(taken.target)) continue;
    seen.add(taken.target);
    yield* reached(taken.target, takenBy, seen);
  }
}

const known = new Map<string, readonly Taken[]>();

function takenOf(file: string): readonly Taken[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  const found = takenIn(file, textOf(file));
  known.set(file, found);
  return found;
}

export function takenIn(file: string, text: string): readonly Taken[] {
  return moduleFacts(file, text).imports.filter(({ kind, typeOnly }) => kind !== 'computed' && !typeOnly);
}

const LIMITED = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);
const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** Lines of a test file where a test or hook gets options or a limit of time of its own. */
export function linesWithLimit(file: string, text: string): readonly number[] {
  const lines: number[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      const root = /^\w+/.exec(text.slice(callee.start))?.[0] ?? '';
      const body = given.findIndex(({ type }) => FUNCTIONS.has(type));
      if (!LIMITED.has(root) || body < 0) return;
      if (given.length === body + 1 && given[body - 1]?.type !== 'ObjectExpression') return;
      lines.push(text.slice(0, given[body]!.end).split('\n').length);
    },
  }).visit(parsed(file, text));
  return lines;
}
