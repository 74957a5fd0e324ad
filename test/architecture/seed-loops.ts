import { Visitor } from 'rolldown/utils';
import { parsed } from './module-facts.js';

/** Counters of loops over seeded cases are called so. */
const COUNTER = /^(seed|trial)$/;
/** Fewer cases than this are tried by every run. */
const FEW = 5;

/** Returns the lines of a test file with a loop over seeds whose number is not that of `fuzzCount`, and checks of fast-check without a seed. */
export function linesPastFuzzCount(file: string, text: string): readonly number[] {
  if (!/\bfor \(let (seed|trial)\b|\bfc\.assert|\bArray\.from\([^;]*\bseed\b/.test(text)) return [];
  const lines: number[] = [];
  const source = (node: { readonly start: number; readonly end: number } | null | undefined): string =>
    node === null || node === undefined ? '' : text.slice(node.start, node.end);
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
  const hold = (node: { readonly start: number }, isRight: boolean): void => {
    if (!isRight) lines.push(text.slice(0, node.start).split('\n').length);
  };
  new Visitor({
    ForStatement: (node) => {
      const first = node.init?.type === 'VariableDeclaration' ? node.init.declarations[0] : undefined;
      const counter = source(first?.id);
      if (!COUNTER.test(counter)) return;
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
      if (callee === 'Array.from' && /\bseed\b/.test(source(second)) && !source(second).startsWith('() =>')) {
        hold(node, isCounted(/length: ([^}]*)/.exec(source(first))?.[1] ?? ''));
      }
    },
  }).visit(parsed(file, text));
  return lines;
}
