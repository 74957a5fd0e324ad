import { join } from 'node:path';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import type { StudyReport } from '../../reports/study/input.js';
import { studyReportPage } from '../../reports/study/page.js';
import { studyText } from '../../reports/study/text.js';
import { writeOwnFile } from '../../runs/file-set.js';
import { errorObstacle } from '../../runs/write-failure.js';
import { advise } from '../../studies/analysis/advise.js';
import { analyse } from '../../studies/analysis/analyse.js';
import { confidenceOf } from '../../studies/analysis/stopping.js';
import { DATA_TOLERANCE } from '../../studies/analysis/curves.js';
import { GAP_SHIFT } from '../../studies/analysis/methods.js';
import { placesOf } from '../../studies/analysis/places.js';
import type { RunRecord } from '../../studies/plan/record.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { runsTable } from '../../studies/tables.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { outputFault, unwritable } from '../places.js';
import { repeatLine, soloLine } from './command-lines.js';
import { type FolderSurroundings, openStudyFolder, recordsOf } from './folder.js';
import { isInOwnPlace, REPORT_FILE } from './own-places.js';
import { placeIn } from './source.js';

export interface StudyReportRequest {
  /** Report to write; null for report.html in the study folder. */
  readonly out: string | null;
  /** True to include values that depend on the machine, such as times. */
  readonly times: boolean;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
}

export interface StudyReported {
  readonly ok: true;
  readonly record: CommandEnvelope;
  /** Result as text for a terminal. */
  readonly text: string;
  readonly notes: readonly string[];
}

/** Data of a study folder from which reports are made. */
export interface ReportedFolder {
  readonly directory: string;
  readonly study: Study;
  readonly runs: readonly StudyRun[];
  readonly records: readonly RunRecord[];
}

/** Writes the report of a study folder as one HTML page (docs/studies/report.md). Executes no runs. */
export async function reportStudy(
  directory: string,
  request: StudyReportRequest,
  surroundings: FolderSurroundings,
): Promise<StudyReported | Refused> {
  const opened = await openStudyFolder(directory, surroundings);
  if (!opened.ok) return opened;
  const { folder } = opened;
  const out = request.out ?? join(folder.directory, REPORT_FILE);
  const fault = placeFault(folder.directory, out, request.force);
  if (fault !== null) return { ok: false, faults: [fault] };
  const records = recordsOf(folder.store);
  const own = studyReportOf({ ...folder, records }, request.times);
  // What is not as the study file seems to say must stand beside what is concluded from it.
  const report = { ...own, analysis: { ...own.analysis, warnings: [...folder.notes, ...own.analysis.warnings] } };
  try {
    writeOwnFile(out, [studyReportPage(report)]);
  } catch (error) {
    return { ok: false, faults: [unwritable('--out', errorObstacle(out, error))] };
  }
  const { warnings } = folder.store;
  return {
    ok: true,
    record: envelopeOf(report, out, warnings),
    text: `${studyText({ ...report, records: report.table.records })}written       ${out}\n`,
    notes: warnings,
  };
}

/** Returns the content of a study's report page and summary. */
export function studyReportOf({ directory, study, runs, records }: ReportedFolder, times: boolean): StudyReport {
  const table = runsTable({ runs, records, times });
  const analysis = analyse(table.records, { runs, withTimes: times, confidence: confidenceOf(study) });
  const { place } = placeIn(directory);
  const solo = runs.flatMap((run): (readonly [string, string])[] => {
    // Paths are of the machine.
    const line = times ? soloLine(run, place) : null;
    return line === null ? [] : [[run.key, line]];
  });
  return {
    study,
    runs,
    table,
    analysis,
    times,
    advice: advise(analysis),
    places: placesOf(table.records, runs),
    profiles: { tolerance: DATA_TOLERANCE, shift: GAP_SHIFT },
    repeat: repeatLine(times ? directory : 'STUDY'),
    commands: new Map(solo),
  };
}

function placeFault(directory: string, out: string, force: boolean): Fault | null {
  if (out.trim() === '') {
    const value = { file: COMMAND_LINE, path: '--out', value: out };
    return { ...value, allowed: 'the name of a file', remedy: 'Name one.' };
  }
  if (isInOwnPlace(directory, out)) {
    const allowed = `a file outside what ${directory} keeps the study in`;
    return { file: COMMAND_LINE, path: '--out', value: out, allowed, remedy: 'Name another file.' };
  }
  return outputFault('--out', [out], { force });
}

function envelopeOf(
  { study, runs, table, analysis, advice, times }: StudyReport,
  out: string,
  warnings: readonly string[],
): CommandEnvelope {
  const { records } = table;
  const { missing } = analysis;
  const failed = records.filter(({ outcome }) => outcome.failure !== null).length;
  const families = new Set(records.map(({ run }) => run.family));
  return commandEnvelope({
    family: families.size === 1 ? [...families][0]! : null,
    termination: 'finished',
    warnings: [...warnings, ...analysis.warnings],
    files: { report: out },
    work: { runs: records.length },
    details: {
      study: study.name,
      times,
      runs: runs.length,
      done: records.length,
      failed,
      missing,
      classes: analysis.classes.map(({ name, budgets }) => ({
        name,
        budgets: budgets.map(({ budget, distinguishes, verdict, ranking }) => ({
          budget,
          distinguishes,
          verdict,
          ranking,
        })),
        advice: advice.find(({ className }) => className === name) ?? null,
      })),
    },
  });
}
