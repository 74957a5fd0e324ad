import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';
import { runPlenum } from '../../src/cli/run.js';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command line in this process: what it prints and its exit code. */
export async function plenum(...words: readonly string[]): Promise<CliRun> {
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
    const code = await runPlenum(words, repository);
    return { code, stdout: out.join(''), stderr: err.join('') };
  } finally {
    for (const back of restore) back();
  }
}

export type Json = Readonly<Record<string, unknown>>;

/** With --json: stdout is exactly one JSON object. */
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

/** Fields that say by null that there is none. */
const NULLABLE = new Set([
  'objective',
  'claimedObjective',
  'bound',
  'gap',
  'marginalValue',
  'incumbent',
  'colocationLoss',
]);

/** Paths of all other nulls: JSON.stringify writes NaN and Infinity as null, so each would be a number that went wrong. */
export function unexpectedNulls(value: unknown, path = '$', key = ''): string[] {
  if (value === null) return NULLABLE.has(key) ? [] : [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => unexpectedNulls(member, `${path}.${name}`, name));
}
