import type { JudgedWords } from '../families/judged.js';

type Tolerances = JudgedWords['tolerances'];

/** Returns a markdown table of what a checker reports: name, meaning, tolerances. */
export function limitTable(limits: JudgedWords['limits'][string], tolerances: Tolerances): string {
  const rows = Object.entries(limits).map(([name, { meaning, tolerances: own = [] }]) => {
    const accepted = own.map((one) => `${numberText(tolerances[one]!.value)} (${one})`).join(', ');
    return [`\`${name}\``, meaning, accepted === '' ? 'none' : accepted];
  });
  return table(['`constraint`', 'What is wrong', 'Tolerance'], rows);
}

/** Returns a markdown table of a checker's tolerances: name, value, unit or reference, what for, origin. */
export function toleranceTable(tolerances: Tolerances): string {
  const rows = Object.entries(tolerances).map(([name, { value, of, compares, origin }]) => {
    return [name, numberText(value), of, compares, origin];
  });
  return table(['Tolerance', 'Value', 'Of, or unit', 'For', 'Origin'], rows);
}

function numberText(value: number): string {
  return value < 0.01 ? value.toExponential() : String(value);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
