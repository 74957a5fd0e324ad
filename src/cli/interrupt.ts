/** What the shell expects of a program that Ctrl-C ended. */
const ENDED_BY_INTERRUPT = 130;

/** Ctrl-C asks a run to end with what it has; a second one ends the program. */
export function interruptSwitch(): { readonly asked: () => boolean; readonly release: () => void } {
  let asked = false;
  const onInterrupt = (): void => {
    if (asked) process.exit(ENDED_BY_INTERRUPT);
    asked = true;
  };
  process.on('SIGINT', onInterrupt);
  return { asked: () => asked, release: () => process.off('SIGINT', onInterrupt) };
}
