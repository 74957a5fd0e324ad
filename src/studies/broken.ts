/** A run that threw an error. Other runs are not affected. */
export interface Broken {
  readonly failure: string;
}
export function brokenBy(error: unknown): Broken {
  return { failure: error instanceof Error ? error.message : String(error) };
}
