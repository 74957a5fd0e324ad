import { basename, join } from 'node:path';
import { trialsOf } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import { writeFileSet } from '../../runs/file-set.js';
import { makeFolder, writeAtomically, writeObstacle } from '../../runs/files.js';
import { type Judged, type JudgedSetting, settingsText, verdictText } from '../claims.js';
import { durationText, estimateS } from '../estimate.js';
import { type Scale, UnreadableInput } from '../figure-options.js';
import { claimsIndex, claimsPage, detailsPage, type PaperPage } from '../claims-page.js';
import { commandEnvelope, type CommandEnvelope } from '../../workbench/envelope.js';
import { csvFile, readCsvRecords, readStoredRecords } from './figure-page.js';
import {
  filesOfFigure,
  judgedFigure,
  type PlannedFigure,
  type RanFigure,
  type ReproduceWatcher,
  runFigure,
} from './figure-run.js';
import { judgingOf, scaleOf } from '../trial-rule.js';
import { compactRecords, recordsCsv } from './records-csv.js';
import { type DeclaredPaper, figureNames, paperOfFigure, PAPERS } from '../registry.js';
import { outputFault, unwritable } from '../../workbench/places.js';
import { writingTo } from '../../workbench/refusal-of.js';
import { canRunElsewhere } from '../../workbench/study/executor.js';
import { madeInStore } from '../../workbench/study-store.js';

/** File name of the page that leads to the verdicts. */
const CLAIMS = 'claims.md';
/** File name of the page of evidence: every comparison, table and reason. */
const DETAILS = 'details.md';
/** File name of the page with all claims on the figures of a run. */
const ALL_CLAIMS = 'claims.html';

/** Figures to run, and the scale of their experiments. */
export interface FiguresRequest {
  /** Names of figures; "all" stands for every figure. */
  readonly figures: readonly string[];
  readonly scale: Scale;
  /** Number of trials; null for the usual number of the scale. */
  readonly trials: number | null;
  readonly workers: number;
}

export interface ReproduceRequest extends FiguresRequest {
  /** Directory for records of runs, records of figures and their pages. */
  readonly out: string;
  /** Directory for the pages of verdicts, from all records there and in `out`; null to write none. */
  readonly writeDocs: string | null;
  /** Directory of documents whose records are judged, without running anything; null to run the figures. */
  readonly judge: string | null;
  /** True to go on to more trials while a claim on a figure is undecided. */
  readonly untilDecided: boolean;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
  readonly interrupted: () => boolean;
  readonly watcher: ReproduceWatcher;
}

export interface FigureRecord {
  readonly figure: string;
  readonly family: string;
  /** Number of trials of each cell (combination of factor levels). */
  readonly trials: number;
  /** Number of trials run so far over all cells, of the `total` needed. */
  readonly done: number;
  readonly total: number;
  readonly files: Readonly<Record<string, string>>;
  /** Claims with verdicts; empty until all trials are executed. */
  readonly claims: readonly ClaimRecord[];
}

export interface ClaimRecord
  extends Pick<Judged, 'verdict' | 'refusal' | 'parts'>, Pick<Judged['claim'], 'id' | 'says' | 'rule'> {
  /** Sentence on a question that the source leaves open and the verdict depends on; null if there is none. */
  readonly decidedBy: string | null;
  /** Why the claim tests nothing: a sentence on the number of it that chose the settings; null if it tests. */
  readonly calibrated: string | null;
  /** Verdict in each setting of what the source does not print; one entry without levels if nothing is calibrated. */
  readonly settings: readonly Omit<JudgedSetting, 'parts'>[];
  /** Verdicts under the paper's other views (interpretations and settings), by the view's key. */
  readonly details: Readonly<Record<string, string>>;
}

export interface Reproduced {
  readonly ok: true;
  /** True if all trials of all figures were run. */
  readonly complete: boolean;
  readonly record: CommandEnvelope;
  /** Results of the figures, as in `details` of the record. */
  readonly figures: readonly FigureRecord[];
  readonly lines: readonly string[];
}

export interface Estimated {
  readonly ok: true;
  readonly record: CommandEnvelope;
  readonly lines: readonly string[];
}

/** Calls `work`, in which an input that the user names and that cannot be read becomes a refusal. */
async function readingInputs<Answer>(work: () => Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
    return { ok: false, faults: [error.fault] };
  }
}

/** Returns the designs of the requested figures, or a refusal, also of what the designs read. */
export function designsOf(
  request: FiguresRequest,
  mayBeNone: boolean,
  papers?: readonly DeclaredPaper[],
): Promise<{ readonly ok: true; readonly planned: PlannedFigure[] } | Refused> {
  return readingInputs(() => designed(request, mayBeNone, papers));
}

async function designed(
  { figures: words, scale, trials: asked }: FiguresRequest,
  mayBeNone: boolean,
  papers?: readonly DeclaredPaper[],
): Promise<{ readonly ok: true; readonly planned: PlannedFigure[] } | Refused> {
  const known = figureNames(papers);
  const allowed = [...known, 'all'].join(', ');
  if (words.length === 0 && !mayBeNone) return refused('<figure>', 'nothing', allowed, 'Name at least one.');
  const wrong = words.find((word) => word !== 'all' && !known.includes(word));
  if (wrong !== undefined) return refused('<figure>', wrong, allowed, 'Choose one or more of them.');
  const planned: PlannedFigure[] = [];
  for (const figure of known.filter((one) => words.includes('all') || words.includes(one))) {
    const { family, load } = paperOfFigure(figure, papers);
    const paper = await load();
    const mostTrials = paper.mostTrials?.(figure) ?? Infinity;
    if ((asked ?? 0) > mostTrials) {
      return refused('--trials', String(asked), `1 to ${mostTrials} for ${figure}`, 'Ask for fewer.');
    }
    const trials = asked === null ? {} : { trials: asked };
    planned.push({ figure, paper, family, design: paper.design(figure, { scale, ...trials }) });
  }
  return { ok: true, planned };
}

/** Returns the expected time of the requested figures; executes no trials. */
export async function estimateFigures(
  request: FiguresRequest & Pick<ReproduceRequest, 'watcher'>,
  papers?: readonly DeclaredPaper[],
): Promise<Estimated | Refused> {
  const found = await designsOf(request, false, papers);
  if (!found.ok) return found;
  const { workers } = request;
  const figures = found.planned.map(({ figure, paper, family, design }) => {
    const inputs = trialsOf(design);
    const seconds = estimateS(paper.pace, inputs, [], workers);
    return { figure, family, solves: inputs.length, trials: design.trials, seconds };
  });
  const lines = figures.map(({ figure, solves, trials, seconds }) => {
    return `${figure}: ${solves} solves, ${trials} trials, ${durationText(seconds)}`;
  });
  const record = commandEnvelope({ family: familyOf(found.planned), details: { workers, figures } });
  return { ok: true, record, lines };
}

/** Runs published figures as experiments and judges the claims about them. Continues an interrupted run. */
export function reproduce(request: ReproduceRequest, papers?: readonly DeclaredPaper[]): Promise<Reproduced | Refused> {
  return writingTo('--out', () => reproduced(request, papers));
}

async function reproduced(
  request: ReproduceRequest,
  papers: readonly DeclaredPaper[] = PAPERS,
): Promise<Reproduced | Refused> {
  const { out, scale, writeDocs, judge, force, watcher } = request;
  const found = await designsOf(request, writeDocs !== null, papers);
  if (!found.ok) return found;
  if (judge !== null) return judged(found.planned, judge, request);
  const targets = [...found.planned.flatMap((planned) => filesOfFigure(planned, out, scale)), join(out, ALL_CLAIMS)];
  const inTheWay = outputFault('--out', targets, { force });
  if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
  // The pages are generated as a whole: their directory is named for that.
  const pages =
    writeDocs === null
      ? null
      : writeObstacle([...papers.map(pageOf), CLAIMS].map((file) => join(writeDocs, file)).concat(join(out, DETAILS)));
  if (pages !== null) return { ok: false, faults: [unwritable('--write-docs', pages)] };

  const warnings: string[] = [];
  const warn = (text: string): void => {
    warnings.push(text);
    watcher.warn(text);
  };
  const asked = { ...request, mayRunElsewhere: canRunElsewhere() && papers === PAPERS, watcher: { ...watcher, warn } };
  const made = await madeInStore({ out, onNote: warn }, undefined, async (store) => {
    const figures: RanFigure[] = [];
    for (const planned of found.planned) {
      figures.push(await runFigure(planned, asked, store));
      if (!figures.at(-1)!.outcome.complete) break;
    }
    return figures;
  });
  if (!made.ok) return made;
  const ran = made.made;
  const complete = ran.every(({ outcome }) => outcome.complete);
  const all = complete ? await writeAllClaims(ran, out) : {};
  const written =
    complete && writeDocs !== null
      ? await readingInputs(() => writingTo('--write-docs', () => writePages(out, writeDocs, papers)))
      : null;
  if (written !== null && !written.ok) return written;
  const figures = ran.map(recordOf);
  const record = commandEnvelope({
    family: familyOf(found.planned),
    termination: complete ? 'finished' : 'interrupted',
    warnings,
    work: { solves: ran.reduce((sum, { outcome }) => sum + outcome.done, 0) },
    files: { ...all, ...written?.files },
    details: { figures },
  });
  const lines = [...ran.flatMap(linesOf), ...Object.values({ ...all, ...written?.files }).map(writtenLine)];
  return { ok: true, complete, record, figures, lines };
}

/** Judges the claims on figures from records that were made before, and writes the figures' pages. */
async function judged(
  planned: readonly PlannedFigure[],
  docs: string,
  { figures: words, out, force }: ReproduceRequest,
): Promise<Reproduced | Refused> {
  const stored = readCsvRecords(
    docs,
    planned.map(({ figure }) => figure),
    '--judge',
  );
  if (!stored.ok) return stored;
  const made = planned.filter(({ figure }) => stored.records.has(figure));
  const lacking = planned.filter((one) => !made.includes(one));
  // Asked for all, those that there are; a figure that is named must have records.
  const missing = words.includes('all') && made.length > 0 ? undefined : lacking[0];
  if (missing !== undefined) {
    const remedy = `Leave it out, or make them: plenum reproduce ${missing.figure}.`;
    return refused('--judge', missing.figure, `figures with records: ${[...stored.records.keys()].join(', ')}`, remedy);
  }
  const targets = made.flatMap((one) => {
    return filesOfFigure(one, out, scaleOf(stored.records.get(one.figure)!.design));
  });
  const inTheWay = outputFault('--out', [...targets, join(out, ALL_CLAIMS)], { force });
  if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
  const ran: RanFigure[] = [];
  for (const one of made) ran.push(await judgedFigure(one, stored.records.get(one.figure)!, out));
  const figures = ran.map(recordOf);
  const files = await writeAllClaims(ran, out);
  const record = commandEnvelope({ family: familyOf(made), files, details: { figures } });
  const none = lacking.map(({ figure }) => `${figure}: no records, not judged`);
  const lines = [...ran.flatMap(linesOf), ...none, ...Object.values(files).map(writtenLine)];
  return { ok: true, complete: true, record, figures, lines };
}

/** Writes the page with all claims on the figures of a run, and returns it by name; none for no figures. */
async function writeAllClaims(ran: readonly RanFigure[], out: string): Promise<Readonly<Record<string, string>>> {
  if (ran.length === 0) return {};
  const { allClaimsPage } = await import('../claims-html.js');
  const text = allClaimsPage(
    ran.map(({ figure, paper, design, claims, files: { page } }) => {
      return { figure, paper, trials: design.trials, judged: claims, page: page === undefined ? null : basename(page) };
    }),
  );
  writeFileSet(out, new Map([[ALL_CLAIMS, text]]));
  return { claims: join(out, ALL_CLAIMS) };
}

function writtenLine(file: string): string {
  return `Written: ${file}`;
}

/** Returns the family of all figures; null if they belong to several families. */
function familyOf(planned: readonly PlannedFigure[]): string | null {
  const [first, ...others] = new Set(planned.map(({ family }) => family));
  return first !== undefined && others.length === 0 ? first : null;
}

/** Returns the file name of the page of verdicts on a paper. */
function pageOf({ family }: DeclaredPaper): string {
  return `claims-${family}.md`;
}

/**
 * Writes the records in a folder as CSV, the pages of verdicts from all records that stand as CSV then, and the page of
 * evidence beside the records.
 */
async function writePages(
  out: string,
  docs: string,
  declared: readonly DeclaredPaper[],
): Promise<{ readonly ok: true; readonly files: Readonly<Record<string, string>> } | Refused> {
  const names = figureNames(declared);
  const stored = readStoredRecords(out, names);
  if (!stored.ok) return stored;
  const before = readCsvRecords(docs, names, '--write-docs');
  if (!before.ok) return before;
  const pages = await Promise.all(
    declared.map(async (one): Promise<PaperPage> => ({ file: pageOf(one), paper: await one.load() })),
  );
  const papers = pages.map(({ paper }) => paper);
  const made = new Map(
    papers.flatMap((paper) =>
      paper.figures.flatMap((figure): [string, Records][] => {
        const records = stored.records.get(figure);
        const old = before.records.get(figure);
        // Records that were judged are not replaced by some that may not be.
        const isWorse = (one: Records): boolean => judgingOf(paper, figure, one.design).refusal !== null;
        if (records === undefined || (isWorse(records) && old !== undefined && !isWorse(old))) return [];
        return [[figure, compactRecords(records, paper.isKept)]];
      }),
    ),
  );
  const records = new Map([...before.records, ...made]);
  const written = [
    ...[...made].map(([figure, one]) => ({ name: 'csv', file: csvFile(docs, figure), text: recordsCsv(one) })),
    { name: 'page', file: join(docs, CLAIMS), text: claimsIndex(pages, records) },
    ...pages.map(({ file: name, paper }) => ({ name, file: join(docs, name), text: claimsPage(paper, records) })),
    { name: 'details', file: join(out, DETAILS), text: detailsPage(papers, records) },
  ];
  for (const folder of [join(docs, 'records'), out]) makeFolder(folder);
  for (const { file, text } of written) writeAtomically(file, text);
  return { ok: true, files: Object.fromEntries(written.map(({ name, file }) => [name, file])) };
}

function recordOf({ figure, family, design, outcome, files, claims }: RanFigure): FigureRecord {
  const { done, total } = outcome;
  return {
    figure,
    family,
    trials: design.trials,
    done,
    total,
    files,
    claims: claims.map(({ claim, verdict, refusal, others, settings, parts: judged }) => {
      const { id, says, rule, decidedBy = null, calibrated = null } = claim;
      const details = Object.fromEntries(others.map((other) => [other.view.key, other.verdict]));
      const parts = judged.map(({ atLevel: _again, ...part }) => part);
      const bySetting = settings.map(({ levels, isAdmissible, verdict: own }) => ({
        levels,
        isAdmissible,
        verdict: own,
      }));
      return { id, says, rule, verdict, refusal, calibrated, decidedBy, settings: bySetting, parts, details };
    }),
  };
}

function linesOf({ figure, design, outcome, files, claims }: RanFigure): readonly string[] {
  if (!outcome.complete) {
    return [`${figure}: interrupted after ${outcome.done} of ${outcome.total}; the same command goes on from there.`];
  }
  const page = files['page'] === undefined ? '' : `, ${files['page']}`;
  const records = files['records'] === undefined ? 'judged' : files['records'];
  return [
    `${design.name}, ${design.trials} trials: ${records}${page}`,
    ...claims.map((one) => `  ${verdictText(one).padEnd(12)} ${one.claim.says}${inParentheses(settingsText(one))}`),
  ];
}

function inParentheses(words: string): string {
  return words === '' ? '' : ` (${words})`;
}

function refused(path: string, value: string, allowed: string, remedy: string): Refused {
  return { ok: false, faults: [{ file: COMMAND_LINE, path, value, allowed, remedy }] };
}
