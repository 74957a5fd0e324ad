/** File names as given; a file named twice counts up, so that a plan against itself can be told apart. */
export function distinctNames(files: readonly string[]): string[] {
  return files.map((file, n) => {
    const before = files.slice(0, n).filter((other) => other === file).length;
    return before === 0 ? file : `${file} (${before + 1})`;
  });
}
