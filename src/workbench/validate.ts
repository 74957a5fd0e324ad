import type { Family } from '../families/family.js';
import type { RoomMixing } from '../facility/room-mixing.js';
import type { NodePower } from '../facility/node-power.js';
import type { Fault, Refused } from '../instances/fault.js';
import { ENVELOPE_VERSION } from './envelope.js';
import { open } from './open.js';

export interface Validated {
  readonly file: string;
  readonly instance: string;
  readonly family: string;
  readonly nodePower: readonly NodePower[];
  readonly airMixing: readonly RoomMixing[];
  readonly warnings: readonly string[];
  /** Numbers and origins of the instance's data; the keys depend on the family. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** The record of a valid instance, and a sentence that describes it. */
interface Judged {
  readonly ok: true;
  readonly record: Validated;
  readonly text: string;
}

/** Records of all files if all are valid, otherwise all faults. */
export type ValidateAnswer =
  | {
      readonly ok: true;
      readonly envelopeVersion: number;
      readonly instances: readonly { readonly record: Validated; readonly text: string }[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Returns the records of all instance files or, if any file is invalid, all faults found. */
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
  const { name: instance, family, nodePower, airMixing, warnings, facts: details, text } = opened;
  return { ok: true, record: { file, instance, family, nodePower, airMixing, warnings, details }, text };
}
