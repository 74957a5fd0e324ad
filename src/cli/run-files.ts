import { basename, join } from 'node:path';
import { writeFileSet } from '../runs/file-set.js';
import { errorObstacle, outputFiles } from '../runs/files.js';
import { EXIT } from './exit-codes.js';
import { type Fault, orError } from './study-files.js';

/** Paths by what is in them, as a result names them. */
export type FileNames = Readonly<Record<string, string>>;

/** What a run of any family leaves behind, as text. */
export interface RunTexts {
  readonly plan: { readonly json: string; readonly csv: string } | null;
  /** Further files that come and go with the plan; null where there is nothing to say. */
  readonly more?: readonly { readonly key: string; readonly name: string; readonly text: string | null }[];
  /** May throw. */
  readonly report: (files: FileNames) => string;
  readonly result: (files: FileNames) => string;
}

/** What was written, and what went wrong in writing: neither a full disk nor a faulty report may cost the answer. */
export interface WrittenFiles {
  readonly files: FileNames;
  readonly fault: Fault | null;
}

/**
 * Writes plan.json, plan.csv, report.html and, last, result.json, as one set: the directory never shows a plan that its result does not
 * speak of. Without a plan those of an earlier run are removed.
 */
export function writeRunFiles(directory: string, texts: RunTexts): WrittenFiles {
  const paths = outputFiles(directory);
  const { plan } = texts;
  const more = (texts.more ?? []).map((one) => ({ ...one, path: join(directory, one.name) }));
  const withoutReport = {
    ...(plan === null ? {} : { plan: paths.plan, planCsv: paths.planCsv }),
    ...Object.fromEntries(more.flatMap(({ key, path, text }) => (text === null ? [] : [[key, path]]))),
    result: paths.result,
  };
  const withReport = { ...withoutReport, report: paths.report };
  const report = orError(() => texts.report(withReport));
  const files = typeof report === 'string' ? withReport : withoutReport;
  try {
    writeFileSet(
      directory,
      new Map([
        [basename(paths.plan), plan?.json ?? null],
        [basename(paths.planCsv), plan?.csv ?? null],
        ...more.map(({ name, text }): [string, string | null] => [name, text]),
        [basename(paths.report), typeof report === 'string' ? report : null],
        [basename(paths.result), texts.result(files)],
      ]),
    );
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    const message = `The files could not be written: ${path}: ${value}. ${remedy}`;
    return { files: {}, fault: { message, exitCode: EXIT.badInput } };
  }
  if (typeof report === 'string') return { files, fault: null };
  const message = `The report could not be made (${report.message}). This is a fault of ours: please report it with the instance.`;
  return { files, fault: { message, exitCode: EXIT.ourFault } };
}
