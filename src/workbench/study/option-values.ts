import type { OptionKind, OptionSpec } from '../../families/options.js';

/** Values that an option accepts, where a value is not of its kind; null where it is. */
export function optionValueProblem({ kind }: Pick<OptionSpec, 'kind'>, value: unknown): string | null {
  return fits(kind, value) ? null : allowedBy(kind);
}

function fits(kind: OptionKind, value: unknown): boolean {
  switch (kind.is) {
    case 'flag':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'choice':
      return typeof value === 'string' && kind.of.includes(value);
    default: {
      const { is, least, most = Infinity, words = [] } = kind;
      if (words.some((word) => word === value)) return true;
      // Studies of earlier versions have the number of such an option as a text.
      const number = words.length > 0 && typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      const isNumber = is === 'whole' ? Number.isSafeInteger(number) : Number.isFinite(number);
      return isNumber && (number as number) >= least && (number as number) <= most;
    }
  }
}

function allowedBy(kind: OptionKind): string {
  switch (kind.is) {
    case 'flag':
      return 'true or false';
    case 'text':
      return 'a text that is not empty';
    case 'choice':
      return kind.of.map((one) => JSON.stringify(one)).join(' or ');
    default: {
      const what = kind.is === 'whole' ? 'a whole number' : 'a number';
      const range = kind.most === undefined ? `, at least ${kind.least}` : ` from ${kind.least} to ${kind.most}`;
      return [`${what}${range}`, ...(kind.words ?? []).map((word) => JSON.stringify(word))].join(', or ');
    }
  }
}
