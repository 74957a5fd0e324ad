import { triesAll } from '../support/fuzz.js';

/** An instance and a method that solves it. */
export interface Pair {
  readonly file: string;
  readonly method: string;
}

/** Pairs that a run looks at: all with `PLENUM_FUZZ=all`, else a third, among which every method and every instance is. */
export function spread(
  files: readonly string[],
  methods: readonly string[],
  isFor: (file: string, method: string) => boolean,
): readonly Pair[] {
  const all = files.flatMap((file, f) =>
    methods
      .filter((method) => isFor(file, method))
      .map((method) => ({ file, method, place: f + methods.indexOf(method) })),
  );
  if (triesAll()) return all;
  const kept = all.filter(({ place }) => place % 3 === 0);
  for (const pair of all) {
    const isNew = !kept.some(({ file }) => file === pair.file) || !kept.some(({ method }) => method === pair.method);
    if (isNew) kept.push(pair);
  }
  return kept;
}

/** What an answer is, asked once for each key and kept. */
export function kept<Answer>(ask: (key: string) => Promise<Answer>): (key: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (key) => {
    const answer = answers.get(key) ?? ask(key);
    answers.set(key, answer);
    return answer;
  };
}
