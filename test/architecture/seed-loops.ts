import { Visitor } from 'rolldown/utils';
import { parsed } from './module-facts.js';

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Counters of loops over seeded cases are called so. */
const COUNTER = /^(seed|trial)$/;
/** Lists of seeds are called so. */
const SEEDS = /\b(?:const|let) \w*seeds(?:: [^=]*)? = $/i;
/** Fewer cases than this are tried by every run. */
const FEW = 5;

/** Whether code draws a case from a counter: `tinyRandom(n + 1)`, `randomHalls(4100 + n, 24)`, `randomStream(n, 'x')`. */
function draws(code: string, counter: string): boolean {
  if (!/^\w+$/.test(counter)) return false;
  return new RegExp(
    `\\b(?:random|drawn|tiny)\\w*\\(\\s*(?:[\\w.]+ [+*] )?${counter}(?: [+*] [\\w.]+)?\\s*[,)]`,
    'i',
  ).test(code);
}

/**
 * Returns the lines of a test file with a loop over seeds whose number is not that of `fuzzCount`, and checks of fast-check
 * without a seed. A loop is over seeds if its counter is called so, or if cases are drawn from its counter.
 */
export function linesPastFuzzCount(file: string, text: string): readonly number[] {
  if (!/\bfor \(let |\bfc\.assert|\bArray\.from\(\{/.test(text)) return [];
  const lines = new Set<number>();
  const source = (node: Place | null | undefined): string =>
    node === null || node === undefined ? '' : text.slice(node.start, node.end);
  const isOverSeeds = (counter: string, body: string): boolean => COUNTER.test(counter) || draws(body, counter);
  const isCounted = (bound: string): boolean => {
    const literal = /^[^a-z]*?(\d[\d_]*)\W*$/i.exec(bound)?.[1];
    if (literal !== undefined) return Number(literal.replaceAll('_', '')) < FEW;
    if (/\b(fuzzCount|triesAll)\(/.test(bound)) return true;
    // A name: of this module, where it is made of the count, or a parameter of tests that are given it.
    const names = bound.match(/[A-Za-z_$][\w$]*/g) ?? [];
    return names.some((name) => {
      const declared = new RegExp(`\\b(const|let) ${name}\\b[^;]*;`).exec(text)?.[0];
      return /\bfuzzCount\(|\btriesAll\(/.test(declared ?? text);
    });
  };
  const hold = (node: Place, isRight: boolean): void => {
    if (!isRight) lines.add(text.slice(0, node.start).split('\n').length);
  };
  const holdList = (list: Place, lengths: Place | undefined): void => {
    const bound = /length: ([^}]*)/.exec(source(lengths))?.[1];
    if (bound !== undefined) hold(list, isCounted(bound));
  };
  new Visitor({
    ForStatement: (node) => {
      const first = node.init?.type === 'VariableDeclaration' ? node.init.declarations[0] : undefined;
      const counter = source(first?.id);
      if (!isOverSeeds(counter, source(node.body))) return;
      const bound = source(node.test).replace(new RegExp(`^${counter} <=?`), '');
      hold(node, isCounted(bound));
    },
    CallExpression: (node) => {
      const [first, second] = node.arguments;
      const callee = source(node.callee);
      if (callee === 'fc.assert') {
        const options = source(second);
        const named = new RegExp(`\\bconst ${options} = ([^;]*);`).exec(text)?.[1] ?? options;
        hold(node, /\bseed\b/.test(named) && isCounted(/numRuns: ([^,}]*)/.exec(named)?.[1] ?? '100'));
      }
      if (callee === 'Array.from') {
        const counter = second?.type === 'ArrowFunctionExpression' ? source(second.params[1]) : '';
        const isList = SEEDS.test(text.slice(0, node.start)) || (counter !== '' && /\bseed\b/.test(source(second)));
        if (isList || isOverSeeds(counter, source(second))) holdList(node, first);
      }
      // What is made of a list: Array.from(...).map((seed) => ...).
      const list = node.callee.type === 'MemberExpression' ? node.callee.object : null;
      if (first?.type !== 'ArrowFunctionExpression' || list?.type !== 'CallExpression') return;
      if (source(list.callee) === 'Array.from' && isOverSeeds(source(first.params[0]), source(first.body))) {
        holdList(list, list.arguments[0]);
      }
    },
  }).visit(parsed(file, text));
  return [...lines];
}
