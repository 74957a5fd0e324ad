import { COMMAND_OPTIONS } from '../families/command-options.js';
import { commonOptions } from '../families/common-options.js';
import type { Family, GeneratedFile } from '../families/family.js';
import { commandGroups } from './command-groups.js';
import { allowedBy, type NamedOption, type Options, optionsOf, type OptionSpec } from '../families/options.js';

/** Commands that families have options for, in the order of the page. */
const VERBS = ['solve', 'check', 'bound', 'explain', 'compare', 'sweep', 'day', 'simulate', 'generate'];

/**
 * Returns the documentation page of all options: a table for each family, and a table of the options that all families
 * share.
 */
export function optionsPage(families: readonly Family[]): GeneratedFile {
  const all = VERBS.flatMap((verb) => commonOptions(verb).map((option) => ({ verb, option })));
  const sections = families.flatMap((family) => {
    const own = VERBS.flatMap((verb) => optionsOf(family, verb).map((option) => ({ verb, option })));
    return own.length === 0 ? [] : [`## ${family.name}`, '', ...table(own), ''];
  });
  const groups = commandGroups(families).flatMap(({ name, commands }) => {
    const tables = commands.map(({ spec }) => [`${name} ${spec.name}`, spec.options] as const);
    return [`## plenum ${name}`, '', ...table(tables.flatMap(ofCommand)), ''];
  });
  const text = [
    '# Options',
    '',
    'Options of the verbs by family, as `plenum help <verb> <family>` shows them, and of the other commands. This page is written by',
    '`src/workbench/write-bundled.ts` from the declarations in `src/families/*/options.ts` and `src/families/command-options.ts`. In the [library](library.md) they have the same names in camel case, those in seconds with an S behind: `timeLimitS`.',
    'An option that the family, the method or the other options leave without effect is refused.',
    '',
    '## All families',
    '',
    ...table(all),
    '',
    ...sections,
    ...groups,
    '## Studies and other commands',
    '',
    ...table(Object.entries(COMMAND_OPTIONS).flatMap(ofCommand)),
  ];
  return { file: 'docs/options.md', text: `${text.join('\n').trimEnd()}\n` };
}

interface OfVerb {
  readonly verb: string;
  readonly option: NamedOption;
}

function ofCommand([verb, options]: readonly [string, Options]): readonly OfVerb[] {
  return optionsOf({ options }, verb).map((option) => ({ verb, option }));
}

/** Returns table rows for options, one for each help text. */
function table(options: readonly OfVerb[]): readonly string[] {
  const rows = new Map<string, readonly OfVerb[]>();
  for (const one of options) {
    const key = `${one.option.name}: ${one.option.help}`;
    rows.set(key, [...(rows.get(key) ?? []), one]);
  }
  const isHeeded = options.some(({ option }) => option.heededBy !== undefined);
  return [
    `| Option | Of | What it does | Values | Where it is absent |${isHeeded ? ' Heeded by |' : ''}`,
    `| --- | --- | --- | --- | --- |${isHeeded ? ' --- |' : ''}`,
    ...[...rows.values()].map((own) => {
      const [{ option }] = own as [OfVerb];
      const verbs = own.map(({ verb }) => verb).join(', ');
      const { flags, help, kind, preset, usual } = option;
      const values = kind.is === 'flag' || (kind.is === 'text' && kind.endings === undefined) ? '' : allowedBy(kind);
      const otherwise = preset === undefined || kind.is === 'flag' ? (usual ?? '') : String(preset);
      const cells = [`\`${flags}\``, verbs, help, values, otherwise, ...(isHeeded ? [methodsOf(option)] : [])];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    }),
  ];
}

/**
 * Returns words for the methods that use an option. If the methods depend on the option's value, they are named for
 * each value.
 */
function methodsOf({ heededBy }: Pick<OptionSpec, 'heededBy'>): string {
  if (heededBy === undefined) return '';
  const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
  if (isList(heededBy)) return named(heededBy);
  return Object.entries(heededBy)
    .map(([value, names]) => `${value}: ${named(names)}`)
    .join('; ');
}

function isList(heededBy: NonNullable<OptionSpec['heededBy']>): heededBy is readonly string[] {
  return Array.isArray(heededBy);
}
