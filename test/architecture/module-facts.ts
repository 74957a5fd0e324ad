import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

export interface Import {
  readonly from: string;
  readonly kind: 'ours' | 'package' | 'builtin' | 'computed';
  /** Repository path of a relative import, else the specifier as written. */
  readonly target: string;
  /** Erased by the compiler: nothing is loaded. */
  readonly typeOnly: boolean;
  /** Written as `import type` or `export type`, so that it stays erased whatever is named. */
  readonly saysType: boolean;
  /** Names of the values taken; "*" is all. */
  readonly names: readonly string[];
}

export interface ModuleFacts {
  readonly imports: readonly Import[];
  /** What the module takes from its surroundings instead of its arguments: "Date.now", "process", "Math.random", "node:fs". */
  readonly surroundings: readonly string[];
}

/** Syntax tree of a TypeScript module. @throws Error where it is none */
export function parsed(file: string, text: string): ReturnType<typeof parseSync>['program'] {
  const { program, errors } = parseSync(file, text, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  return program;
}

/** Clocks and random numbers that nobody passes in. */
const HIDDEN = new Set(['Date.now', 'performance.now', 'performance.timeOrigin', 'Math.random']);

/** Every import of a TypeScript module and every use of clock, process, Node built-ins and hidden randomness. */
export function moduleFacts(file: string, text: string): ModuleFacts {
  const imports: Import[] = [];
  const surroundings = new Set<string>();
  const source = ({ start, end }: { readonly start: number; readonly end: number }): string => text.slice(start, end);
  const add = (specifier: unknown, names: readonly string[], saysType = false): void => {
    const literal = literalText(specifier);
    const target = literal === null ? 'a computed name' : resolve(file, literal);
    const kind =
      literal === null ? 'computed' : literal.startsWith('.') ? 'ours' : isBuiltin(target) ? 'builtin' : 'package';
    imports.push({ from: file, kind, target, typeOnly: saysType || names.length === 0, saysType, names });
    if (kind === 'builtin') surroundings.add(target);
  };
  const use = (from: string, name: string): void => {
    const access = `${from}.${name}`.replace(/^globalThis\./, '');
    if (HIDDEN.has(access)) surroundings.add(access);
    if (access.startsWith('process.')) surroundings.add('process');
  };
  new Visitor({
    ImportDeclaration: ({ source: specifier, specifiers, importKind }) => {
      const names = specifiers.flatMap((one) => {
        if (one.type === 'ImportNamespaceSpecifier') return ['*'];
        if (one.type === 'ImportDefaultSpecifier') return ['default'];
        return one.importKind === 'type' ? [] : [source(one.imported)];
      });
      const isType = importKind === 'type';
      add(specifier, isType ? [] : specifiers.length === 0 ? ['*'] : names, isType);
    },
    ExportAllDeclaration: (node) => {
      add(node.source, ['*'], node.exportKind === 'type');
    },
    ExportNamedDeclaration: (node) => {
      if (node.source !== null) add(node.source, ['*'], node.exportKind === 'type');
    },
    TSImportEqualsDeclaration: ({ moduleReference, importKind }) => {
      if (moduleReference.type !== 'TSExternalModuleReference') return;
      add(moduleReference.expression, ['*'], importKind === 'type');
    },
    TSImportType: (node) => {
      add(node.source, [], true);
    },
    ImportExpression: (node) => {
      add(node.source, ['*']);
    },
    CallExpression: (node) => {
      if (source(node.callee) === 'require') add(node.arguments[0], ['*']);
    },
    NewExpression: (node) => {
      if (source(node.callee) === 'Date' && node.arguments.length === 0) surroundings.add('new Date');
    },
    MemberExpression: (node) => {
      use(source(node.object), node.computed ? (literalText(node.property) ?? '') : source(node.property));
    },
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'ObjectPattern' || init === null) return;
      for (const one of id.properties) use(source(init), one.type === 'Property' ? source(one.key) : '');
    },
  }).visit(parsed(file, text));
  return { imports, surroundings: [...surroundings] };
}

function literalText(node: unknown): string | null {
  const { value = null } = (node ?? {}) as { readonly value?: unknown };
  return typeof value === 'string' ? value : null;
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');
}

/** A cycle of imports as the list of its modules, first one repeated at the end, or null. */
export function findCycle(imports: readonly Pick<Import, 'from' | 'target'>[]): readonly string[] | null {
  const next = new Map<string, string[]>();
  for (const { from, target } of imports) next.set(from, [...(next.get(from) ?? []), target]);
  const done = new Set<string>();
  const trail: string[] = [];
  const walk = (file: string): readonly string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    trail.push(file);
    for (const target of next.get(file) ?? []) {
      const cycle = walk(target);
      if (cycle !== null) return cycle;
    }
    trail.pop();
    done.add(file);
    return null;
  };
  for (const file of next.keys()) {
    const cycle = walk(file);
    if (cycle !== null) return cycle;
  }
  return null;
}
