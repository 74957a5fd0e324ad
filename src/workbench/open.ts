import type { Asking, Description, Family, FamilyParts, NamesInstance, Opened } from '../families/family.js';
import type { Refused } from '../instances/fault.js';
import { familyOfFile } from './find-family.js';

/** A valid instance: who it is, and what there is in it. */
export interface OpenedInstance extends Description {
  readonly ok: true;
  /** Path of the file that was read. */
  readonly file: string;
  readonly family: string;
  /** Name that the instance gives itself. */
  readonly name: string;
  /** Digest of the file's bytes, hexadecimal: plans made for it repeat it. */
  readonly sha256: string;
  /** Sentences on what is legal but was probably not meant. */
  readonly warnings: readonly string[];
}

/** Everything that is refused before a solve, or the instance described. Loads what the file's family needs, no more. */
export async function open(file: string, families?: readonly Family[]): Promise<OpenedInstance | Refused> {
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const parts = await found.family.load();
  const described = parts.use((own) => openAndDescribe(own, file));
  return described.ok ? { ...described, file, family: found.family.name } : described;
}

/** Request for a file with no words, nobody told of phases and no limit of time. */
const UNHURRIED: Asking = { words: {}, phase: () => undefined, shouldStop: () => false };

function openAndDescribe<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
  { open: ofFamily, describe }: FamilyParts<Instance, Checked, Plan>,
  file: string,
): Omit<OpenedInstance, 'file' | 'family'> | Refused {
  const opened = ofFamily(file, UNHURRIED);
  if (!opened.ok) return opened;
  const { instance, sha256, warnings } = opened;
  const { facts, nodePower, text } = describe(opened);
  return { ok: true, name: instance.name, sha256, warnings, facts, nodePower, text };
}
