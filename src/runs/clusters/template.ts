import type { LocalProblem } from '../../instances/problem.js';
import { type Quotes, quotesAfter, shellWord, withinQuotes } from './shell-words.js';

/** Command line of a scheduler, or of ssh, into which a task is filled in (docs/studies/slurm.md). */

/** Values of the placeholders. */
export interface TemplateValues {
  /** Command line that makes the runs of one task, as a shell reads it. */
  readonly command: string;
  /** Path of a script that does so; the task's number is its argument, or the scheduler's own variable. */
  readonly script: string;
  /** Name of the submission: letters, digits, "-", "_" and ".". */
  readonly name: string;
  /** Number of the task, from 1. */
  readonly index: number;
  /** Number of tasks. */
  readonly count: number;
  /** Path of the folder of the study. */
  readonly folder: string;
  /** Path of the file with the keys of the runs, a line for each task. */
  readonly list: string;
}

/** Names of the placeholders, for messages. */
const PLACEHOLDERS: readonly (keyof TemplateValues)[] = [
  ...(['command', 'script', 'name', 'index', 'count', 'folder', 'list'] as const),
];
/** Pattern of a placeholder: "${name}" is the shell's own. */
const PLACEHOLDER = /(?<!\$)\{([a-z]+)\}/g;

/** Problem that keeps a template from being used, or null. */
export function templateProblem(template: string): LocalProblem | null {
  const used = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name!);
  const path = '--template';
  const known = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
  const unknown = used.find((name) => !(PLACEHOLDERS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const remedy = `Correct the name; braces that are meant for another program are written with a blank: { ${unknown} }.`;
    return { path, value: `{${unknown}}`, allowed: `the placeholders ${known}`, remedy };
  }
  const each = used.includes('command');
  const all = used.includes('script');
  if (each === all) {
    const remedy = "For example --template 'qsub -N {name} -J 1-{count} {script}'; examples: docs/studies/slurm.md.";
    const allowed =
      'either {command}, and the template is run once for each task, or {script}, and it is run once for all of them';
    return { path, value: template, allowed, remedy };
  }
  if (all && used.includes('index')) {
    const remedy = 'Leave {index} out: the script has the number from the scheduler, or as its argument.';
    return { path, value: '{index}', allowed: '{index} beside {command} alone', remedy };
  }
  if (quotesAfter(template, 'none') !== 'none') {
    return { path, value: template, allowed: 'quotes that are closed', remedy: 'Close the last quote.' };
  }
  return null;
}

/** Test whether a template is run once for each task, and not once for all. */
export function isPerTask(template: string): boolean {
  return template.includes('{command}');
}

/**
 * Template with its placeholders filled in, for a POSIX shell. Outside of quotes {command} is a command line and the others
 * are one word each; within quotes each stays a part of the quoted word.
 */
export function filledIn(template: string, values: TemplateValues): string {
  let quotes: Quotes = 'none';
  let text = '';
  let from = 0;
  for (const { 0: whole, 1: name, index } of template.matchAll(PLACEHOLDER)) {
    const before = template.slice(from, index);
    quotes = quotesAfter(before, quotes);
    const value = String(values[name as keyof TemplateValues]);
    text += before;
    if (quotes !== 'none') text += withinQuotes(value, quotes);
    else text += name === 'command' ? value : shellWord(value);
    from = index + whole.length;
  }
  return text + template.slice(from);
}
