import type { Family } from '../families/family.js';
import type { NodePower } from '../facility/node-power.js';
import type { Fault, Refused } from '../instances/fault.js';
import { ENVELOPE_VERSION } from './envelope.js';
import { open } from './open.js';

/** A valid instance. */
export interface Validated {
  readonly file: string;
  readonly instance: string;
  readonly family: string;
  readonly nodePower: readonly NodePower[];
  readonly warnings: readonly string[];
  /** Counts and sources of the instance, by family. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** A valid instance, as a record and as a sentence. */
interface Judged {
  readonly ok: true;
  readonly record: Validated;
  readonly text: string;
}

/** Records of all files, or the faults of those that are refused. */
export type ValidateAnswer =
  | {
      readonly ok: true;
      readonly envelopeVersion: number;
      readonly instances: readonly { readonly record: Validated; readonly text: string }[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Judges instances, all files at once, and returns their records or all faults. */
export async function validate(files: readonly string[], families?: readonly Family[]): Promise<ValidateAnswer> {
  const judged: (Judged | Refused)[] = [];
  for (const file of files) judged.push(await validateOne(file, families));
  const faults = judged.flatMap((answer) => (answer.ok ? [] : answer.faults));
  if (faults.length > 0) return { ok: false, faults };
  return {
    ok: true,
    envelopeVersion: ENVELOPE_VERSION,
    instances: judged.flatMap((answer) => (answer.ok ? [answer] : [])),
  };
}

async function validateOne(file: string, families?: readonly Family[]): Promise<Judged | Refused> {
  const opened = await open(file, families);
  if (!opened.ok) return opened;
  const { name: instance, family, nodePower, warnings, facts: details, text } = opened;
  return { ok: true, record: { file, instance, family, nodePower, warnings, details }, text };
}
