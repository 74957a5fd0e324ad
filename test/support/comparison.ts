import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompareOfFamily, comparisonsOfFamily } from '../../src/families/compare-by-solving.js';
import { FAMILIES } from '../../src/families/registry.js';
import type { Words } from '../../src/families/options.js';
import type { Limits } from '../../src/runs/control.js';
import { memoryRecordStore, type RecordStore } from '../../src/runs/store/record-store.js';
import { comparisonRecord, type ComparisonRecord } from '../../src/studies/compare/compare.js';
import type { BoundFrame, RunFrame } from '../../src/studies/compare/certificates.js';
import { comparisonRuns } from '../../src/studies/compare/runs.js';
import { runStudy } from '../../src/studies/engine/run-study.js';
import { runRecordsText } from '../../src/studies/records-file.js';
import { hereExecutor } from '../../src/workbench/study/executor.js';
import { recordedRun } from '../../src/workbench/study/recorded-run.js';
import type { MeanInterval, PairedDifference } from '../../src/experiments/statistics.js';
import type { MethodDifference, MethodSummary } from '../../src/studies/compare/summary.js';

/** A comparison whose runs, means, differences and bounds have figures of these names, with what its family adds. */
export type ComparisonWith<Name extends string, Facts extends object = object> = Omit<
  ComparisonRecord,
  'runs' | 'summary' | 'differences' | 'bounds'
> &
  Facts & {
    readonly runs: readonly (RunFrame & Readonly<Record<Name, number | null>>)[];
    readonly summary: readonly (MethodSummary & Readonly<Record<Name, MeanInterval | null>>)[];
    readonly differences: readonly (MethodDifference & Readonly<Record<Name, PairedDifference | null>>)[];
    readonly bounds: readonly (BoundFrame & Readonly<Record<Name, number | null>>)[];
  };

/** A comparison as it was before it stood in an envelope: what the family adds beside what every verb says. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names what the reader expects
export function comparisonOf<Record>(envelope: unknown): Record {
  const { details, ...common } = envelope as { readonly details: object };
  return { ...common, ...details } as Record;
}

/** The comparison that a directory holds. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the same
export function comparisonIn<Record>(directory: string): Record {
  return comparisonOf(JSON.parse(readFileSync(join(directory, 'compare.json'), 'utf8')));
}

/** What a comparison in this process is asked for. */
export interface ComparedHere {
  readonly methods: readonly string[];
  readonly file?: string;
  readonly words?: Words;
  readonly trials?: number;
  readonly variants?: boolean;
  readonly limits?: Limits;
  readonly store?: RecordStore;
  readonly interrupted?: () => boolean;
  readonly onRecord?: () => void;
}

/** The comparisons of the family of this name. */
export async function compareOf(family: string): Promise<CompareOfFamily> {
  return (await comparisonsOfFamily(FAMILIES.find(({ name }) => name === family)!))!;
}

/** Compares methods of a family in this process, the whole way from its options to the record. */
export async function comparedHere(
  own: CompareOfFamily,
  { methods, file = '', words = {}, trials = 1, variants = false, ...more }: ComparedHere,
) {
  const { limits = { timeLimitS: null, workLimit: 9 }, store = memoryRecordStore() } = more;
  const { interrupted = () => false, onRecord = () => undefined } = more;
  const contest = own.readWords({ words, methods, trials, seed: 1, variants });
  if (!contest.ok) throw new Error(JSON.stringify(contest.faults));
  const opened = own.open({ file, words: contest.words, methods, variants }, () => false);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const { comparison } = opened;
  let nowS = 0;
  const around = {
    nowS: () => (nowS += 0.01),
    interrupted,
    interruptedTwice: () => false,
    onProgress: () => undefined,
  };
  const asked = { family: 'numbers', methods, reference: methods[0]!, trials, seed: 1, variants, limits };
  const instance = { name: comparison.instance, sha256: null, generated: null, changes: [] };
  const { records, complete, failed } = await runStudy({
    runs: comparisonRuns({ ...asked, ...contest, file, instance, version: '1' }),
    store,
    executor: hereExecutor({ place: process.cwd(), plans: null, parts: null }, (request) =>
      recordedRun(request, () => opened.run(request.run.identity, around)),
    ),
    limits: { timeS: null, memoryMiB: null },
    retry: 'failed',
    interrupted,
    interruptedTwice: () => false,
    onRecord,
  });
  const record = comparisonRecord(comparison, { ...asked, workers: 1 }, records, complete);
  return { record, records: complete && failed === 0 ? runRecordsText(records) : null, figures: own.figures };
}
