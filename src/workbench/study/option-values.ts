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
      const isNumber = kind.is === 'whole' ? Number.isSafeInteger(value) : Number.isFinite(value);
      return isNumber && (value as number) >= kind.least && (value as number) <= (kind.most ?? Infinity);
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
      return kind.most === undefined ? `${what}, at least ${kind.least}` : `${what} from ${kind.least} to ${kind.most}`;
    }
  }
}
