import type { JudgedWords } from '../check/judged-words.js';

export type { JudgedWords } from '../check/judged-words.js';

/** What a family's checker reads and reports, as far as pages have tables of it. */
export interface JudgedPages extends JudgedWords {
  readonly plan: {
    /** Page with the table of the fields of plan.json. */
    readonly page: string;
    /** Zod schema of plan.json. */
    readonly schema: object;
  };
}
