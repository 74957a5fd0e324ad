/** A run that threw: it costs its own answer and no other. */
export interface Broken {
  readonly failure: string;
}
export function brokenBy(error: unknown): Broken {
  return { failure: error instanceof Error ? error.message : String(error) };
}
