/** Number of places of an empty register. */
const FIRST_PLACES = 4096;
/** Greatest share of places that are taken, before their number is doubled. Our choice: searches stay short. */
const MAX_LOAD = 0.6;

/** Whether a run is the first one of its job, another run of a job seen before, or was seen before itself. */
export type RunSeen = 'first' | 'another' | 'twice';

/**
 * Runs that have been seen, in 16 bytes each. Names of jobs are kept as numbers of 53 bits: two of a million jobs are
 * confused with a probability of 1 in 18,000, and only if they were submitted and started in the same seconds.
 */
export class RunRegister {
  #names = new Float64Array(FIRST_PLACES);
  #submitsS = new Uint32Array(FIRST_PLACES);
  #startsS = new Uint32Array(FIRST_PLACES);
  #count = 0;

  /**
   * Adds a run.
   *
   * @param job name of the job
   * @param submitS time of its submission, s since 1970
   * @param startS start of the run, s since 1970; 0 if it never started
   */
  add(job: string, submitS: number, startS: number): RunSeen {
    if (this.#count >= MAX_LOAD * this.#names.length) this.#grow();
    const name = nameOf(job);
    let isKnown = false;
    const last = this.#names.length - 1;
    let at = name % this.#names.length;
    for (; this.#names[at] !== 0; at = (at + 1) & last) {
      if (this.#names[at] !== name) continue;
      if (this.#submitsS[at] === submitS && this.#startsS[at] === startS) return 'twice';
      isKnown = true;
    }
    this.#put(at, name, submitS, startS);
    this.#count += 1;
    return isKnown ? 'another' : 'first';
  }

  /** Returns true if a run of a job was added; without `startS`, if any run of this submission was. */
  has(job: string, submitS: number, startS?: number): boolean {
    const name = nameOf(job);
    const last = this.#names.length - 1;
    for (let at = name % this.#names.length; this.#names[at] !== 0; at = (at + 1) & last) {
      if (this.#names[at] !== name || this.#submitsS[at] !== submitS) continue;
      if (startS === undefined || this.#startsS[at] === startS) return true;
    }
    return false;
  }

  #put(at: number, name: number, submitS: number, startS: number): void {
    this.#names[at] = name;
    this.#submitsS[at] = submitS;
    this.#startsS[at] = startS;
  }

  #grow(): void {
    const [names, submitsS, startsS] = [this.#names, this.#submitsS, this.#startsS];
    const places = 2 * names.length;
    this.#names = new Float64Array(places);
    this.#submitsS = new Uint32Array(places);
    this.#startsS = new Uint32Array(places);
    for (const [n, name] of names.entries()) {
      if (name === 0) continue;
      let at = name % places;
      while (this.#names[at] !== 0) at = (at + 1) & (places - 1);
      this.#put(at, name, submitsS[n]!, startsS[n]!);
    }
  }
}

/** Returns a whole number from 1 to 2^53 - 1 that stands for a text: two hash values of FNV's kind, joined. */
function nameOf(text: string): number {
  let a = 0x811c9dc5;
  let b = 0xc70f6907;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) + (a >>> 7);
  }
  return (a >>> 0) * 2 ** 21 + (b >>> 11 || 1);
}
