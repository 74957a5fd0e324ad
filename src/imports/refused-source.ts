import { type Fault, type LocalFault, refused, type Refused } from '../instances/fault.js';

/** Thrown by readers for a source that cannot be read at all; the import is then refused. */
export class RefusedSource extends Error {
  readonly fault: Fault;

  constructor(file: string, fault: LocalFault) {
    super(`${file}: ${fault.allowed}`);
    this.name = 'RefusedSource';
    this.fault = { file, ...fault };
  }
}

/** Returns the result of `work`, or the refusal if it throws a RefusedSource. */
export async function unlessRefused<Made>(work: () => Promise<Made>): Promise<{ ok: true; made: Made } | Refused> {
  try {
    return { ok: true, made: await work() };
  } catch (error) {
    if (error instanceof RefusedSource) return refused(error.fault);
    throw error;
  }
}
