import { watchForeignCode } from '../runs/foreign-code.js';
import { refuse } from './output.js';

/**
 * Runs a command that may load a user's JavaScript module, and returns the exit code. A timer or promise of the module
 * may fail later, even after the result was printed. Then the fault is reported, and `end`, which must end the program,
 * is called with the exit code for invalid input.
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
