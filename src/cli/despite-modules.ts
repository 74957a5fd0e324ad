import { watchForeignCode } from '../runs/foreign-code.js';
import { refuse } from './output.js';

/**
 * Returns the exit code of a command, even if a user's module that it loads fails. If a timer or promise of the module
 * fails, before or after the answer, that is reported, and `end` ends the program with the code of bad input.
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
