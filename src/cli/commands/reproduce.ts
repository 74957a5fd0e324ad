import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cellsOf, type Design, designText, trialsOf } from '../../experiments/design.js';
import { parseEntry } from '../../experiments/record.js';
import { type ExperimentOutcome, runExperiment } from '../../experiments/run.js';
import { writeFileSet } from '../../runs/file-set.js';
import { writeAtomically, writeObstacle } from '../../runs/files.js';
import { type JournalFile, openJournal } from '../../runs/journal.js';
import { type Judged, judgeFigure, verdictText } from '../../studies/reproduction/claims.js';
import { durationText, estimateS, meanTimes } from '../../studies/reproduction/estimate.js';
import { recordsFileText } from '../../studies/records-file.js';
import { familyOf } from '../../studies/reproduction/families.js';
import type { Pace } from '../../studies/reproduction/family.js';
import { type FigureName, FIGURES } from '../../studies/reproduction/names.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { note, printJson, printLines, refuse } from '../output.js';
import { outputProblem, unwritable } from '../../workbench/places.js';
import { storedRecords, writePage } from './reproduce-docs.js';
import { figurePage } from './reproduce-pictures.js';

export interface ReproduceOptions {
  readonly full: boolean;
  readonly trials?: number;
  readonly workers: number;
  readonly out: string;
  readonly estimate: boolean;
  readonly writeDocs?: string;
  /** Overwrite what Plenum did not write. */
  readonly force: boolean;
  readonly json: boolean;
}

/** `plenum reproduce`: the thesis' figures as experiments, their claims judged. Returns the exit code. */
export async function reproduceCommand(words: readonly string[], options: ReproduceOptions): Promise<number> {
  const figures = figuresNamed(words, options.writeDocs !== undefined);
  const scale = options.full ? 'full' : 'reduced';
  const trials = options.trials === undefined ? {} : { trials: options.trials };
  const designs = figures.map((figure) => {
    const { design, methods, mostTrials = Infinity } = familyOf(figure);
    if ((options.trials ?? 0) > mostTrials) {
      throw new OptionError('--trials', String(options.trials), `1 to ${mostTrials} for ${figure}`, 'Ask for fewer.');
    }
    return { figure, design: design(figure, { scale, methods, ...trials }) };
  });
  for (const { figure } of designs) {
    const { missing: missingOf, methods } = familyOf(figure);
    const missing = missingOf(figure, methods);
    if (missing.length > 0) say(`${figure}: left out, since there is no such method yet: ${missing.join(', ')}`);
  }
  if (options.estimate) return showEstimate(designs, options);
  const targets = designs.flatMap(({ figure }) => {
    const stem = join(options.out, `${figure}-${scale}`);
    return [`${stem}.journal.jsonl`, ...Object.values(resultFiles(stem))];
  });
  const inTheWay = outputProblem('--out', targets, { force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], options.json);
  // The documents are generated as a whole, records and page: their directory is named for that.
  const pages = options.writeDocs === undefined ? null : writeObstacle([join(options.writeDocs, 'reproduction.md')]);
  if (pages !== null) return refuse([unwritable('--write-docs', pages)], options.json);

  const interrupt = interruptSwitch();
  const ran: Ran[] = [];
  try {
    for (const { figure, design } of designs) {
      const one = await runFigure(figure, design, scale, options, interrupt.asked);
      ran.push(one);
      if (!one.outcome.complete) break;
    }
  } finally {
    interrupt.release();
  }
  const page = ran.every(({ outcome }) => outcome.complete) ? writeDocs(ran, options.writeDocs) : null;
  show(ran, page, options.json);
  return ran.every(({ outcome }) => outcome.complete) ? EXIT.solved : EXIT.limitWithoutPlan;
}

interface Ran {
  readonly figure: FigureName;
  readonly design: Design;
  readonly outcome: ExperimentOutcome;
  /** null until all trials are there. */
  readonly text: string | null;
  readonly files: Readonly<Record<string, string>>;
  readonly claims: readonly Judged[];
}

async function runFigure(
  figure: FigureName,
  design: Design,
  scale: string,
  { out, workers }: ReproduceOptions,
  interrupted: () => boolean,
): Promise<Ran> {
  const { pace, task } = familyOf(figure);
  const stem = join(out, `${figure}-${scale}`);
  const journal = journalOf(`${stem}.journal.jsonl`, design);
  try {
    const earlier = journal.lines.map(parseEntry);
    const total = cellsOf(design).length * design.trials;
    const left = estimateS(pace, trialsOf(design).slice(earlier.length), earlier, workers);
    const resumed = earlier.length === 0 ? '' : `, ${earlier.length} done before`;
    say(`${design.name}: ${total} solves${resumed}, ${durationText(left)} on ${workers} worker(s)`);
    const progress = progressOf(design, pace, earlier, workers);
    const outcome = await runExperiment({
      design,
      task,
      workers,
      journal,
      interrupted,
      parts: {
        fileOf: (input) => `${stem}.part-${[...Object.values(input.cell), input.trial].join('-')}.jsonl`,
        remove: (file) => {
          rmSync(file, { force: true });
        },
      },
      onTrial: progress,
    });
    if (!outcome.complete) {
      const files = { journal: `${stem}.journal.jsonl` };
      return { figure, design, outcome, text: null, files, claims: [] };
    }
    const picture = await figurePage(figure, { design, records: outcome.records });
    if (picture instanceof Error) say(`${figure}: its page could not be made (${picture.message})`);
    const { page, ...others } = resultFiles(stem);
    const files = { ...others, ...(typeof picture === 'string' ? { page } : {}) };
    const text = recordsFileText(design, outcome.records);
    const times = `${JSON.stringify({ meanSolveS: meanTimes(pace, outcome.entries) }, null, 1)}\n`;
    const set = [
      [page, typeof picture === 'string' ? picture : null],
      [files.times, times],
      [files.records, text],
    ] as const;
    writeFileSet(out, new Map(set.map(([file, one]) => [basename(file), one])));
    return { figure, design, outcome, text, files, claims: judgeFigure(figure, { design, records: outcome.records }) };
  } finally {
    journal.close();
  }
}

function resultFiles(stem: string): { readonly records: string; readonly times: string; readonly page: string } {
  return { records: `${stem}.records.jsonl`, times: `${stem}.times.json`, page: `${stem}.html` };
}

function journalOf(file: string, design: Design): JournalFile {
  const answer = openJournal(file, designText(design));
  if (answer.ok) {
    if (answer.journal.warning !== null) note(answer.journal.warning);
    return answer.journal;
  }
  const value =
    answer.reason === 'design'
      ? 'the journal of another design (trials, methods or version)'
      : 'a file that is no journal';
  const remedy = `Name another directory, or remove ${file} to begin anew.`;
  throw new OptionError('--out', value, 'a directory whose journal, if any, is of this design', remedy);
}

/** On a terminal one line, rewritten; else a line for every tenth. */
function progressOf(
  design: Design,
  pace: Pace,
  earlier: readonly ReturnType<typeof parseEntry>[],
  workers: number,
): Parameters<typeof runExperiment>[0]['onTrial'] {
  const entries = [...earlier];
  const inputs = trialsOf(design);
  let tenths = -1;
  return ({ done, total }, last) => {
    entries.push(last);
    const left = durationText(estimateS(pace, inputs.slice(done), entries, workers));
    const text = `${design.name}: ${done} of ${total}, ${done === total ? 'done' : `${left} left`}`;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${text}${done === total ? '\n' : ''}`);
    else if (Math.floor((10 * done) / total) > tenths) {
      tenths = Math.floor((10 * done) / total);
      say(text);
    }
  };
}

function showEstimate(
  designs: readonly { readonly figure: FigureName; readonly design: Design }[],
  { workers, json }: ReproduceOptions,
): number {
  const rows = designs.map(({ figure, design }) => {
    const inputs = trialsOf(design);
    return {
      figure,
      solves: inputs.length,
      trials: design.trials,
      seconds: estimateS(familyOf(figure).pace, inputs, [], workers),
    };
  });
  if (json) printJson({ workers, figures: rows });
  else {
    printLines(
      rows
        .map((row) => `${row.figure}: ${row.solves} solves, ${row.trials} trials, ${durationText(row.seconds)}`)
        .join('\n'),
    );
  }
  return EXIT.solved;
}

function writeDocs(ran: readonly Ran[], directory: string | undefined): string | null {
  if (directory === undefined) return null;
  for (const { figure, text } of ran) if (text !== null) writeAtomically(storedRecords(directory, figure), text);
  return writePage(directory);
}

function show(ran: readonly Ran[], page: string | null, json: boolean): void {
  if (json) {
    printJson({
      page,
      figures: ran.map(({ figure, design, outcome, files, claims }) => ({
        figure,
        trials: design.trials,
        done: outcome.done,
        total: outcome.total,
        files,
        claims: claims.map(({ claim, verdict, others, parts }) => ({
          id: claim.id,
          says: claim.says,
          rule: claim.rule,
          verdict,
          ...(claim.decidedBy === undefined ? {} : { decidedBy: claim.decidedBy }),
          ...Object.fromEntries(others.map((other) => [other.view.key, other.verdict])),
          parts,
        })),
      })),
    });
    return;
  }
  const lines = ran.flatMap(({ figure, design, outcome, files, claims }) =>
    outcome.complete
      ? [
          `${design.name}, ${design.trials} trials: ${files['records']!}${files['page'] === undefined ? '' : `, ${files['page']}`}`,
          ...claims.map((one) => `  ${verdictText(one).padEnd(12)} ${one.claim.says}`),
        ]
      : [`${figure}: interrupted after ${outcome.done} of ${outcome.total}; the same command goes on from there.`],
  );
  if (page !== null) lines.push(`Written: ${page}`);
  printLines(lines.join('\n'));
}

function figuresNamed(words: readonly string[], mayBeNone: boolean): FigureName[] {
  const allowed = [...FIGURES, 'all'].join(', ');
  if (words.length === 0 && !mayBeNone) throw new OptionError('<figure>', 'nothing', allowed, 'Name at least one.');
  const wrong = words.find((word) => word !== 'all' && !FIGURES.some((figure) => figure === word));
  if (wrong !== undefined) throw new OptionError('<figure>', wrong, allowed, 'Choose one or more of them.');
  return FIGURES.filter((figure) => words.includes('all') || words.includes(figure));
}

/** To stderr: stdout is for the answer. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
