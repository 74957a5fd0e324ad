import { parseSync, Visitor } from 'rolldown/utils';

/** A mutant: one change of a source text that should make a test fail. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** Operators that replace an operator, by the original operator. */
const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '++': '--',
  '--': '++',
};
/** Methods that replace a method, by the original method. */
const METHODS: Readonly<Record<string, string>> = {
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  ceil: 'floor',
};
/** Kinds of statements that mutants leave out, one at a time. */
const LEFT_OUT = new Set(['CallExpression', 'AwaitExpression', 'AssignmentExpression']);

interface Place {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the mutants of a module, in the order of the text.
 *
 * @throws Error if the module is no TypeScript
 */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const { program, errors } = parseSync(file, text, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const found: Mutant[] = [];
  const types: Place[] = [];
  const add = ({ start, end }: Place, after: string): void => {
    const before = text.slice(start, end);
    if (before !== after) found.push({ start, end, line: text.slice(0, start).split('\n').length, before, after });
  };
  /**
   * Adds the mutant that replaces the operator of a node. A plus next to a text literal is left out, because texts have
   * no other operator.
   */
  const operator = (node: { readonly left: Place; readonly right: Place; readonly operator: string }): void => {
    const between = text.slice(node.left.end, node.right.start);
    const other = OPERATORS[node.operator];
    const isText = [node.left, node.right].some(({ start, end }) => /^['"`]|['"`]$/.test(text.slice(start, end)));
    if (other === undefined || (isText && node.operator.startsWith('+'))) return;
    const start = node.left.end + between.indexOf(node.operator);
    add({ start, end: start + node.operator.length }, other);
  };
  const condition = (test: Place): void => {
    add(test, 'true');
    add(test, 'false');
  };
  new Visitor({
    BinaryExpression: operator,
    LogicalExpression: operator,
    AssignmentExpression: operator,
    UpdateExpression: ({ start, end, prefix, operator: own }) => {
      add(prefix ? { start, end: start + 2 } : { start: end - 2, end }, OPERATORS[own]!);
    },
    UnaryExpression: ({ start, operator: own }) => {
      if (own === '!' || own === '-') add({ start, end: start + 1 }, '');
    },
    IfStatement: ({ test }) => {
      condition(test);
    },
    ConditionalExpression: ({ test }) => {
      condition(test);
    },
    WhileStatement: ({ test }) => {
      add(test, 'false');
    },
    ThrowStatement: (node) => {
      add(node, ';');
    },
    ExpressionStatement: (node) => {
      if (LEFT_OUT.has(node.expression.type)) add(node, ';');
    },
    MemberExpression: ({ property }) => {
      add(property, METHODS[text.slice(property.start, property.end)] ?? text.slice(property.start, property.end));
    },
    Literal: (node) => {
      const { value } = node;
      if (typeof value === 'boolean') add(node, String(!value));
      else if (value === 0 || value === 1) add(node, String(1 - value));
    },
    TSLiteralType: (node) => {
      types.push(node);
    },
  }).visit(program);
  return found
    .filter(({ start, end }) => !types.some((type) => type.start <= start && end <= type.end))
    .sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns a source text with the change of a mutant. */
export function mutated(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end);
}
