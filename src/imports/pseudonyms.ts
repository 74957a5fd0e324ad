import { createHash } from 'node:crypto';

/** Number of hex digits of a pseudonym: two of ten thousand names share one with a probability of 1 in 20,000. */
const DIGITS = 10;

/** What may be named by a pseudonym. */
export type Named = 'user' | 'account' | 'host' | 'job';

/**
 * Names as they are, or pseudonyms in their place. A pseudonym is the digest of what it stands for, so the same name has
 * the same one in every import. It hides nothing from who has a list of the names: he can make their digests.
 */
export class Names {
  readonly #known = new Map<string, string>();

  constructor(private readonly arePseudonyms: boolean) {}

  /** Returns the name that stands for a name; an empty one stands for itself. */
  of(kind: Named, name: string): string {
    if (!this.arePseudonyms || name === '') return name;
    const key = `${kind}:${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(`plenum ${key}`).digest('hex').slice(0, DIGITS);
    const made = `${kind}-${digest}`;
    if (kind !== 'job') this.#known.set(Buffer.from(key).toString(), made);
    return made;
  }
}
