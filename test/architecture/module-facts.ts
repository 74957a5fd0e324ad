import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

export interface Import {
  readonly from: string;
  readonly kind: 'ours' | 'package' | 'builtin' | 'computed';
  /** Repository path of a relative import, else the specifier as written. */
  readonly target: string;
  /** Erased by the compiler: nothing is loaded. */
  readonly typeOnly: boolean;
}

export interface ModuleFacts {
  readonly imports: readonly Import[];
  /** What the module takes from its surroundings instead of its arguments: "Date.now", "process", "Math.random", "node:fs". */
  readonly surroundings: readonly string[];
}

const CLOCKS = new Set(['Date.now', 'performance.now', 'performance.timeOrigin']);

/** Every import of a TypeScript module and every use of clock, process, Node built-ins and hidden randomness. */
export function moduleFacts(file: string, text: string): ModuleFacts {
  const imports: Import[] = [];
  const surroundings: string[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean): void => {
    const literal = specifier !== undefined && ts.isStringLiteralLike(specifier) ? specifier.text : null;
    const target = literal === null ? 'a computed name' : resolve(file, literal);
    const kind =
      literal === null ? 'computed' : literal.startsWith('.') ? 'ours' : isBuiltin(target) ? 'builtin' : 'package';
    imports.push({ from: file, kind, target, typeOnly });
    if (kind === 'builtin') surroundings.push(target);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, importsTypesOnly(node.importClause));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (expression.kind === ts.SyntaxKind.ImportKeyword || expression.getText() === 'require') {
        add(node.arguments[0], false);
      }
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      surroundings.push('new Date');
    } else if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      const name = ts.isPropertyAccessExpression(node)
        ? node.name.text
        : ts.isStringLiteralLike(node.argumentExpression)
          ? node.argumentExpression.text
          : '';
      const access = `${node.expression.getText()}.${name}`.replace(/^globalThis\./, '');
      if (CLOCKS.has(access) || access === 'Math.random') surroundings.push(access);
      if (access.startsWith('process.')) surroundings.push('process');
    } else if (ts.isBindingElement(node) && node.parent.parent.kind === ts.SyntaxKind.VariableDeclaration) {
      const from = node.parent.parent.initializer?.getText() ?? '';
      const access = `${from}.${(node.propertyName ?? node.name).getText()}`;
      if (CLOCKS.has(access) || access === 'Math.random') surroundings.push(access);
      if (from === 'process') surroundings.push('process');
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return { imports, surroundings: [...new Set(surroundings)] };
}

function importsTypesOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.length > 0 &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
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
