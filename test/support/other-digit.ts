/** The text with the first digit from a place on replaced by another one. */
export function withOtherDigit(text: string, from: number): string {
  const at = from + text.slice(from).search(/[0-9]/);
  return `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`;
}
