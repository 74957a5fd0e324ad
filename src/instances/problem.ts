/** One thing wrong with an input file. Problems are collected and returned, never thrown. */
export interface Problem {
  readonly file: string;
  /** JSON path such as `facility.nodeTypes[1].cores`, or `line 3, column 7` where the text is no JSON; empty for the whole file. */
  readonly path: string;
  /** What was found there; undefined when it is missing. */
  readonly value: unknown;
  /** What is accepted. */
  readonly allowed: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** A problem before the file's name is known. */
export type LocalProblem = Omit<Problem, 'file'>;

export type PathSegment = string | number;

/** `['a', 1, 'b c']` becomes `a[1]["b c"]`. */
export function jsonPath(segments: readonly PropertyKey[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (/^[A-Za-z_$][\w$]*$/.test(String(segment))) path += path === '' ? String(segment) : `.${String(segment)}`;
    else path += `[${JSON.stringify(String(segment))}]`;
  }
  return path;
}

const LONGEST_VALUE = 80;

/** A found value on one line, shortened. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  // JSON.stringify alone would show NaN and Infinity as null.
  const text = JSON.stringify(value, (_, v: unknown) => (typeof v === 'number' && !Number.isFinite(v) ? String(v) : v));
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE - 1)}…`;
}

/** For people: grouped by file, one block per problem. Ends without a newline; empty for no problems. */
export function formatProblems(problems: readonly Problem[]): string {
  const files = [...new Set(problems.map((problem) => problem.file))];
  return files
    .map((file) => {
      const own = problems.filter((problem) => problem.file === file);
      const blocks = own.map(({ path, value, allowed, remedy }) =>
        [
          `  ${path === '' ? '(whole file)' : path}`,
          `    found:   ${valueText(value)}`,
          `    allowed: ${allowed}`,
          `    remedy:  ${remedy}`,
        ].join('\n'),
      );
      return [`${file}: ${own.length} problem${own.length === 1 ? '' : 's'}`, ...blocks].join('\n');
    })
    .join('\n\n');
}
