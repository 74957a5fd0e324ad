import type { Refused } from '../instances/fault.js';

/** A part of an instance that can be written as CSV. */
export interface ExportWords {
  /** Name of the part, as the command line takes it. */
  readonly name: string;
  /**
   * Description of the part for the help; `{}` is replaced by the instances that have it. Families that share a name
   * give the same description.
   */
  readonly help: string;
}

/** A part of an instance, read or drawn, as pieces of a CSV text. */
export interface Exported {
  readonly ok: true;
  /** Name of the instance. */
  readonly instance: string;
  readonly pieces: Iterable<string>;
}

/** The parts that a family declares, by name. */
export type ExportOfFamily = Readonly<Record<string, (file: string) => Exported | Refused>>;

/** The part with the influence matrix: how air flows between outlets and inlets of rooms. */
export const MATRIX_EXPORT: ExportWords = { name: 'matrix', help: 'who breathes whose air in the rooms of {}' };

/**
 * Returns the parts of instances that any family exports, each once, with descriptions.
 *
 * @throws TypeError if two families describe one part differently.
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
