import type { Asking, Description, Family, FamilyParts, NamesInstance, Opened } from '../families/family.js';
import type { Refused } from '../instances/fault.js';
import { familyOfFile } from './find-family.js';
import { mixedByCellsWarnings } from './mixing-warnings.js';

/** A valid instance with a description of what it contains. */
export interface OpenedInstance extends Required<Description> {
  readonly ok: true;
  readonly file: string;
  readonly family: string;
  /** Name of the instance, as stated in its file. */
  readonly name: string;
  /** SHA-256 of the file, hexadecimal, as plans for the instance contain it. */
  readonly sha256: string;
  /** Sentences on input that is valid but probably not intended. */
  readonly warnings: readonly string[];
}

/**
 * Reads and validates an instance file. Returns the instance with its description, or all faults. Loads only the code
 * of its family.
 */
export async function open(file: string, families?: readonly Family[]): Promise<OpenedInstance | Refused> {
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const parts = await found.family.load();
  const described = parts.use((own) => openAndDescribe(own, file));
  return described.ok ? { ...described, file, family: found.family.name } : described;
}

/** Arguments for reading a file without options, progress or time limit. */
const UNHURRIED: Asking = { words: {}, phase: () => undefined, shouldStop: () => false };

function openAndDescribe<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
  { open: ofFamily, describe }: FamilyParts<Instance, Checked, Plan>,
  file: string,
): Omit<OpenedInstance, 'file' | 'family'> | Refused {
  const opened = ofFamily(file, UNHURRIED);
  if (!opened.ok) return opened;
  const { instance, sha256, warnings } = opened;
  const { facts, nodePower, airMixing = [], text } = describe(opened);
  const all = [...warnings, ...mixedByCellsWarnings(airMixing)];
  return { ok: true, name: instance.name, sha256, warnings: all, facts, nodePower, airMixing, text };
}
