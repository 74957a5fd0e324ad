import type { Refused } from '../instances/fault.js';

/** A part of an instance that `plenum export` can write as CSV. */
export interface ExportWords {
  /** Name of the part on the command line. */
  readonly name: string;
  /**
   * Help, in which `{}` stands for the names of all families with this part. All these families must declare the same
   * text.
   */
  readonly help: string;
}

/** A part of an instance as CSV text, in pieces to write one after another. */
export interface Exported {
  readonly ok: true;
  readonly instance: string;
  readonly pieces: Iterable<string>;
}

/** Functions that return parts of an instance file as CSV, by name of the part. */
export type ExportOfFamily = Readonly<Record<string, (file: string) => Exported | Refused>>;

/** Export of the influence matrix: the share of the air at an inlet that comes from an outlet. */
export const MATRIX_EXPORT: ExportWords = { name: 'matrix', help: 'who breathes whose air in the rooms of {}' };

/** Export of times and powers by type of work. */
export const TYPES_EXPORT: ExportWords = { name: 'types', help: 'times and powers of the types of work of {}' };

/**
 * Returns the parts of instances that `plenum export` can write, each name once, with the families' names for `{}` in
 * the help.
 *
 * @throws TypeError if two families describe a part of the same name differently
 */
export function exportsOf(
  families: readonly { readonly name: string; readonly exports?: readonly ExportWords[] }[],
): readonly ExportWords[] {
  const found = new Map<string, ExportWords & { readonly owners: readonly string[] }>();
  for (const { name: owner, exports = [] } of families) {
    for (const words of exports) {
      const { owners = [], help = words.help } = found.get(words.name) ?? {};
      if (help !== words.help) throw new TypeError(`${words.name}: two families mean different things by it`);
      found.set(words.name, { ...words, owners: [...owners, owner] });
    }
  }
  return [...found.values()].map(({ name, help, owners }) => {
    return { name, help: help.replace('{}', `a ${owners.join(' or ')} instance`) };
  });
}
