import { CST, isAlias, isCollection, isMap, isScalar, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { capped, excerpt, type LocalFault } from '../../instances/fault.js';

/** Maximum depth of nested lists and maps, the same as for JSON files. */
const DEEPEST = 64;
/**
 * Maximum number of YAML aliases in a text, and of YAML nodes that one alias may expand to. Our choice: studies repeat
 * one or two lists.
 */
const MAX_ALIASES = 100;
/** Maximum number of values and keys in a text. Our choice: at 1.6 kB each, the parser needs less than 200 MB. */
const MAX_VALUES = 100_000;
/**
 * Maximum number of line ends, comments and indents in a text, about 150 bytes each in the parser. Our choice: ten per
 * value.
 */
const MAX_BLANKS = 1_000_000;

/**
 * Parses a YAML text (1.2, core schema) into plain JSON data. Rejects custom tags, repeated keys, keys that are not
 * texts, several documents, and aliases that expand to too many nodes. Faults state line and column.
 */
export function readYaml(text: string): { ok: true; value: unknown } | { ok: false; faults: LocalFault[] } {
  const lines = new LineCounter();
  const faults: LocalFault[] = [];
  const at = (offset: number | undefined): string => {
    const { line, col } = lines.linePos(offset ?? 0);
    return `line ${line}, column ${col}`;
  };
  const complain = (offset: number | undefined, value: unknown, allowed: string, remedy: string): void => {
    faults.push({ path: at(offset), value, allowed, remedy });
  };
  if (isDeep(text)) return { ok: false, faults: [tooDeep()] };
  const beyond = tooMuch(text);
  if (beyond !== null) return { ok: false, faults: [beyond] };
  /** Value of each YAML anchor at the parser's position; a later definition replaces an earlier one. */
  const anchored = new Map<string, unknown>();
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      strict: true,
      uniqueKeys: false,
      stringKeys: false,
      merge: false,
      lineCounter: lines,
      prettyErrors: false,
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
    if (faults.length > 0) return { ok: false, faults: capped(faults) };
    visit(document, (_, node, path) => {
      if (path.filter(isCollection).length > DEEPEST) {
        throw new TooDeep();
      }
      if ((isScalar(node) || isCollection(node)) && node.anchor !== undefined) anchored.set(node.anchor, node);
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
        const meant = anchored.get(node.source);
        if (meant === undefined) complain(node.range?.[0], node.source, 'a known anchor', 'Correct it.');
        else if (path.some((outer) => outer === meant)) {
          complain(
            node.range?.[0],
            node.source,
            'an anchor of something else',
            'It stands within what it stands for: write the values out.',
          );
        }
      }
    });
    if (faults.length > 0) return { ok: false, faults: capped(faults) };
    // The library counts what is named with its names.
    return { ok: true, value: document.toJS({ maxAliasCount: MAX_ALIASES + 1 }) as unknown };
  } catch (error) {
    if (error instanceof TooDeep || error instanceof RangeError) {
      return { ok: false, faults: [tooDeep()] };
    }
    if (error instanceof ReferenceError) {
      return { ok: false, faults: [tooManyAliases('aliases of aliases')] };
    }
    throw error;
  }
}

/**
 * Returns the fault of a text with too many values or aliases; null if there is none. Aliases are counted before any is
 * expanded.
 */
function tooMuch(text: string): LocalFault | null {
  const counts = new Map<string, number>();
  let isText = false;
  for (const token of new Lexer().lex(text)) {
    const type: CST.TokenType | null = isText ? null : CST.tokenType(token);
    // The token behind that of a scalar is what it says, whatever it looks like.
    isText = type === 'scalar';
    const kind = type === null ? 'text' : (KINDS[type] ?? type);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const { alias = 0, blank = 0, ...others } = Object.fromEntries(counts);
  if (alias > MAX_ALIASES) return tooManyAliases(`${alias} aliases`);
  // An entry without a value has its mark alone; a bracket too many is counted by itself.
  const values = Math.max(...Object.values(others), 0);
  if (values > MAX_VALUES) {
    const remedy = 'Write a list of numbers as a range (seeds: "1..200000"), or the file as JSON.';
    return whole(`${values} values, keys or marks`, `at most ${MAX_VALUES} of them in YAML`, remedy);
  }
  if (blank <= MAX_BLANKS) return null;
  return whole(
    `${blank} lines, comments and indents`,
    `at most ${MAX_BLANKS} of them`,
    'Remove those that say nothing.',
  );
}

/** YAML token types that are counted together; others are counted by themselves. */
const KINDS: Readonly<Partial<Record<CST.TokenType, 'value' | 'blank'>>> = {
  scalar: 'value',
  'single-quoted-scalar': 'value',
  'double-quoted-scalar': 'value',
  'flow-map-start': 'value',
  'flow-seq-start': 'value',
  space: 'blank',
  newline: 'blank',
  comment: 'blank',
};

function tooManyAliases(value: string): LocalFault {
  const allowed = `at most ${MAX_ALIASES} aliases, which stand for at most ${MAX_ALIASES} nodes`;
  return whole(value, allowed, 'Write the lists out, or use fewer aliases.');
}

class TooDeep extends Error {}

/** Nesting depth above which a text is rejected unparsed, because the parser would take too long. */
const MAX_PARSED_DEPTH = 1000;
/** Pattern of a line with at least MAX_PARSED_DEPTH nested list items. */
const DEEP_LINE = new RegExp(`(?:[-?][ \\t]+){${MAX_PARSED_DEPTH}}`);

/**
 * Returns true if brackets or list dashes nest deeper than MAX_PARSED_DEPTH. Brackets inside quoted texts count too.
 */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const character of text.matchAll(/[[\]{}]/g)) {
    depth = '[{'.includes(character[0]) ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_PARSED_DEPTH) return true;
  }
  return DEEP_LINE.test(text);
}

function tooDeep(): LocalFault {
  return whole(`more than ${DEEPEST} levels`, `at most ${DEEPEST} levels of nesting`, 'This is no study.');
}

function whole(value: string, allowed: string, remedy: string): LocalFault {
  return { path: '', value, allowed, remedy };
}

function sentence(message: string): string {
  const text = message.split('\n')[0]!.trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
