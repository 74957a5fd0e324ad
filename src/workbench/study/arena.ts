import { countOf } from '../../reports/format.js';
import { S_PER_H } from '../../../models/units.js';
import { dirname, join, resolve } from 'node:path';
import { FAMILIES } from '../../families/registry.js';
import { valueAt } from '../../instances/draft.js';
import { readJson } from '../../instances/json-reader.js';
import { jsonText } from '../../instances/json-text.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import { isOutside } from '../../instances/outside.js';
import { readTextFile } from '../../instances/text-file.js';
import type { Uncertainty } from '../../instances/uncertainty.js';
import { writeOwnFile } from '../../runs/file-set.js';
import { writeAtomically } from '../../runs/files.js';
import { advise } from '../../studies/analysis/advise.js';
import type { Advice } from '../../studies/analysis/advice.js';
import { analyse } from '../../studies/analysis/analyse.js';
import { budgetWords, counted, listed, plain } from '../../studies/analysis/advice-words.js';
import type { Budget } from '../../studies/plan/study.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { familyOfFile, untaken } from '../find-family.js';
import { outputFault } from '../places.js';
import { writingTo } from '../refusal-of.js';
import {
  arenaSize,
  type ArenaSize,
  arenaStudy,
  arenaUncertainty,
  type FirstRuns,
  firstRuns,
  instanceWord,
  MAX_ARENA_S,
} from './arena-plan.js';
import { openStudyFolder, recordsOf } from './folder.js';
import { folderInTheWay, REPORT_FILE } from './own-places.js';
import { studyRun, type StudyRunAnswer, type StudyRunRequest } from './run.js';
import { studyIn } from './source.js';

/** Name of the study file in the folder of an arena (comparison of methods). */
export const ARENA_FILE = 'arena.study.json';

/** Request for an arena, which compares the methods of a family on random variants of an instance. */
export interface ArenaRequest extends Omit<StudyRunRequest, 'study' | 'out' | 'keys' | 'retry'> {
  readonly file: string;
  /** Number of variants; null for as many as the tests need. */
  readonly variants: number | null;
  /** Methods to compare; null for all that can run on the instance. */
  readonly methods: readonly string[] | null;
  /** Budgets (time or step limits) of the runs; null to derive them from a timed first run. */
  readonly budgets: readonly Budget[] | null;
  /** The user's changes to the usual uncertainty, each as "field=share". */
  readonly uncertainty: readonly string[];
  /** Seed of the first variant. */
  readonly seed: number;
  /** Path of the study folder; null to only write the study. */
  readonly out: string | null;
  /** Study file to write instead of running the study; null to run it. */
  readonly writeStudy: string | null;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
  /** Called with sentences on the runs to be made. */
  readonly onPlan: (text: string) => void;
}

export interface ArenaAnswer {
  readonly ok: true;
  readonly ended: StudyRunAnswer['ended'];
  readonly record: CommandEnvelope;
  /** Text for a terminal: the recommended methods, the evidence, and what would change the recommendation. */
  readonly text: string;
  readonly notes: readonly string[];
}

/**
 * Compares the methods of a family on random variants of an instance, as a study, and returns its recommendation
 * (docs/studies/arena.md).
 */
export async function arena(request: ArenaRequest): Promise<ArenaAnswer | Refused> {
  const place = placeFault(request);
  if (place !== null) return { ok: false, faults: [place] };
  const planned = await plannedArena(request);
  if (!planned.ok) return planned;
  const { out, writeStudy } = request;
  if (writeStudy !== null)
    return writingTo('--write-study', () => Promise.resolve(writtenOnly(planned, writeStudy, request)));
  const tooLong = tooLongFault(planned.size, request.yes);
  if (tooLong !== null) return { ok: false, faults: [tooLong] };
  for (const line of planned.lines) request.onPlan(line);
  return writingTo('--out', () => run(request, planned, out!));
}

/** An arena (comparison of methods) ready to run. */
interface Planned {
  readonly ok: true;
  readonly name: string;
  readonly family: string;
  readonly uncertainty: Uncertainty;
  readonly size: ArenaSize;
  readonly first: FirstRuns;
  /** Sentences on the runs to be made. */
  readonly lines: readonly string[];
  readonly study: (folder: string, uncertainty: Uncertainty) => string;
}

async function plannedArena(request: ArenaRequest): Promise<Planned | Refused> {
  const { file, families = FAMILIES, seed, packageDirectory, workers } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  if (!family.verbs.includes('solve')) {
    const fault = untaken(file, family, 'solve', families);
    return { ok: false, faults: [{ ...fault, allowed: fault.allowed.replace('plenum solve', 'plenum arena') }] };
  }
  const read = readTextFile(file);
  const json = read.ok ? readJson(read.text) : null;
  if (json?.ok !== true) {
    const faults = read.ok ? (json?.faults ?? []) : [read.fault];
    return { ok: false, faults: faults.map((fault) => ({ file, ...fault })) };
  }
  const uncertainty = arenaUncertainty(family, json.value, request.uncertainty);
  if (isRefusal(uncertainty)) return uncertainty;
  const first = await firstRuns(file, family, request.methods, request.plenumVersion, families);
  if ('ok' in first) return first;
  // The same command in the same folder goes on with the budgets that it began with.
  const kept = request.out === null ? null : studyIn(request.out);
  const keptVariants = kept?.instances[0]?.from === 'variants' ? kept.instances[0].seeds.length : null;
  const size = arenaSize(first, {
    budgets: request.budgets ?? kept?.budgets ?? null,
    variants: request.variants ?? keptVariants,
    workers,
  });
  const name = String(valueAt(json.value, ['name']));
  const study = (folder: string, about: Uncertainty): string =>
    jsonText(
      arenaStudy({
        name,
        instance: instanceWord(file, folder, packageDirectory),
        family: family.name,
        uncertainty: about,
        methods: first.methods,
        size,
        seed,
        bounds: !first.hasBound,
      }),
    );
  const lines = planLines(name, uncertainty, first, size, workers);
  return { ok: true, name, family: family.name, uncertainty, size, first, lines, study };
}

function isRefusal(answer: Uncertainty | Refused): answer is Refused {
  return (answer as { readonly ok?: unknown }).ok === false;
}

function placeFault({ file, out, writeStudy, force }: ArenaRequest): Fault | null {
  if (writeStudy !== null) return outputFault('--write-study', [writeStudy], { inputs: [file], force });
  const allowed = 'a folder for the study, its records and its page';
  if (out === null || out.trim() === '') {
    return { file: COMMAND_LINE, path: '--out', value: out ?? undefined, allowed, remedy: 'Name one with --out.' };
  }
  const written = [ARENA_FILE, REPORT_FILE].map((name) => join(out, name));
  return folderInTheWay(out, '--out') ?? outputFault('--out', written, { inputs: [file], force });
}

function tooLongFault({ estimateS }: ArenaSize, yes: boolean): Fault | null {
  if (yes || estimateS <= MAX_ARENA_S) return null;
  const value = `about ${duration(estimateS)} at most`;
  const allowed = `up to ${duration(MAX_ARENA_S)} unasked, or more with --yes`;
  const remedy = 'Give fewer methods, variants or smaller budgets, or say --yes if it may take so long.';
  return { file: COMMAND_LINE, path: '--budgets', value, allowed, remedy };
}

/** Returns sentences on the runs to be made: instance, uncertainty, methods, budgets and estimated time. */
function planLines(
  name: string,
  uncertainty: Uncertainty,
  { methods, leftOut }: FirstRuns,
  { budgets, variants, estimateS, isCapped }: ArenaSize,
  workers: number,
): string[] {
  const shares = Object.entries(uncertainty).map(([field, by]) => {
    return by === 'drawn' ? `${field} drawn anew` : `${field} ±${plain(100 * by)} %`;
  });
  const runs = methods.length * budgets.length * variants;
  return [
    `${counted(variants, 'variant')} of ${name}: ${shares.join(', ')}.`,
    `Methods: ${listed(methods)}; budgets: ${listed(budgets.map(budgetWords))}.`,
    ...leftOut.map(({ method, why }) => `Left out: ${method} (${why}).`),
    ...(isCapped ? ['Larger budgets were left out to keep to 10 min: --budgets sets them.'] : []),
    ...(workers > 1 && budgets.some(({ timeLimitS }) => timeLimitS !== null)
      ? ['Runs side by side slow each other down: with limits of time give one worker, or a machine with idle cores.']
      : []),
    `${plain(runs)} runs, about ${duration(estimateS)} at most.`,
  ];
}

function writtenOnly(
  { study, size, first, family, name, uncertainty }: Planned,
  to: string,
  { file, packageDirectory }: ArenaRequest,
): ArenaAnswer {
  const folder = dirname(resolve(to));
  const outside = isOutside(folder, instanceWord(file, folder, packageDirectory));
  writeAtomically(to, study(folder, uncertainty));
  const runs = first.methods.length * size.budgets.length * size.variants;
  const record = commandEnvelope({ family, files: { study: to }, details: { study: `arena of ${name}`, runs } });
  const allowed = outside ? ' --allow-outside' : '';
  const text = `written       ${to}\n${countOf(runs, 'run')}: plenum study run ${to} --out <dir>${allowed}\n`;
  return { ok: true, ended: 'complete', record, text, notes: [] };
}

async function run(request: ArenaRequest, planned: Planned, out: string): Promise<ArenaAnswer | Refused> {
  const file = join(out, ARENA_FILE);
  const { ran, uncertainty, certain } = await runWithout(request, planned, out, file);
  if (!ran.ok) return ran;
  if (!ran.isExpanded) return { ...ran, record: { ...ran.record, family: planned.family, seed: request.seed } };
  const surroundings = { ...request, allowOutside: true };
  const opened = await openStudyFolder(out, surroundings);
  if (!opened.ok) return opened;
  const { runs, store } = opened.folder;
  const analysis = analyse(recordsOf(store), { runs });
  const advice = advise(analysis);
  const { reportStudy } = await import('./report.js');
  const reported = await reportStudy(out, { out: null, times: true, force: request.force }, surroundings);
  const page = reported.ok ? { report: reported.record.files['report']! } : {};
  const { size, first, family } = planned;
  const about = planLines(planned.name, uncertainty, first, size, request.workers).slice(0, 1);
  const { record } = ran;
  return {
    ok: true,
    ended: ran.ended,
    record: commandEnvelope({
      family,
      seed: request.seed,
      termination: record.termination,
      timeS: record.timeS,
      work: record.work,
      warnings: [...record.warnings, ...certain, ...analysis.warnings],
      files: { ...record.files, study: file, ...page },
      details: {
        ...record.details,

        instance: planned.name,
        uncertainty,
        variants: size.variants,
        methods: first.methods,
        leftOut: first.leftOut,
        budgets: size.budgets,
        advice,
      },
    }),
    text: [ran.counts, ...about, ...advice.flatMap(adviceLines), ...pageLine(page)].join('\n'),
    notes: [...ran.notes, ...certain, ...analysis.warnings, ...(reported.ok ? [] : ['The page could not be written.'])],
  };
}

/**
 * Result of an arena's study. `uncertainty` has the uncertainty of each field that was varied. `certain` has a sentence
 * for each uncertain field that was not varied.
 */
interface Ran {
  readonly ran: StudyRunAnswer | Refused;
  readonly uncertainty: Uncertainty;
  readonly certain: readonly string[];
}

/**
 * Runs the study of an arena. If a field varied without the user's request makes a variant invalid, the study is run
 * again without varying it.
 */
async function runWithout(request: ArenaRequest, planned: Planned, out: string, file: string): Promise<Ran> {
  let { uncertainty } = planned;
  const certain: string[] = [];
  for (;;) {
    writeOwnFile(file, [planned.study(resolve(out), uncertainty)]);
    // The instance was named by the user, not by somebody's study, and was judged as such.
    const own = { study: file, out, keys: null, retry: 'none', yes: true, allowOutside: true } as const;
    const ran = await studyRun({ ...request, ...own });
    const fields: Uncertainty = uncertainty;
    const fault = ran.ok
      ? undefined
      : ran.faults.find(({ path }) => fields[anyEntry(path)] !== undefined && !isAsked(request, anyEntry(path)));
    if (fault === undefined || Object.keys(fields).length === 1) return { ran, uncertainty, certain };
    const field = anyEntry(fault.path);
    uncertainty = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
    certain.push(
      `${field} is the same in all variants: with ${String(fault.value)} one would be no instance (allowed: ${fault.allowed}). --uncertainty sets a smaller share.`,
    );
  }
}

/** Returns a field's path with [*] for every list index. */
function anyEntry(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[*]');
}

/** Returns true if the user asked to vary a field. */
function isAsked({ uncertainty }: ArenaRequest, field: string): boolean {
  return uncertainty.some((word) => word.slice(0, word.lastIndexOf('=')).trim() === field);
}

function pageLine(page: { readonly report?: string }): string[] {
  return page.report === undefined ? [] : [`written       ${page.report}`];
}

/** Returns the lines of a recommendation for a terminal. */
function adviceLines({ sentences, evidence, wouldChange }: Advice): string[] {
  const part = (heading: string, said: readonly string[]): string[] =>
    said.length === 0 ? [] : ['', heading, ...said.map((sentence) => `  ${sentence}`)];
  return [
    ...part('Recommendation', sentences),
    ...part('Evidence', evidence),
    ...part('What would change it', wouldChange),
    '',
  ];
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / S_PER_H).toPrecision(2)} h`;
}
