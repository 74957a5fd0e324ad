import type { Description, Family, FamilyParts, NamesInstance, Opened } from '../families/family.js';
import type { NodePower } from '../instances/node-power.js';
import type { Problem } from '../instances/problem.js';
import type { Refused } from '../runs/open.js';
import { ENVELOPE_VERSION } from './envelope.js';
import { familyOfFile } from './find-family.js';

/** A valid instance. */
export interface Validated {
  readonly file: string;
  readonly instance: string;
  readonly family: string;
  readonly nodePower: readonly NodePower[];
  readonly warnings: readonly string[];
  /** Counts and origins, by family. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A valid instance, and the same in a sentence. */
interface Judged {
  readonly ok: true;
  readonly record: Validated;
  readonly text: string;
}

export type ValidateAnswer =
  | {
      readonly ok: true;
      readonly envelopeVersion: number;
      readonly instances: readonly { readonly record: Validated; readonly text: string }[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Everything that is refused before a solve, all files at once. */
export async function validate(files: readonly string[], families?: readonly Family[]): Promise<ValidateAnswer> {
  const judged: (Judged | Refused)[] = [];
  for (const file of files) judged.push(await validateOne(file, families));
  const problems = judged.flatMap((answer) => (answer.ok ? [] : answer.problems));
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    envelopeVersion: ENVELOPE_VERSION,
    instances: judged.flatMap((answer) => (answer.ok ? [answer] : [])),
  };
}

/** Loads what the file's family needs, no more. */
async function validateOne(file: string, families?: readonly Family[]): Promise<Judged | Refused> {
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const parts = await found.family.load();
  const described = parts.use((own) => openAndDescribe(own, file));
  if (!described.ok) return described;
  const { instance, warnings, facts, nodePower, text } = described;
  return { ok: true, record: { file, instance, family: found.family.name, nodePower, warnings, details: facts }, text };
}

function openAndDescribe<Instance extends Opened, Checked extends Opened, Plan extends NamesInstance>(
  { open, describe }: FamilyParts<Instance, Checked, Plan>,
  file: string,
): ({ readonly ok: true; readonly instance: string; readonly warnings: readonly string[] } & Description) | Refused {
  const opened = open(file, { words: {}, phase: () => undefined, shouldStop: () => false });
  if (!opened.ok) return opened;
  return { ok: true, instance: opened.instance.name, warnings: opened.warnings, ...describe(opened) };
}
