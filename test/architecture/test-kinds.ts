import path from 'node:path';
import ts from 'typescript';
import { textOf } from './source-files.js';

/** Kind of a test file, by the end of its name: `x.test.ts` is a unit test, `x.property.test.ts` a property test. */
export const TEST_KINDS = ['unit', 'property', 'commands', 'browser'] as const;
export type TestKind = (typeof TEST_KINDS)[number];

export function kindOfName(file: string): TestKind {
  return TEST_KINDS.find((kind) => file.endsWith(`.${kind}.test.ts`)) ?? 'unit';
}

/** A value that a module imports: its module as a repository path, or a package's name, and the names taken; "*" is all. */
interface Taken {
  readonly from: string;
  readonly names: readonly string[];
}

const STARTED = /^node:(child_process|worker_threads)$/;
/** Modules that go through whole runs: the command line, the verbs, a family as an object, the solving of a file, studies, trials of figures. */
const WHOLE_RUN =
  /^src\/(cli\/run|library\/[\w-]+|workbench\/(solve|check|bound|validate|list)|families\/[\w-]+\/(family|runs\/solve|studies\/[\w-]+\/(run|compare|front)|figures\/trial))\.ts$/;

/** Generators of random cases are called so. */
const GENERATOR = /^random|^tinyRandom$/;

/** What makes a module of tests a file of this kind; by the dearest, as they stand here. */
const MARKS: readonly (readonly [kind: TestKind, mark: (taken: Taken) => boolean])[] = [
  ['browser', ({ from }) => from === 'playwright-core'],
  ['commands', ({ from }) => STARTED.test(from) || WHOLE_RUN.test(from)],
  [
    'property',
    ({ from, names }) =>
      from === 'fast-check' ||
      from.startsWith('test/oracle/') ||
      (from.startsWith('test/') && names.some((name) => GENERATOR.test(name))),
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
    if (!/^(test|bench)\//.test(taken.from) || seen.has(taken.from)) continue;
    seen.add(taken.from);
    yield* reached(taken.from, takenBy, seen);
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
  const found: Taken[] = [];
  const add = (specifier: ts.Expression, names: readonly string[]): void => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const from = specifier.text.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), specifier.text).replace(/\.js$/, '.ts')
      : specifier.text;
    found.push({ from, names });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const { importClause: clause } = node;
      if (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
      const bindings = clause?.namedBindings;
      if (bindings === undefined || ts.isNamespaceImport(bindings)) add(node.moduleSpecifier, ['*']);
      else {
        const names = bindings.elements
          .filter((one) => !one.isTypeOnly)
          .map((one) => (one.propertyName ?? one.name).text);
        if (names.length > 0 || clause?.name !== undefined) add(node.moduleSpecifier, names);
      }
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && !node.isTypeOnly) {
      add(node.moduleSpecifier, ['*']);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0]!, ['*']);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

const LIMITED = new Set(['it', 'test', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** Lines of a test file where a test or hook gets options or a limit of time of its own. */
export function linesWithLimit(file: string, text: string): readonly number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines: number[] = [];
  const rootOf = (node: ts.Expression): ts.Expression =>
    ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) ? rootOf(node.expression) : node;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && LIMITED.has(rootOf(node).getText())) {
      const body = node.arguments.findIndex((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one));
      const isLimited =
        body >= 0 &&
        (node.arguments.length > body + 1 || (body > 0 && ts.isObjectLiteralExpression(node.arguments[body - 1]!)));
      if (isLimited) lines.push(source.getLineAndCharacterOfPosition(node.arguments[body]!.getEnd()).line + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines;
}
