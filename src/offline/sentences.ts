/** Splits a text into sentences, without leading markup. Skips code blocks. */
export function splitSentences(text: string): string[] {
  return text
    .replace(/^```[\s\S]*?(?:^```.*$|$(?![\s\S]))/gm, '')
    .replace(/^\s*\[[^\]\n]*\]\s*$/gm, '')
    .split(/\n+|(?<=[.!?…]["'”»)]*)\s+(?=[\p{Lu}\p{N}"'“«¿¡(])|(?<=[。！？][」』”）]*)(?![」』”）])/u)
    .map((sentence) => sentence.replace(/^\s*(?:[-*+>•]|#{1,6}|\d+[.)])\s+/, '').trim())
    .filter((sentence) => sentence !== '')
}

/** Whether a sentence ends as a question. Japanese questions need no question mark. */
export const isQuestionSentence = (sentence: string): boolean => /(?:[?？؟]|(?:です|ます|でした|ました|たの)か。?)\s*$/.test(sentence)
