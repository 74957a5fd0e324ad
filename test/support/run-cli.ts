import { expect, vi } from 'vitest';
import type { Family } from '../../src/families/family.js';
import { runPlenum } from '../../src/cli/run.js';
import { repository } from './repository.js';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run of the command line in this process: what it prints and its exit code. */
export function plenum(...words: readonly string[]): Promise<CliRun> {
  return plenumOf(undefined, ...words);
}

/** Run of the command line with a list of families of one's own. */
export async function plenumOf(families: readonly Family[] | undefined, ...words: readonly string[]): Promise<CliRun> {
  const out: string[] = [];
  const err: string[] = [];
  const capture = (stream: NodeJS.WriteStream, into: string[]): (() => void) => {
    const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => into.push(String(chunk)) > 0);
    return () => {
      spy.mockRestore();
    };
  };
  const restore = [capture(process.stdout, out), capture(process.stderr, err)];
  try {
    const code = await runPlenum(words, repository, families);
    return { code, stdout: out.join(''), stderr: err.join('') };
  } finally {
    for (const back of restore) back();
  }
}

export type Json = Readonly<Record<string, unknown>>;

/** Run with --json, whose stdout is exactly one JSON object. */
export async function plenumJson(...words: readonly string[]): Promise<CliRun & { readonly json: Json }> {
  const run = await plenum(...words, '--json');
  return { ...run, json: expectOneObject(run.stdout) };
}

export function expectOneObject(text: string): Json {
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toBeTypeOf('object');
  expect(Array.isArray(parsed) || parsed === null).toBe(false);
  return parsed as Json;
}

/** Result of a family as in an envelope: null stands for what the family leaves out. */
export type Enveloped<Result extends { readonly infeasibility?: unknown }> = Omit<
  Result,
  'infeasibility' | 'gapReason' | 'planFrom'
> & {
  readonly infeasibility: NonNullable<Result['infeasibility']> | null;
  readonly gapReason: string | null;
  readonly planFrom: string | null;
};

/** Keys of an envelope and the family's own figures, side by side. */
export function withDetails(json: Json): Json {
  return { ...json, ...(json['details'] as object) };
}

/** A command that prints an envelope: its keys and the command's own figures, side by side. */
export async function plenumDetails(...words: readonly string[]): Promise<CliRun & { readonly json: Json }> {
  const run = await plenumJson(...words);
  return { ...run, json: withDetails(run.json) };
}

/** Fields that say by null that there is none. */
const NULLABLE = new Set([
  'objective',
  'claimedObjective',
  'bound',
  'gap',
  'marginalValue',
  'incumbent',
  'colocationLoss',
  // No figures: an envelope says by null that there is nothing to say.
  'planFrom',
  'gapReason',
  'boundScope',
  'infeasibility',
  // Uncertain ranges of what is certain.
  'inletRise',
  'influence',
]);

/** Whether a baseline is worth 0: no gain is a share of that. */
function earnsNothing(baseline: object): boolean {
  return 'objective' in baseline && baseline.objective === 0;
}

/** Paths of all other nulls: JSON.stringify writes NaN and Infinity as null, so each would be a number that went wrong. */
export function unexpectedNulls(value: unknown, path = '$', key = ''): string[] {
  if (value === null) return NULLABLE.has(key) ? [] : [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value)
    .filter(([name]) => name !== 'gainShare' || !earnsNothing(value))
    .flatMap(([name, member]) => unexpectedNulls(member, `${path}.${name}`, name));
}
