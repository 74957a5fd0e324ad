import { isAlias, isCollection, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { capped, excerpt, type LocalProblem } from '../../instances/problem.js';

/** Greatest depth of nested lists and maps that is read; as for JSON. */
const DEEPEST = 64;
/** Greatest number of nodes that aliases may stand for. Ours: a study repeats a list or two. */
const MAX_ALIASES = 100;

/**
 * Value of a YAML text (1.2, core schema): plain data as JSON has it. Tags of its own, keys that come twice, keys that are no
 * text, several documents and aliases that stand for more than they say are refused, with line and column.
 */
export function readYaml(text: string): { ok: true; value: unknown } | { ok: false; problems: LocalProblem[] } {
  const lines = new LineCounter();
  const problems: LocalProblem[] = [];
  const at = (offset: number | undefined): string => {
    const { line, col } = lines.linePos(offset ?? 0);
    return `line ${line}, column ${col}`;
  };
  const complain = (offset: number | undefined, value: unknown, allowed: string, remedy: string): void => {
    problems.push({ path: at(offset), value, allowed, remedy });
  };
  if (isDeep(text)) return { ok: false, problems: [tooDeep()] };
  try {
    const document = parseDocument(text, {
      ...{ version: '1.2', schema: 'core', strict: true, uniqueKeys: false, stringKeys: false, merge: false },
      ...{ lineCounter: lines, prettyErrors: false },
    });
    for (const { pos, code, message } of [...document.errors, ...document.warnings]) {
      if (message.includes('call stack')) throw new TooDeep();
      complain(
        pos[0],
        excerpt(text.slice(pos[0], pos[0] + 20).split('\n')[0]!),
        'YAML 1.2 of plain data',
        code === 'MULTIPLE_DOCS' ? 'Leave one document: a file holds one study.' : sentence(message),
      );
    }
    if (problems.length > 0) return { ok: false, problems: capped(problems) };
    visit(document, (_, node, path) => {
      if (path.filter(isCollection).length > DEEPEST) {
        throw new TooDeep();
      }
      if ((isScalar(node) || isCollection(node)) && node.tag !== undefined)
        complain(node.range?.[0], node.tag, 'plain data, without tags', 'Remove the tag.');
      if (isMap(node)) {
        const names = new Set<unknown>();
        for (const { key } of node.items) {
          // The library's own test compares every key with every other.
          const name: unknown = isScalar(key) ? key.value : null;
          if (names.has(name)) {
            complain(
              (key as { range?: number[] }).range?.[0],
              name,
              'every key once',
              'Map keys must be unique: remove or rename one.',
            );
          }
          names.add(name);
          if (!isScalar(key) || typeof key.value !== 'string') {
            complain(
              (key as { range?: number[] } | null)?.range?.[0],
              'a key that is no text',
              'texts as keys',
              'Quote it.',
            );
          } else if (key.value === '__proto__') {
            const remedy = 'Rename or remove it: no program in JavaScript can hold it as a name.';
            complain(key.range?.[0], key.value, 'any other key', remedy);
          }
        }
      }
      if (isScalar(node) && typeof node.value === 'bigint')
        complain(node.range?.[0], String(node.value), 'smaller numbers', 'Correct it.');
      if (isAlias(node)) {
        const meant = node.resolve(document);
        if (meant === undefined) complain(node.range?.[0], node.source, 'a known anchor', 'Correct it.');
        else if (path.includes(meant)) {
          complain(
            node.range?.[0],
            node.source,
            'an anchor of something else',
            'It stands within what it stands for: write the values out.',
          );
        }
      }
    });
    if (problems.length > 0) return { ok: false, problems: capped(problems) };
    return { ok: true, value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError) {
      return { ok: false, problems: [tooDeep()] };
    }
    if (error instanceof ReferenceError) {
      const remedy = 'Write the lists out, or use fewer aliases.';
      return { ok: false, problems: [whole('aliases', `aliases that stand for at most ${MAX_ALIASES} nodes`, remedy)] };
    }
    throw error;
  }
}

class TooDeep extends Error {}

/** Depth at which a text is not even parsed: the parser takes long over it. Ours. */
const MAX_PARSED_DEPTH = 1000;
/** Pattern of lists in lists on one line, beyond that depth. */
const DEEP_LINE = new RegExp(`(?:[-?][ \\t]+){${MAX_PARSED_DEPTH}}`);

/** Test whether brackets or dashes nest far beyond what is read; those in texts are counted, too. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const character of text.matchAll(/[[\]{}]/g)) {
    depth = '[{'.includes(character[0]) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_PARSED_DEPTH) return true;
  }
  return DEEP_LINE.test(text);
}

function tooDeep(): LocalProblem {
  return whole(`more than ${DEEPEST} levels`, `at most ${DEEPEST} levels of nesting`, 'This is no study.');
}

function whole(value: string, allowed: string, remedy: string): LocalProblem {
  return { path: '', value, allowed, remedy };
}

function sentence(message: string): string {
  const text = message.split('\n')[0]!.trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
