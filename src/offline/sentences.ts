/** The sentences of a text, without markup at their beginnings. Text between lines of code fences is left out. */
export function splitSentences(text: string): string[] {
  return text
    .replace(/^```[\s\S]*?(?:^```.*$|$(?![\s\S]))/gm, '')
    .split(/\n+|(?<=[.!?…])["'”»)]*\s+(?=[\p{Lu}\p{N}"'“«¿¡(])/u)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>•]|#{1,6}|\d+[.)])\s+/, '').trim())
    .filter((sentence) => sentence !== '')
}
