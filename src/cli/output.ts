import { capped, COMMAND_LINE, formatFaults, type Fault, shortened } from '../instances/fault.js';
import { countOf, oneLine } from '../reports/format.js';
import { EXIT } from './exit-codes.js';

export { COMMAND_LINE };

/** Prints one JSON object on stdout. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Pattern of characters that control a terminal, except line breaks and tabs. Names in users' files may contain such
 * characters.
 */
const STEERING = /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

export function printLines(text: string): void {
  const plain = text.replace(STEERING, '?');
  process.stdout.write(plain.endsWith('\n') ? plain : `${plain}\n`);
}

/** Prints a message on stderr. */
export function note(text: string): void {
  process.stderr.write(`Note: ${text.replace(STEERING, '?')}\n`);
}

/** Maximum number of warnings printed; others are counted. */
const MAX_NOTES = 20;

/** Prints warnings about a result on stderr, at most MAX_NOTES. */
export function noteWarnings(warnings: readonly string[]): void {
  for (const warning of warnings.slice(0, MAX_NOTES)) note(oneLine(warning));
  if (warnings.length > MAX_NOTES) note(`${countOf(warnings.length - MAX_NOTES, 'more warning')} (all with --json)`);
}

/** Prints all faults of invalid input: text on stderr, with --json also one object on stdout. Returns the exit code. */
export function refuse(faults: readonly Fault[], json: boolean): number {
  if (json) printFaults(faults);
  process.stderr.write(`${formatFaults(faults)}\n`);
  return EXIT.badInput;
}

/**
 * Prints why an instance was not opened: it was refused, or the time limit passed before its air flows were computed.
 * Returns the exit code.
 */
export function unopened({ faults, stopped = false }: Unopened, json: boolean): number {
  if (!stopped) return refuse(faults, json);
  if (json) printFaults(faults, { termination: 'timeLimit', feasible: false });
  process.stderr.write(`${formatFaults(faults)}\n`);
  return EXIT.limitWithoutPlan;
}

interface Unopened {
  readonly faults: readonly Fault[];
  readonly stopped?: boolean | undefined;
}

export function printFaults(
  faults: readonly Fault[],
  because: Readonly<Record<string, unknown>> = { error: 'badInput' },
): void {
  printJson({
    ...because,
    faults: capped(faults).map((fault) => {
      const short = shortened(fault);
      return { ...short, value: shown(short.value) };
    }),
  });
}

/** Prints an error that is a mistake in Plenum: text on stderr, with --json also one object on stdout. */
export function failedText(error: unknown, json: boolean): void {
  const message = error instanceof Error ? error.message : String(error);
  if (json) printJson({ error: 'internal', message });
  process.stderr.write(
    `plenum failed: ${message}\nThis is a mistake in the program: please report it with the instance.\n`,
  );
  if (process.env['PLENUM_DEBUG'] !== undefined && error instanceof Error)
    process.stderr.write(`${error.stack ?? ''}\n`);
}

/**
 * Returns a value for JSON: null instead of undefined, and "NaN", "Infinity" and "-Infinity" instead of these numbers.
 */
function shown(value: unknown): unknown {
  if (value === undefined) return null;
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
}
