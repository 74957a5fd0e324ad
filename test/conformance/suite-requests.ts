import type { Words } from '../../src/families/family.js';
import type { Envelope } from '../../src/workbench/envelope.js';
import type { SolveAnswer } from '../../src/workbench/solve.js';
import type { Workbench } from '../../src/workbench/workbench.js';

// What the suite of families asks the workbench for, the same of every family, and how it reads a page.

export type Json = Record<string, unknown>;

export const SEED = 3;
/** Steps of every run. */
export const WORK_LIMIT = 3;

/** No clock: what takes time counts no seconds, so that records can be compared. */
export const nowS = (): number => 0;
export const never = (): boolean => false;

export function request(
  file: string,
  words: Words,
  workLimit: number | null = WORK_LIMIT,
  out: string | null = null,
): Parameters<Workbench['solve']>[0] {
  return {
    file,
    words,
    seed: SEED,
    withBound: true,
    out,
    limits: { timeLimitS: null, workLimit },
    nowS,
    interrupted: never,
    interruptedTwice: never,
    onProgress: () => undefined,
  };
}

export function boundRequest(file: string, words: Words): Parameters<Workbench['bound']>[0] {
  return { file, words, timeLimitS: null, nowS, interrupted: never, onProgress: () => undefined };
}

export function explainRequest(file: string, words: Words): Parameters<Workbench['explain']>[0] {
  return { ...boundRequest(file, words), plan: null };
}

export function series(
  file: string,
  words: Words,
  workLimit: number | null = WORK_LIMIT,
): Parameters<Workbench['day']>[0] {
  return { ...request(file, words, workLimit), onProgress: () => undefined, overwrite: false, onNote: () => undefined };
}

export function simulation(
  file: string,
  planFiles: readonly string[],
  words: Words,
): Parameters<Workbench['simulate']>[0] {
  const place = { out: null, overwrite: false, onNote: () => undefined };
  return { file, planFiles, words: { ...words, samples: 20 }, seed: SEED, interrupted: never, ...place };
}

export function compareRequest(
  file: string,
  words: Words,
  methods: readonly string[],
): Parameters<Workbench['compare']>[0] {
  return {
    file,
    words,
    methods,
    trials: 1,
    seed: SEED,
    variants: false,
    workers: 1,
    out: null,
    overwrite: false,
    limits: { timeLimitS: null, workLimit: WORK_LIMIT },
    nowS,
    interrupted: never,
    interruptedTwice: never,
    onProgress: () => undefined,
    onNote: () => undefined,
  };
}

export async function solved(
  bench: Workbench,
  file: string,
  words: Words,
  workLimit: number | null = WORK_LIMIT,
  out: string | null = null,
): Promise<SolveAnswer> {
  const answer = await bench.solve(request(file, words, workLimit, out));
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

/** Marked figures of a page that are called as a field of the record and are not what it says. */
export function figuresOn(page: string, record: Envelope): readonly unknown[] {
  const told = record as unknown as Json;
  return [...page.matchAll(/data-field="(\w+)" (?:data-)?value="([^"]*)"/g)].flatMap(([, field, shown]) =>
    field! in told && String(told[field!]) !== shown ? [[field, shown, told[field!]]] : [],
  );
}

/** The record that a page has with it. */
export function embeddedIn(page: string): unknown {
  return JSON.parse(/<script type="application\/json" id="plenum-data">(.*?)<\/script>/s.exec(page)![1]!);
}
