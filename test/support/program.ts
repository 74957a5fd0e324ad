import { type ChildProcess, spawn } from 'node:child_process';
import { plenumScript } from './build-dist.js';
import type { CliRun } from './run-cli.js';
import { temporaryDirectory } from './small-instance.js';

export interface Hooks {
  readonly nodeOptions?: readonly string[];
  /** Callback with all of stderr so far. */
  readonly onStderr?: (text: string, child: ChildProcess) => void;
  readonly onSpawn?: (child: ChildProcess) => void;
  /** Descriptors of files, or 'pipe', for stdout and stderr. */
  readonly stdio?: readonly ['pipe' | number, 'pipe' | number];
}

/** Run of the installed program as a process of its own: exit codes and signals as a shell sees them. */
export function program(words: readonly string[], hooks: Hooks = {}): Promise<CliRun> {
  const { nodeOptions = [], onStderr, onSpawn, stdio = ['pipe', 'pipe'] } = hooks;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, plenumScript, ...words], {
      cwd: temporaryDirectory(),
      stdio: ['ignore', ...stdio],
    });
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      onStderr?.(stderr, child);
    });
    onSpawn?.(child);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === null) reject(new Error(`ended by ${signal ?? 'nothing'}`));
      else resolve({ code, stdout, stderr });
    });
  });
}

/** Option of Node that runs these lines before the program, in each of its threads. */
export function before(lines: string): readonly string[] {
  return ['--import', `data:text/javascript,${encodeURIComponent(lines)}`];
}
