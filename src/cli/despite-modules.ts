import { watchForeignCode } from '../runs/foreign-code.js';
import { refuse } from './output.js';

/**
 * Runs a command that may load a user's module, and returns the exit code. If a timer or promise of the module fails,
 * even after the answer, the fault is reported. `end` is then called with the exit code for invalid input, and must end
 * the program.
 */
export async function despiteModules(
  words: readonly string[],
  command: () => Promise<number>,
  end: (code: number) => void,
): Promise<number> {
  let isAnswered = false;
  watchForeignCode(({ fault }) => {
    // stdout gets one object at most.
    end(refuse([fault], words.includes('--json') && !isAnswered));
  });
  const code = await command();
  isAnswered = true;
  return code;
}
