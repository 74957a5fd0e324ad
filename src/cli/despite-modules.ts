import { watchForeignCode } from '../runs/foreign-code.js';
import { refuse } from './output.js';

/**
 * Exit code of a command, whatever modules of the user's do that it loads: where a timer or a promise of theirs fails, before or after the answer,
 * that is told, and `end` ends the program with the code of bad input.
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
