import { excerpt, type LocalFault } from '../../instances/fault.js';

/** Order of the columns of logs that are written without a header, told by the number of columns. */
const KNOWN_ORDERS: readonly string[] = [
  // The order that docs/imports/slurm-jobs.md asks for.
  'JobIDRaw JobID Cluster Partition QOS Account User Submit Start End ElapsedRaw State NNodes NCPUS AllocTRES TimelimitRaw NodeList ConsumedEnergyRaw TotalCPU JobName',
  // XDMoD.
  'JobID JobIDRaw Cluster Partition QOS Account Group GID User UID Submit Eligible Start End Elapsed ExitCode State NNodes NCPUS ReqCPUS ReqMem ReqTRES AllocTRES Timelimit NodeList JobName',
  // jobinfo of the university of Groningen.
  'JobID JobName User Partition NodeList NNodes NCPUS NTasks State Submit Start End Timelimit Elapsed TotalCPU UserCPU SystemCPU ReqMem MaxRSS TRESUsageInTot TRESUsageOutTot MaxDiskWrite MaxDiskRead MaxRSSNode MaxDiskWriteNode MaxDiskReadNode Comment',
];
/** Separators that are looked for in a log without a header; others are found by their number. */
const SEPARATORS: readonly string[] = ['\u001f', '|', '\u2603', '\t', ';', ','];
/** Maximum length of the beginning that a refusal shows, characters. */
const MAX_BEGINNING = 60;
/** Columns that every log needs: one name of each. */
const NEEDED: readonly (readonly string[])[] = [
  ['JobID', 'JobIDRaw'],
  ['Submit'],
  ['Start'],
  ['End'],
  ['State'],
  ['NCPUS', 'AllocCPUS', 'AllocTRES'],
];

/** How the rows of a log are written. */
export interface TextForm {
  readonly separator: string;
  /** Number of columns, without an empty one behind a last separator. */
  readonly width: number;
  /** Index of each column by its name in lower case. */
  readonly columns: ReadonlyMap<string, number>;
}

/** What the first line of a log says, or why it cannot be read. */
export type FormFound =
  | { readonly ok: true; readonly form: TextForm; readonly isHeader: boolean }
  | { readonly ok: false; readonly fault: Omit<LocalFault, 'path'> };

/** Returns true for a line of names of columns. */
export function isHeader(line: string): boolean {
  return /(?:^|[^A-Za-z0-9])JobID(?:Raw)?(?:%-?\d+)?(?:$|[^A-Za-z0-9])/i.test(line) && !/\d{4}/.test(line);
}

/**
 * Returns how the rows of a log are written, by its first line.
 *
 * @param given names of the columns, if the user named them
 */
export function formOf(line: string, given: readonly string[] | undefined): FormFound {
  if (isHeader(line)) {
    const [, separator] = /[A-Za-z0-9]+(?:%-?\d+)?([^A-Za-z0-9%]+)[A-Za-z]/.exec(line) ?? [];
    if (separator === undefined || /^ {2,}$/.test(separator)) return refusedForm(FIXED_WIDTH);
    return formWith(separator, namesOf(line.split(separator)), true);
  }
  const orders = given === undefined ? KNOWN_ORDERS.map((order) => order.split(' ')) : [namesOf(given)];
  for (const separator of candidates(line)) {
    const fields = line.split(separator);
    const isEnded = fields.at(-1) === '';
    const order =
      orders.find(({ length }) => length === fields.length) ??
      (isEnded ? orders.find(({ length }) => length === fields.length - 1) : undefined);
    if (order !== undefined) return formWith(separator, order, false);
  }
  const widths = candidates(line).map((separator) => line.split(separator).length);
  const width = Math.max(1, ...widths);
  if (given !== undefined) {
    const remedy = 'Name by --columns what was asked of sacct by --format, in that order.';
    return refusedForm({ value: `columns: ${width}`, allowed: `the ${given.length} columns of --columns`, remedy });
  }
  const remedy = 'Name the columns by --columns, in the order of --format, or run sacct without --noheader.';
  const allowed = 'a job log of Slurm: sacct --parsable2 with a header or in a known order of columns, or sacct --json';
  const value = `columns without a header: ${width}; it begins ${excerpt(line, MAX_BEGINNING)}`;
  return refusedForm({ value, allowed, remedy });
}

/** Why output in columns of fixed width is refused. */
const FIXED_WIDTH: Omit<LocalFault, 'path'> = {
  value: 'columns of fixed width, in which sacct cuts long values off',
  allowed: 'a job log with separators',
  remedy: 'Run sacct with --parsable2.',
};

/** Returns names of columns without their widths and quotes. */
function namesOf(names: readonly string[]): string[] {
  const plain = names.map((name) =>
    name
      .trim()
      .replace(/^"|"$/g, '')
      .replace(/%-?\d+$/, ''),
  );
  return plain.at(-1) === '' ? plain.slice(0, -1) : plain;
}

/** Returns separators that a line may have: the known ones, that with most fields first, then every other sign. */
function candidates(line: string): string[] {
  const fields = (separator: string): number => line.split(separator).length;
  const known = SEPARATORS.filter((separator) => line.includes(separator)).sort((a, b) => fields(b) - fields(a));
  const others = new Set(
    Array.from(line).filter((sign) => !/[\p{L}\p{N} :.\-_+/=()[\]]/u.test(sign) && !known.includes(sign)),
  );
  return [...known, ...[...others].sort((a, b) => fields(b) - fields(a))];
}

function formWith(separator: string, names: readonly string[], isHeaderLine: boolean): FormFound {
  const columns = new Map(names.map((name, n) => [name.toLowerCase(), n]));
  const missing = NEEDED.filter((some) => !some.some((name) => columns.has(name.toLowerCase())));
  if (missing.length > 0) {
    const value = `no column ${missing.map((some) => some.join(' or ')).join(', no column ')}`;
    const allowed = 'a job log with JobID, Submit, Start, End, State and NCPUS';
    return refusedForm({ value, allowed, remedy: 'Ask sacct for them by --format.' });
  }
  return { ok: true, form: { separator, width: names.length, columns }, isHeader: isHeaderLine };
}

function refusedForm(fault: Omit<LocalFault, 'path'>): FormFound {
  return { ok: false, fault };
}
