import { type LabelFault, readLabel, sameMeaning } from '../../../labels.js';
import type { MonthMethod } from '../../methods/month/policies.js';
import { METHODS } from '../../methods/registry.js';
import { JOBS_OPTIONS } from '../../options.js';
import { type JobsRequest, unheeded } from '../../runs/choices.js';

/** Options of `solve` under a label. */
export interface MethodSetting {
  readonly label: string;
  readonly asked: JobsRequest;
}

/** Choices that a form makes. */
type Form = Omit<JobsRequest, 'method'>;

/** Forms that are one word. No two rules share a word. */
const FORMS: Readonly<Record<string, Form>> = {
  printed: { readings: 'printed' },
  allocation: { valueAt: 'allocation' },
  completion: { valueAt: 'completion' },
  ...Object.fromEntries(JOBS_OPTIONS.cores.kind.of.map((cores) => [cores, { cores }])),
  'no-moves': { moves: 'none' },
  once: { moves: 'once' },
  repeated: { moves: 'repeated' },
  literal: { remaining: 'literal' },
  repaired: { remaining: 'repaired' },
  deviation: { directions: 'deviation' },
  both: { directions: 'both' },
  gaining: { moveChoice: 'gaining' },
  'free-cores': { corePrices: 'none' },
};

/** Forms that are a word, "@" and a number from a least one. */
const NUMBERED: Readonly<Record<string, { readonly least: number; readonly form: (value: number) => Form }>> = {
  checkpoints: { least: 1, form: (checkpointInterval) => ({ checkpointInterval }) },
  energy: { least: 0, form: (energyPrice) => ({ energyPrice }) },
  horizon: { least: 0.001, form: (priceHorizon) => ({ priceHorizon }) },
};

/** Words for the forms that a label may have. */
const ALLOWED = `a method, with forms behind it, each after a ":": ${Object.keys(FORMS).join(', ')}, checkpoints@<s>, energy@<value/MJ>, horizon@<h>`;
/** Number behind an "@": a decimal one. */
const NUMBER = /^\d+(\.\d+)?(e-?\d+)?$/;

/**
 * Settings of labels such as "price", "price:energy@2:no-moves" or "val-opt:max-bid:allocation": a method, and behind it choices of `solve` that
 * differ from its defaults, in any order. No label may stand twice.
 */
export function settingsOfLabels(
  labels: readonly string[],
): { readonly settings: readonly MethodSetting[] } | { readonly fault: LabelFault } {
  const settings: MethodSetting[] = [];
  for (const label of labels) {
    const read = readLabel(label, { names: METHODS.map(({ name }) => name), formOf, allowed: ALLOWED });
    if ('remedy' in read) return { fault: read };
    const asked: JobsRequest = { ...read.form, method: read.method as MonthMethod };
    if (settings.some((other) => other.label === label)) return { fault: sameMeaning(label, label) };
    const fault = unheeded(asked);
    if (fault !== null) return { fault: { label, allowed: ALLOWED, remedy: `${fault.path} is ${fault.allowed}.` } };
    settings.push({ label, asked });
  }
  return { settings };
}

/** Choices that a form stands for; null for none. */
function formOf(form: string): Form | null {
  if (Object.hasOwn(FORMS, form)) return FORMS[form]!;
  const [word = '', number = '', ...more] = form.split('@');
  if (!Object.hasOwn(NUMBERED, word) || more.length > 0 || !NUMBER.test(number)) return null;
  const { least, form: made } = NUMBERED[word]!;
  const value = Number(number);
  return value >= least && Number.isFinite(value) ? made(value) : null;
}
