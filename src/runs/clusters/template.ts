import type { LocalFault } from '../../instances/fault.js';
import { type ShellPlace, ShellReader, shellWord, withinQuotes } from './shell-words.js';

/** Values of the placeholders in the template of a scheduler's command line. */
export interface TemplateValues {
  /** Shell command line that makes the runs of one task. */
  readonly command: string;
  /**
   * Path of a script that makes the runs of one task. The number of the task is the script's argument or, if absent,
   * comes from a variable that the scheduler sets.
   */
  readonly script: string;
  /** Name of the submission: letters, digits, "-", "_" and ".". */
  readonly name: string;
  /** Number of the task, from 1. */
  readonly index: number;
  /** Number of tasks. */
  readonly count: number;
  /** Path of the folder of the study. */
  readonly folder: string;
  /** Path of the file with a line of run keys for each task. */
  readonly list: string;
}

/** Names of the placeholders, for messages. */
const PLACEHOLDERS: readonly (keyof TemplateValues)[] = [
  ...(['command', 'script', 'name', 'index', 'count', 'folder', 'list'] as const),
];
/** Pattern of a placeholder. "${name}" is a shell variable and no placeholder. */
const PLACEHOLDER = /(?<!\$)\{([a-z]+)\}/g;

/** Returns the fault of a template; null if there is none. */
export function templateFault(template: string): LocalFault | null {
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
  for (const { name, place } of placesIn(template)) {
    if (place === 'none' || place === 'single' || place === 'double') continue;
    const remedy =
      OTHERWISE[name] ?? 'Move it out, and hand it over as a word or in a variable of the shell: d={folder}; ...';
    return {
      path,
      value: `{${name}} in ${place}`,
      allowed: 'placeholders as words of the line, or within its quotes',
      remedy,
    };
  }
  const reader = new ShellReader();
  reader.read(template);
  // A here-document and a comment may end with the line.
  if (['none', 'here-document', 'comment'].includes(reader.place)) return null;
  return { path, value: template, allowed: 'quotes and brackets that are closed', remedy: 'Close the last one.' };
}

/** Advice, by placeholder, for a placeholder inside $(...), where it cannot be quoted. */
const OTHERWISE: Readonly<Partial<Record<keyof TemplateValues, string>>> = {
  count: 'Move it out: in place of "parallel ... ::: $(seq {count})" write "seq {count} | parallel ...".',
};

interface Placed {
  readonly name: keyof TemplateValues;
  /** Quotes or construct that the placeholder is inside of. */
  readonly place: ShellPlace;
  /** Text between the previous placeholder and this one. */
  readonly before: string;
  /** Position in the template just after the placeholder. */
  readonly end: number;
}

/** Returns the placeholders of a template in order, each with the quotes or construct around it. */
function placesIn(template: string): readonly Placed[] {
  const reader = new ShellReader();
  let from = 0;
  return [...template.matchAll(PLACEHOLDER)].map(({ 0: whole, 1: name, index }) => {
    const before = template.slice(from, index);
    reader.read(before);
    const { place } = reader;
    reader.read('x');
    from = index + whole.length;
    return { name: name as keyof TemplateValues, place, before, end: from };
  });
}

/** Returns true if the command line is for one task, false if it is for all tasks together. */
export function isPerTask(template: string): boolean {
  return template.includes('{command}');
}

/**
 * Returns the POSIX shell command line that results when the values of all placeholders are filled into a template.
 * Outside quotes, {command} becomes several words and every other value becomes one word. Inside quotes, a value
 * becomes part of the quoted word.
 *
 * @throws RangeError for a template that `templateFault` refuses
 */
export function filledIn(template: string, values: TemplateValues): string {
  const places = placesIn(template);
  const pieces = places.map(({ name, place, before }) => {
    const value = String(values[name]);
    if (place === 'single' || place === 'double') return before + withinQuotes(value, place);
    if (place !== 'none') throw new RangeError(`{${name}} in ${place}`);
    return before + (name === 'command' ? value : shellWord(value));
  });
  return pieces.join('') + template.slice(places.at(-1)?.end ?? 0);
}
