import type { Refused } from '../instances/fault.js';

/** Declaration of a part of an instance that `plenum export` can write as CSV. */
export interface ExportWords {
  /** Name of the part, as the user writes it on the command line. */
  readonly name: string;
  /**
   * Description of the part for the help, in which `{}` is replaced by the names of the families that have it. Families
   * that share the name of a part must give the same description.
   */
  readonly help: string;
}

/** A part of an instance as CSV text. The text is split into pieces that are written one after another. */
export interface Exported {
  readonly ok: true;
  /** Name of the instance. */
  readonly instance: string;
  readonly pieces: Iterable<string>;
}

/** Functions that return the CSV text of one part of an instance file, by the name of the part. */
export type ExportOfFamily = Readonly<Record<string, (file: string) => Exported | Refused>>;

/** Export of the influence matrix. An entry is the share of the air at an inlet that comes from an outlet. */
export const MATRIX_EXPORT: ExportWords = { name: 'matrix', help: 'who breathes whose air in the rooms of {}' };

/**
 * Returns the parts of instances that `plenum export` can write, over all families, each name once. `{}` in their help
 * texts is replaced by the families' names.
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
