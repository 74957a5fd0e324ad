import type { CommandAnswer, CommandSpec, CommandWatcher } from '../../families/commands.js';
import { monotonicS } from '../../runs/clock.js';
import { type CommandRequest, runFamilyCommand } from '../../workbench/family-command.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { note, printJson, printLines, refuse } from '../output.js';

/** Exit code for each way in which a command of a single family ends (docs/commands.md). */
const CODES: Readonly<Record<CommandAnswer['ended'], number>> = {
  done: EXIT.solved,
  notFeasible: EXIT.noFeasiblePlan,
  stopped: EXIT.limitWithoutPlan,
  failed: EXIT.ourFault,
};

/** Runs a command of `plenum <group> <command>`, and returns the exit code. */
export async function familyCommand(
  spec: CommandSpec,
  family: string | null,
  asked: Pick<CommandRequest, 'files' | 'words' | 'plenumVersion'>,
): Promise<number> {
  const json = asked.words['json'] === true;
  const watcher = watcherOnStderr();
  const interrupt = interruptSwitch();
  try {
    const request = { ...asked, nowS: monotonicS, interrupted: interrupt.asked, watcher };
    const answer = await runFamilyCommand(spec, family, request);
    if (!answer.ok) return refuse(answer.faults, json);
    const { ended, record, text, fault = null } = answer;
    if (json) printJson(record);
    else printLines(text);
    if (fault === null) return CODES[ended];
    process.stderr.write(`${fault.message}\n`);
    return fault.isOurs ? EXIT.ourFault : EXIT.badInput;
  } finally {
    watcher.clear();
    interrupt.release();
  }
}

/** Returns a progress display that rewrites its line on a terminal; without a terminal on stderr, it shows nothing. */
function watcherOnStderr(): CommandWatcher {
  const { stderr } = process;
  let isShown = false;
  return {
    line: (text) => {
      if (stderr.isTTY) stderr.write(`\r\u001b[2K${text}`);
      isShown = stderr.isTTY;
    },
    clear: () => {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
    say: (text) => stderr.write(`${text}\n`),
    warn: note,
  };
}
