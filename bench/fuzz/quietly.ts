import { runPlenum } from '../../src/cli/run.js';

export interface QuietRun {
  readonly code: number;
  readonly text: string;
}

/** Runs a Plenum command line in this process. Returns what it prints instead of printing it. */
export async function plenumQuietly(words: readonly string[], root = '.'): Promise<QuietRun> {
  const pieces: string[] = [];
  const streams = [process.stdout, process.stderr];
  const before = streams.map((stream) => stream.write.bind(stream));
  for (const stream of streams) {
    stream.write = (piece: string | Uint8Array) => pieces.push(String(piece)) > 0;
  }
  try {
    return { code: await runPlenum(words, root), text: pieces.join('') };
  } finally {
    for (const [n, stream] of streams.entries()) stream.write = before[n]!;
  }
}
