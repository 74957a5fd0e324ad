import { basename, join } from 'node:path';
import type { WritingFault } from '../families/commands.js';
import type { FileNames, RunTexts } from '../families/family.js';
import { orError } from '../families/studies.js';
import { writeFileSet } from '../runs/file-set.js';
import { outputFiles } from '../runs/files.js';
import { errorObstacle } from '../runs/write-failure.js';

/**
 * Written files, and the fault if writing failed. A run's answer is returned even if the disk is full or the report
 * cannot be made.
 */
export interface WrittenFiles {
  readonly files: FileNames;
  readonly fault: WritingFault | null;
}

/**
 * Writes plan.json, plan.csv, the family's own files, report.html and result.json as one set. result.json is last, so
 * that the directory never has a plan without its result. Without a plan, plan files of an earlier run are removed.
 */
export function writeRunFiles(
  directory: string,
  { plan, more = [], page }: RunTexts,
  result: (files: FileNames) => string,
): WrittenFiles {
  const paths = outputFiles(directory);
  const own = more.flatMap(({ key, name, text }) => (text === null ? [] : [[key, join(directory, name)]]));
  const withoutReport = {
    ...(plan === null ? {} : { plan: paths.plan, planCsv: paths.planCsv }),
    ...(Object.fromEntries(own) as FileNames),
    result: paths.result,
  };
  const withReport = { ...withoutReport, report: paths.report };
  const report = page === undefined ? null : orError(() => page(withReport));
  const files = typeof report === 'string' ? withReport : withoutReport;
  try {
    writeFileSet(
      directory,
      new Map([
        [basename(paths.plan), plan?.json ?? null],
        [basename(paths.planCsv), plan?.csv ?? null],
        ...more.map(({ name, text }): [string, string | null] => [name, text]),
        [basename(paths.report), typeof report === 'string' ? report : null],
        [basename(paths.result), result(files)],
      ]),
    );
  } catch (error) {
    const { path, value, remedy } = errorObstacle(directory, error);
    const message = `The files could not be written: ${path}: ${value}. ${remedy}`;
    return { files: {}, fault: { message, isOurs: false } };
  }
  if (!(report instanceof Error)) return { files, fault: null };
  const message = `The report could not be made (${report.message}). This is a mistake in the program: please report it with the instance.`;
  return { files, fault: { message, isOurs: true } };
}
