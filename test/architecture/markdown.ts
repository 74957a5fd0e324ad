import path from 'node:path';

/** Targets of inline links, images and reference definitions, outside code. */
export function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map((match) => match[1]!);
  const references = [...prose.matchAll(/^\[[^\]]+\]:\s*(\S+)/gm)].map((match) => match[1]!);
  return [...inline, ...references];
}

/** Anchors of headings as GitHub makes them. */
export function anchorsOf(markdown: string): Set<string> {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  return new Set(
    [...prose.matchAll(/^#{1,6}\s+(.*)$/gm)].map((match) =>
      match[1]!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

/** The links of one file that lead nowhere. `textOf` returns null for what does not exist and '' for directories. */
export function deadLinks(file: string, markdown: string, textOf: (file: string) => string | null): string[] {
  return linksOf(markdown).filter((link) => {
    if (/^[a-z]+:/i.test(link)) return false;
    const [target, anchor] = link.split('#', 2) as [string, string | undefined];
    const place = target === '' ? file : path.posix.join(path.posix.dirname(file), target);
    const text = place === file ? markdown : textOf(place);
    return text === null || (anchor !== undefined && anchor !== '' && !anchorsOf(text).has(anchor));
  });
}

export interface ShellCommand {
  readonly words: readonly string[];
  readonly exitCode: number;
  /** The fenced block that follows the command's block at once, if it shows output; of the block's last command. */
  readonly output: string | null;
}

/**
 * The commands of the ```sh blocks. A comment "# exits N" above a command states its exit code; a backslash continues a
 * line; a block fenced as ```text right after shows what its last command prints.
 */
export function shellCommands(markdown: string): ShellCommand[] {
  const blocks = markdown.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\s*^```text\n([\s\S]*?)^```)?/gm);
  return [...blocks].flatMap(([, block, output]) => {
    let exitCode = 0;
    const commands: ShellCommand[] = [];
    for (const line of block!.replaceAll('\\\n', ' ').split('\n')) {
      const exits = /^#.*\bexits (\d+)/.exec(line);
      if (exits) exitCode = Number(exits[1]);
      const code = line.replace(/(^|\s)#.*$/, '').trim();
      if (code === '') continue;
      for (const command of code.split('&&')) {
        commands.push({ words: command.trim().split(/\s+/), exitCode, output: null });
      }
      exitCode = 0;
    }
    return commands.map((command, n) => (n === commands.length - 1 ? { ...command, output: output ?? null } : command));
  });
}
