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

/** With --json: stdout is exactly one JSON object without a hidden non-number. */
export async function plenumJson(...words: readonly string[]): Promise<CliRun & { readonly json: Json }> {
  const run = await plenum(...words, '--json');
  return { ...run, json: expectOneObject(run.stdout) };
}

/** One object, and nothing in it that JSON.stringify would have turned from NaN or Infinity into null. */
export function expectOneObject(text: string): Json {
  const parsed: unknown = JSON.parse(text);
  expect(parsed).toBeTypeOf('object');
  expect(Array.isArray(parsed) || parsed === null).toBe(false);
  expect(text).not.toMatch(/\b(NaN|Infinity)\b/);
  return parsed as Json;
}

/** Fields that may be null, and only with a reason beside them. */
const NULLABLE = new Set(['objective', 'claimedObjective', 'bound', 'gap', 'marginalValue', 'relaxationGap']);

/** Paths of all nulls outside the fields documented as nullable: each would be a number that could not be computed. */
export function unexpectedNulls(value: unknown, path = '$', key = ''): string[] {
  if (value === null) return NULLABLE.has(key) ? [] : [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => unexpectedNulls(member, `${path}.${name}`, name));
}
